"""Find a row of an earlier state of a table in a later one.

In      the rows of a deck when it was whole, and as its tables have them now.
Out     the row that a card has now, if there is no doubt which it is.
Not here  when a deck is kept as it was (`preview.frozen_decks`), changes (`preview.edit_routes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from cardgen.read.tables.cards import CardSpec


def find_row_now(
    before: Sequence[CardSpec], now: Sequence[CardSpec], index: int
) -> CardSpec | None:
    """Return the row that stands now for the row `index` of before; None if that is in doubt.

    Rows that say the same at the start and at the end of both are themselves. Those between are
    matched in order if they are as many, and none of them says what another did: rows that were
    exchanged are not taken for each other.
    """
    start = _count_equal(before, now)
    end = _count_equal(before[start:][::-1], now[start:][::-1])
    last = len(before) - end
    if index < start:
        found = now[index]
    elif index >= last:
        found = now[index - len(before) + len(now)]
    elif len(before) == len(now) and not _are_shuffled(before[start:last], now[start:last]):
        found = now[index]
    else:
        return None
    return found if found.span.file == before[index].span.file else None


def _count_equal(one: Sequence[CardSpec], other: Sequence[CardSpec]) -> int:
    return sum(1 for _ in takewhile(bool, (a == b for a, b in zip(one, other, strict=False))))


def _are_shuffled(before: Sequence[CardSpec], now: Iterable[CardSpec]) -> bool:
    """Return whether a row says what another row said before."""
    return any(
        row == other
        for index, row in enumerate(now)
        for number, other in enumerate(before)
        if number != index
    )
