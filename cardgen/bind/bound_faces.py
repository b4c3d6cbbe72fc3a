"""What `bind` makes and `layout` reads: faces, cards and decks with nothing left to look up.

Equality ignores places in files, so equal faces are equal values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

from cardgen.bind.bound_elements import BoundElement, BoundItem
from cardgen.core.findings import Span
from cardgen.core.sizes import Size


class Body(Struct, frozen=True):
    """What a face shows, by the box that it stands in."""

    bleed: tuple[BoundElement, ...]
    trim: tuple[BoundElement, ...]
    safe: tuple[BoundElement, ...]
    tab: tuple[BoundElement, ...] = ()
    mirrored: bool = False
    """Whether everything stands on the other side, left for right."""

    def open(self) -> Body:
        return self

    @property
    def elements(self) -> tuple[BoundElement, ...]:
        """All of it, in painting order."""
        return (*self.bleed, *self.trim, *self.safe, *self.tab)


class BodySource(Protocol):
    """A body in memory, or a reference to one stored in a file (`bind.card.face_bodies`)."""

    def open(self) -> Body:
        """The body itself, for as long as it is needed."""


class BoundFace(BoundItem, frozen=True):
    """One side of a card, ready to be laid out."""

    size: Size
    layout: str
    drawn: BodySource
    deck: str
    card: str
    side: Literal["front", "back"]
    _hash: int = 0
    """Worked out once: a face is looked up often."""

    def __post_init__(self) -> None:
        force_setattr(self, "_hash", BoundItem.__hash__(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """A hash differs from run to run, and does not travel between processes."""
        parts = (self.size, self.layout, self.drawn, self.deck, self.card, self.side, self.span)
        return _face, parts

    @property
    def body(self) -> Body:
        """What it shows; worth keeping while it is looked at."""
        return self.drawn.open()

    def __hash__(self) -> int:
        return self._hash


def _face(
    size: Size,
    layout: str,
    drawn: BodySource,
    deck: str,
    card: str,
    side: Literal["front", "back"],
    span: Span,
) -> BoundFace:
    return BoundFace(size, layout, drawn, deck, card, side, span=span)


class Override(Struct, frozen=True):
    """A change that a card makes to its layout, and that it may not need."""

    element: str
    key: str
    place: Span
    without: BoundFace | None = None
    """The face without it; None if it changes nothing."""


class BoundCard(BoundItem, frozen=True):
    """A card with its two faces."""

    deck: str
    id: str
    copies: int
    front: BoundFace
    back: BoundFace | None
    values: Mapping[str, Any]
    overrides: tuple[Override, ...] = ()
    copy: int = 1
    """Which of its row's copies it is, where each is a card by itself; else 1."""


class BoundDeck(BoundItem, frozen=True):
    name: str
    size: Size
    cards: tuple[BoundCard, ...]

    @property
    def faces(self) -> tuple[BoundFace, ...]:
        """Every face once a card, fronts before backs."""
        backs = (card.back for card in self.cards if card.back)
        return (*(card.front for card in self.cards), *backs)

    @property
    def total(self) -> int:
        """Cards to print: copies counted."""
        return sum(card.copies for card in self.cards)
