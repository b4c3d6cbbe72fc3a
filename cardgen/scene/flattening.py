"""Outlines followed in straight steps.

In      an `Outline`.
Out     the points of each of its lines; a line that is closed ends where it begins.
"""

from __future__ import annotations

from cardgen.scene.outlines import Close, Curve, Line, Move, Outline
from cardgen.scene.plain_shapes import Point

_STEPS = 48
"""Straight steps that a Bézier curve is followed in."""


def list_rings(outline: Outline) -> list[list[Point]]:
    """The points of each line of an outline."""
    rings: list[list[Point]] = []
    for segment in outline:
        match segment:
            case Move(x, y):
                rings.append([(x, y)])
            case Line(x, y):
                _last(rings).append((x, y))
            case Curve():
                ring = _last(rings)
                ring += _follow_curve(ring[-1], segment)
            case Close():
                ring = _last(rings)
                ring.append(ring[0])
                rings.append([ring[0]])
    return [ring for ring in rings if len(ring) > 1]


def _last(rings: list[list[Point]]) -> list[Point]:
    if not rings:
        rings.append([(0.0, 0.0)])
    return rings[-1]


def _follow_curve(start: Point, curve: Curve) -> list[Point]:
    (x0, y0), c = start, curve
    made = []
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        a, b, d, e = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x = a * x0 + b * c.x1 + d * c.x2 + e * c.x
        y = a * y0 + b * c.y1 + d * c.y2 + e * c.y
        made.append((x, y))
    return made
