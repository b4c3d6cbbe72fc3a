"""An outline and its properties → painted paths.

In      an outline in a shape's own coordinates, the shape's properties.
Out     `Path`s, in a `Group` where they are translucent.
Not here  where properties come from (`svg.css`), gradients (`svg.gradient`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.color import BLACK, Color
from cardgen.core.geometry import Extent, Transform
from cardgen.scene.items import Group, Item, Path, Stroke
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline, moved, rectangle
from cardgen.scene.translucency import painted_path
from cardgen.svg.color import UNPAINTED, styled_color
from cardgen.svg.css import em_of
from cardgen.svg.gradient import GRADIENTS, STILL, Gradients, SvgInk
from cardgen.svg.item_transforms import (
    extent_of,
    faded,
    inverse,
    move_items,
    move_stroke,
    recolored,
    within,
)
from cardgen.svg.pattern import Covered, Patterns
from cardgen.svg.shapes import diagonal, has_area, tight_bounds
from cardgen.svg.tree import Gaps, SvgElement, Tree, quoted
from cardgen.svg.values import POINTS_PER_UNIT, BadValueError, read_length

MAX_DASHES = 20_000
MAX_SOFT_LINES = 25
"""Lines with a gradient or a pattern: a face has only so many masks."""
_STEADY = "non-scaling-stroke"
_CAPS: dict[str, Literal["butt", "round", "square"]] = {
    "butt": "butt", "round": "round", "square": "square",
}  # fmt: skip
_JOINS: dict[str, Literal["miter", "round", "bevel"]] = {
    "miter": "miter", "round": "round", "bevel": "bevel",
}  # fmt: skip
CONTEXT = ("context-fill", "context-stroke")


class PaintedShape(Struct, frozen=True):
    """A shape element with all that decides how it looks, in its own coordinates."""

    element: SvgElement
    outline: Outline
    style: Mapping[str, str]
    view: Extent
    space: Transform = STILL
    """The map to the drawing's coordinates."""
    depth: int = 0


def local_url(text: str) -> tuple[str, str] | None:
    """`url(#id)` and what follows it; the id is "" where it leads outside the file."""
    if not text.startswith("url("):
        return None
    inner, _, rest = text[4:].partition(")")
    inner = inner.strip().strip("\"'")
    return inner[1:] if inner.startswith("#") else "", rest.strip()


