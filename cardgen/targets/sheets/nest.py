"""Hexagons and circles in a honeycomb.

In      a size, the options, a page.
Out     a `SheetPlan` whose every second column stands half a piece lower, between its neighbors.

Hexagons, which lie on a side, have equal gaps at all six sides, be they regular or, as some
trade sizes are, not quite; circles are packed as closely as circles can be. Turned paper gives
the honeycomb's other orientation.
"""

from __future__ import annotations

from math import hypot, sqrt

from cardgen.core.geometry import Extent
from cardgen.core.sizes import Size
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.plan import Nest, SheetAxis, SheetPlan

_SLACK = 1e-6


def plan_nest(
    size: Size, options: SheetOptions, page: Extent, edges: tuple[float, float]
) -> SheetPlan | None:
    """The honeycomb on a page, or None where it is none: for other shapes, for a grid that
    was asked for, and where gaps do not hold the bleed that was asked for."""
    bleed = min(size.bleed, options.gap / 2) if options.bleed is None else options.bleed
    if not _can_nest(size, options) or bleed > options.gap / 2 + _SLACK:
        return None
    width, height = size.trim.width, size.trim.height
    pitch = height + options.gap
    step, drop = _step(size, options.gap), pitch / 2
    room = Extent(page.width - 2 * (edges[0] + bleed), page.height - 2 * (edges[1] + bleed))
    columns = 1 + int((room.width - width + _SLACK) // step)
    rows = 1 + int((room.height - height + _SLACK) // pitch)
    if columns < 2 or rows < 1:
        return None
    tall = height + (rows - 1) * pitch
    short = tall + drop > room.height + _SLACK
    first_x = (page.width - width - (columns - 1) * step) / 2
    first_y = (page.height - tall - (0.0 if short else drop)) / 2
    across = SheetAxis(
        page.width, width, tuple(first_x + i * step for i in range(columns)), bleed, (), 0.0
    )
    down = SheetAxis(
        page.height, height, tuple(first_y + i * pitch for i in range(rows)), bleed, (), 0.0
    )
    nest = Nest(drop, short, bleed, _grown(size, bleed))
    return SheetPlan(size, options.paper, page, edges, across, down, None, nest=nest)


def _can_nest(size: Size, options: SheetOptions) -> bool:
    regular = size.shape == "hexagon" or (
        size.shape == "circle" and abs(size.trim.width - size.trim.height) < _SLACK
    )
    return regular and options.nest and options.grid is None and options.duplex != "fold"


def _slant(size: Size) -> tuple[float, float]:
    """The way across a hexagon's slanted side: how far along x it takes to go 1 away from it,
    and 1 down along y is worth as much as so much along x."""
    level, upright = size.trim.height / 2, size.trim.width / 4
    return hypot(level, upright) / level, upright / level


def _step(size: Size, gap: float) -> float:
    """From column to column: slanted sides (of circles, nearest points) are `gap` apart."""
    if size.shape == "circle":
        return (size.trim.height + gap) * sqrt(3) / 2
    away, down = _slant(size)
    return size.trim.width * 3 / 4 + gap * away - gap / 2 * down


def _grown(size: Size, bleed: float) -> Extent:
    """The hexagon that reaches `bleed` beyond all sides; around a circle, one that touches it
    there."""
    height = size.trim.height + 2 * bleed
    if size.shape == "circle":
        return Extent(height * 2 / sqrt(3), height)
    return Extent(size.trim.width + 2 * bleed * _slant(size)[0], height)
