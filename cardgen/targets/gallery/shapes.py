"""How a piece looks in a page: its size on paper, its corners, its outline.

In      a face.
Out     a `TileShape`: true size in millimeters, round corners in percent or an outline to cut by.

Rectangles are cut by the page's own round corners, which cost a browser nothing; circles,
hexagons and tabs by an outline.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_MM
from cardgen.scene.cut_outline import find_outline
from cardgen.scene.items import Scene
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline, rectangle, rounded


class TileShape(Struct, frozen=True):
    """Lengths in millimeters. `path` is SVG path data from the trim's top left, "" for a
    rectangle, whose corners are round by `corner`."""

    width: float
    height: float
    corner: float = 0.0
    path: str = ""


def make_shape(face: Scene, corner: float) -> TileShape:
    """The shape of a face; `corner` is the radius that its size has, in points."""
    trim, cut = face.trim, find_outline(face)
    width, height = _mm(trim.width), _mm(trim.height)
    if cut in ((), rectangle(trim)):
        return TileShape(width, height)
    if cut == rounded(trim, corner):
        return TileShape(width, height, _mm(min(corner, trim.width / 2, trim.height / 2)))
    return TileShape(width, height, path=" ".join(_path(cut, trim.left, trim.top)))


def _mm(points: float) -> float:
    return round(points / POINTS_PER_MM, 4)


def _path(outline: Outline, left: float, top: float) -> Iterator[str]:
    for segment in outline:
        match segment:
            case Move(x, y):
                yield f"M{_at(x - left, y - top)}"
            case Line(x, y):
                yield f"L{_at(x - left, y - top)}"
            case Curve(x1, y1, x2, y2, x, y):
                pairs = ((x1, y1), (x2, y2), (x, y))
                yield "C" + " ".join(_at(u - left, v - top) for u, v in pairs)
            case Close():
                yield "Z"


def _at(x: float, y: float) -> str:
    return f"{_mm(x):g} {_mm(y):g}"


def write_styles(shapes: list[TileShape]) -> str:
    """A rule a shape: `.s0` …"""
    return "\n".join(_rule(number, shape) for number, shape in enumerate(shapes))


def _rule(number: int, shape: TileShape) -> str:
    rule = f".s{number}{{--w:{shape.width:g};--h:{shape.height:g}}}"
    if shape.path:
        return f"{rule}\n@media all{{.s{number} .cut{{clip-path:url(#c{number})}}}}"
    across, down = shape.corner / shape.width * 100, shape.corner / shape.height * 100
    return f"{rule}\n@media screen{{.s{number} .cut{{border-radius:{across:.3f}%/{down:.3f}%}}}}"
