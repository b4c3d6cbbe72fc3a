"""Guess which slip of the hand explains what a deck has too many or too few of.

In      a deck's rows, the values that are counted, what is off.
Out     for one count that is off, the `Slip` that explains most.
Not here  the counting and the words of the finding (`check.rules.composition.deck_counts`).

A count that is off does not say which row is wrong. Every slip that could cause it is
tried: copies off in a row, a row too many or too few, a value typed for another, two
values swapped. The best causes all that is off and nothing besides. Among equals, a row
is suspect that repeats another, or that fits the order of its table better once mended:
a smoothed count of which value follows which, the row's own neighbors left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, pairwise, product
from math import log
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.read.tables.cards import CardSpec

Key = tuple[str, str]
"""A counted field and one of its values."""

_TWIN = 3.0
"""What it tells, in nats, that a row says the same as another."""
_SURE = 1.0
_TWO_ROWS = 4.0
_EXTRA_ROW = 2.0
_MOST_OFF = 1_000
_MOST_PARTNERS = 50
_MOST_SWAPS = 10_000


class Slip(Struct, frozen=True):
    """One slip: the row to point at (None: a row is missing), and what it causes.

    `field` holds the wrong value, and is "" where the copies are wrong.
    """

    row: int | None
    field: str
    causes: Mapping[Key, int]
    total: int
    plausible: float
    sure: bool = True
    """Whether no slip in another row is nearly as likely."""


class ValueTable(Struct, frozen=True, dict=True):
    """A deck's rows, its counted values (a field's value for each row), and what is off.

    `off` is found less expected for each value, `total` the same for the whole deck (None
    if the composition gives no total).
    """

    cards: Sequence[CardSpec]
    values: Mapping[str, Sequence[str]]
    off: Mapping[Key, int]
    total: int | None

    def find_best_slip(self, key: Key) -> Slip | None:
        """The slip that explains most of what is off, `key` among it."""
        slips = [
            *self._list_wrong_copies(key),
            *self._list_retyped(key),
            *self._list_swapped(key),
            *self._list_missing(key),
        ]
        if not slips:
            return None
        best = max(slips, key=self._rank)
        score, plausible = self._rank(best)
        rivals = (self._rank(slip) for slip in slips if slip.row != best.row)
        sure = all(rank < (score, plausible - _SURE) for rank in rivals)
        return replace(best, sure=sure)

    def _rank(self, slip: Slip) -> tuple[int, float]:
        """How much of what is off it causes, less what it would cause besides; then the rest."""
        good = sum(self.off.get(key) == count for key, count in slip.causes.items())
        score = 2 * good - len(slip.causes)
        if self.total is not None:
            score += 1 if self.total == slip.total else -1
        return score, slip.plausible

    # Kinds of slip, each with what it would cause

    def _list_wrong_copies(self, key: Key) -> Iterator[Slip]:
        """Copies too many or too few in a row; all of them too many is a row too many."""
        excess = self.off[key]
        for row in self._list_rows(key):
            right = self.cards[row].copies - excess
            if right < 0:
                continue
            causes = {(field, values[row]): excess for field, values in self.values.items()}
            causes = {key: count for key, count in causes.items() if key[1]}
            if right:
                gain = self._column_orders["copies"].gain(row, str(right))
                yield Slip(row, "", causes, excess, gain)
            else:
                repeated = self._first_rows[self._row_values(row)] < row
                yield Slip(row, key[0], causes, excess, _TWIN * repeated - _EXTRA_ROW)

    def _list_retyped(self, key: Key) -> Iterator[Slip]:
        """One value typed for another, or left out, or typed where there should be none."""
        field, value = key
        excess = self.off[key]
        partners = self._list_partners(key) or [""]
        for partner in partners:
            wrong, right = (value, partner) if excess > 0 else (partner, value)
            causes = {(field, wrong): abs(excess), (field, right): -abs(excess)}
            causes = {key: count for key, count in causes.items() if key[1]}
            for row in self._list_rows((field, wrong)):
                if self.cards[row].copies == abs(excess):
                    yield Slip(row, field, causes, 0, self._measure_gain(row, field, right))

    def _list_swapped(self, key: Key) -> Iterator[Slip]:
        """Two values that stand in each other's row; it shows where the copies differ."""
        field, value = key
        excess = self.off[key]
        for partner in self._list_partners(key):
            pairs = product(self._list_rows(key), self._list_rows((field, partner)))
            causes = {key: excess, (field, partner): -excess}
            for row, other in islice(pairs, _MOST_SWAPS):
                if self.cards[row].copies - self.cards[other].copies == excess:
                    gain = self._measure_gain(row, field, partner) + self._measure_gain(
                        other, field, value
                    )
                    yield Slip(row, field, causes, 0, gain - _TWO_ROWS)

    def _list_missing(self, key: Key) -> Iterator[Slip]:
        """A row that is not there: it may have held any one value of each field."""
        excess = self.off[key]
        if excess < 0:
            lacking = {field: (field, value) for field, value in self._values_by_excess[excess]}
            causes = dict.fromkeys({**lacking, key[0]: key}.values(), excess)
            yield Slip(None, key[0], causes, excess, -100.0)

    # What speaks for them

    def _list_rows(self, key: Key) -> Sequence[int]:
        return self._rows_by_value.get(key, ())

    def _list_partners(self, key: Key) -> list[str]:
        """Values of the same field that are off by as much the other way."""
        same = (value for field, value in self._values_by_excess[-self.off[key]] if field == key[0])
        return list(islice(same, _MOST_PARTNERS))

    def _measure_gain(self, row: int, field: str, value: str) -> float:
        """How much more usual the table would look with `value` in this row."""
        twin = self._count_row_values[self._row_values(row)] > 1
        becomes_twin = self._count_row_values[self._row_values(row, {field: value or None})] > 0
        return self._column_orders[field].gain(row, value) + _TWIN * (twin - becomes_twin)

    def _row_values(self, row: int, changes: Mapping[str, Any] | None = None) -> tuple[Key, ...]:
        values = {**self.cards[row].values, **(changes or {})}
        return tuple(sorted((k, str(v)) for k, v in values.items() if v is not None))

    @cached_property
    def _rows_by_value(self) -> Mapping[Key, Sequence[int]]:
        rows: dict[Key, list[int]] = defaultdict(list)
        for field, column in self.values.items():
            for row, value in enumerate(column):
                rows[field, value].append(row)
        return rows

    @cached_property
    def _values_by_excess(self) -> Mapping[int, Sequence[Key]]:
        keys: dict[int, list[Key]] = defaultdict(list)
        for key, count in self.off.items():
            if len(keys[count]) < _MOST_OFF:
                keys[count].append(key)
        return keys

    @cached_property
    def _first_rows(self) -> Mapping[tuple[Key, ...], int]:
        return {self._row_values(row): row for row in reversed(range(len(self.cards)))}

    @cached_property
    def _count_row_values(self) -> Counter[tuple[Key, ...]]:
        return Counter(self._row_values(row) for row in range(len(self.cards)))

    @cached_property
    def _column_orders(self) -> Mapping[str, _ColumnOrder]:
        columns = {**self.values, "copies": [str(card.copies) for card in self.cards]}
        return {field: _ColumnOrder(column) for field, column in columns.items()}


