"""Import an order of mpc-autofill (`cards.xml`) with its downloaded pictures.

In      the XML; the pictures in its folder or in `cards/` below it, by id or name.
Out     a game of full-bleed cards with their copies.

Source  https://github.com/chilli-axe/mpc-autofill (order XML).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from cardgen.files.file_names import slug
from cardgen.importers.contract import (
    ImportedFile,
    Importer,
    ImportFault,
    find_beside,
    read_source,
)
from cardgen.importers.picture_folder import MOST, picture_game


class MpcAutofillImporter(Importer):
    """Reads an order of mpc-autofill."""

    name = "mpc-autofill"
    about = "an order of mpc-autofill (.xml) beside its pictures"

    def accepts(self, source: Path) -> bool:
        return source.is_file() and source.suffix.lower() == ".xml"

    def read(self, source: Path, title: str) -> Mapping[str, ImportedFile]:
        data = read_source(source)
        if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
            raise ImportFault(f"`{source}` is no order of mpc-autofill: it declares entities")
        try:
            root = ElementTree.fromstring(data)
        except ElementTree.ParseError as error:
            raise ImportFault(f"`{source}` is no XML ({error})") from None
        fronts = root.findall("./fronts/card")
        if root.tag != "order" or not fronts:
            raise ImportFault(f"`{source}` is no order of mpc-autofill")
        if len(fronts) > MOST:
            raise ImportFault(f"`{source}` holds {len(fronts):,} cards; at most {MOST:,} are read")
        files: dict[str, ImportedFile] = {}
        pictures = _pictures(source.parent)
        cards = []
        for number, card in enumerate(fronts, 1):
            name = card.findtext("name") or card.findtext("query") or f"card {number}"
            copies = len([slot for slot in (card.findtext("slots") or "0").split(",") if slot])
            picture = _picture(pictures, card.findtext("id") or "", name, files)
            cards.append((Path(name).stem, picture, copies))
        back = root.findtext("cardback") or ""
        shared = _picture(pictures, back, "", files) if back else ""
        return files | picture_game(title, cards, shared if shared in files else "")


def _pictures(folder: Path) -> list[Path]:
    """The pictures in the places where the order's program puts them."""
    places = [place for place in (folder, folder / "cards", folder / "art") if place.is_dir()]
    found = [path for place in places for path in sorted(place.iterdir())]
    return [path for path in found if path.suffix.lower() in (".png", ".jpg", ".jpeg")]


def _picture(pictures: Sequence[Path], key: str, name: str, files: dict[str, ImportedFile]) -> str:
    """The picture of a card, which joins the game; where it is to be put if it is not there."""
    for path in pictures:
        meant = (key and key in path.stem) or (name and path.name == name)
        found = find_beside(path.parent, path.name) if meant else None
        if found is not None:
            files[f"art/{path.name}"] = found
            return f"art/{path.name}"
    return f"art/{slug(Path(name).stem) or slug(key) or 'picture'}.png"
