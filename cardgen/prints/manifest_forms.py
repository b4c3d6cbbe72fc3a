"""What the manifests of targets say of cards, brought to one form.

In      a manifest's JSON; of the target `data` that of its cards, too.
Out     a `ListedPrint`: decks, cards, copies, and the picture file of each side.
Not here  reading files (`prints.manifests`); writing manifests (each target).

A manifest may come from anywhere: what does not hold to the form is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from cardgen.prints.listed_cards import (
    Dpi,
    ListedCard,
    ListedDeck,
    ListedFile,
    ListedMask,
    ListedPrint,
)

Copies = Annotated[int, Meta(ge=0, le=1_000_000)]
DATA = "data"
_DEEPEST = 40
"""Lists and tables within each other that a field may hold."""

UNLISTED: Mapping[str, str] = {
    **dict.fromkeys(("sheets", "tts", "ttpg", "proof"), "its cards stand many together on sheets"),
    **dict.fromkeys(("drivethru", "pdfx4"), "its cards are pages of PDFs"),
    **dict.fromkeys(("pcio", "gallery"), "its pictures are in one file"),
    **dict.fromkeys(("booklet", "box", "showcase"), "it does not hold the cards one by one"),
}
"""Why what a target writes cannot be compared card by card."""


def list_cards(manifest: object, cards: object = None) -> ListedPrint:
    """Return what a manifest lists; `cards` is the JSON beside one of `data`.

    Raises:
        msgspec.ValidationError: it lists no cards with their files.
    """
    form = _FORMS.get(target_of(manifest), _list_slots)
    listed = form(cards if form is _list_data else manifest)
    return replace(listed, only=_text_of(manifest, "only"))


def target_of(manifest: object) -> str:
    """Return the target that a manifest says it is of; "" if it says none."""
    return _text_of(manifest, "target")


def _text_of(manifest: object, name: str) -> str:
    value = manifest.get(name) if isinstance(manifest, dict) else None
    return value if isinstance(value, str) else ""


# --- foil, varnish, white ink -----------------------------------------------------------------


class _Finish(Struct, frozen=True):
    """The masks of a finish by their pictures, and the digests of the masks."""

    masks: dict[str, str]
    sha256: dict[str, str] = {}


_Masks = Mapping[str, tuple[ListedMask, ...]]
_NO_MASKS: _Masks = {}


def _list_masks(finishes: Mapping[str, _Finish], folder: str = "") -> _Masks:
    """The masks of each picture, in a folder of the manifest's."""
    found: dict[str, tuple[ListedMask, ...]] = {}
    for finish, made in sorted(finishes.items()):
        for picture, mask in made.masks.items():
            listed = ListedMask(finish, f"{folder}{mask}", made.sha256.get(mask, ""))
            found[f"{folder}{picture}"] = (*found.get(f"{folder}{picture}", ()), listed)
    return found


# --- mpc -------------------------------------------------------------------------------------


class _OrderSize(Struct, frozen=True):
    name: str
    trim_mm: tuple[float, float]
    dpi: Dpi


class _PictureRow(Struct, frozen=True):
    """A card's pictures, as several targets list them."""

    card: str
    deck: str = ""
    copies: Copies = 1
    front: str | None = None
    back: str | None = None
    front_sha256: str | None = None
    back_sha256: str | None = None

    def listed(self, copies: int, masks: _Masks = _NO_MASKS) -> ListedCard:
        front = _file(self.front, self.front_sha256, masks)
        return ListedCard(self.card, copies, front, _file(self.back, self.back_sha256, masks))


class _OrderSlot(_PictureRow, frozen=True, kw_only=True):
    front: str
    deck: str


class _OrderForm(Struct, frozen=True):
    game: str
    size: _OrderSize
    slots: list[_OrderSlot]
    target: str = ""
    finishes: dict[str, _Finish] = {}


def _list_slots(manifest: object) -> ListedPrint:
    made = msgspec.convert(manifest, _OrderForm)
    size, masks = made.size, _list_masks(made.finishes)
    decks = (
        ListedDeck(
            deck, size.name, tuple(rows[0].listed(len(rows), masks) for rows in cards), size.trim_mm
        )
        for deck, cards in _group(made.slots)
    )
    return ListedPrint(made.game, made.target, tuple(decks), dpi=size.dpi)


def _group(rows: Iterable[_PictureRow]) -> Iterator[tuple[str, Iterable[list[_PictureRow]]]]:
    """The rows of each card, by deck."""
    decks: dict[str, dict[str, list[_PictureRow]]] = {}
    for row in rows:
        decks.setdefault(row.deck, {}).setdefault(row.card, []).append(row)
    return ((deck, cards.values()) for deck, cards in decks.items())


def _file(path: str | None, sha256: str | None, masks: _Masks = _NO_MASKS) -> ListedFile | None:
    return ListedFile(path, sha256 or "", masks=masks.get(path, ())) if path else None


# --- images ----------------------------------------------------------------------------------


class _ImagesForm(Struct, frozen=True):
    game: str
    target: str
    format: Literal["png", "jpeg", "webp"]
    box: Literal["trim", "bleed"]
    corners: Literal["round", "square"]
    dpi: Dpi
    pictures: list[_PictureRow]
    sides: Literal["both", "front", "back", ""] = ""
    quality: int | None = None
    background: str = ""


