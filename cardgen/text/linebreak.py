"""Choose where a paragraph's lines end.

In      a paragraph as `Item`s: boxes, glue and penalties, widths in points.
Out     `LineRange`s: index ranges into those items, each with its glue-set ratio.
Not here  measuring glyphs (`text.shaping`), stacking lines (`layout.text.paragraph`).

The whole paragraph is weighed at once. Greedy breaking is simpler, but on a 63 mm card
one loose line is the first thing a player sees.

Source  Knuth & Plass, "Breaking Paragraphs into Lines", Software: Practice and
        Experience 11 (1981), 1119-1184. Dropped: fitness classes, looseness. Changed: in
        justified text a line's demerits are its badness to the power of 1.5, not 2, which on
        narrow measures spends hyphens on the worst line alone; and a penalty is added to that
        the same way: within the line's own power a hyphen would be dearest where it is needed
        most. Added: a
        limit on hyphens in a row (part of a node's state), hanging punctuation (a line's
        ends reach beyond the measure), prices for a lone last word and for a word below
        itself at an end of two lines, a mode that makes all lines equally long, and first
        lines that are shorter (their number is part of the state as well, as in the paper's
        section on varying widths).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import Literal

from msgspec import Struct

FORCED = -10_000.0
NEVER = 10_000.0
MAX_HYPHENS = 2

Mode = Literal["justify", "ragged", "balance"]

JUSTIFIED_POWER = 1.5
"""Of badness in justified text, and of a hyphen's price. Beside 2, in ten languages that were not
looked at before: as much badness, fewer hyphens, fewer lone last words."""
_LONE_WORD, _LONE_JUSTIFIED = 40_000.0, 1_350.0
_LONE_IN_SHORT_TEXT = 2_000_000.0
"""The price of a lone last word: in a title or a rule no inequality of lines is as bad."""
_DOUBLE_HYPHEN, _DOUBLE_JUSTIFIED = 8_000.0, 850.0
_STACKED, _STACKED_RAGGED = 500.0, 400.0
"""The price of a word that stands below itself at an end of a line: in justified text that of a
line whose words are 1.5 times as far apart."""
_RAG = 0.25
"""How much shorter than the measure a ragged line may be before it looks short."""


class Box(Struct, frozen=True, gc=False):
    """Ink that is never divided. `hang_left` and `hang_right` are how far its punctuation
    reaches out of the measure at a line's ends."""

    width: float
    hang_left: float = 0.0
    hang_right: float = 0.0
    stretch: float = 0.0
    shrink: float = 0.0
    word: str = ""
    """The word that it is, or is a part of; "" if it does not matter where that stands."""


class Glue(Struct, frozen=True, gc=False):
    """A space: natural width, how much it may grow or shrink at ratio 1."""

    width: float
    stretch: float
    shrink: float


class Penalty(Struct, frozen=True, gc=False):
    """A place where a line may end at a cost; `width` is that of the hyphen it adds."""

    cost: float
    width: float = 0.0
    hyphen: bool = False
    hang_right: float = 0.0


Item = Box | Glue | Penalty


class LineRange(Struct, frozen=True, gc=False):
    """Items `start` … `end` - 1 of the paragraph. `ratio` is how far its glue is set
    towards its stretch (> 0) or shrink (< 0); `overfull` lines do not fit."""

    start: int
    end: int
    ratio: float
    hyphenated: bool = False
    overfull: bool = False


class _Node(Struct):
    """The best way to end a line at an item. `width`, `stretch` and `shrink` are the running
    totals where the next line begins, the hang of its first box taken off."""

    position: int
    start: int
    demerits: float
    hyphens: int
    overfull: bool
    """Whether the line that ends here does not fit."""
    previous: _Node | None
    width: float
    stretch: float
    shrink: float
    count: int
    """Lines so far, as far as that matters for their widths."""
    measure: float
    """Of the next line."""
    last: str
    first: str
    """The words that the line ends and the next one begins with; "" for parts of words."""
    below: bool
    """Whether the next line begins with the word that this one begins with."""


