"""`clipPath` elements → outlines to clip with.

In      a `clipPath`, and the coordinates of what it clips.
Out     outlines: what is clipped shows where all of them do.
Not here  the viewports of `svg` and `symbol` (`svg.draw`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.scene.items import Item
from cardgen.scene.outlines import Move, Outline, moved
from cardgen.svg.css import Stylesheet, em_of, inherit
from cardgen.svg.css_transform import moves_of
from cardgen.svg.item_transforms import filled_box
from cardgen.svg.paint import local_url
from cardgen.svg.path_data import PathError
from cardgen.svg.shapes import SHAPES, ShapeLengths, clockwise, shape_outline, tight_bounds
from cardgen.svg.tree import DrawingError, Gaps, SvgElement, Tree, quoted
from cardgen.svg.values import BadValueError, read_length, read_transform

_FRAME = ("x", "y", "width", "height")
_SILENT = frozenset(("", "title", "desc", "metadata"))

MAX_CLIPS = 20
"""Clip paths that are themselves clipped, one by the other."""


class Clipped(Struct, frozen=True):
    """What is clipped: its element, the map from its coordinates to the drawing's, the
    viewport it is in, and what measures the box that it fills in its own coordinates."""

    element: SvgElement
    space: Transform
    view: Extent
    measure: Callable[[], Rect | None]


class Cut(Struct, frozen=True):
    """What clips: an outline, and whether the even-odd rule says what is inside it."""

    outline: Outline
    even_odd: bool = False


class Clips:
    """The clip paths of one file; `spend` is told of every segment."""

    def __init__(
        self, tree: Tree, sheet: Stylesheet, gaps: Gaps, spend: Callable[[int], None]
    ) -> None:
        self._by_id = tree.by_id
        self._sheet = sheet
        self._gaps = gaps
        self._spend = spend

    def cuts(self, value: str, target: Clipped) -> Iterator[Cut]:
        """The outlines that the value of a `clip-path` comes to, in the drawing's coordinates."""
        seen: set[SvgElement] = set()
        while value != "none":
            url = local_url(value)
            clip = self._by_id.get(url[0]) if url else None
            if clip is None or clip.name != "clipPath" or clip in seen or len(seen) >= MAX_CLIPS:
                message = f"the clip-path {quoted(value)} is not supported"
                self._gaps.add(target.element, message, "refer to a `<clipPath>` of this file")
                return
            seen.add(clip)
            yield from self._read(clip, target)
            value = self._sheet.properties(clip).get("clip-path", "none")

    def _read(self, clip: SvgElement, target: Clipped) -> Iterator[Cut]:
        try:
            space = self._space(clip, target)
            if space is None:
                message = "a clip path measured by the box of what has no area is left out"
                self._gaps.add(clip, message, 'set clipPathUnits="userSpaceOnUse"')
                return
            parts = [part for child in clip.children for part in self._part(child, space, target)]
        except (BadValueError, PathError) as error:
            raise misread(clip, error) from None
        yield self._union(clip, parts)

    def _space(self, clip: SvgElement, target: Clipped) -> Transform | None:
        space = target.space.after(read_transform(clip.attributes.get("transform", "")))
        if clip.attributes.get("clipPathUnits") != "objectBoundingBox":
            return space
        box = target.measure()
        if box is None:
            return None
        return space.after(unit_map(box))

    def _part(self, child: SvgElement, space: Transform, target: Clipped) -> Iterator[Cut]:
        """The outline of a shape in a clip path, or of one shape that is used there."""
        self._spend(1)
        style = self._sheet.style_in_place(child)
        if style.get("display") == "none" or child.name in _SILENT:
            return
        space = space.after(self._moves(child, style, target.view))
        if child.name == "use":
            found = self._by_id.get(child.attributes.get("href", "")[1:])
            shift = Transform(
                e=read_length(child.attributes.get("x", "0"), target.view.width),
                f=read_length(child.attributes.get("y", "0"), target.view.height),
            )
            if found is not None and found.name in SHAPES:
                child = found
                style = inherit(style, self._sheet.properties(found, found))
                space = space.after(shift).after(self._moves(child, style, target.view))
        if child.name not in SHAPES:
            message = f"`<{child.name}>` in a clip path is left out"
            self._gaps.add(child, message, "use shapes and paths only")
            return
        yield from self._outline(child, style, space, target.view)

    def _moves(self, child: SvgElement, style: Mapping[str, str], view: Extent) -> Transform:
        def measure() -> Rect | None:
            outline = shape_outline(child, view) if child.name in SHAPES else None
            return tight_bounds(outline) if outline else None

        return moves_of(style, view, measure)

    def _outline(
        self, child: SvgElement, style: Mapping[str, str], space: Transform, view: Extent
    ) -> Iterator[Cut]:
        outline = shape_outline(child, view, em_of(style))
        if outline is None or style.get("visibility", "visible") != "visible":
            return
        self._spend(len(outline))
        if style.get("clip-path", "none") != "none":
            self._gaps.add(child, "a clip path's shape is not clipped itself", "cut it to shape")
        yield Cut(moved(outline, space), style.get("clip-rule") == "evenodd")

    def _union(self, clip: SvgElement, parts: list[Cut]) -> Cut:
        if len(parts) == 1:
            return parts[0]
        if any(part.even_odd and _has_holes(part.outline) for part in parts):
            message = "the clip-rule `evenodd` beside other shapes is not supported"
            self._gaps.add(clip, message, "make one path of the shapes in the clip path")
        return Cut(tuple(segment for part in parts for segment in clockwise(part.outline)))


