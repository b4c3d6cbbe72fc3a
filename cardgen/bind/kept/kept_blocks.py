"""The text of a booklet as an earlier process bound it, as long as the cards say what it asks.

In      the decks of a game; what the text asked of them last time.
Out     a key of all that: ids and copies of all cards, and the fields that were asked for.

A text depends on cards by what its expressions ask, on definitions (`bind.kept.definitions_key`),
and on files: its own, fonts, pictures. These are as they were where `bind.kept.kept_cards` says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from cardgen.bind.bound_faces import BoundCard, BoundDeck
from cardgen.bind.card.look_ups import Name
from cardgen.cache.content_key import make_record_key
from cardgen.core.findings import Span
from cardgen.core.sizes import Size
from cardgen.expressions.hidden_names import ANYTHING

Asked = Mapping[str, Collection[str]]
"""Fields of cards by deck."""


class KeptBlocks(Struct, frozen=True, array_like=True):
    """What there is to know of a text that nobody has to bind."""

    key: bytes
    """Of what its expressions asked, of definitions, and of what names mean."""
    digest: bytes
    """Of its blocks."""
    asked: dict[str, list[str]]
    uses: list[tuple[str, str]]
    labels: dict[str, Span]
    names: list[Name]
    """Those that were looked up for it."""


def make_asked_key(decks: Iterable[BoundDeck], asked: Asked) -> bytes:
    """Return what stands for all that a text asks of cards."""
    sizes: dict[Size, int] = {}
    parts = [
        (deck.name, _list_fields(deck), [_list_asked(card, asked, sizes) for card in deck.cards])
        for deck in decks
    ]
    return make_record_key(parts, list(sizes))


def _list_fields(deck: BoundDeck) -> list[str]:
    return sorted({name for card in deck.cards for name in card.values})


def _list_asked(card: BoundCard, asked: Asked, sizes: dict[Size, int]) -> tuple[Any, ...]:
    names = asked.get(card.deck, ())
    wanted = sorted(card.values if ANYTHING in names else names)
    values = [card.values.get(name) for name in wanted]
    sides = [face and sizes.setdefault(face.size, len(sizes)) for face in (card.front, card.back)]
    return card.id, card.copies, card.copy, sides, values
