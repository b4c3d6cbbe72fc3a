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
    line: LineRange | None
    previous: _Node | None
    width: float
    stretch: float
    shrink: float
    count: int
    """Lines so far, as far as that matters for their widths."""
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
        active = [self.begin(0, 0.0, 0, None, None)]  # step 1
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
        return _trace_lines(best), best.demerits  # steps 3, 4

    def begin(
        self,
        position: int,
        demerits: float,
        hyphens: int,
        line: LineRange | None,
        before: _Node | None,
    ) -> _Node:
        """A node at `position`, with the totals at the first box after it."""
        start = position
        while start < self.last and not isinstance(self.items[start], Box):
            start += 1
        first, sums = self.items[start], self.sums
        hang = first.hang_left if isinstance(first, Box) else 0.0
        count = min(before.count + 1, len(self.measures) - 1) if before is not None else 0
        whole = before is None or (start > position and not hyphens)
        word = first.word if whole and isinstance(first, Box) else ""
        return _Node(
            position, start, demerits, hyphens, line, before,
            sums.width[start] + hang, sums.stretch[start], sums.shrink[start], count,
            self.last_word(position, hyphens > 0), word,
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

    def ratio(self, node: _Node, position: int, shortfall: float) -> float:
        """How far glue must be set to fill the measure; below -1 the line is too long."""
        if shortfall >= 0:
            stretch = self.sums.stretch[position] - node.stretch
            return shortfall / stretch if stretch else (100.0 if shortfall > 1e-6 else 0.0)
        shrink = self.sums.shrink[position] - node.shrink
        return shortfall / shrink if shrink else -inf

    def visit(self, position: int, penalty: Penalty | None, active: list[_Node]) -> list[_Node]:
        """Try to end a line here, from every node that can still reach it."""
        hyphen = penalty is not None and penalty.hyphen
        reach = self.reach(position, penalty)
        staying: list[_Node] = []
        longest: _Node | None = None
        last = self.last_word(position, hyphen)
        cost = max(penalty.cost, 0.0) if penalty is not None else 0.0
        measures, justify = self.measures, self.justify
        found: dict[tuple[int, int], tuple[float, _Node, float]] = {}
        for node in active:
            shortfall = measures[node.count] - reach + node.width
            if justify:
                ratio = self.ratio(node, position, shortfall)
            else:
                ratio = 0.0 if shortfall >= -1e-6 else -inf
            if ratio < -1.0 - 1e-9:
                if hyphen:
                    staying.append(node)  # without the hyphen the next break may still fit
                elif longest is None or node.position > longest.position:
                    longest = node
                continue
            staying.append(node)
            hyphens = node.hyphens + 1 if hyphen else 0
            state = (hyphens, node.count)
            known = found.get(state)
            if hyphens > MAX_HYPHENS or (known is not None and known[0] <= node.demerits):
                continue
            total = node.demerits + self.demerits(node, position, cost, shortfall, ratio)
            stacked = node.below + (last != "" and last == node.last)
            total += self.double * (hyphens > 1) + self.stacked * stacked
            if known is None or total < known[0]:
                found[state] = (total, node, ratio)
        ended = [self.ended(position, hyphens, *found[hyphens, count]) for hyphens, count in
                 sorted(found)]  # fmt: skip
        if not staying and not ended and longest is not None:
            ended = [self.forced(longest, position)]
        if penalty is not None and penalty.cost == FORCED:
            return ended
        return staying + ended

    def ended(
        self, position: int, hyphens: int, demerits: float, node: _Node, ratio: float
    ) -> _Node:
        if position == self.last:
            ratio = min(ratio, 0.0)
        line = LineRange(node.start, position, ratio, hyphens > 0)
        return self.begin(position, demerits, hyphens, line, node)

    def forced(self, node: _Node, position: int) -> _Node:
        """Nothing fits: end the line here all the same, and mark it. All that follows begins here,
        so that it needs no price."""
        line = LineRange(node.start, position, -1.0, overfull=True)
        return self.begin(position, node.demerits, 0, line, node)

    def demerits(
        self, node: _Node, position: int, cost: float, shortfall: float, ratio: float
    ) -> float:
        """Of a line and its end; `cost` is that of its penalty."""
        ends = position == self.last
        if self.justify:
            pulled = min(ratio, 0.0) if ends else ratio
            badness = 1.0 + 100.0 * min(abs(pulled), 20.0) ** 3
            weighed = badness * sqrt(badness) + cost * sqrt(cost)  # to `JUSTIFIED_POWER`
        elif ends and self.free_end:
            weighed = 1.0
        else:
            badness = 100.0 * (shortfall / (_RAG * self.measures[node.count])) ** 2
            weighed = (1.0 + badness + cost) ** 2
        return weighed + self.lone if ends and self.is_lone(node) else weighed

    def is_lone(self, node: _Node) -> bool:
        """Whether the last line, if it begins here, holds one word or a part of it."""
        words = self.items[node.start : self.last]
        return node.line is not None and not any(isinstance(item, Glue) for item in words)


def _trace_lines(node: _Node) -> tuple[LineRange, ...]:
    lines = []
    walker: _Node | None = node
    while walker is not None and walker.line is not None:
        lines.append(walker.line)
        walker = walker.previous
    return tuple(reversed(lines))
