"""Outlines of shapes that fill a box.

In      a bound shape or path, its rectangle.
Out     an `Outline` in absolute points.
"""

from __future__ import annotations

import math

from cardgen.bind.bound_faces import PathBox, ShapeBox
from cardgen.core.geometry import Rect, Transform
from cardgen.scene import items as scene
from cardgen.scene.items import Outline


def shape(box: ShapeBox, rect: Rect) -> Outline:
    """The outline of a simple shape that fills `rect`."""
    match box.shape:
        case "ellipse":
            return scene.ellipse(rect)
        case "line":
            return _line(rect)
        case "rectangle":
            return scene.rounded(rect, box.radius.resolve(min(rect.width, rect.height)))
        case "polygon":
            corners = [(x.resolve(rect.width), y.resolve(rect.height)) for x, y in box.points]
            return _polygon([(rect.left + x, rect.top + y) for x, y in corners])
        case name:
            return named_shape(name, rect)


def named_shape(name: str, rect: Rect) -> Outline:
    if name not in _POINTS:
        return scene.rectangle(rect)
    return _polygon([_on(rect, x, y) for x, y in _POINTS[name]])


def _star() -> list[tuple[float, float]]:
    """Five points on a circle that touches the box, the inner ones at the golden share."""
    angles = [math.pi * i / 5 - math.pi / 2 for i in range(10)]
    radii = [0.5, 0.191] * 5
    return [
        (0.5 + r * math.cos(a), 0.5 + r * math.sin(a)) for a, r in zip(angles, radii, strict=True)
    ]


_POINTS = {
    "diamond": [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
    "triangle": [(0.5, 0.0), (1.0, 1.0), (0.0, 1.0)],
    "hexagon": [(0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5)],
    "star": _star(),
}


def _on(rect: Rect, x: float, y: float) -> tuple[float, float]:
    return rect.left + x * rect.width, rect.top + y * rect.height


def _polygon(points: list[tuple[float, float]]) -> Outline:
    rest = tuple(scene.Line(x, y) for x, y in points[1:])
    return (scene.Move(*points[0]), *rest, scene.Close())


def _line(rect: Rect) -> Outline:
    """Along the middle of the longer side."""
    if rect.width >= rect.height:
        y = rect.center[1]
        return scene.Move(rect.left, y), scene.Line(rect.right, y)
    x = rect.center[0]
    return scene.Move(x, rect.top), scene.Line(x, rect.bottom)


def onto_box(box: PathBox, rect: Rect) -> Transform:
    """The map from a path's view box onto its rectangle."""
    left, top, width, height = box.view
    sx, sy = rect.width / width, rect.height / height
    if box.keep:
        sx = sy = min(sx, sy)
    dx = rect.left + (rect.width - sx * width) / 2
    dy = rect.top + (rect.height - sy * height) / 2
    return Transform(sx, 0, 0, sy, dx - sx * left, dy - sy * top)
