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
from functools import lru_cache
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.findings import Span
from cardgen.core.geometry import Rect
from cardgen.layout.booklet.strips import FORCED, Marks, Stack, Strip, stack_strips
from cardgen.scene.items import Item

MAX_WAITING = 2
_WAITS = 40.0
"""The price of a figure that waits: as of a page that lacks more than six lines."""
_OVERFULL = 1e9
_SHORT_END = 4
_END = 15.0
"""The price for each line that a last page has less than `_SHORT_END`."""
_SLACK = 0.01
_NOWHERE = Span("", 1, 1, 1)


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
    """The cheapest way to a state: a column after those that lead to `before`."""

    cost: float
    before: _BreakState | None


_Ahead = tuple[_BreakState, float]
"""What is left after a column, and what the column costs."""


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
    if not strips:
        return ()
    shapes = tuple(map(_forget_looks, strips))
    return tuple(
        _fill_column(strips, before, after, height, empty)
        for before, after in _choose_columns(shapes, height, empty)
    )


def _forget_looks(strip: Strip) -> Strip:
    """What of a strip decides where pages end."""
    head = _forget_looks(strip.head) if strip.head else None
    panel = replace(strip.panel, draw=_draw_no_ground) if strip.panel else None
    return replace(strip, draw=_draw_nothing, span=_NOWHERE, head=head, panel=panel)


def _draw_nothing(_left: float, _top: float) -> Marks:
    return Marks()


def _draw_no_ground(_rect: Rect) -> tuple[Item, ...]:
    return ()


@lru_cache(maxsize=16)
def _choose_columns(
    strips: tuple[Strip, ...], height: float, empty: Stack
) -> tuple[tuple[_BreakState, _BreakState], ...]:
    """What is left before and after each column. It is kept, as the next pass and other editions
    seldom have other heights: of four times that a game's rules are broken, three are known
    (0.02 s each)."""
    return _PageBreaker(strips, height, empty).find_cheapest()


