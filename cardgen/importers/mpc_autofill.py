"""Import an order of mpc-autofill (`cards.xml`) with its downloaded pictures.

In      the XML; the pictures in its folder or in `cards/` below it, by id or name.
Out     a game of full-bleed cards with their copies, the backs of slots that have their own, the
        stock and foil that are ordered.

Source  https://github.com/chilli-axe/mpc-autofill (order XML).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

from cardgen.core.sizes import list_stock_codes
from cardgen.files.file_names import slug
from cardgen.importers.contract import (
    ImportedFile,
    Importer,
    ImportFault,
    find_beside,
    read_source,
)
from cardgen.importers.picture_folder import MOST, PictureCard, picture_game

_STOCK = re.compile(r"\((\w+)\)")


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
        pictures = _Pictures(source.parent)
        backs = {slot: card for card in root.findall("./backs/card") for slot in _slots(card)}
        cards = [
            made
            for number, card in enumerate(fronts, 1)
            for made in _list_cards(card, number, backs, pictures)
        ]
        shared = pictures.find(root.findtext("cardback") or "", "")
        more = _order_yaml(root) + _describe_blanks(root, cards)
        return pictures.files | picture_game(title, cards, shared, "game", more)


def _slots(card: ElementTree.Element) -> list[str]:
    return [slot.strip() for slot in (card.findtext("slots") or "").split(",") if slot.strip()]


def _list_cards(
    card: ElementTree.Element,
    number: int,
    backs: Mapping[str, ElementTree.Element],
    pictures: _Pictures,
) -> Iterator[PictureCard]:
    """One of the fronts: a row of the game for each back that it has."""
    named = card.findtext("name") or card.findtext("query") or f"card {number}"
    picture = pictures.find(card.findtext("id") or "", named)
    others = (backs.get(slot) for slot in _slots(card) or ["0"])
    for back, copies in Counter(map(_key_and_name, others)).items():
        own = pictures.find(*back) if any(back) else ""
        yield PictureCard(Path(named).stem, picture, copies, own)


def _key_and_name(card: ElementTree.Element | None) -> tuple[str, str]:
    return ("", "") if card is None else (card.findtext("id") or "", card.findtext("name") or "")


def _order_yaml(root: ElementTree.Element) -> str:
    """What is ordered, as `game.yaml` has it."""
    found = _STOCK.match(root.findtext("./details/stock") or "")
    stock = found[1] if found and found[1] in list_stock_codes() else ""
    foil = (root.findtext("./details/foil") or "").strip() == "true"
    said = [f"stock: {stock}"] * bool(stock) + ["foil: yes"] * foil
    return f"order: {{{', '.join(said)}}}\n" if said else ""


def _describe_blanks(root: ElementTree.Element, cards: Iterable[PictureCard]) -> str:
    """A comment on slots that the order has no picture for."""
    quantity = (root.findtext("./details/quantity") or "").strip()
    blanks = int(quantity) - sum(card.copies for card in cards) if quantity.isdecimal() else 0
    return f"# Of the order's {quantity} slots, without a front: {blanks}.\n" if blanks > 0 else ""


class _Pictures:
    """The pictures in the places where the order's program puts them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found = [
            path
            for place in (folder, folder / "cards", folder / "art")
            if place.is_dir()
            for path in sorted(place.iterdir())
            if path.suffix.lower() in (".png", ".jpg", ".jpeg")
        ]
        self.files: dict[str, ImportedFile] = {}
        """Those that join the game."""

    def find(self, key: str, name: str) -> str:
        """The picture of a card, by the key or path that the order has for it, or by its name;
        where it is to be put if it is not there; "" of a card that has none."""
        for path in self._list_meant(key, name):
            found = find_beside(self._folder, str(path.relative_to(self._folder)))
            if found is not None:
                place = f"art/{path.name}"
                if self.files.setdefault(place, found) != found:
                    place = f"art/{path.parent.name}-{path.name}"
                    self.files[place] = found
                return place
        return f"art/{slug(Path(name).stem) or slug(key) or 'picture'}.png" if key or name else ""

    def _list_meant(self, key: str, name: str) -> Iterator[Path]:
        beside = Path(key)
        if "/" in key and not (beside.is_absolute() or ".." in beside.parts):
            yield self._folder / beside
        for path in self._found:
            if (key and (key in path.stem or path.name == beside.name)) or path.name == name:
                yield path
