"""Components that are polygons: upright hexagons, triangles, octagons, outlines of a path.

In      a size of `game.yaml`.
Out     its corners, clockwise, in points from the trim's left and top.
Not here  where it is cut (`scene.cut_outline`).
"""

from __future__ import annotations

from math import sqrt

from cardgen.core.geometry import Extent
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline
from cardgen.svg.path_data import read_path

Corners = tuple[tuple[float, float], ...]

_CUT = 1 - 1 / sqrt(2)
"""Share of an octagon's half side that its corners take, of its half width."""
REGULAR: dict[str, Corners] = {
    "upright-hexagon": ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25)),
    "triangle": ((0.5, 0), (1, 1), (0, 1)),
    "octagon": (
        (_CUT, 0), (1 - _CUT, 0), (1, _CUT), (1, 1 - _CUT),
        (1 - _CUT, 1), (_CUT, 1), (0, 1 - _CUT), (0, _CUT),
    ),
}  # fmt: skip
_PARTS = 48
"""A curve becomes so many straight cuts: a hundredth of a millimetre off, on a piece of 80 mm."""
MAX_CORNERS = 2000


def scale_corners(corners: Corners, trim: Extent) -> Corners:
    """Corners in shares of a box, as large as a piece."""
    return tuple((x * trim.width, y * trim.height) for x, y in corners)


def outline_corners(data: str) -> Corners:
    """The corners of a path in shares of the box around it, clockwise.

    Raises:
        PathError: it is no path data.
        ValueError: it encloses nothing, or is several lines.
    """
    points = _flatten(read_path(data))
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    if len(points) < 3 or right - left <= 0 or bottom - top <= 0:
        raise ValueError("this path encloses nothing")
    if len(points) > MAX_CORNERS:
        raise ValueError(f"this path has over {MAX_CORNERS} corners")
    scaled = tuple(((x - left) / (right - left), (y - top) / (bottom - top)) for x, y in points)
    return scaled if signed_area(scaled) > 0 else tuple(reversed(scaled))


def signed_area(corners: Corners) -> float:
    """The area of a polygon; negative where it goes the other way around than a clock."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def _flatten(outline: Outline) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for segment in outline:
        match segment:
            case Move(x, y):
                if points:
                    raise ValueError("this path is several lines, and a piece has one")
                points.append((x, y))
            case Line(x, y):
                points.append((x, y))
            case Curve():
                points += _on_curve(points[-1], segment)
            case Close():
                pass
    kept = [point for index, point in enumerate(points) if point != points[index - 1]]
    return kept or points


def _on_curve(start: tuple[float, float], curve: Curve) -> list[tuple[float, float]]:
    found = []
    for part in range(1, _PARTS + 1):
        t = part / _PARTS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x = a * start[0] + b * curve.x1 + c * curve.x2 + d * curve.x
        found.append((x, a * start[1] + b * curve.y1 + c * curve.y2 + d * curve.y))
    return found
