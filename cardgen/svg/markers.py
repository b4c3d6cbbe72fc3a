"""`marker` elements: arrowheads and dots at the corners of a line.

In      a shape whose style asks for markers, what draws their children.
Out     items in the drawing's coordinates.
Not here  where an outline runs (`svg.shapes`).

Source  SVG 2, chapter 13.7. Departs: a path with arcs, which are curves by now, has no markers
        along it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.scene.items import Item
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline
from cardgen.svg.clip import misread
from cardgen.svg.item_transforms import framed
from cardgen.svg.paint import CONTEXT, PaintedShape, local_url
from cardgen.svg.shapes import ShapeLengths, diagonal
from cardgen.svg.tree import Gaps, SvgElement, Tree, quoted
from cardgen.svg.values import BadValueError, fitting, read_angle, read_length, read_view_box

_MARKED = ("path", "line", "polyline", "polygon")
_PLACES = ("marker-start", "marker-mid", "marker-end")
_SIDES = {"left": "0%", "center": "50%", "right": "100%", "top": "0%", "bottom": "100%"}
_MAX_OPEN = 2
"""Markers on lines within markers."""

DrawMarker = Callable[[SvgElement, Transform, Extent, int, Mapping[str, str]], tuple[Item, ...]]
"""Draws the children of a marker in a space and a viewport, so many elements deep, with what they
may take from the line."""


class _Vertex(Struct):
    """A corner, and the directions in which the line comes to it and leaves it."""

    x: float
    y: float
    coming: float | None = None
    leaving: float | None = None

    @property
    def angle(self) -> float:
        """The direction between the two, in radians."""
        if self.coming is None or self.leaving is None:
            return self.coming or self.leaving or 0.0
        x = math.cos(self.coming) + math.cos(self.leaving)
        y = math.sin(self.coming) + math.sin(self.leaving)
        return math.atan2(y, x)


class Markers:
    """The markers of one file."""

    def __init__(self, tree: Tree, gaps: Gaps, draw: DrawMarker) -> None:
        self._by_id = tree.by_id
        self._gaps = gaps
        self._draw = draw
        self._open: list[SvgElement] = []

    def items(self, shape: PaintedShape) -> tuple[Item, ...]:
        """What stands at the corners of a shape.

        Raises:
            DrawingError: a value of a marker cannot be read.
        """
        style, element = shape.style, shape.element
        if element.name not in _MARKED or style.get("visibility", "visible") != "visible":
            return ()
        start, mid, end = (self._marker(shape, name) for name in _PLACES)
        if start is mid is end is None:
            return ()
        if mid and "a" in element.attributes.get("d", "").lower():
            message = "markers along a path with arcs are not drawn"
            self._gaps.add(element, message, "turn its arcs into curves, or draw them as paths")
            mid = None
        vertices = list(_vertices(shape.outline))
        placed = [(start, vertices[0], True)]
        placed += [(mid, vertex, False) for vertex in vertices[1:-1]]
        placed += [(end, vertices[-1], False)]
        return tuple(
            item
            for marker, vertex, first in placed
            if marker is not None
            for item in self._placed(marker, shape, vertex, first=first)
        )

    def _marker(self, shape: PaintedShape, name: str) -> SvgElement | None:
        text = shape.style.get(name, shape.style.get("marker", "none"))
        if text in ("", "none"):
            return None
        url = local_url(text)
        found = self._by_id.get(url[0]) if url else None
        if found is None or found.name != "marker":
            message = f"the marker {quoted(text)} cannot be used"
            self._gaps.add(shape.element, message, "refer to a `<marker>` of this file")
            return None
        if found in self._open or len(self._open) >= _MAX_OPEN:
            message = f"the marker {quoted(text)} is drawn in itself"
            self._gaps.add(shape.element, message, "take it out of its own lines")
            return None
        return found

    def _placed(
        self, marker: SvgElement, shape: PaintedShape, vertex: _Vertex, *, first: bool
    ) -> tuple[Item, ...]:
        try:
            return self._put(marker, shape, vertex, first=first)
        except BadValueError as error:
            raise misread(marker, error) from None

    def _put(
        self, marker: SvgElement, shape: PaintedShape, vertex: _Vertex, *, first: bool
    ) -> tuple[Item, ...]:
        lengths = ShapeLengths(marker, shape.view)
        frame = Rect(0, 0, lengths.size("markerWidth", "3"), lengths.size("markerHeight", "3"))
        scale = _scale(marker, shape)
        if not frame.width or not frame.height or not scale:
            return ()
        turn = _turn(marker, vertex, first=first)
        across, down = scale * math.cos(turn), scale * math.sin(turn)
        there = Transform(across, down, -down, across, vertex.x, vertex.y)
        box, fit = frame, Transform()
        if "viewBox" in marker.attributes:
            box = read_view_box(marker.attributes["viewBox"])
            ratio = marker.attributes.get("preserveAspectRatio", "xMidYMid meet")
            fit = fitting(box, frame, ratio)
        x, y = fit.apply(
            _reference(marker, "refX", box.width), _reference(marker, "refY", box.height)
        )
        outer = shape.space.after(there).after(Transform(e=-x, f=-y))
        self._open.append(marker)
        try:
            view = Extent(box.width, box.height)
            items = self._draw(marker, outer.after(fit), view, shape.depth, _context(shape))
        finally:
            self._open.pop()
        shown = marker.attributes.get("overflow", _style_of(marker).get("overflow", "hidden"))
        return items if shown in ("visible", "auto") else framed(items, frame, outer)


def _scale(marker: SvgElement, shape: PaintedShape) -> float:
    if marker.attributes.get("markerUnits") == "userSpaceOnUse":
        return 1.0
    return read_length(shape.style.get("stroke-width", "1"), diagonal(shape.view))


def _turn(marker: SvgElement, vertex: _Vertex, *, first: bool) -> float:
    """How far a marker is turned, in radians."""
    orient = marker.attributes.get("orient", "0").strip()
    if orient not in ("auto", "auto-start-reverse"):
        return math.radians(read_angle(orient))
    return vertex.angle + (math.pi if first and orient != "auto" else 0.0)


def _reference(marker: SvgElement, name: str, whole: float) -> float:
    text = marker.attributes.get(name, "0").strip()
    return read_length(_SIDES.get(text, text), whole)


def _context(shape: PaintedShape) -> dict[str, str]:
    """What a marker's parts may take from the line."""
    taken = {"context-fill": ("fill", "black"), "context-stroke": ("stroke", "none")}
    context = {}
    for name in CONTEXT:
        text = shape.style.get(*taken[name])
        text = shape.style.get("color", text) if text.lower() == "currentcolor" else text
        context[name] = shape.style.get(text, text) if text in CONTEXT else text
    return context