class Brush:
    """Paints the shapes of one file."""

    def __init__(self, tree: Tree, gradients: Gradients, patterns: Patterns, gaps: Gaps) -> None:
        self._by_id = tree.by_id
        self._gradients = gradients
        self._patterns = patterns
        self._gaps = gaps
        self._soft_lines = 0

    def paint(self, shape: PaintedShape) -> tuple[Item, ...]:
        """The shape's area and line, in painting order and in the drawing's coordinates."""
        if shape.style.get("visibility", "visible") != "visible":
            return ()
        area = self._area(shape) if has_area(shape.outline) else ()
        line = self._line(shape)
        first = _line_is_first(shape.style.get("paint-order", "normal"))
        return move_items(line + area if first else _joined(area, line), shape.space)

    # --- areas -----------------------------------------------------------------------------

    def _area(self, shape: PaintedShape) -> tuple[Item, ...]:
        even_odd = shape.style.get("fill-rule") == "evenodd"
        pattern = self._pattern(shape, "fill")
        if pattern is not None:
            box = tight_bounds(shape.outline)
            tiles = self._patterns.items(pattern, Covered(box, box, shape.view, shape.depth))
            items = within(tiles, shape.outline, even_odd=even_odd)
            return faded(items, self._fraction(shape, "fill-opacity"))
        ink = self._ink(shape, "fill", "")
        if ink is None:
            return ()
        items = _inked(Path(shape.outline, even_odd=even_odd), ink)
        return faded(items, ink.alpha * self._fraction(shape, "fill-opacity"))

    def _pattern(self, shape: PaintedShape, name: str) -> SvgElement | None:
        url = local_url(shape.style.get(name, ""))
        target = self._by_id.get(url[0]) if url else None
        return target if target is not None and target.name == "pattern" else None

    def _ink(self, shape: PaintedShape, name: str, default: str) -> SvgInk | None:
        text = shape.style.get(name, default)
        text = shape.style.get(text, text) if text in CONTEXT else text
        url = local_url(text)
        if url is None:
            return self._solid(shape, text)
        target = self._by_id.get(url[0])
        if target is not None and target.name in GRADIENTS:
            box = tight_bounds(shape.outline)
            ink = self._gradients.ink(target, box, shape.view)
            if ink is None and name == "stroke" and not (box.width and box.height):
                message = "a gradient measured by the box of a straight line paints nothing"
                self._gaps.add(shape.element, message, 'set gradientUnits="userSpaceOnUse"')
            return ink
        what = f"a `<{target.name}>`" if target else quoted(text)
        hint = "fill with a color, a gradient or a pattern of this file"
        self._gaps.add(shape.element, f"{what} as {name} is not supported", hint)
        return self._solid(shape, url[1] or "none")

    def _solid(self, shape: PaintedShape, text: str) -> SvgInk | None:
        if not text:
            return SvgInk(UNPAINTED)
        if text == "none":
            return None
        if text in CONTEXT:
            self._gaps.add(shape.element, f"the paint `{text}` is not supported", "give a color")
            return None
        color, alpha = styled_color(text, shape.style, shape.element, self._gaps)
        return SvgInk(color, alpha)

    # --- lines -----------------------------------------------------------------------------

    def _line(self, shape: PaintedShape) -> tuple[Item, ...]:
        pattern = self._pattern(shape, "stroke")
        ink = SvgInk(BLACK) if pattern else self._ink(shape, "stroke", "none")
        width = self._number(shape, "stroke-width", "1")
        if ink is None or width <= 0:
            return ()
        self._note_line(shape)
        dash = self._dash(shape)
        stroke = Stroke(
            ink.paint if isinstance(ink.paint, Color) else BLACK,
            width,
            dash,
            _CAPS.get(shape.style.get("stroke-linecap", ""), "butt"),
            _JOINS.get(shape.style.get("stroke-linejoin", ""), "miter"),
            max(1.0, self._number(shape, "stroke-miterlimit", "4")),
            self._offset(shape, dash),
        )
        items = _drawn_line(shape, stroke)
        if pattern or not isinstance(ink.paint, Color):
            items = self._soft_line(shape, items, pattern or ink)
        return faded(items, ink.alpha * self._fraction(shape, "stroke-opacity"))

    def _soft_line(
        self, shape: PaintedShape, line: tuple[Item, ...], paint: SvgElement | SvgInk
    ) -> tuple[Item, ...]:
        """A line that shows what is below it: a gradient, or a pattern."""
        reach = extent_of(line)
        self._soft_lines += 1
        if reach is None:
            return ()
        if self._soft_lines > MAX_SOFT_LINES:
            message = (
                f"more than {MAX_SOFT_LINES} lines with a gradient are drawn in its first color"
            )
            hint = "turn the strokes into paths, and fill those"
            self._gaps.add(shape.element, message, hint)
            return _in_first_color(line, paint)
        if isinstance(paint, SvgInk):
            items = _inked(Path(rectangle(reach)), paint)
        else:
            box = tight_bounds(shape.outline)
            items = self._patterns.items(paint, Covered(box, reach, shape.view, shape.depth))
        return (Group(items, mask=line),) if items else ()

    def _dash(self, shape: PaintedShape) -> tuple[float, ...]:
        if shape.style.get("stroke-dasharray", "none") == "none":
            return ()
        dash = self._lengths(shape, "stroke-dasharray", "0", diagonal(shape.view))
        total = sum(dash)
        if total <= 0 or min(dash) < 0:
            return ()
        if _length(shape.outline) * len(dash) > MAX_DASHES * total:
            message = "a line of very many dashes is drawn solid"
            self._gaps.add(shape.element, message, "make its stroke-dasharray longer")
            return ()
        return dash

    def _offset(self, shape: PaintedShape, dash: tuple[float, ...]) -> float:
        """How far into its dashes a line begins, within one round of them."""
        if not dash:
            return 0.0
        around = sum(dash) * (1 + len(dash) % 2)
        return self._number(shape, "stroke-dashoffset", "0") % around

    def _note_line(self, shape: PaintedShape) -> None:
        style, element = shape.style, shape.element
        if "pathLength" in element.attributes and style.get("stroke-dasharray", "none") != "none":
            message = "the pathLength of a line with dashes is not supported"
            self._gaps.add(element, message, "give stroke-dasharray in units of the drawing")
        if style.get("vector-effect", "none") not in ("none", _STEADY):
            message = f"the vector-effect {quoted(style['vector-effect'])} is not supported"
            self._gaps.add(element, message, "leave it out: lines scale with the drawing")

    # --- numbers ---------------------------------------------------------------------------

    def _fraction(self, shape: PaintedShape, name: str) -> float:
        return min(1.0, max(0.0, _first(self._lengths(shape, name, "1", 1.0))))

    def _number(self, shape: PaintedShape, name: str, default: str) -> float:
        return _first(self._lengths(shape, name, default, diagonal(shape.view)))

    def _lengths(
        self, shape: PaintedShape, name: str, default: str, whole: float
    ) -> tuple[float, ...]:
        """A property's values, or its default and a gap."""
        text = shape.style.get(name, default)
        try:
            return _read_lengths(text, whole, em_of(shape.style))
        except BadValueError as error:
            message = f"the {name} {error}, and is taken to be {default}"
            self._gaps.add(shape.element, message, "write a number")
            return (float(default),)


