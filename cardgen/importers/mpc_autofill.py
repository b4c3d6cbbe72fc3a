"""Import an order of mpc-autofill (`cards.xml`) with its downloaded pictures.

In      the XML; the pictures in its folder or in `cards/` below it, by id or name.
Out     a game of full-bleed cards with their copies.

Source  https://github.com/chilli-axe/mpc-autofill (order XML).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from cardgen.files.file_names import slug
from cardgen.importers.contract import Importer, ImportFault
from cardgen.importers.picture_folder import picture_game
from cardgen.importers.table import read_source


class MpcAutofillImporter(Importer):
    """Reads an order of mpc-autofill."""

    name = "mpc-autofill"
    about = "an order of mpc-autofill (.xml) beside its pictures"

    def accepts(self, source: Path) -> bool:
        return source.is_file() and source.suffix.lower() == ".xml"

    def read(self, source: Path, title: str) -> Mapping[str, bytes]:
        try:
            root = ElementTree.fromstring(read_source(source))
        except ElementTree.ParseError as error:
            raise ImportFault(f"`{source}` is no XML ({error})") from None
        fronts = root.findall("./fronts/card")
        if root.tag != "order" or not fronts:
            raise ImportFault(f"`{source}` is no order of mpc-autofill")
        files: dict[str, bytes] = {}
        cards = []
        for number, card in enumerate(fronts, 1):
            name = card.findtext("name") or card.findtext("query") or f"card {number}"
            copies = len([slot for slot in (card.findtext("slots") or "0").split(",") if slot])
            picture = _picture(source.parent, card.findtext("id") or "", name, files)
            cards.append((Path(name).stem, picture, copies))
        back = root.findtext("cardback") or ""
        shared = _picture(source.parent, back, "", files) if back else ""
        return files | picture_game(title, cards, shared if shared in files else "")


def _picture(folder: Path, key: str, name: str, files: dict[str, bytes]) -> str:
    """The picture of a card, which joins the game; where it is to be put if it is not there."""
    for place in (folder, folder / "cards", folder / "art"):
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            meant = (key and key in path.stem) or (name and path.name == name)
            if meant and path.is_file() and path.suffix.lower() in (".png", ".jpg", ".jpeg"):
                files[f"art/{path.name}"] = path.read_bytes()
                return f"art/{path.name}"
    return f"art/{slug(Path(name).stem) or key}.png"
