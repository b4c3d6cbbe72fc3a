"""The line around a tuck box laid flat.

In      its `Measures`.
Out     a closed outline in points, y down, from the die's top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, radians, tan

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_MM
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline, Segment
from cardgen.scene.tuck_box.measures import CLEAR, Measures

_MM = POINTS_PER_MM
_GLUE_TAPER = tan(radians(15))


class _Corner(Struct, frozen=True):
    x: float
    y: float
    radius: float = 0.0


def outline_of(plan: Measures, thumb: float) -> Outline:
    """Around the whole box; `thumb` is the radius of the notch in the front, 0 for none."""
    upper = list(_upper_edge(plan, thumb))
    lower = [_Corner(c.x, plan.down - c.y, c.radius) for c in _upper_edge(plan, 0.0)]
    return _rounded([*upper, *reversed(lower)])


def _upper_edge(plan: Measures, thumb: float) -> Iterator[_Corner]:
    """The corners of the upper half of the outline, from left to right."""
    left, front, right, glue = plan.across
    fold, side = plan.top, plan.top + plan.board
    yield from _closure_edge(plan)
    yield _Corner(left, fold)
    yield _Corner(left, side)
    yield from (_Corner(left + u, side - v, r) for u, v, r in _dust_edge(plan, plan.depth))
    yield _Corner(front, side)
    yield _Corner(front, fold)
    yield from _notch((front + right) / 2, fold, thumb)
    yield _Corner(right, fold)
    yield _Corner(right, side)
    dust = list(_dust_edge(plan, plan.closure))
    yield from (_Corner(glue - u, side - v, r) for u, v, r in reversed(dust))
    yield _Corner(glue, side)
    yield _Corner(glue, side + plan.glue_inset)
    yield _Corner(glue + plan.glue, side + plan.glue_inset + plan.glue * _GLUE_TAPER)


def _closure_edge(plan: Measures) -> Iterator[_Corner]:
    """Around the tuck: its corners are round, so that it finds its way in."""
    fold, inset, radius = plan.tuck, plan.inset, min(0.6 * plan.tuck, plan.width / 6)
    yield _Corner(0.0, fold)
    yield _Corner(inset, fold)
    yield _Corner(inset, 0.0, radius)
    yield _Corner(plan.width - inset, 0.0, radius)
    yield _Corner(plan.width - inset, fold)
    yield _Corner(plan.width, fold)


def _dust_edge(plan: Measures, depth: float) -> Iterator[tuple[float, float, float]]:
    """A dust flap: from the back's fold, up from its own, rounding.

    Near its own fold it reaches the front: that shoulder catches in the tuck's slit. Past
    the slit it leaves the tuck its room.
    """
    near, past = plan.shoulder
    back, long, taper = plan.board / 2 + CLEAR, plan.dust, plan.dust_taper
    shoulder = min(plan.slit - CLEAR, long / 2)
    radius = min(2 * _MM, (depth - back - past - taper) / 3)
    yield back, 0.0, 0.0
    yield back + taper, long, radius
    yield depth - past, long, radius
    yield depth - past, shoulder + past - near, 0.0
    yield depth - near, shoulder, 0.0
    yield depth - near, 0.0, 0.0


def _notch(middle: float, edge: float, radius: float) -> Iterator[_Corner]:
    """Half a circle for the thumb."""
    if radius > 0:
        yield _Corner(middle - radius, edge)
        yield _Corner(middle - radius, edge + radius, radius)
        yield _Corner(middle + radius, edge + radius, radius)
        yield _Corner(middle + radius, edge)


def _rounded(corners: Sequence[_Corner]) -> Outline:
    """A closed line through all corners, each rounded by its radius."""
    segments: list[Segment] = []
    count = len(corners)
    for index, corner in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % count]
        segments += _turned(before, corner, after)
    first = segments[0]
    assert isinstance(first, Line)
    drawn = [Move(first.x, first.y), *_moving(first, segments[1:])]
    return (*drawn, Close())


def _moving(pen: Line, segments: Sequence[Segment]) -> Iterator[Segment]:
    """The segments that lead somewhere."""
    x, y = pen.x, pen.y
    for segment in segments:
        assert isinstance(segment, Line | Curve)
        if isinstance(segment, Curve) or abs(segment.x - x) + abs(segment.y - y) > 1e-9:
            yield segment
        x, y = segment.x, segment.y


def _turned(before: _Corner, corner: _Corner, after: _Corner) -> list[Segment]:
    """A line to the corner, and around it."""
    if corner.radius <= 0:
        return [Line(corner.x, corner.y)]
    into, out = _direction(before, corner), _direction(corner, after)
    cross, dot = into[0] * out[1] - into[1] * out[0], into[0] * out[0] + into[1] * out[1]
    angle = abs(atan2(cross, dot))
    reach = corner.radius * tan(angle / 2)
    pull = corner.radius * 4 / 3 * tan(angle / 4)
    start = corner.x - into[0] * reach, corner.y - into[1] * reach
    end = corner.x + out[0] * reach, corner.y + out[1] * reach
    first = start[0] + into[0] * pull, start[1] + into[1] * pull
    second = end[0] - out[0] * pull, end[1] - out[1] * pull
    return [Line(*start), Curve(*first, *second, *end)]


def _direction(start: _Corner, end: _Corner) -> tuple[float, float]:
    x, y = end.x - start.x, end.y - start.y
    length = (x * x + y * y) ** 0.5
    return x / length, y / length
