"""Polygons that interlock: triangles point up and down in turn, upright hexagons stand in each
other's gaps, outlines reach into each other.

In      a size that is a polygon, the options, a page.
Out     a `SheetPlan` with the place of every piece; some stand on their heads.

Rows of one kind follow each other: pieces all upright, all turned, or both in turn; every
second row may be turned or moved by half a step. Pieces of a row, and rows, are moved
together until outlines, each half a gap larger, touch. The best of these ways, tried along
and across, is taken; a grid is better where it holds as many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import dist, inf

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.core.sizes import Size
from cardgen.scene.cut_outline import inset_polygon
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.plan import Interlock, PiecePlace, SheetAxis, SheetPlan

_SLACK = 1e-6
_NEAR = 1e-3
"""How far from the ends of what two outlines share they are compared, in points."""
_MANY, _COARSE = 40, 0.15 * POINTS_PER_MM
"""Outlines of more corners are compared without those that are so little off a straight line."""

_Point = tuple[float, float]
_Polygon = tuple[_Point, ...]
_ROWS = (((0,), (0,)), ((0,), (1,)), ((0, 1), (0, 1)), ((0, 1), (1, 0)))
"""Which pieces of a row and of the next are turned, in turn."""


def plan_interlocked(
    size: Size, options: SheetOptions, page: Extent, edges: tuple[float, float]
) -> SheetPlan | None:
    """The way that holds most pieces on a page, or None where there is none: for other shapes,
    for a grid that was asked for, and where gaps do not hold the bleed that was asked for."""
    bleed = min(size.bleed, options.gap / 2) if options.bleed is None else options.bleed
    if not _can_interlock(size, options) or bleed > options.gap / 2 + _SLACK:
        return None
    room = Extent(page.width - 2 * (edges[0] + bleed), page.height - 2 * (edges[1] + bleed))
    places = _find_best(size.polygon, options.gap, room)
    if not places:
        return None
    return _center(size, options, page, edges, places, bleed)


def _can_interlock(size: Size, options: SheetOptions) -> bool:
    asked = options.nest and options.grid is None and options.duplex != "fold"
    return bool(size.polygon) and asked


def _center(
    size: Size,
    options: SheetOptions,
    page: Extent,
    edges: tuple[float, float],
    places: Sequence[PiecePlace],
    bleed: float,
) -> SheetPlan:
    """The plan with its pieces in the middle of the page."""
    wide, high = size.trim.width, size.trim.height
    lefts, tops = [place.left for place in places], [place.top for place in places]
    x = (page.width - wide - max(lefts) - min(lefts)) / 2
    y = (page.height - high - max(tops) - min(tops)) / 2
    moved = tuple(
        PiecePlace(one.row, one.column, one.left + x, one.top + y, one.turned) for one in places
    )
    lock = Interlock(moved, bleed, _grow(size.polygon, bleed))
    across = _axis(page.width, wide, [one.left for one in moved if one.row == 0], bleed)
    down = _axis(page.height, high, [one.top for one in moved if one.column == 0], bleed)
    return SheetPlan(size, options.paper, page, edges, across, down, None, interlock=lock)


def _axis(length: float, card: float, starts: Iterable[float], bleed: float) -> SheetAxis:
    return SheetAxis(length, card, tuple(starts), bleed, (), 0.0)


@lru_cache(maxsize=32)
def _find_best(polygon: _Polygon, gap: float, room: Extent) -> tuple[PiecePlace, ...]:
    """Most places in a room; of ways that hold as many, the first."""
    grown = _grow(_simplify(polygon), gap / 2)
    box = Extent(max(x for x, _ in polygon), max(y for _, y in polygon))
    best: tuple[PiecePlace, ...] = ()
    for across in (True, False):
        pieces = _Pieces(grown if across else _transpose(grown), box if across else _swap(box))
        for places in pieces.list_ways(room if across else _swap(room)):
            if len(places) > len(best):
                best = places if across else tuple(map(_swap_place, places))
    return _in_reading_order(best)


def _in_reading_order(places: Iterable[PiecePlace]) -> tuple[PiecePlace, ...]:
    return tuple(sorted(places, key=lambda one: (one.row, one.column)))


class _Pieces(Struct, frozen=True):
    """An outline, upright and turned by half a circle, and how close copies of it come."""

    outline: _Polygon
    box: Extent

    def turn(self, turned: int) -> _Polygon:
        if not turned:
            return self.outline
        wide, high = self.box.width, self.box.height
        return tuple((wide - x, high - y) for x, y in self.outline)

    def list_ways(self, room: Extent) -> Iterator[tuple[PiecePlace, ...]]:
        for (even, odd), half in product(_ROWS, (False, True)):
            yield tuple(self.fill(room, even, odd, half))

    def fill(
        self, room: Extent, even: Sequence[int], odd: Sequence[int], half: bool
    ) -> Iterator[PiecePlace]:
        """All places of one way, row by row."""
        period = max(self.find_steps(even)[1], self.find_steps(odd)[1])
        shift = period / 2 if half else 0.0
        rows = [self.list_starts(even, 0.0), self.list_starts(odd, shift)]
        pitches = self.find_pitches(rows, period)
        top, row = 0.0, 0
        while top + self.box.height <= room.height + _SLACK:
            starts = rows[row % 2]
            last = room.width - self.box.width
            for column, (left, turned) in enumerate(_repeat(starts, period, last)):
                yield PiecePlace(row, column, left, top, bool(turned))
            top += pitches[row % 2]
            row += 1

    def find_steps(self, turns: Sequence[int]) -> tuple[list[float], float]:
        """Where the pieces of a row begin, and after what length it repeats itself."""
        first = self.turn(turns[0])
        if len(turns) == 1:
            return [0.0], _clear(first, first, 0.0)
        other = self.turn(turns[1])
        step = _clear(first, other, 0.0)
        period = max(
            step + _clear(other, first, 0.0), _clear(first, first, 0.0), _clear(other, other, 0.0)
        )
        return [0.0, step], period

    def list_starts(self, turns: Sequence[int], shift: float) -> list[tuple[float, int]]:
        steps, _ = self.find_steps(turns)
        return [(shift + step, turned) for step, turned in zip(steps, turns, strict=True)]

    def find_pitches(
        self, rows: Sequence[Sequence[tuple[float, int]]], period: float
    ) -> tuple[float, float]:
        """How far a row stands below one of the other kind."""
        least = self.box.height / 8
        down = max(self.find_drop(rows[0], rows[1], period), least)
        up = max(self.find_drop(rows[1], rows[0], period), least)
        same = max(self.find_drop(row, row, period) for row in rows)
        return down, max(up, same - down)

    def find_drop(
        self,
        upper: Sequence[tuple[float, int]],
        lower: Sequence[tuple[float, int]],
        period: float,
    ) -> float:
        return max(
            _clear(
                _transpose(self.turn(over)),
                _transpose(self.turn(under)),
                below + times * period - above,
            )
            for (above, over), (below, under) in product(upper, lower)
            for times in range(-2, 3)
        )


def _repeat(
    starts: Sequence[tuple[float, int]], period: float, last: float
) -> Iterator[tuple[float, int]]:
    """Places of a row from left to right, up to the last at which a piece ends in the room."""
    times = 0
    while starts[0][0] + times * period <= last + _SLACK:
        for left, turned in starts:
            if left + times * period <= last + _SLACK:
                yield left + times * period, turned
        times += 1


def _clear(one: _Polygon, other: _Polygon, down: float) -> float:
    """How far to the right of `one` the `other` has to stand, if it stands so far down."""
    top = max(min(y for _, y in one), min(y for _, y in other) + down)
    end = min(max(y for _, y in one), max(y for _, y in other) + down)
    if end - top < 2 * _NEAR:
        return -inf
    levels = {top + _NEAR, end - _NEAR}
    levels |= {y for _, y in one if top + _NEAR < y < end - _NEAR}
    levels |= {y + down for _, y in other if top + _NEAR < y + down < end - _NEAR}
    return max(_extent(one, y)[1] - _extent(other, y - down)[0] for y in levels)


def _extent(polygon: _Polygon, y: float) -> tuple[float, float]:
    """From where to where a polygon is on a level line."""
    found: list[float] = []
    for (x1, y1), (x2, y2) in pairwise((polygon[-1], *polygon)):
        if min(y1, y2) <= y <= max(y1, y2):
            found += (x1, x2) if y1 == y2 else (x1 + (x2 - x1) * (y - y1) / (y2 - y1),)
    return min(found, default=0.0), max(found, default=0.0)


def _grow(polygon: _Polygon, by: float) -> _Polygon:
    return inset_polygon(polygon, -by) if by else polygon


def _simplify(polygon: _Polygon) -> _Polygon:
    """An outline of few corners around one of many; a little larger."""
    if len(polygon) <= _MANY:
        return polygon
    far = max(range(len(polygon)), key=lambda index: dist(polygon[0], polygon[index]))
    kept = (*_straighten(polygon[: far + 1]), *_straighten((*polygon[far:], polygon[0]))[1:-1])
    return inset_polygon(kept, -_COARSE)


def _straighten(line: Sequence[_Point]) -> tuple[_Point, ...]:
    """Source  Douglas & Peucker, "Algorithms for the reduction of the number of points required
    to represent a digitized line", Cartographica 10 (1973), 112-122."""
    (x1, y1), (x2, y2) = line[0], line[-1]
    length = dist(line[0], line[-1]) or 1.0
    off = [abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / length for x, y in line]
    far = max(range(len(line)), key=off.__getitem__)
    if off[far] <= _COARSE:
        return line[0], line[-1]
    return (*_straighten(line[: far + 1]), *_straighten(line[far:])[1:])


def _transpose(polygon: _Polygon) -> _Polygon:
    return tuple((y, x) for x, y in polygon)


def _swap(extent: Extent) -> Extent:
    return Extent(extent.height, extent.width)


def _swap_place(place: PiecePlace) -> PiecePlace:
    return PiecePlace(place.column, place.row, place.top, place.left, place.turned)