def _list_images(manifest: object) -> ListedPrint:
    made = msgspec.convert(manifest, _ImagesForm)
    told = [made.format, made.box, f"{made.corners} corners"]
    told += [f"sides: {made.sides}"] if made.sides else []
    told += [f"{made.dpi:g} dpi"]
    told += [f"quality {made.quality}"] if made.quality is not None else []
    told += [f"on {made.background!r}"] if made.background else []
    decks = (
        ListedDeck(deck, "", tuple(rows[0].listed(rows[0].copies) for rows in cards))
        for deck, cards in _group(made.pictures)
    )
    return ListedPrint(made.game, made.target, tuple(decks), _shows("images", ", ".join(told)))


def _shows(target: str, more: str = "") -> str:
    return f"pictures of `{target}`" + (f" ({more})" if more else "")


# --- gamecrafter -----------------------------------------------------------------------------


class _UploadedFile(Struct, frozen=True):
    file: str
    side: Literal["face", "back", "all"]
    copies: Copies
    sha256: str = ""
    card: str | None = None


class _UploadedDeck(Struct, frozen=True):
    component: str
    deck: str
    size: str
    files: list[_UploadedFile]
    turned: bool = False
    folder: str = ""
    finishes: dict[str, _Finish] = {}


class _UploadedGame(Struct, frozen=True):
    game: str
    target: str
    components: list[_UploadedDeck]


def _list_components(manifest: object) -> ListedPrint:
    made = msgspec.convert(manifest, _UploadedGame)
    decks = tuple(
        ListedDeck(one.deck, f"{one.size} {one.component} {one.turned}", tuple(_component(one)))
        for one in made.components
    )
    return ListedPrint(made.game, made.target, decks, _shows("gamecrafter"))


def _component(component: _UploadedDeck) -> Iterator[ListedCard]:
    """Its cards; a back that no card is named for is that of all."""
    files: dict[tuple[str | None, str], _UploadedFile] = {
        (one.card, one.side): one for one in component.files
    }
    masks = _list_masks(component.finishes, f"{component.folder}/")
    for card in dict.fromkeys(one.card for one in component.files if one.card is not None):
        both = files.get((card, "all"))
        front = files.get((card, "face"), both)
        back = both or files.get((card, "back")) or files.get((None, "back"))
        copies = front.copies if front else 0
        sides = [_file(one.file, one.sha256, masks) if one else None for one in (front, back)]
        yield ListedCard(card, copies, sides[0], sides[1])


# --- tabletopia ------------------------------------------------------------------------------


class _TabletopiaDeck(Struct, frozen=True):
    deck: str
    format: Literal["png", "jpeg", "webp"]
    pixels: tuple[int, int]
    cards: list[_PictureRow]


class _TabletopiaForm(Struct, frozen=True):
    game: str
    target: str
    decks: list[_TabletopiaDeck]


def _list_tables(manifest: object) -> ListedPrint:
    made = msgspec.convert(manifest, _TabletopiaForm)
    decks = tuple(
        ListedDeck(
            one.deck,
            f"{one.pixels[0]} × {one.pixels[1]} {one.format}",
            tuple(row.listed(row.copies) for row in one.cards),
        )
        for one in made.decks
    )
    return ListedPrint(made.game, made.target, decks, _shows("tabletopia"))


# --- data ------------------------------------------------------------------------------------


class _DataSize(Struct, frozen=True):
    name: str


class _DataDeck(Struct, frozen=True):
    name: str
    size: _DataSize


class _DataFace(Struct, frozen=True):
    text: str


class _DataCard(Struct, frozen=True):
    deck: str
    id: str
    copies: Copies
    fields: dict[str, Any]
    front: _DataFace
    back: _DataFace | None = None


class _DataForm(Struct, frozen=True):
    game: str
    decks: list[_DataDeck]
    cards: list[_DataCard]


def _list_data(cards: object) -> ListedPrint:
    made = msgspec.convert(cards, _DataForm)
    decks: dict[str, list[ListedCard]] = {one.name: [] for one in made.decks}
    for card in made.cards:
        if _is_deep(card.fields):
            raise msgspec.ValidationError("fields within each other beyond all measure")
        decks.setdefault(card.deck, []).append(_data_card(card))
    sizes = {one.name: one.size.name for one in made.decks}
    listed = (ListedDeck(name, sizes.get(name, ""), tuple(decks[name])) for name in decks)
    return ListedPrint(made.game, DATA, tuple(listed), "fields and words without pictures")


def _data_card(card: _DataCard) -> ListedCard:
    fields = {name: value for name, value in card.fields.items() if value is not None}
    back = ListedFile(text=card.back.text) if card.back else None
    return ListedCard(card.id, card.copies, ListedFile(text=card.front.text), back, fields)


def _is_deep(value: object, left: int = _DEEPEST) -> bool:
    held = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return left == 0 or any(_is_deep(one, left - 1) for one in held)


_FORMS: Mapping[str, Callable[[object], ListedPrint]] = {
    "mpc": _list_slots,
    "images": _list_images,
    "gamecrafter": _list_components,
    "tabletopia": _list_tables,
    DATA: _list_data,
}
COMPARED = tuple(_FORMS)
"""Targets whose folders can be compared."""
