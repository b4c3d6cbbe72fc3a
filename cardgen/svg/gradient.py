"""Gradient elements → scene paints.

In      a `linearGradient` or `radialGradient`, and the box of the shape it paints.
Out     `SvgInk`: a `Linear` or `Radial`, or the one color that it comes to.
Not here  who refers to a gradient (`svg.paint`).

Source  SVG 2, chapter 14.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.scene.items import Conic, Linear, Paint, Radial, Stop
from cardgen.scene.outlines import bounds, moved, rectangle
from cardgen.scene.translucency import has_soft_stops
from cardgen.svg.color import styled_color
from cardgen.svg.css import Stylesheet
from cardgen.svg.item_transforms import inverse, move_linear
from cardgen.svg.shapes import diagonal
from cardgen.svg.spread import METHODS, spread_linear, spread_radial
from cardgen.svg.tree import DrawingError, Gaps, SvgElement, Tree, quoted
from cardgen.svg.values import BadValueError, read_fraction, read_length, read_transform

GRADIENTS = ("linearGradient", "radialGradient")
MAX_STOPS = 256
STILL = Transform()
_MAX_CHAIN = 16
_GEOMETRY = """cx cy fr fx fy gradientTransform gradientUnits r spreadMethod x1 x2 y1 y2""".split()


class SvgInk(Struct, frozen=True):
    """What covers a shape: a paint, how opaque it is, and the map from the paint's own
    coordinates to the shape's."""

    paint: Paint
    alpha: float = 1.0
    space: Transform = STILL


class _GradientLengths(Struct, frozen=True):
    """A gradient's geometry, with what it takes from the gradients it refers to."""

    attributes: Mapping[str, str]
    whole: Extent

    def across(self, name: str, default: str) -> float:
        return read_length(self.attributes.get(name, default), self.whole.width)

    def down(self, name: str, default: str) -> float:
        return read_length(self.attributes.get(name, default), self.whole.height)

    def radius(self, name: str, default: str) -> float:
        value = read_length(self.attributes.get(name, default), diagonal(self.whole))
        if value < 0:
            raise BadValueError(f"its {name} is less than 0")
        return value


