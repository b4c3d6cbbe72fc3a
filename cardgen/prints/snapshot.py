"""A game as it was, or is, printed: its cards, what they say, and what their faces look like.

In      a laid-out game.
Out     a `Snapshot`, which can be compared with another and kept as a record.
Not here  where snapshots come from (`prints.records`, `prints.manifests`; a game's own in
        `pipeline.print_sources`), how two are compared (`prints.comparison`).

A face is known by the digest of its scene, which is cheap, and by a digest of its pixels, which is
worked out where two scenes differ. What it is made of is known as well, so that a change can
be told as one of words, of pictures, of fonts, or else of the layout.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct, field
from msgspec.structs import astuple

from cardgen.bind.bound_elements import (
    BarcodeBox,
    BoundElement,
    OutlineBox,
    PictureBox,
    TextBox,
)
from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.bind.bound_texts import InlineIcon
from cardgen.bind.game.bound_game import BoundGame
from cardgen.core.geometry import Transform
from cardgen.core.sizes import millimeters
from cardgen.render.finish_plates import list_finishes
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.scene.cut_outline import find_outline
from cardgen.scene.items import Bitmap, Glyphs, Scene, walk
from cardgen.scene.outlines import moved
from cardgen.scene.scene_digest import scene_digest
from cardgen.svg.drawing import Drawing
from cardgen.targets.shared.card_text import read_card_text
from cardgen.targets.shared.deck_fields import deck_fields

Side = Literal["front", "back"]
SIDES: tuple[Side, Side] = ("front", "back")
FaceName = tuple[str, str, Side]
"""Deck, card and side."""
_DIGEST_BYTES = 12


class PrintedFace(Struct, frozen=True, omit_defaults=True):
    """What one side of a card looks like. An empty digest is one that is not known."""

    scene: str = ""
    pixels: str = ""
    words: str = ""
    pictures: str = ""
    fonts: str = ""
    finish: str = ""
    """Foil, varnish and white ink that are put on it, by their names."""
    cut: str = ""
    """The digest of where it is cut and folded."""
    file: str = ""
    """The digest of the file that was printed, where only that is known."""


class SnapshotCard(Struct, frozen=True, omit_defaults=True):
    """A card of a deck; `fields` is None if they are not known."""

    id: str
    copies: int
    front: PrintedFace
    back: PrintedFace | None = None
    fields: Mapping[str, Any] | None = None

    def face(self, side: Side) -> PrintedFace | None:
        return self.front if side == "front" else self.back


class PrintedDeck(Struct, frozen=True, omit_defaults=True):
    """The cards of a deck, in order."""

    name: str
    size: str
    trim_mm: tuple[float, float]
    cards: tuple[SnapshotCard, ...]


class PictureSource(Protocol):
    """Where the pictures of faces are had from."""

    def pictures(self, names: Sequence[FaceName], dpi: float) -> Iterator[Pixels | None]:
        """Yield each face's pixels, in the order of `names`; None where there are none.

        A source that renders does so at `dpi`; files are as they are.
        """
        ...

    def plates(self, name: FaceName, dpi: float) -> Iterator[tuple[str, Pixels]]:
        """Yield what is put on a face besides ink: the name of each finish, and its plate."""
        ...


class NoPictures:
    """A source that has kept none."""

    def pictures(self, names: Sequence[FaceName], dpi: float) -> Iterator[Pixels | None]:
        """Yield None for each face."""
        del dpi
        yield from (None for _ in names)

    def plates(self, name: FaceName, dpi: float) -> Iterator[tuple[str, Pixels]]:
        """Yield nothing."""
        del name, dpi
        yield from ()


class PrintSnapshot(Struct, frozen=True):
    """A game at one moment."""

    label: str
    """How it is called: a tag, a revision, `now`."""
    game: str
    decks: tuple[PrintedDeck, ...]
    version: str = ""
    dpi: float = 0
    """Of its pictures; 0: any, they are rendered as they are wanted."""
    edition: str = ""
    """Which edition of the game it is; "" for the game as it is."""
    date: str = ""
    """The day on which it was recorded, as in 2026-11-22."""
    time: str = ""
    """The time of that day, as in 14:05:09; "" in records of earlier versions. Both are UTC."""
    targets: tuple[str, ...] = ()
    """What it was printed with."""
    faults: int = 0
    """Errors that the game has, and that hide no card."""
    shows: str = ""
    """What its pictures are, if they are not whole faces with their bleed."""
    only: str = ""
    """Which cards it is of, if not of all: those of `--only`, or of `--since`."""
    source: PictureSource = field(default_factory=NoPictures)

    @property
    def age(self) -> tuple[str, str, str]:
        """What sorts prints by when they were recorded, the last one last."""
        return self.date, self.time, self.label

    @property
    def total(self) -> int:
        """Printed cards: copies counted."""
        return sum(card.copies for deck in self.decks for card in deck.cards)


def take_snapshot(
    game: BoundGame,
    scenes: Mapping[BoundFace, Scene],
    label: str,
    source: PictureSource,
    edition: str = "",
) -> PrintSnapshot:
    """Return a laid-out game as it would be printed now; cards of no copies are left out."""
    printed, file = game.printed(), game.spec.file
    known: dict[BoundFace, PrintedFace] = {}
    decks = tuple(_deck(printed, deck, scenes, known) for deck in printed.decks)
    return PrintSnapshot(label, file.game, decks, file.version, edition=edition, source=source)


def _deck(
    game: BoundGame,
    deck: BoundDeck,
    scenes: Mapping[BoundFace, Scene],
    known: dict[BoundFace, PrintedFace],
) -> PrintedDeck:
    names = deck_fields(game, deck)
    trim = (
        round(millimeters(deck.size.trim.width), 3),
        round(millimeters(deck.size.trim.height), 3),
    )
    cards = tuple(_card(card, names, scenes, known) for card in deck.cards)
    return PrintedDeck(deck.name, deck.size.name, trim, cards)


def _card(
    card: BoundCard,
    names: Iterable[str],
    scenes: Mapping[BoundFace, Scene],
    known: dict[BoundFace, PrintedFace],
) -> SnapshotCard:
    fields = {name: card.values[name] for name in names if card.values.get(name) is not None}
    front = _face(card.front, scenes, known)
    back = _face(card.back, scenes, known) if card.back else None
    return SnapshotCard(card.id, card.copies, front, back, fields)


def _face(
    face: BoundFace, scenes: Mapping[BoundFace, Scene], known: dict[BoundFace, PrintedFace]
) -> PrintedFace:
    """Equal faces, such as the backs of a deck, are looked at once."""
    if face not in known:
        scene = scenes[face]
        elements = tuple(_list_elements(face.body.elements))
        fonts = {item.face.key for item in walk(scene.items) if isinstance(item, Glyphs)}
        outlined = [one for one in elements if isinstance(one, OutlineBox)]
        fonts |= {face.key for one in outlined for face in one.faces}
        known[face] = PrintedFace(
            scene=scene_digest(scene),
            words=digest([read_card_text(scene), *_word_parts(elements)]),
            pictures=digest(_picture_keys(elements)),
            fonts=digest(sorted(fonts)),
            finish=" ".join(sorted(list_finishes(scene.items))),
            cut=digest(_list_cuts(scene)),
        )
    return known[face]


def _list_cuts(scene: Scene) -> Iterator[str]:
    """Where a face is cut and folded, from the corner of its trim, to a hundredth of a point."""
    corner = Transform(e=-scene.trim.left, f=-scene.trim.top)
    for outline in (find_outline(scene), *scene.folds):
        for segment in moved(outline, corner):
            numbers = [round(value, 2) + 0.0 for value in astuple(segment)]
            yield f"{type(segment).__name__} {numbers}"


def _list_elements(elements: Iterable[BoundElement]) -> Iterator[BoundElement]:
    """All elements of a face, and those in them."""
    for element in elements:
        yield element
        yield from _list_elements(element.held)


def _word_parts(elements: Iterable[BoundElement]) -> Iterator[str]:
    """What is said in signs that are no text of the scene: outlines of letters, barcodes."""
    for element in elements:
        match element:
            case OutlineBox():
                yield element.text
            case BarcodeBox():
                yield from element.rows


def _picture_keys(elements: Iterable[BoundElement]) -> Iterator[str]:
    """What identifies each picture, those in lines of text too: a bitmap's key, or all that a
    drawing draws."""
    for picture in _list_pictures(elements):
        yield picture.key if isinstance(picture, Bitmap) else repr(picture)


def _list_pictures(elements: Iterable[BoundElement]) -> Iterator[Bitmap | Drawing]:
    for element in elements:
        match element:
            case PictureBox():
                yield element.bitmap
            case TextBox():
                inlines = (
                    one for lines in element.text.paragraphs for line in lines for one in line
                )
                yield from (one.bitmap for one in inlines if isinstance(one, InlineIcon))


def digest(parts: Iterable[str]) -> str:
    """Return a short digest of texts in order; "" of none."""
    made, some = hashlib.blake2b(digest_size=_DIGEST_BYTES), False
    for part in parts:
        made.update(part.encode("utf-8", "surrogatepass") + b"\0")
        some = True
    return made.hexdigest() if some else ""


def digest_pixels(pixels: Pixels) -> str:
    """Return the digest of a picture: of its size and its RGB values."""
    made = hashlib.blake2b(repr(pixels.shape).encode(), digest_size=_DIGEST_BYTES)
    made.update(pixels.tobytes())
    return made.hexdigest()