def _style_of(marker: SvgElement) -> dict[str, str]:
    parts = (part.partition(":") for part in marker.attributes.get("style", "").split(";"))
    return {name.strip(): value.strip() for name, _, value in parts}


def _vertices(outline: Outline) -> Iterator[_Vertex]:
    """The corners of an outline in its order; where it closes, there are two."""
    start = pen = _Vertex(0.0, 0.0)
    opened: list[_Vertex] = []
    for segment in outline:
        match segment:
            case Move(x, y):
                yield from opened
                start = pen = _Vertex(x, y)
                opened = [start]
                continue
            case Line(x, y):
                there, points = _Vertex(x, y), [(pen.x, pen.y), (x, y)]
            case Curve(x1, y1, x2, y2, x, y):
                there = _Vertex(x, y)
                points = [(pen.x, pen.y), (x1, y1), (x2, y2), (x, y)]
            case Close():
                there, points = _Vertex(start.x, start.y), [(pen.x, pen.y), (start.x, start.y)]
        leaving, coming = _direction(points), _direction(points[::-1])
        pen.leaving = pen.coming if leaving is None else leaving
        there.coming = pen.leaving if coming is None else coming + math.pi
        if isinstance(segment, Close):
            there.leaving, start.coming = start.leaving, there.coming
        pen = there
        opened.append(there)
    yield from opened


def _direction(points: list[tuple[float, float]]) -> float | None:
    """In which direction one leaves the first of some points; None if all are the same."""
    (x, y), *rest = points
    return next((math.atan2(v - y, u - x) for u, v in rest if (u, v) != (x, y)), None)
