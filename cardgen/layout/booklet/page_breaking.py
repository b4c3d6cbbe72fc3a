"""Choose where the pages of a text end.

In      strips in reading order, the height and grid of a column.
Out     `Filled` columns: which strips each holds, waiting figures first.
Not here  what strips are (`layout.booklet.strips`), two columns to a page (`layout.booklet.pages`).

All breaks are weighed at once, as Knuth and Plass weigh those of a paragraph. A page costs
the square of the lines it lacks and what its break costs: parting a heading from its text, a
first or last line from its paragraph, a row from its table. A figure may wait for the top of
the next page while lines of text go ahead, at a price, but no heading, table or box.

Source  Plass, "Optimal Pagination Techniques for Automatic Typesetting Systems", Stanford
        STAN-CS-81-870 (1981): states are a place in the text and the figures that wait;
        with costs that add up page by page the best way is found by dynamic programming.
        Departure: at most two figures wait, as a rule book has few, and they go to the top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from cardgen.layout.booklet.strips import FORCED, Stack, Strip, stack_strips

MAX_WAITING = 2
_WAITS = 40.0
"""The price of a figure that waits: as of a page that lacks more than six lines."""
_OVERFULL = 1e9
_SHORT_END = 4
_END = 15.0
"""The price for each line that a last page has less than `_SHORT_END`."""
_SLACK = 0.01


class FilledColumn(Struct, frozen=True):
    """A column: its strips from top to bottom, repeated heads included."""

    strips: tuple[Strip, ...]
    turns: bool = False
    """Whether it must begin a page."""
    overfull: bool = False


class _BreakState(Struct, frozen=True):
    """The next strip of the text, and figures that wait."""

    next: int
    waiting: tuple[int, ...] = ()


class _PageWay(Struct, frozen=True):
    """The cheapest way to a state."""

    cost: float
    before: _BreakState | None
    column: FilledColumn | None


def break_pages(strips: Sequence[Strip], height: float, empty: Stack) -> tuple[FilledColumn, ...]:
    """Split strips into the cheapest sequence of columns.

    Args:
        strips: *n* strips in reading order.
        height: Of a column, in points.
        empty: An empty column, with its grid.

    Returns:
        Columns in reading order. One whose single strip is too high is marked overfull.

    Takes O(n·k·f) steps for *k* strips a column and *f* figures that can wait in it.
    """
    return _PageBreaker(strips, height, empty).find_cheapest() if strips else ()


class _PageBreaker:
    def __init__(self, strips: Sequence[Strip], height: float, empty: Stack) -> None:
        self.strips = strips
        self.height = height
        self.empty = empty
        self.end = len(strips)

    def find_cheapest(self) -> tuple[FilledColumn, ...]:
        start = _BreakState(0)
        ways = {start: _PageWay(0.0, None, None)}
        waiting: list[list[_BreakState]] = [[] for _ in range(self.end + 1)]
        waiting[0].append(start)
        for index in range(self.end + 1):
            for count in range(MAX_WAITING, -1, -1):
                for state in [s for s in waiting[index] if len(s.waiting) == count]:
                    self.extend_ways(state, ways, waiting)
        return _trace_columns(ways, _BreakState(self.end))

    def extend_ways(
        self,
        state: _BreakState,
        ways: dict[_BreakState, _PageWay],
        waiting: list[list[_BreakState]],
    ) -> None:
        """Keep the cheapest way to each state that one column leads to."""
        for column, after, cost in self.list_columns(state):
            total = ways[state].cost + cost
            if after not in ways:
                waiting[after.next].append(after)
            if after not in ways or total < ways[after].cost:
                ways[after] = _PageWay(total, state, column)

    def list_columns(self, state: _BreakState) -> Iterator[tuple[FilledColumn, _BreakState, float]]:
        """Every column that can begin here, what is left after it, and its cost."""
        if state.waiting:
            yield from self.columns_of_figures(state)
        if state.next < self.end and not (state.waiting and self.is_forced(state.next)):
            yield from self.columns_of_text(state, None)
            for first in self.list_floating(state):
                yield from self.columns_of_text(state, first)

    def is_forced(self, index: int) -> bool:
        return self.strips[index].cost == FORCED

    def columns_of_figures(
        self, state: _BreakState
    ) -> Iterator[tuple[FilledColumn, _BreakState, float]]:
        """Figures that waited, and nothing else."""
        chosen = [self.strips[index] for index in state.waiting]
        stack = stack_strips(self.empty, chosen)
        if stack.bottom <= self.height + _SLACK or len(chosen) == 1:
            yield self.make_column(state, chosen, _BreakState(state.next), stack, 0)

    def list_floating(self, state: _BreakState) -> Iterator[int]:
        """Figures in reach that can be the first to wait."""
        reach = 0.0
        for index in range(state.next, self.end):
            strip = self.strips[index]
            reach += strip.height
            if (index > state.next and strip.cost == FORCED) or reach > 2 * self.height:
                return
            if strip.floats:
                yield index

    def columns_of_text(
        self, state: _BreakState, first: int | None
    ) -> Iterator[tuple[FilledColumn, _BreakState, float]]:
        """Columns in which all figures from `first` on wait for the next."""
        chosen = [self.strips[index] for index in state.waiting]
        stack = stack_strips(self.empty, chosen)
        if chosen and stack.bottom > self.height + _SLACK:
            return
        waits: list[int] = []
        for index in range(state.next, self.end):
            strip = self.strips[index]
            if self.must_stop(index, state, waits):
                return
            if first is not None and index >= first and strip.floats:
                waits.append(index)
                if len(waits) > MAX_WAITING:
                    return
                continue
            added = (strip.head, strip) if strip.head and stack.last is None else (strip,)
            stack = stack_strips(stack, added)
            chosen += added
            over = stack.bottom > self.height + _SLACK
            if over and len(chosen) > len(added):
                return
            after = _BreakState(index + 1, tuple(waits))
            if first is None or waits:
                yield self.make_column(state, chosen, after, stack, len(waits))
            if over:
                return

    def must_stop(self, index: int, state: _BreakState, waits: list[int]) -> bool:
        """Whether a strip must not stand in a column with what is there."""
        ahead = bool(waits) and not (self.strips[index].goes_ahead or self.strips[index].floats)
        return ahead or (index > state.next and self.is_forced(index))

    def make_column(
        self, state: _BreakState, chosen: list[Strip], after: _BreakState, stack: Stack, waits: int
    ) -> tuple[FilledColumn, _BreakState, float]:
        turns = state.next < self.end and self.strips[state.next].turns and not state.waiting
        over = stack.bottom > self.height + _SLACK
        column = FilledColumn(tuple(chosen), turns, over)
        return column, after, self.column_cost(after, stack) + waits * _WAITS + over * _OVERFULL

    def column_cost(self, after: _BreakState, stack: Stack) -> float:
        following = self.strips[after.next] if after.next < self.end else None
        lacking = max(0.0, self.height - stack.bottom) / self.empty.grid
        if following is None and not after.waiting:
            lines = stack.bottom / self.empty.grid
            return _END * max(0.0, _SHORT_END - lines)
        if following is None or following.cost == FORCED:
            return 0.0
        return lacking**2 + max(0.0, following.cost)


def _trace_columns(ways: dict[_BreakState, _PageWay], end: _BreakState) -> tuple[FilledColumn, ...]:
    columns: list[FilledColumn] = []
    state: _BreakState | None = end
    while state is not None:
        way = ways[state]
        if way.column is not None:
            columns.append(way.column)
        state = way.before
    return tuple(reversed(columns))
