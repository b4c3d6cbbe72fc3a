"""Columns that are there, and in which no card has anything yet.

In      the names of a deck's columns, its cards.
Out     the cards; the first has such a column as an empty field, as `note:` in YAML gives it to
        all: templates know its name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from cardgen.read.computed_fields import EACH_COPY, GIVEN
from cardgen.read.deck_functions import CARDS, DECK_FUNCTIONS
from cardgen.read.tables.cards import OWN_FIELDS, CardSpec

_KNOWN = frozenset((*OWN_FIELDS, *GIVEN, *EACH_COPY, *DECK_FUNCTIONS, CARDS))
"""What a name means on cards that have no field of that name."""


def add_empty_columns(
    cards: Sequence[CardSpec], columns: Collection[str], constants: Collection[str]
) -> tuple[CardSpec, ...]:
    """The cards of a deck, the first with its empty columns.

    Args:
        cards: Those of the deck.
        columns: The fields that the heads of its tables name.
        constants: Those of the game, which an empty column hides from nobody.
    """
    filled = {name for card in cards for name in card.values}
    names = [name for name in columns if name.isidentifier() and name not in filled]
    empty = dict.fromkeys(name for name in names if name not in _KNOWN and name not in constants)
    if not cards or not empty:
        return tuple(cards)
    first = cards[0]
    return (replace(first, values={**first.values, **empty}), *cards[1:])
