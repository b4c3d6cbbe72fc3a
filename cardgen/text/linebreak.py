"""Choose where a paragraph's lines end.

In      a paragraph as `Item`s: boxes, glue and penalties, widths in points.
Out     `Line`s: index ranges into those items, each with its glue-set ratio.
Not here  measuring glyphs (`text.shaping`), stacking lines (`layout.paragraph`).

The whole paragraph is weighed at once. Greedy breaking is simpler, but on a 63 mm card
one loose line is the first thing a player sees.

Source  Knuth & Plass, "Breaking Paragraphs into Lines", Software: Practice and
        Experience 11 (1981), 1119-1184. Dropped: fitness classes, looseness. Added: a
        limit on hyphens in a row (part of a node's state), hanging punctuation (a line's
        ends reach beyond the measure), a price for a lone last word, and a mode that
        makes all lines equally long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

FORCED = -10_000.0
NEVER = 10_000.0
MAX_HYPHENS = 2

Mode = Literal["justify", "ragged", "balance"]

_LONE_WORD = 40_000.0
_DOUBLE_HYPHEN = 8_000.0
_OVERFULL = 1e9
_RAG = 0.25
"""How much shorter than the measure a ragged line may be before it looks short."""


@dataclass(frozen=True, slots=True)
class Box:
    """Ink that is never divided. `hang_left` and `hang_right` are how far its punctuation
    reaches out of the measure at a line's ends."""

    width: float
    hang_left: float = 0.0
    hang_right: float = 0.0


@dataclass(frozen=True, slots=True)
class Glue:
    """A space: natural width, how much it may grow or shrink at ratio 1."""

    width: float
    stretch: float
    shrink: float


@dataclass(frozen=True, slots=True)
class Penalty:
    """A place where a line may end at a cost; `width` is that of the hyphen it adds."""

    cost: float
    width: float = 0.0
    hyphen: bool = False
    hang_right: float = 0.0


Item = Box | Glue | Penalty


@dataclass(frozen=True, slots=True)
class Line:
    """Items `start` … `end` - 1 of the paragraph. `ratio` is how far its glue is set
    towards its stretch (> 0) or shrink (< 0); `overfull` lines do not fit."""

    start: int
    end: int
    ratio: float
    hyphenated: bool = False
    overfull: bool = False


@dataclass(slots=True)
class _Node:
    """The best way to end a line here (step numbers as in the paper's figure 11)."""

    position: int
    start: int
    demerits: float
    hyphens: int
    line: Line | None
    previous: _Node | None