class _Sums:
    """Running totals of the items, so that any line is measured in one subtraction."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.width, self.stretch, self.shrink = [0.0], [0.0], [0.0]
        width = stretch = shrink = 0.0
        for item in items:
            if not isinstance(item, Penalty):
                width += item.width
                stretch += item.stretch
                shrink += item.shrink
            self.width.append(width)
            self.stretch.append(stretch)
            self.shrink.append(shrink)


def break_lines(
    items: Sequence[Item],
    measure: float,
    mode: Mode = "justify",
    insets: tuple[float, ...] = (),
) -> tuple[LineRange, ...]:
    """Split ``items`` into the cheapest sequence of lines.

    Args:
        items: One paragraph in reading order, *n* ≥ 1 items, widths in points and ≥ 0.
            The last item is a `Penalty` of cost `FORCED`.
        measure: Line width in points, > 0.
        mode: `justify` sets glue to the measure, `ragged` leaves lines as they are,
            `balance` also makes them equally long.
        insets: How much shorter than the measure the first lines are, in points, each
            less than the measure.

    Returns:
        *m* ≥ 1 lines in reading order. Glue at a line's end belongs to no line. A line
        that cannot fit is marked overfull; everything else is set as well as it can be.

    Takes O(n·k·(i + 1)) steps for *k* items a line and *i* insets; a full card has n ≈ 300,
    k ≈ 25.
    """
    return weigh_lines(items, measure, mode, insets)[0]


def weigh_lines(
    items: Sequence[Item],
    measure: float,
    mode: Mode,
    insets: tuple[float, ...] = (),
    refused: frozenset[int] = frozenset(),
) -> tuple[tuple[LineRange, ...], float]:
    """The lines of `break_lines`, none of which ends at an item that is `refused`, and their
    demerits."""
    return _LineBreaker(items, measure, mode, insets, refused).run()


class _LineBreaker:
    def __init__(
        self,
        items: Sequence[Item],
        measure: float,
        mode: Mode,
        insets: tuple[float, ...],
        refused: frozenset[int],
    ) -> None:
        self.items, self.refused = items, refused
        self.measures = (*(measure - inset for inset in insets), measure)
        """Of the first lines, and of all after them."""
        self.justify = mode == "justify"
        self.free_end = mode != "balance"
        self.lone = _LONE_JUSTIFIED if self.justify else _LONE_WORD
        if not self.free_end:
            self.lone = _LONE_IN_SHORT_TEXT
        self.stacked = _STACKED if self.justify else _STACKED_RAGGED
        self.double = _DOUBLE_JUSTIFIED if self.justify else _DOUBLE_HYPHEN
        self.sums = _Sums(items)
        self.last = len(items) - 1

    def run(self) -> tuple[tuple[LineRange, ...], float]:
        active = [self.begin(0, 0.0, 0, None)]  # step 1
        if self.fits_one_line(active[0]):
            return (LineRange(active[0].start, self.last, 0.0),), 1.0
        for position, item in enumerate(self.items):  # step 2: main loop
            if isinstance(item, Penalty):
                if item.cost < NEVER and position not in self.refused:
                    active = self.visit(position, item, active)
            elif (
                isinstance(item, Glue)
                and isinstance(self.items[position - 1], Box)
                and position not in self.refused
            ):
                active = self.visit(position, None, active)
        best = min(active, key=lambda node: node.demerits)
        return self.trace(best), best.demerits  # steps 3, 4

    def fits_one_line(self, first: _Node) -> bool:
        """Whether all fits in the first line as it is: it costs 1, and more lines cost more. Lines
        that are to be equally long are weighed, and so is a paragraph that parts itself."""
        if not self.free_end or self.last in self.refused:
            return False
        parted = any(isinstance(item, Penalty) and item.cost == FORCED for item in self.items[:-1])
        reach = self.reach(self.last, None)
        return first.measure - reach + first.width >= 0 and not parted

    def begin(
        self,
        position: int,
        demerits: float,
        hyphens: int,
        before: _Node | None,
        overfull: bool = False,
    ) -> _Node:
        """A node at `position`, with the totals at the first box after it."""
        start, last, items = position, self.last, self.items
        while start < last and not isinstance(items[start], Box):
            start += 1
        first, sums, hang, word = items[start], self.sums, 0.0, ""
        if isinstance(first, Box):
            hang = first.hang_left
            if before is None or (start > position and not hyphens):
                word = first.word
        count = min(before.count + 1, len(self.measures) - 1) if before is not None else 0
        return _Node(
            position, start, demerits, hyphens, overfull, before,
            sums.width[start] + hang, sums.stretch[start], sums.shrink[start],
            count, self.measures[count], self.last_word(position, hyphens > 0), word,
            word != "" and before is not None and word == before.first,
        )  # fmt: skip

    def last_word(self, position: int, hyphen: bool) -> str:
        """The word that a line ends with that ends here."""
        before = self.items[position - 1] if position and not hyphen else None
        return before.word if isinstance(before, Box) else ""

    def reach(self, position: int, penalty: Penalty | None) -> float:
        """The running width of a line that ends here, less what hangs out of the measure."""
        width = self.sums.width[position]
        if penalty is not None and penalty.hyphen:
            return width + penalty.width - penalty.hang_right
        before = self.items[position - 1] if position else None
        return width - before.hang_right if isinstance(before, Box) else width

    def ratio(self, node: _Node, position: int, reach: float) -> float:
        """How far glue must be set to fill the measure; below -1 the line is too long."""
        shortfall = node.measure - reach + node.width
        if shortfall >= 0:
            stretch = self.sums.stretch[position] - node.stretch
            return shortfall / stretch if stretch else (100.0 if shortfall > 1e-6 else 0.0)
        shrink = self.sums.shrink[position] - node.shrink
        return shortfall / shrink if shrink else -inf

    def visit(self, position: int, penalty: Penalty | None, active: list[_Node]) -> list[_Node]:
        """Try to end a line here, from every node that can still reach it."""
        hyphen = penalty is not None and penalty.hyphen
        reach = self.reach(position, penalty)
        if self.justify:
            near = [node for node in active if self.ratio(node, position, reach) >= -1.0 - 1e-9]
        else:
            near = [node for node in active if node.measure - reach + node.width >= -1e-6]
        if not near and not hyphen:
            longest = max(active, key=lambda node: node.position)
            # all that follows begins here, so that it needs no price
            return [self.begin(position, longest.demerits, 0, longest, overfull=True)]
        ended = self.weigh(position, penalty, near, reach)
        if penalty is not None and penalty.cost == FORCED:
            return ended
        return [*(active if hyphen else near), *ended]  # without a hyphen the next may still fit

    def weigh(
        self, position: int, penalty: Penalty | None, near: list[_Node], reach: float
    ) -> list[_Node]:
        """The best ways to end a line here: one for each number of hyphens in a row, and of lines
        so far."""
        hyphen = penalty is not None and penalty.hyphen
        cost = max(penalty.cost, 0.0) if penalty is not None else 0.0
        last, counts = self.last_word(position, hyphen), len(self.measures)
        ends, free = position == self.last, position == self.last and self.free_end
        least = [inf] * (counts * (MAX_HYPHENS + 1)) + [0.0] * counts
        before: dict[int, _Node] = {}
        for node in near:
            state = (node.hyphens + 1) * counts + node.count if hyphen else node.count
            if least[state] <= node.demerits:
                continue
            if self.justify:
                ratio = self.ratio(node, position, reach)
                weighed = _weigh_justified(min(ratio, 0.0) if ends else ratio, cost)
            elif free:
                weighed = 1.0
            else:
                shortfall = node.measure - reach + node.width
                badness = 100.0 * (shortfall / (_RAG * node.measure)) ** 2
                weighed = (1.0 + badness + cost) ** 2
            if ends and self.is_lone(node):
                weighed += self.lone
            total = node.demerits + weighed
            if total < least[state]:
                stacked = node.below + (last != "" and last == node.last)
                total += self.double * (state >= 2 * counts) + self.stacked * stacked
                if total < least[state]:
                    least[state], before[state] = total, node
        return [
            self.begin(position, least[state], state // counts, before[state])
            for state in sorted(before)
        ]

    def is_lone(self, node: _Node) -> bool:
        """Whether the last line, if it begins here, holds one word or a part of it."""
        words = self.items[node.start : self.last]
        return node.previous is not None and not any(isinstance(item, Glue) for item in words)

    def trace(self, node: _Node) -> tuple[LineRange, ...]:
        """The lines on the way to a node."""
        lines: list[LineRange] = []
        while node.previous is not None:
            lines.append(self.line_between(node.previous, node))
            node = node.previous
        return tuple(reversed(lines))

    def line_between(self, first: _Node, after: _Node) -> LineRange:
        if after.overfull:
            return LineRange(first.start, after.position, -1.0, overfull=True)
        end, ratio = after.position, 0.0
        if self.justify:
            item = self.items[end]
            reach = self.reach(end, item if isinstance(item, Penalty) else None)
            ratio = self.ratio(first, end, reach)
            ratio = min(ratio, 0.0) if end == self.last else ratio
        return LineRange(first.start, end, ratio, after.hyphens > 0)


def _weigh_justified(ratio: float, cost: float) -> float:
    """Demerits of a line that is set to the measure; `cost` is that of its penalty."""
    badness = 1.0 + 100.0 * min(abs(ratio), 20.0) ** 3
    return badness * sqrt(badness) + cost * sqrt(cost)  # to `JUSTIFIED_POWER`