class _PageBreaker:
    def __init__(self, strips: Sequence[Strip], height: float, empty: Stack) -> None:
        self.strips = strips
        self.height = height
        self.empty = empty
        self.end = len(strips)

    def find_cheapest(self) -> tuple[tuple[_BreakState, _BreakState], ...]:
        start = _BreakState(0)
        most = self.find_bound(start)
        ways = {start: _PageWay(0.0, None)}
        waiting: list[list[_BreakState]] = [[] for _ in range(self.end + 1)]
        waiting[0].append(start)
        for index in range(self.end + 1):
            for count in range(MAX_WAITING, -1, -1):
                for state in [s for s in waiting[index] if len(s.waiting) == count]:
                    self.extend_ways(state, ways, waiting, most)
        return self.trace_columns(ways)

    def find_bound(self, state: _BreakState) -> float:
        """What pages cost of which each is the cheapest after those before it: a way that costs
        more leads nowhere, and from half to nine tenths of the states need no look. Infinite where
        that ends with figures that no column has room for."""
        total = 0.0
        while state != _BreakState(self.end):
            ahead = min(self.list_columns(state), key=lambda ahead: ahead[1], default=None)
            if ahead is None:
                return inf
            state, cost = ahead
            total += cost
        return total

    def extend_ways(
        self,
        state: _BreakState,
        ways: dict[_BreakState, _PageWay],
        waiting: list[list[_BreakState]],
        most: float,
    ) -> None:
        """Keep the cheapest way to each state that one column leads to."""
        for after, cost in self.list_columns(state):
            total = ways[state].cost + cost
            if total > most:
                continue
            if after not in ways:
                waiting[after.next].append(after)
            if after not in ways or total < ways[after].cost:
                ways[after] = _PageWay(total, state)

    def list_columns(self, state: _BreakState) -> Iterator[_Ahead]:
        """Every column that can begin here: what is left after it, and its cost."""
        if state.waiting:
            yield from self.columns_of_figures(state)
        if state.next < self.end and not (state.waiting and self.is_forced(state.next)):
            below: dict[int, Stack] = {}
            yield from self.columns_of_text(state, None, below)
            for first in self.list_floating(state):
                if first in below:
                    yield from self.columns_of_text(state, first, below)

    def is_forced(self, index: int) -> bool:
        return self.strips[index].cost == FORCED

    def columns_of_figures(self, state: _BreakState) -> Iterator[_Ahead]:
        """Figures that waited, and nothing else."""
        stack = self.stack_waiting(state)
        if stack.bottom <= self.height + _SLACK or len(state.waiting) == 1:
            after = _BreakState(state.next)
            yield after, self.find_cost(after, stack.bottom)

    def stack_waiting(self, state: _BreakState) -> Stack:
        stack = self.empty
        for index in state.waiting:
            stack = stack.pass_strip(self.strips[index])
        return stack

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
        self, state: _BreakState, first: int | None, below: dict[int, Stack]
    ) -> Iterator[_Ahead]:
        """Columns in which all figures from `first` on wait for the next.

        Args:
            state: What the column begins with.
            first: The first figure that waits; None if none does.
            below: What stands above each figure that no other waits for: found where none does,
                and taken from there by the others.
        """
        most = self.height + _SLACK
        stack = self.stack_waiting(state) if first is None else below[first]
        if state.waiting and stack.bottom > most:
            return
        waits: list[int] = []
        for index in range(state.next if first is None else first, self.end):
            strip = self.strips[index]
            if self.must_stop(index, state, waits):
                return
            if first is None and strip.floats:
                below[index] = stack
            if first is not None and strip.floats:
                waits.append(index)
                if len(waits) > MAX_WAITING:
                    return
                continue
            begins = stack.last is None
            if strip.head and begins:
                stack = stack.pass_strip(strip.head)
            stack = stack.pass_strip(strip)
            bottom = stack.bottom
            if bottom > most and not begins:
                return
            after = _BreakState(index + 1, tuple(waits))
            yield after, self.find_cost(after, bottom)
            if bottom > most:
                return

    def must_stop(self, index: int, state: _BreakState, waits: list[int]) -> bool:
        """Whether a strip must not stand in a column with what is there."""
        ahead = bool(waits) and not (self.strips[index].goes_ahead or self.strips[index].floats)
        return ahead or (index > state.next and self.is_forced(index))

    def find_cost(self, after: _BreakState, bottom: float) -> float:
        """What a column costs that ends there, and what its end leaves for the next."""
        over = bottom > self.height + _SLACK
        return self.column_cost(after, bottom) + len(after.waiting) * _WAITS + over * _OVERFULL

    def column_cost(self, after: _BreakState, bottom: float) -> float:
        following = self.strips[after.next] if after.next < self.end else None
        if following is None and not after.waiting:
            lines = bottom / self.empty.grid
            return _END * max(0.0, _SHORT_END - lines)
        if following is None or following.cost == FORCED:
            return 0.0
        lacking = max(0.0, self.height - bottom) / self.empty.grid
        return lacking**2 + max(0.0, following.cost)

    def trace_columns(
        self, ways: dict[_BreakState, _PageWay]
    ) -> tuple[tuple[_BreakState, _BreakState], ...]:
        """The columns of the cheapest way to the end."""
        columns = []
        after = _BreakState(self.end)
        while (before := ways[after].before) is not None:
            columns.append((before, after))
            after = before
        return tuple(reversed(columns))


def _fill_column(
    strips: Sequence[Strip],
    before: _BreakState,
    after: _BreakState,
    height: float,
    empty: Stack,
) -> FilledColumn:
    """What stands in the column between two states."""
    chosen = [strips[index] for index in before.waiting]
    for index in range(before.next, after.next):
        strip = strips[index]
        if index not in after.waiting:
            chosen += (strip.head, strip) if strip.head and not chosen else (strip,)
    turns = before.next < len(strips) and strips[before.next].turns and not before.waiting
    over = stack_strips(empty, chosen).bottom > height + _SLACK
    return FilledColumn(tuple(chosen), turns, over)