class _Sums:
    """Running totals of the items, so that any line is measured in one subtraction."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.width, self.stretch, self.shrink = [0.0], [0.0], [0.0]
        width = stretch = shrink = 0.0
        for item in items:
            if isinstance(item, Box):
                width += item.width
            elif isinstance(item, Glue):
                width += item.width
                stretch += item.stretch
                shrink += item.shrink
            self.width.append(width)
            self.stretch.append(stretch)
            self.shrink.append(shrink)


def break_lines(items: Sequence[Item], measure: float, mode: Mode = "justify") -> tuple[Line, ...]:
    """Split ``items`` into the cheapest sequence of lines.

    Args:
        items: One paragraph in reading order, *n* ≥ 1 items, widths in points and ≥ 0.
            The last item is a `Penalty` of cost `FORCED`.
        measure: Line width in points, > 0.
        mode: `justify` sets glue to the measure, `ragged` leaves lines as they are,
            `balance` also makes them equally long.

    Returns:
        *m* ≥ 1 lines in reading order. Glue at a line's end belongs to no line. A line
        that cannot fit is marked overfull; everything else is set as well as it can be.

    Takes O(n·k) steps for *k* items a line; a full card has n ≈ 300, k ≈ 25.
    """
    return _Breaker(items, measure, mode).run()


class _Breaker:
    def __init__(self, items: Sequence[Item], measure: float, mode: Mode) -> None:
        self.items = items
        self.measure = measure
        self.mode = mode
        self.sums = _Sums(items)
        self.last = len(items) - 1

    def run(self) -> tuple[Line, ...]:
        active = [_Node(0, self.next_start(0), 0.0, 0, None, None)]  # step 1
        for position, item in enumerate(self.items):  # step 2: main loop
            if isinstance(item, Penalty):
                if item.cost < NEVER:
                    active = self.visit(position, item, active)
            elif isinstance(item, Glue) and isinstance(self.items[position - 1], Box):
                active = self.visit(position, None, active)
        return self.traced(min(active, key=lambda node: node.demerits))  # steps 3, 4

    def next_start(self, position: int) -> int:
        """The first box at or after `position`: where a line that follows begins."""
        while position < self.last and not isinstance(self.items[position], Box):
            position += 1
        return position

    def visit(self, position: int, penalty: Penalty | None, active: list[_Node]) -> list[_Node]:
        """Try to end a line here, from every node that still can reach it."""
        best: dict[int, _Node] = {}
        staying: list[_Node] = []
        closest: _Node | None = None
        for node in active:
            width, ratio, overfull = self.fitted(node.start, position, penalty)
            if overfull:
                if penalty is not None and penalty.hyphen:
                    staying.append(node)  # without the hyphen the next break may still fit
                elif closest is None or node.position > closest.position:
                    closest = node
                continue
            staying.append(node)
            self.offer(best, node, position, penalty, width, ratio)
        if not staying and not best and closest is not None:
            best = {0: self.forced(closest, position, penalty)}
        if penalty is not None and penalty.cost == FORCED:
            return list(best.values())
        return staying + list(best.values())

    def fitted(
        self, start: int, position: int, penalty: Penalty | None
    ) -> tuple[float, float, bool]:
        """Natural width, glue ratio, and whether the line is too long at all."""
        sums, items = self.sums, self.items
        width = sums.width[position] - sums.width[start]
        first, before = items[start], items[position - 1] if position else None
        if isinstance(first, Box):
            width -= first.hang_left
        if penalty is not None and penalty.hyphen:
            width += penalty.width - penalty.hang_right
        elif isinstance(before, Box):
            width -= before.hang_right
        shortfall = self.measure - width
        if self.mode != "justify":
            return width, 0.0, shortfall < -1e-6
        if shortfall >= 0:
            stretch = sums.stretch[position] - sums.stretch[start]
            return width, shortfall / stretch if stretch else (100.0 if shortfall else 0.0), False
        shrink = sums.shrink[position] - sums.shrink[start]
        ratio = shortfall / shrink if shrink else -100.0
        return width, ratio, ratio < -1.0 - 1e-9

    def offer(
        self,
        best: dict[int, _Node],
        node: _Node,
        position: int,
        penalty: Penalty | None,
        width: float,
        ratio: float,
    ) -> None:
        hyphen = penalty is not None and penalty.hyphen
        hyphens = node.hyphens + 1 if hyphen else 0
        if hyphens > MAX_HYPHENS:
            return
        demerits = node.demerits + self.demerits(node, position, penalty, width, ratio)
        if hyphens > 1:
            demerits += _DOUBLE_HYPHEN
        known = best.get(hyphens)
        if known is None or demerits < known.demerits:
            ends = position == self.last
            line = Line(node.start, position, 0.0 if ends and ratio > 0 else ratio, hyphen)
            following = self.next_start(position)
            best[hyphens] = _Node(position, following, demerits, hyphens, line, node)

    def demerits(
        self, node: _Node, position: int, penalty: Penalty | None, width: float, ratio: float
    ) -> float:
        ends = position == self.last
        cost = penalty.cost if penalty is not None and not ends else 0.0
        badness = self.badness(width, ratio, ends=ends)
        total = (1.0 + badness + max(cost, 0.0)) ** 2
        if ends and node.line is not None and self.is_lone(node.start, position):
            total += _LONE_WORD
        return total

    def badness(self, width: float, ratio: float, *, ends: bool) -> float:
        if self.mode == "justify":
            return 0.0 if ends and ratio >= 0 else 100.0 * min(abs(ratio), 20.0) ** 3
        if self.mode == "ragged" and ends:
            return 0.0
        return 100.0 * (max(0.0, self.measure - width) / (_RAG * self.measure)) ** 2

    def is_lone(self, start: int, end: int) -> bool:
        """Whether a line is a single word."""
        return not any(isinstance(item, Glue) for item in self.items[start:end])

    def forced(self, node: _Node, position: int, penalty: Penalty | None) -> _Node:
        """Nothing fits: end the line here all the same, and mark it."""
        hyphen = penalty is not None and penalty.hyphen
        line = Line(node.start, position, -1.0, hyphen, overfull=True)
        start = self.next_start(position)
        return _Node(position, start, node.demerits + _OVERFULL, 0, line, node)

    @staticmethod
    def traced(node: _Node) -> tuple[Line, ...]:
        lines = []
        walker: _Node | None = node
        while walker is not None and walker.line is not None:
            lines.append(walker.line)
            walker = walker.previous
        return tuple(reversed(lines))


def break_greedily(items: Sequence[Item], measure: float) -> tuple[Line, ...]:
    """First-fit breaking, as other card generators do it: for comparison only.

    Fills each line to the last break that fits at natural spacing; hyphenates as it can.
    """
    breaker = _Breaker(items, measure, "justify")
    lines: list[Line] = []
    start, best = breaker.next_start(0), -1
    for position, item in enumerate(items):
        if not _may_break(items, position):
            continue
        penalty = item if isinstance(item, Penalty) else None
        width, _, _ = breaker.fitted(start, position, penalty)
        if width > measure and best > start:
            lines.append(_greedy_line(breaker, start, best))
            start = breaker.next_start(best)
        best = position
    lines.append(_greedy_line(breaker, start, best))
    return tuple(lines)


def _may_break(items: Sequence[Item], position: int) -> bool:
    item = items[position]
    if isinstance(item, Penalty):
        return item.cost < NEVER
    return isinstance(item, Glue) and isinstance(items[position - 1], Box)


def _greedy_line(breaker: _Breaker, start: int, end: int) -> Line:
    item = breaker.items[end]
    penalty = item if isinstance(item, Penalty) else None
    _, ratio, overfull = breaker.fitted(start, end, penalty)
    ratio = 0.0 if end == breaker.last and ratio > 0 else ratio
    return Line(start, end, ratio, penalty is not None and penalty.hyphen, overfull)
