"""Read SVG files: drawings that stay sharp at every size.

In      the bytes of a file.
Out     a `Drawing`: scene items at the file's natural size; `Gap`s, what it asks for that
        is not supported; and the items again, placed in a rectangle and colored.
Not here  which files there are (`workspace`), painting (`render`).

A file may come from a stranger. It is read from memory only, and what it may ask for is
bounded: see the limits in `tree`, `css`, `gradient`, `paint`, `draw`.

Source  SVG 2 (https://www.w3.org/TR/SVG2/), and CSS as far as drawing programs write it.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cardgen.core.color import BLACK, Color
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.scene.items import Item
from cardgen.svg.color import CURRENT, UNPAINTED
from cardgen.svg.css import read_root_style
from cardgen.svg.draw import draw_tree
from cardgen.svg.item_transforms import extent_of, move_items, recolored
from cardgen.svg.tree import (
    DrawingError,
    Gap,
    Gaps,
    MissingPartError,
    SvgElement,
    quoted,
    read_tree,
)
from cardgen.svg.values import (
    POINTS_PER_UNIT,
    BadValueError,
    fitting,
    is_length,
    read_length,
    read_view_box,
)

__all__ = ["NOTHING_DRAWN", "Drawing", "DrawingError", "Gap", "placed", "read_drawing"]

NOTHING_DRAWN = "nothing is drawn: all of it is empty, hidden or out of view"
MIN_SIDE, MAX_SIDE = 1e-3, 1e5
_NO_SIZE = "has neither a size nor a `viewBox`; give its `<svg>` a width and a height"


class Drawing(Struct, frozen=True):
    """An SVG file as scene items in its own coordinates (y down), and its natural size in
    points: the items fill (0, 0) to (width, height), and are clipped to that."""

    width: float
    height: float
    items: tuple[Item, ...]


@lru_cache(maxsize=32)
def read_drawing(data: bytes, part: str = "") -> tuple[Drawing, tuple[Gap, ...]]:
    """Read an SVG file, or the one element of it whose id is `part`.

    Raises:
        DrawingError: it is no SVG, is damaged, has a value that cannot be read, or is
            beyond one of the limits.
    """
    tree, gaps = read_tree(data), Gaps()
    size = _natural_size(tree.root)
    items = draw_tree(tree, size, gaps, part)
    if part:
        box = extent_of(items)
        if box is None or not box.width or not box.height:
            raise MissingPartError(f"has nothing to draw in the element with the id {quoted(part)}")
        items = move_items(items, Transform(e=-box.left, f=-box.top))
        size = Extent(box.width, box.height)
    elif not gaps.found and not _shows(items, size):
        hint = "draw within its `viewBox`, or save it again with its layers shown"
        gaps.add(tree.root, NOTHING_DRAWN, hint)
    return Drawing(size.width, size.height, items), gaps.found


def _shows(items: tuple[Item, ...], size: Extent) -> bool:
    """Whether anything may be seen in a drawing."""
    box = extent_of(items)
    return box is not None and (
        box.right > 0 and box.bottom > 0 and box.left < size.width and box.top < size.height
    )


def placed(
    drawing: Drawing, rect: Rect, *, keep: bool, color: Color | None, unpainted: bool = False
) -> tuple[Item, ...]:
    """The drawing's items in `rect`.

    Args:
        drawing: As it was read.
        rect: Where it goes; with no area, nothing is drawn.
        keep: Keep its proportions, and center it; else stretch it.
        color: For what the file paints in `currentColor`; None is black.
        unpainted: The color is also for what the file gives no fill.
    """
    if rect.width <= 0 or rect.height <= 0:
        return ()
    items = recolor_drawing(drawing.items, color, unpainted=unpainted)
    natural = Rect(0, 0, drawing.width, drawing.height)
    return move_items(items, fitting(natural, rect, "xMidYMid meet" if keep else "none"))


def recolor_drawing(
    items: tuple[Item, ...], color: Color | None, *, unpainted: bool = False
) -> tuple[Item, ...]:
    """A drawing's items with the color that it leaves open; `unpainted` as of `placed`."""
    ink = BLACK if color is None else color
    inks = {CURRENT: ink, UNPAINTED: ink if unpainted else BLACK}
    return recolored(items, lambda own: inks.get(own, own))


def _natural_size(root: SvgElement) -> Extent:
    try:
        width, height = _side(root, "width"), _side(root, "height")
        if (width is None or height is None) and "viewBox" in root.attributes:
            width, height = _in_proportion(width, height, root.attributes["viewBox"])
    except BadValueError as error:
        raise DrawingError(f"has no size that can be read: {error}") from None
    if width is None or height is None:
        raise DrawingError(_NO_SIZE)
    if not (MIN_SIDE <= width <= MAX_SIDE and MIN_SIDE <= height <= MAX_SIDE):
        raise DrawingError(f"is {width:g} x {height:g} points large, which cannot be drawn")
    return Extent(width, height)


def _side(root: SvgElement, name: str) -> float | None:
    """A side in points, or None where the file leaves it open. A length in its style comes first;
    a share there is one of a web page, and 0 hides a file of parts on it."""
    styled = read_root_style(root).get(name, "auto")
    if is_length(styled) and not styled.endswith("%") and read_length(styled, 0.0) > 0:
        return read_length(styled, 0.0) * POINTS_PER_UNIT
    text = root.attributes.get(name, "auto").strip()
    if text == "auto" or text.endswith("%"):
        return None
    return read_length(text, 0.0) * POINTS_PER_UNIT


def _in_proportion(width: float | None, height: float | None, view_box: str) -> tuple[float, float]:
    """Both sides, of which the view box gives one or both."""
    box = read_view_box(view_box)
    if width is not None:
        return width, width * box.height / box.width
    if height is not None:
        return height * box.width / box.height, height
    return box.width * POINTS_PER_UNIT, box.height * POINTS_PER_UNIT
