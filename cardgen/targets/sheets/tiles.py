"""Boards larger than the paper: tiles on several sheets that overlap.

In      a size, the options.
Out     a `SheetPlan` of one tile a sheet, in the fewest sheets.

All tiles of a board are of one size. Each stands in the middle of its sheet, at the same place
on all of them, so that a back lies under its front whichever tile it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.core.sizes import Size
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.plan import MARK, STRIP, SheetAxis, SheetPlan, Tiles

_ROOM = 3 * POINTS_PER_MM
"""For marks, around a tile."""
_LEAST = 30 * POINTS_PER_MM
"""What a tile shows beside what it shares."""
MOST = 400
_SLACK = 1e-6


def plan_tiles(size: Size, options: SheetOptions) -> SheetPlan | None:
    """The plan of fewest sheets, the paper upright or on its side; None if the overlap leaves
    nothing of a sheet, or there would be a room full of them."""
    return min(_plans(size, options), key=_sheets, default=None)


def _sheets(plan: SheetPlan) -> tuple[int, float, bool]:
    assert plan.tiles
    return plan.tiles.columns * plan.tiles.rows, -round(plan.bleed, 3), plan.landscape


def _plans(size: Size, options: SheetOptions) -> Iterator[SheetPlan]:
    for turn, landscape in (("portrait", False), ("landscape", True)):
        if options.turn in ("auto", turn):
            plan = _plan(size, options, options.paper.turned(landscape=landscape))
            if plan is not None:
                yield plan


def _plan(size: Size, options: SheetOptions, page: Extent) -> SheetPlan | None:
    edges = options.edges(landscape=page.width > page.height)
    x, y = _free(options, edges)
    across = _PaperSide(page.width, size.trim.width, x, options, size.bleed)
    down = _PaperSide(page.height, size.trim.height, y, options, size.bleed)
    columns, rows = across.tiles, down.tiles
    if columns is None or rows is None or columns * rows > MOST:
        return None
    return SheetPlan(
        size,
        options.paper,
        page,
        edges,
        across.axis(columns),
        down.axis(rows),
        "top" if options.header else None,
        tiles=Tiles(columns, rows, options.overlap),
        closed=options.cutter_marks.list_closed_places(page),
    )


def _free(options: SheetOptions, edges: tuple[float, float]) -> tuple[float, float]:
    """Where tiles may not reach, at the sides and at the ends: the header, what the printer
    leaves white, registration marks and all between them."""
    if options.has_cutter_marks:
        sides, ends = options.cutter_marks.within
        return sides, ends + options.cutter_marks.clear
    return edges[0], edges[1] + (STRIP if options.header else 0.0)


class _PaperSide(Struct, frozen=True):
    """One side of the paper, and the side of the board that runs along it."""

    length: float
    board: float
    edge: float
    options: SheetOptions
    bleed: float

    @property
    def wished(self) -> float:
        """Room for marks: for those of seams, where a machine does the cutting."""
        return 0.0 if self.options.marks == "none" else _ROOM

    @property
    def room(self) -> float:
        """The largest tile."""
        return self.length - 2 * (self.edge + self.wished + (self.options.bleed or 0.0))

    @property
    def tiles(self) -> int | None:
        if self.board <= self.room + _SLACK:
            return 1
        fresh = self.room - self.options.overlap
        if fresh < _LEAST:
            return None
        return ceil((self.board - self.options.overlap - _SLACK) / fresh)

    def axis(self, count: int) -> SheetAxis:
        tile = (self.board + (count - 1) * self.options.overlap) / count
        free = (self.length - tile) / 2 - self.edge
        outer = self.options.bleed
        if outer is None:
            outer = max(0.0, min(self.bleed, free - self.wished))
        mark = max(0.0, min(MARK, free - outer))
        return SheetAxis(self.length, tile, ((self.length - tile) / 2,), outer, (), mark)