class Gradients:
    """The gradients of one file."""

    def __init__(self, tree: Tree, sheet: Stylesheet, gaps: Gaps) -> None:
        self._by_id = tree.by_id
        self._sheet = sheet
        self._gaps = gaps
        self._stops: dict[SvgElement, tuple[Stop, ...]] = {}

    def ink(self, element: SvgElement, box: Rect, view: Extent) -> SvgInk | None:
        """The paint for a shape with the box `box` in a viewport `view`; None paints nothing."""
        try:
            return self._ink(element, box, view)
        except BadValueError as error:
            where = f"on line {element.line}, in `<{element.name}>`"
            raise DrawingError(f"has a mistake {where}: {error}") from None

    def _ink(self, element: SvgElement, box: Rect, view: Extent) -> SvgInk | None:
        chain = self._chain(element)
        attributes: dict[str, str] = {}
        for link in reversed(chain):
            attributes |= {n: link.attributes[n] for n in _GEOMETRY if n in link.attributes}
        stops = self._chain_stops(chain)
        space = _space(attributes, box)
        if not stops or space is None:
            return None
        own = attributes.get("gradientUnits") == "userSpaceOnUse"
        lengths = _GradientLengths(attributes, view if own else Extent(1.0, 1.0))
        alpha, colors = _shared_alpha(stops)
        if element.name == "linearGradient":
            ink = _linear(lengths, colors, alpha)
        else:
            ink = self._radial(element, lengths, colors, alpha)
        ink = self._spread(element, attributes, ink, bounds(moved(rectangle(box), _back(space))))
        return _placed(ink, space)

    def _chain(self, element: SvgElement) -> list[SvgElement]:
        """The gradient and those it refers to, each once."""
        chain = [element]
        while "href" in chain[-1].attributes and len(chain) < _MAX_CHAIN:
            href = chain[-1].attributes["href"]
            found = self._by_id.get(href[1:]) if href.startswith("#") else None
            if found is None or found.name not in GRADIENTS or found in chain:
                message = f"the gradient refers to {quoted(href)}, which cannot be used"
                self._gaps.add(chain[-1], message, "refer to another gradient of this file")
                break
            chain.append(found)
        return chain

    def _chain_stops(self, chain: list[SvgElement]) -> tuple[Stop, ...]:
        return next((stops for link in chain if (stops := self._stops_of(link))), ())

    def _stops_of(self, element: SvgElement) -> tuple[Stop, ...]:
        if element not in self._stops:
            self._stops[element] = tuple(self._read_stops(element))
        return self._stops[element]

    def _read_stops(self, element: SvgElement) -> Iterator[Stop]:
        """Each stop, not before the one before it."""
        children = [child for child in element.children if child.name == "stop"]
        if len(children) > MAX_STOPS:
            raise BadValueError(f"there are more than {MAX_STOPS} stops, the limit")
        last = 0.0
        for child in children:
            style = self._sheet.style_in_place(child)
            last = max(last, read_fraction(child.attributes.get("offset", "0")))
            text = style.get("stop-color", "black")
            color, alpha = styled_color(text, style, child, self._gaps)
            yield Stop(last, color, alpha * read_fraction(style.get("stop-opacity", "1")))

    def _spread(
        self, element: SvgElement, attributes: Mapping[str, str], ink: SvgInk, box: Rect | None
    ) -> SvgInk:
        """The ink over all of a box, and a quarter more for lines."""
        method = attributes.get("spreadMethod", "pad")
        if method == "pad" or box is None or isinstance(ink.paint, Color | Conic):
            return ink
        wide = box.inset_by(-max(box.width, box.height) / 8)
        paint: Linear | Radial | None = None
        if method in METHODS and isinstance(ink.paint, Linear):
            paint = spread_linear(ink.paint, wide, method)
        elif method in METHODS and isinstance(ink.paint, Radial):
            paint = spread_radial(ink.paint, wide, method)
        if paint is None:
            message = f"the spreadMethod {quoted(method)} of a gradient is left out"
            hint = "write `repeat` or `reflect`, and make the gradient longer"
            self._gaps.add(element, message, hint)
            return ink
        return replace(ink, paint=paint)

    def _radial(
        self,
        element: SvgElement,
        lengths: _GradientLengths,
        stops: tuple[Stop, ...],
        alpha: float,
    ) -> SvgInk:
        center = lengths.across("cx", "50%"), lengths.down("cy", "50%")
        radius = lengths.radius("r", "50%")
        if radius == 0:
            return SvgInk(stops[-1].color, alpha)
        focus = lengths.across("fx", str(center[0])), lengths.down("fy", str(center[1]))
        off = max(abs(focus[0] - center[0]), abs(focus[1] - center[1]), lengths.radius("fr", "0"))
        if off > 1e-3 * radius:
            message = "a gradient's focal point is taken to be its center"
            self._gaps.add(element, message, "put fx, fy on cx, cy")
        return SvgInk(_one_or(Radial(center, radius, stops)), alpha)


def _space(attributes: Mapping[str, str], box: Rect) -> Transform | None:
    """The map from a gradient's coordinates to the shape's, or None if it flattens."""
    space = read_transform(attributes.get("gradientTransform", ""))
    if attributes.get("gradientUnits") != "userSpaceOnUse":
        space = Transform(box.width, 0, 0, box.height, box.left, box.top).after(space)
    return space if inverse(space) else None


def _back(space: Transform) -> Transform:
    return inverse(space) or STILL


def _placed(ink: SvgInk, space: Transform) -> SvgInk:
    """An ink where its gradient lies in the shape: a straight one stays one there."""
    match ink.paint:
        case Linear():
            return replace(ink, paint=move_linear(ink.paint, space))
        case Radial():
            return replace(ink, space=space)
        case _:
            return ink


def _linear(lengths: _GradientLengths, stops: tuple[Stop, ...], alpha: float) -> SvgInk:
    start = lengths.across("x1", "0%"), lengths.down("y1", "0%")
    end = lengths.across("x2", "100%"), lengths.down("y2", "0%")
    if start == end:
        return SvgInk(stops[-1].color, alpha)
    return SvgInk(_one_or(Linear(start, end, stops)), alpha)


def _shared_alpha(stops: tuple[Stop, ...]) -> tuple[float, tuple[Stop, ...]]:
    """How solid a gradient is as one, and its stops: opaque, where all are equally solid."""
    if any(stop.alpha != stops[0].alpha for stop in stops):
        return 1.0, stops
    return stops[0].alpha, tuple(Stop(stop.offset, stop.color) for stop in stops)


def _one_or(paint: Linear | Radial) -> Color | Linear | Radial:
    """The color itself where all stops have the same."""
    colors = [stop.color for stop in paint.stops]
    if has_soft_stops(paint):
        return paint
    return colors[0] if colors.count(colors[0]) == len(colors) else paint
