"""SVG's shape elements → outlines, in their own coordinates; what is asked of an outline.

In      an element, and the viewport that its percentages are of.
Out     an outline, or None where it draws nothing.
Not here  transforms and paint (`svg.draw`).

An outline begins where SVG says and runs clockwise, so that dashes fall where they should.

Source  SVG 2, chapter 10.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from cardgen.core.geometry import QUARTER_ARC, Extent, Rect, Transform
from cardgen.scene.outlines import (
    Close,
    Curve,
    Line,
    Move,
    Outline,
    Segment,
    moved,
    rectangle,
    rounded,
)
from cardgen.svg.path_data import MAX_DATA, read_path
from cardgen.svg.tree import SvgElement
from cardgen.svg.values import EM, BadValueError, read_length, read_numbers

_UNIT_CIRCLE: Outline = (
    Move(1, 0),
    Curve(1, QUARTER_ARC, QUARTER_ARC, 1, 0, 1),
    Curve(-QUARTER_ARC, 1, -1, QUARTER_ARC, -1, 0),
    Curve(-1, -QUARTER_ARC, -QUARTER_ARC, -1, 0, -1),
    Curve(QUARTER_ARC, -1, 1, -QUARTER_ARC, 1, 0),
    Close(),
)


class ShapeLengths:
    """The lengths among an element's attributes."""

    def __init__(self, element: SvgElement, view: Extent, em: float = EM) -> None:
        self._attributes = element.attributes
        self._view = view
        self._em = em

    def across(self, name: str, default: str = "0") -> float:
        return self._read(name, default, self._view.width)

    def down(self, name: str, default: str = "0") -> float:
        return self._read(name, default, self._view.height)

    def radius(self, name: str, default: str = "0") -> float:
        return self._read(name, default, diagonal(self._view))

    def size(self, name: str, default: str = "0") -> float:
        """A `width` or a `height`."""
        value = self.across(name, default) if name == "width" else self.down(name, default)
        if value < 0:
            raise BadValueError(f"its {name} is less than 0")
        return value

    def given(self, name: str) -> bool:
        return self._attributes.get(name, "auto").strip() != "auto"

    def _read(self, name: str, default: str, whole: float) -> float:
        return read_length(self._attributes.get(name, default), whole, self._em)


def sized(element: SvgElement) -> bool:
    """Whether an element says how large it is, either way."""
    return "width" in element.attributes or "height" in element.attributes


def used_size(name: str, first: ShapeLengths, second: ShapeLengths) -> float:
    """A size that `use` gives, else the one that its target has, else all there is."""
    return (first if first.given(name) else second).size(name, "100%")


def diagonal(view: Extent) -> float:
    """What percentages are of where they go neither across nor down."""
    return math.hypot(view.width, view.height) / math.sqrt(2)


def shape_outline(element: SvgElement, view: Extent, em: float = EM) -> Outline | None:
    """The outline of a shape element, for which a font has a size.

    Raises:
        BadValueError, PathError: an attribute cannot be read.
    """
    return SHAPES[element.name](element, ShapeLengths(element, view, em))


def _path(element: SvgElement, _lengths: ShapeLengths) -> Outline | None:
    data = element.attributes.get("d", "")
    return None if data in ("", "none") else read_path(data)


def _rect(_element: SvgElement, lengths: ShapeLengths) -> Outline | None:
    width, height = lengths.size("width"), lengths.size("height")
    if width == 0 or height == 0:
        return None
    rect = Rect(lengths.across("x"), lengths.down("y"), width, height)
    rx, ry = _corner(lengths, rect)
    if rx == 0 or ry == 0:
        return rectangle(rect)
    squeeze = ry / rx
    tall = Rect(rect.left, rect.top / squeeze, width, height / squeeze)
    return moved(rounded(tall, rx), Transform(d=squeeze))


def _corner(lengths: ShapeLengths, rect: Rect) -> tuple[float, float]:
    """Both radii: one stands for the other, neither is over half a side or next to nothing."""
    rx = lengths.across("rx") if lengths.given("rx") else None
    ry = lengths.down("ry") if lengths.given("ry") else rx
    rx = min(ry or 0.0 if rx is None else rx, rect.width / 2)
    ry = min(ry or 0.0, rect.height / 2)
    return (rx, ry) if rx > rect.width / 1e6 and ry > rect.height / 1e6 else (0.0, 0.0)


def _circle(_element: SvgElement, lengths: ShapeLengths) -> Outline | None:
    radius = lengths.radius("r")
    return _oval(lengths, radius, radius)


def _ellipse(_element: SvgElement, lengths: ShapeLengths) -> Outline | None:
    rx = lengths.across("rx") if lengths.given("rx") else None
    ry = lengths.down("ry") if lengths.given("ry") else rx
    return _oval(lengths, ry or 0.0 if rx is None else rx, ry or 0.0)


def _oval(lengths: ShapeLengths, rx: float, ry: float) -> Outline | None:
    if rx < 0 or ry < 0:
        raise BadValueError("its radius is less than 0")
    if rx == 0 or ry == 0:
        return None
    return moved(_UNIT_CIRCLE, Transform(rx, 0, 0, ry, lengths.across("cx"), lengths.down("cy")))


def _line(_element: SvgElement, lengths: ShapeLengths) -> Outline | None:
    start = Move(lengths.across("x1"), lengths.down("y1"))
    return start, Line(lengths.across("x2"), lengths.down("y2"))


