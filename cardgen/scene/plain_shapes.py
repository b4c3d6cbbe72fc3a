"""Shapes that need no more than a name or a few points, and the map onto a box.

In      a name or points, the rectangle that they fill.
Out     an `Outline` in absolute points.
Not here  shapes with measures of their own (`layout.face.shapes`).
"""

from __future__ import annotations

import math

from cardgen.core.geometry import Rect, Transform
from cardgen.scene import outlines
from cardgen.scene.outlines import Outline

Point = tuple[float, float]


def named_shape(name: str, rect: Rect) -> Outline:
    """A shape that needs no more than its name."""
    if name == "ellipse":
        return outlines.ellipse(rect)
    if name == "star":
        return polygon(star_points(rect, 5, None))
    if name not in _POINTS:
        return outlines.rectangle(rect)
    return polygon([point_on(rect, x, y) for x, y in _POINTS[name]])


_POINTS = {
    "diamond": [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
    "triangle": [(0.5, 0.0), (1.0, 1.0), (0.0, 1.0)],
    "hexagon": [(0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5)],
}


def point_on(rect: Rect, x: float, y: float) -> Point:
    return rect.left + x * rect.width, rect.top + y * rect.height


def polygon(points: list[Point]) -> Outline:
    rest = tuple(outlines.Line(x, y) for x, y in points[1:])
    return (outlines.Move(*points[0]), *rest, outlines.Close())


def points_around(rect: Rect, count: int, share: float = 1.0, turn: float = 0.0) -> list[Point]:
    """So many points on the ellipse in a box, the first at the top."""
    angles = [math.tau * (i + turn) / count - math.pi / 2 for i in range(count)]
    return [
        point_on(rect, 0.5 + share / 2 * math.cos(angle), 0.5 + share / 2 * math.sin(angle))
        for angle in angles
    ]


def star_points(rect: Rect, tips: int, inner: float | None) -> list[Point]:
    """Tips on the ellipse in the box, and between them points nearer to the middle: where the
    sides of a drawn pentagram meet, unless it is said."""
    share = 0.382 if inner is None else inner
    pairs = zip(points_around(rect, tips), points_around(rect, tips, share, 0.5), strict=True)
    return [point for pair in pairs for point in pair]


def view_onto(view: tuple[float, float, float, float], rect: Rect, *, keep: bool) -> Transform:
    """The map from a view box onto a rectangle, proportions kept or not."""
    left, top, width, height = view
    sx, sy = rect.width / width, rect.height / height
    if keep:
        sx = sy = min(sx, sy)
    dx = rect.left + (rect.width - sx * width) / 2
    dy = rect.top + (rect.height - sy * height) / 2
    return Transform(sx, 0, 0, sy, dx - sx * left, dy - sy * top)