def mask_frame(mask: SvgElement, view: Extent, box: Rect | None) -> Rect | None:
    """The frame that a mask has in the coordinates of what it masks, whose box is given; None where
    none is said: it is a tenth more on each side, then, which only lines reach beyond."""
    by_box = mask.attributes.get("maskUnits") != "userSpaceOnUse"
    if by_box and not _has_frame(mask):
        return None
    lengths = ShapeLengths(mask, Extent(1.0, 1.0) if by_box else view)
    left, top = lengths.across("x", "-10%"), lengths.down("y", "-10%")
    width, height = lengths.size("width", "120%"), lengths.size("height", "120%")
    if not by_box:
        return Rect(left, top, width, height)
    if box is None:
        return None
    left, top = unit_map(box).apply(left, top)
    return Rect(left, top, width * box.width, height * box.height)


def takes_box(mask: SvgElement) -> bool:
    """Whether a mask goes by the box of what it masks."""
    by_box = mask.attributes.get("maskUnits") != "userSpaceOnUse" and _has_frame(mask)
    return by_box or mask.attributes.get("maskContentUnits") == "objectBoundingBox"


def _has_frame(mask: SvgElement) -> bool:
    return any(name in mask.attributes for name in _FRAME)


def local_box(
    element: SvgElement,
    view: Extent,
    items: tuple[Item, ...],
    space: Transform,
    spend: Callable[[int], None],
) -> Rect | None:
    """The box that an element fills in its own coordinates, lines and clips not counted; None
    where it has no area."""
    outline = shape_outline(element, view) if element.name in SHAPES else None
    return tight_bounds(outline) if outline else filled_box(items, space, spend)


def unit_map(box: Rect) -> Transform:
    """From shares of a box to the coordinates that the box is in."""
    return Transform(box.width, 0, 0, box.height, box.left, box.top)


def misread(element: SvgElement, error: ValueError) -> DrawingError:
    """What is said of an element with a value that cannot be read."""
    return DrawingError(f"has a mistake on line {element.line}, in `<{element.name}>`: {error}")


def _has_holes(outline: Outline) -> bool:
    """Whether it may have some: it is several outlines."""
    return sum(isinstance(segment, Move) for segment in outline) > 1
