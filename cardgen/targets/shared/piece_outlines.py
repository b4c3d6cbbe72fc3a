"""Outlines of pieces as lines and arcs: what marks and cut files ask of them.

In      an `Outline`.
Out     `Ring`s; whether it is a plain rectangle, whether a point is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import hypot

from msgspec import Struct

from cardgen.core.geometry import Rect
from cardgen.scene.items import Scene
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline, rounded

Point = tuple[float, float]

TOLERANCE = 0.003
"""How far an arc may be from the curve that it stands for, in points or millimeters."""
_CLOSE = 1e-4
_DEEPEST = 12


class Arc(Struct, frozen=True):
    """From where the last one ended to `end`.

    `bulge` is 0 for a straight line, else the height of the arc by half its chord (the tangent
    of a quarter of its angle), above 0 if it turns clockwise in y-down points.
    """

    end: Point
    bulge: float = 0.0


class Ring(Struct, frozen=True):
    """A line of lines and arcs from `start`; a closed one ends there."""

    start: Point
    arcs: tuple[Arc, ...]
    closed: bool


def list_rings(outline: Outline) -> tuple[Ring, ...]:
    """The outline as lines and arcs; what has no length is left out."""
    found: list[Ring] = []
    start: Point = (0.0, 0.0)
    arcs: list[Arc] = []
    closed = False
    for segment in (*outline, Move(0.0, 0.0)):
        at = arcs[-1].end if arcs else start
        match segment:
            case Move(x, y):
                if arcs:
                    found.append(Ring(start, tuple(arcs), closed))
                start, arcs, closed = (x, y), [], False
            case Line(x, y):
                arcs += [Arc((x, y))] if _distance_from_arc(at, (x, y)) > _CLOSE else []
            case Curve():
                arcs += _list_arcs(at, segment, 0)
            case Close():
                arcs += [Arc(start)] if _distance_from_arc(at, start) > _CLOSE else []
                closed = True
    return tuple(found)


def _list_arcs(start: Point, curve: Curve, depth: int) -> Iterator[Arc]:
    """Arcs through the ends and the middle of a curve, or of its halves where one arc leaves
    it too far."""
    end = curve.x, curve.y
    if _distance_from_arc(start, end) <= _CLOSE:
        return
    middle = _point_on_curve(start, curve, 0.5)
    bulge = _measure_bulge(start, middle, end)
    if depth == _DEEPEST or all(
        _distance_from_circle(start, end, bulge, _point_on_curve(start, curve, t)) <= TOLERANCE
        for t in (0.12, 0.25, 0.75, 0.88)
    ):
        yield Arc(end, bulge)
        return
    first, second = _split_curve(start, curve)
    yield from _list_arcs(start, first, depth + 1)
    yield from _list_arcs(middle, second, depth + 1)


def _point_on_curve(start: Point, curve: Curve, t: float) -> Point:
    points = (start, (curve.x1, curve.y1), (curve.x2, curve.y2), (curve.x, curve.y))
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(w * p[i] for w, p in zip(weights, points, strict=True)) for i in (0, 1))
    return x, y


def _split_curve(start: Point, curve: Curve) -> tuple[Curve, Curve]:
    """De Casteljau's construction."""
    a, b, c, d = start, (curve.x1, curve.y1), (curve.x2, curve.y2), (curve.x, curve.y)
    ab, bc, cd = _middle(a, b), _middle(b, c), _middle(c, d)
    abc, bcd = _middle(ab, bc), _middle(bc, cd)
    return Curve(*ab, *abc, *_middle(abc, bcd)), Curve(*bcd, *cd, *d)


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _distance_from_arc(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _measure_bulge(start: Point, middle: Point, end: Point) -> float:
    """Of the arc through three points, the middle one halfway: its height by half the chord."""
    chord = _distance_from_arc(start, end)
    x, y = _middle(start, end)
    height = ((middle[0] - x) * (end[1] - start[1]) - (middle[1] - y) * (end[0] - start[0])) / chord
    return height / (chord / 2)


def _distance_from_circle(start: Point, end: Point, bulge: float, point: Point) -> float:
    """How far a point is from the circle of an arc."""
    chord = _distance_from_arc(start, end)
    (x, y), ux, uy = _middle(start, end), (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
    if abs(bulge) < 1e-6:
        return abs((point[0] - x) * uy - (point[1] - y) * ux)
    height = bulge * chord / 2
    radius = (chord * chord / 4 + height * height) / (2 * height)
    center = x + (height - radius) * uy, y - (height - radius) * ux
    return abs(_distance_from_arc(center, point) - abs(radius))


# --- what an outline is ----------------------------------------------------------------------


def is_straight_cut(face: Scene) -> bool:
    """Whether a piece is cut out by four straight cuts, its corners rounded or not."""
    return not face.cut or is_box(face.cut, face.trim)


@lru_cache(maxsize=512)
def is_box(cut: Outline, trim: Rect) -> bool:
    """Whether an outline is the rectangle `trim`, its corners rounded or not."""
    first = cut[0]
    radius = first.x - trim.left if isinstance(first, Move) else trim.width
    if radius > 0.49 * min(trim.width, trim.height):
        return False
    plain = rounded(trim, radius)
    if [type(segment) for segment in cut] != [type(segment) for segment in plain]:
        return False
    pairs = zip(list_points(cut), list_points(plain), strict=True)
    return all(_distance_from_arc(one, other) < _CLOSE for one, other in pairs)


def list_points(outline: Outline) -> list[Point]:
    """All points, those that steer curves included."""
    found: list[Point] = []
    for segment in outline:
        match segment:
            case Move(x, y) | Line(x, y):
                found.append((x, y))
            case Curve(x1, y1, x2, y2, x, y):
                found += [(x1, y1), (x2, y2), (x, y)]
            case Close():
                pass
    return found


def contains_point(outline: Outline, x: float, y: float) -> bool:
    """Whether a point is inside, curves taken in eight steps: a ray to the right crosses the
    outline an odd number of times."""
    inside = False
    for ring in _list_polygons(outline):
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                inside = not inside
    return inside


def _list_polygons(outline: Outline) -> list[list[Point]]:
    """Each part of an outline as a polygon."""
    parts: list[list[Point]] = []
    for segment in outline:
        match segment:
            case Move(x, y):
                parts.append([(x, y)])
            case Line(x, y):
                parts[-1].append((x, y))
            case Curve():
                start = parts[-1][-1]
                parts[-1] += [_point_on_curve(start, segment, step / 8) for step in range(1, 9)]
            case Close():
                pass
    return parts
