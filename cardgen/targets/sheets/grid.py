"""Cards in rows and columns.

In      a component size, the options, a page.
Out     the `SheetPlan`s that are possible on it.
Not here  which plan is best, and what to do if there is none (`sheets.fit`).

Cards lie in the middle of the paper, so that front and back agree however the printer
turns the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import POINTS_PER_MM, Extent, Rect
from cardgen.core.sizes import Size
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.plan import MARK, STRIP, SheetAxis, SheetPlan

WISHED_MARK = 2 * POINTS_PER_MM
"""Crop marks are at least this long where the bleed can give way,"""
LEAST_MARK = 1 * POINTS_PER_MM
"""and never shorter than this."""

_LEAST_FOLD = 3 * POINTS_PER_MM
_SLACK = 1e-6


def plan_grids(
    size: Size,
    options: SheetOptions,
    page: Extent,
    edges: tuple[float, float],
    closed: tuple[Rect, ...],
) -> Iterator[SheetPlan]:
    """The grids to choose from: the one asked for, or the one of most columns and rows.

    Where places are closed, a smaller grid between them may lose fewer cards, and so may one
    without bleed.
    """
    plan = _plan(size, options, page, edges)
    if plan is None:
        return
    yield from _with_closed(plan, options, closed)
    if closed and options.grid is None:
        for columns in range(1, plan.columns + 1):
            for rows in range(1, plan.rows + 1):
                if _may_gain(plan, columns, rows, closed[0].width):
                    yield from _smaller(plan, options.with_changes(grid=(columns, rows)), closed)


def _smaller(
    plan: SheetPlan, options: SheetOptions, closed: tuple[Rect, ...]
) -> Iterator[SheetPlan]:
    """Another grid on the same page, with as much bleed as fits and with none."""
    for bleed in (None, 0.0) if options.bleed is None else (options.bleed,):
        found = _plan(plan.size, options.with_changes(bleed=bleed), plan.page, plan.edges)
        if found:
            yield from _with_closed(found, options, closed)


def _with_closed(
    plan: SheetPlan, options: SheetOptions, closed: tuple[Rect, ...]
) -> Iterator[SheetPlan]:
    """The plan with its closed places; and, if the bleed is left to choose, with only so much
    of it on two sides that cards which are clear of those places are so with their bleed."""
    yield replace(plan, closed=closed)
    if not closed or options.bleed is not None:
        return
    corner = closed[0]
    beside = plan.across.starts[0] - corner.right
    above = plan.down.starts[0] - corner.bottom
    if beside >= 0:
        across = replace(plan.across, outer=min(plan.across.outer, beside))
        yield replace(plan, closed=closed, across=across)
    if above >= 0:
        down = replace(plan.down, outer=min(plan.down.outer, above))
        yield replace(plan, closed=closed, down=down)


def _may_gain(plan: SheetPlan, columns: int, rows: int, reach: float) -> bool:
    """Whether taking columns or rows away goes no further than the closed places reach."""
    less_x = (plan.columns - columns) * plan.across.card
    less_y = (plan.rows - rows) * plan.down.card
    return less_x <= 2 * reach + plan.across.card and less_y <= 2 * reach + plan.down.card


def _plan(
    size: Size, options: SheetOptions, page: Extent, edges: tuple[float, float]
) -> SheetPlan | None:
    folded = options.duplex == "fold"
    marked = options.lines(size) == "crop"
    across = _CardLine(page.width, size.trim.width, edges[0], options, size.bleed, marked)
    down = _CardLine(page.height, size.trim.height, edges[1], options, size.bleed, marked, folded)
    columns, rows = options.grid or (across.most(), down.most())
    if not (columns and rows and across.fits(columns) and down.fits(rows)):
        return None
    side = _header_side(across, columns, down, rows) if options.header else None
    return SheetPlan(
        size,
        options.paper,
        page,
        edges,
        across.axis(columns, strip=side == "left"),
        down.axis(rows, strip=side == "top"),
        side,
        folded,
    )


def _header_side(
    across: _CardLine, columns: int, down: _CardLine, rows: int
) -> Literal["top", "left"] | None:
    """Where there is more room left on the paper; nowhere if there is too little."""
    sides, ends = across.spare(columns) - across.beyond, down.spare(rows) - down.beyond
    if max(sides, ends) < STRIP:
        return None
    return "top" if ends >= sides else "left"


class _CardLine(Struct, frozen=True):
    """One side of the paper, and what is asked of the cards along it."""

    length: float
    card: float
    edge: float
    options: SheetOptions
    bleed: float
    marked: bool
    folded: bool = False

    @property
    def beyond(self) -> float:
        """How far the bleed may go on beyond the paper: into what a photo lab cuts off, where
        cards may lie at the very edge."""
        return 0.0 if self.edge or self.marked else self.options.lab

    def gaps(self, count: int) -> tuple[float, ...]:
        """Between cards; a folded side has as many again beyond the fold."""
        if not self.folded:
            return (self.options.gap,) * (count - 1)
        bleed = self.bleed if self.options.bleed is None else self.options.bleed
        half = (self.options.gap,) * (count - 1)
        return *half, max(self.options.gap, 2 * bleed, _LEAST_FOLD), *half

    def extent(self, count: int) -> float:
        """From the first cut to the last."""
        return count * (2 if self.folded else 1) * self.card + sum(self.gaps(count))

    @property
    def is_asked(self) -> float:
        """What must stay free beyond the outer cuts: the bleed asked for, and marks."""
        return (self.options.bleed or 0.0) + (LEAST_MARK if self.marked else 0.0)

    def room(self, count: int) -> float:
        """Beyond the outer cuts, on either side, as far as the printer reaches."""
        return (self.length - self.extent(count)) / 2 - self.edge + self.beyond

    def spare(self, count: int) -> float:
        return self.room(count) - self.is_asked

    def fits(self, count: int) -> bool:
        on_paper = self.room(count) - self.beyond
        return min(self.spare(count), on_paper) >= -_SLACK

    def most(self) -> int:
        """As many cards as fit; 0 if none does."""
        count = 0
        while self.fits(count + 1):
            count += 1
        return count

    def axis(self, count: int, *, strip: bool) -> SheetAxis:
        options, gaps = self.options, self.gaps(count)
        steps = (self.card + gap for gap in gaps)
        first = (self.length - self.extent(count)) / 2
        room = self.room(count) - (STRIP + self.beyond if strip else 0.0)
        wished = WISHED_MARK if self.marked else 0.0
        fitting = max(0.0, min(self.bleed, room - wished))
        outer = fitting if options.bleed is None else options.bleed
        most = self.bleed if options.bleed is None else options.bleed
        return SheetAxis(
            self.length,
            self.card,
            tuple(accumulate(steps, initial=first)),
            outer,
            tuple(min(most, gap / 2) for gap in gaps),
            max(0.0, min(MARK, room - outer)),
        )