def _polyline(element: SvgElement, _lengths: ShapeLengths) -> Outline | None:
    points = element.attributes.get("points", "")
    if len(points) > MAX_DATA:
        raise BadValueError("its points are too many")
    numbers = read_numbers(points)
    if len(numbers) % 2:
        raise BadValueError("its points have an x without a y")
    if not numbers:
        return None
    rest = zip(numbers[2::2], numbers[3::2], strict=True)
    return Move(*numbers[:2]), *(Line(x, y) for x, y in rest)


def _polygon(element: SvgElement, lengths: ShapeLengths) -> Outline | None:
    outline = _polyline(element, lengths)
    return (*outline, Close()) if outline else None


SHAPES: dict[str, Callable[[SvgElement, ShapeLengths], Outline | None]] = {
    "path": _path, "rect": _rect, "circle": _circle, "ellipse": _ellipse, "line": _line,
    "polyline": _polyline, "polygon": _polygon,
}  # fmt: skip


# --- outlines ------------------------------------------------------------------------------


def tight_bounds(outline: Outline) -> Rect:
    """The box that an outline touches: curves by their extremes, not their control points."""
    points = list(_extremes(outline))
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    return Rect(left, top, right - left, bottom - top)


def _extremes(outline: Outline) -> Iterator[tuple[float, float]]:
    pen = start = (0.0, 0.0)
    for segment in outline:
        match segment:
            case Move(x, y):
                pen = start = x, y
            case Line(x, y):
                pen = x, y
            case Curve(x1, y1, x2, y2, x, y):
                xs = _turns(pen[0], x1, x2, x)
                ys = _turns(pen[1], y1, y2, y)
                yield from _along(pen, segment, (*xs, *ys))
                pen = x, y
            case Close():
                pen = start
        yield pen


def _turns(p0: float, p1: float, p2: float, p3: float) -> Iterator[float]:
    """Where along a cubic one coordinate turns back: the roots of its derivative."""
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if abs(a) <= 1e-12 * (abs(b) + abs(c)):
        roots = [-c / b] if b else []
    else:
        square = b * b - 4 * a * c
        root = math.sqrt(square) if square >= 0 else math.nan
        roots = [(-b + root) / (2 * a), (-b - root) / (2 * a)]
    yield from (t for t in roots if 0 < t < 1)


def _along(
    pen: tuple[float, float], curve: Curve, ts: Iterable[float]
) -> Iterator[tuple[float, float]]:
    for t in ts:
        s = 1 - t
        k0, k1, k2, k3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        x = k0 * pen[0] + k1 * curve.x1 + k2 * curve.x2 + k3 * curve.x
        yield x, k0 * pen[1] + k1 * curve.y1 + k2 * curve.y2 + k3 * curve.y


def has_area(outline: Outline) -> bool:
    """Whether there is anything to fill: some of it is not straight. A PDF shows the area of a
    straight line as a hairline."""
    return any(_is_bent(part) for part in _subpaths(outline))


def _is_bent(part: list[Segment]) -> bool:
    points = [point for segment in part for point in _points(segment)]
    x, y = points[0] if points else (0.0, 0.0)
    far = max(points, key=lambda point: math.dist(point, (x, y)), default=(x, y))
    dx, dy = far[0] - x, far[1] - y
    slack = 1e-9 * (dx * dx + dy * dy)
    return any(abs((px - x) * dy - (py - y) * dx) > slack for px, py in points)


def clockwise(outline: Outline) -> Outline:
    """The outline, turned round if it encloses less than nothing.

    Outlines of one sense fill their union, where opposite ones would cut holes.
    """
    if _area(outline) >= 0:
        return outline
    return tuple(segment for part in _subpaths(outline) for segment in _reversed(part))


def _area(outline: Outline) -> float:
    """Twice the signed area of the polygon of ends and control points."""
    points = [point for part in _subpaths(outline) for point in _closed(part)]
    return sum(x * v - u * y for (x, y), (u, v) in pairwise(points))


def _closed(part: list[Segment]) -> list[tuple[float, float]]:
    points = [point for segment in part for point in _points(segment)]
    return [(0.0, 0.0), *points, points[0], (0.0, 0.0)]


def _subpaths(outline: Outline) -> list[list[Segment]]:
    parts: list[list[Segment]] = []
    for segment in outline:
        if isinstance(segment, Move) or not parts:
            parts.append([])
        parts[-1].append(segment)
    return parts


def _points(segment: Segment) -> tuple[tuple[float, float], ...]:
    match segment:
        case Move(x, y) | Line(x, y):
            return ((x, y),)
        case Curve(x1, y1, x2, y2, x, y):
            return (x1, y1), (x2, y2), (x, y)
        case Close():
            return ()


def _reversed(part: list[Segment]) -> Iterator[Segment]:
    """A subpath from its end to its start, closed."""
    drawn = [segment for segment in part if not isinstance(segment, Close)]
    yield Move(*_points(drawn[-1])[-1])
    for segment, before in zip(drawn[:0:-1], drawn[-2::-1], strict=True):
        end = _points(before)[-1]
        if isinstance(segment, Curve):
            yield Curve(segment.x2, segment.y2, segment.x1, segment.y1, *end)
        else:
            yield Line(*end)
    yield Close()
