"""Cards as a manifest lists them, whichever target wrote it.

Not here  the forms in which targets list them (`prints.manifest_forms`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

Dpi = Annotated[float, Meta(ge=36, le=1200)]
"""Pixels per inch of what was printed: as few and as many as targets take."""


class ListedMask(Struct, frozen=True):
    """Where a finish is put on a side of a card: its file and the digest of it."""

    finish: str
    path: str
    sha256: str = ""


class ListedFile(Struct, frozen=True):
    """A side of a card: its picture's file and the digest of it; or what is read there."""

    path: str = ""
    sha256: str = ""
    text: str | None = None
    masks: tuple[ListedMask, ...] = ()


class ListedCard(Struct, frozen=True):
    """A card; `front` is None where only backs were written."""

    id: str
    copies: int
    front: ListedFile | None
    back: ListedFile | None
    fields: Mapping[str, Any] | None = None


class ListedDeck(Struct, frozen=True):
    """Cards of a deck: all, or those that are in one order."""

    name: str
    size: str
    cards: tuple[ListedCard, ...]
    trim_mm: tuple[float, float] = (0.0, 0.0)
    """Zeros where a manifest does not say it."""


class ListedPrint(Struct, frozen=True):
    """What a manifest lists."""

    game: str
    target: str
    decks: tuple[ListedDeck, ...]
    shows: str = ""
    """What its pictures are, as a phrase; "" for whole faces with their bleed."""
    dpi: float = 0
    only: str = ""
    """Which cards of the game it is of; "" for all."""