class _ColumnOrder:
    """Which value follows which in a column."""

    def __init__(self, column: Sequence[str]) -> None:
        self.column = ["", *column, ""]
        self.pairs = Counter(pairwise(self.column))
        self.firsts = Counter(self.column[:-1])
        self.kinds = len(self.firsts)
        repeats = sum(count for (a, b), count in self.pairs.items() if a == b)
        self.repeating = (repeats + 1) / (len(self.column) + 1)

    def gain(self, row: int, value: str) -> float:
        """How much likelier, in nats, the column is with `value` in this row."""
        before, typed, after = self.column[row : row + 3]
        own = Counter([(before, typed), (typed, after)])
        new = self._measure_likelihood(before, value, own) + self._measure_likelihood(
            value, after, own
        )
        old = self._measure_likelihood(before, typed, own) + self._measure_likelihood(
            typed, after, own
        )
        return new - old

    def _measure_likelihood(self, first: str, second: str, own: Counter[tuple[str, str]]) -> float:
        """How likely `second` follows `first`, judged without the row's `own` pairs."""
        seen = self.pairs[first, second] - own[first, second]
        chances = self.firsts[first] - sum(n for (a, _), n in own.items() if a == first)
        prior = self.repeating if first == second else (1 - self.repeating) / self.kinds
        return log((seen + prior) / (chances + 1))