def _inked(path: Path, ink: SvgInk) -> tuple[Item, ...]:
    """The path's area in an ink, whose gradient may have coordinates of its own."""
    back = inverse(ink.space)
    if ink.space == STILL or back is None:
        return painted_path(replace(path, fill=ink.paint))
    moved_path = replace(path, outline=moved(path.outline, back), fill=ink.paint)
    return move_items(painted_path(moved_path), ink.space)


def _in_first_color(line: tuple[Item, ...], paint: SvgElement | SvgInk) -> tuple[Item, ...]:
    """A line as it is where there are too many with a gradient; none of a pattern."""
    if not isinstance(paint, SvgInk) or isinstance(paint.paint, Color):
        return ()
    color = paint.paint.stops[0].color
    return recolored(line, lambda _: color)


def _drawn_line(shape: PaintedShape, stroke: Stroke) -> tuple[Item, ...]:
    """A shape's line; one that does not scale is as wide as it is where nothing scales."""
    if shape.style.get("vector-effect") != _STEADY:
        return (Path(shape.outline, stroke=stroke),)
    back = inverse(shape.space)
    pen = move_stroke(stroke, POINTS_PER_UNIT)
    steady = Path(moved(shape.outline, shape.space), stroke=pen)
    return (Group((steady,), transform=back),) if back else ()


@lru_cache(maxsize=256)
def _read_lengths(text: str, whole: float, em: float) -> tuple[float, ...]:
    return tuple(read_length(part, whole, em) for part in re.split(r"[\s,]+", text) if part)


def _line_is_first(order: str) -> bool:
    """Whether `paint-order` puts the line below the area; what it leaves out follows."""
    words = [word for word in order.split() if word != "markers"]
    return words[:1] == ["stroke"]


def _first(values: tuple[float, ...]) -> float:
    return values[0] if values else 0.0


def _joined(area: tuple[Item, ...], line: tuple[Item, ...]) -> tuple[Item, ...]:
    """One path for both, where neither is translucent."""
    match area, line:
        case ((Path() as filled,), (Path(stroke=stroke),)):
            return (replace(filled, stroke=stroke),)
        case _:
            return area + line


def _length(outline: Outline) -> float:
    """No less than the length of a line along the outline."""
    return sum(math.dist(p, q) for p, q in pairwise(_corners(outline)))


def _corners(outline: Outline) -> Iterator[tuple[float, float]]:
    start = (0.0, 0.0)
    for segment in outline:
        match segment:
            case Move(x, y):
                start = x, y
                yield start
            case Line(x, y):
                yield x, y
            case Curve(x1, y1, x2, y2, x, y):
                yield from ((x1, y1), (x2, y2), (x, y))
            case Close():
                yield start
