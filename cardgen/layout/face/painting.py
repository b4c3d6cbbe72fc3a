"""Fills and lines of placed elements → paths of a scene.

In      an outline, the fill and the pen that `bind` made, the box they are measured by.
Out     `Item`s whose colors are opaque: `scene.translucency` groups what is not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardgen.bind.bound_paint import Fill, Gradient, Pen
from cardgen.core.color import Color
from cardgen.core.geometry import Rect
from cardgen.scene import items as scene
from cardgen.scene.items import Item, Paint, Path, Stroke
from cardgen.scene.outlines import Outline, bounds
from cardgen.scene.translucency import painted_path


def paint(fill: Fill, rect: Rect) -> Paint:
    """A fill in place: a gradient runs across the box."""
    if isinstance(fill, Color):
        return fill
    x, y = _center(fill, rect)
    if fill.radial:
        return scene.Radial((x, y), _reach(fill, rect), fill.stops)
    if fill.conic:
        return scene.Conic((x, y), fill.angle, math.hypot(rect.width, rect.height), fill.stops)
    angle = math.radians(fill.angle)
    cos, sin = math.cos(angle), math.sin(angle)
    reach = (abs(rect.width * cos) + abs(rect.height * sin)) / 2
    start, end = (x - cos * reach, y - sin * reach), (x + cos * reach, y + sin * reach)
    return scene.Linear(start, end, fill.stops)


def _center(fill: Gradient, rect: Rect) -> tuple[float, float]:
    if fill.center is None:
        return rect.center
    across, down = fill.center
    return rect.left + across * rect.width, rect.top + down * rect.height


def _reach(fill: Gradient, rect: Rect) -> float:
    """How far a round gradient goes: to the farthest corner of the box."""
    if fill.center is None:
        return math.hypot(rect.width, rect.height) / 2
    x, y = _center(fill, rect)
    across = max(abs(x - rect.left), abs(rect.right - x))
    return math.hypot(across, max(abs(y - rect.top), abs(rect.bottom - y)))


def painted(
    outline: Outline,
    fill: Fill | None,
    pen: Pen | None,
    rect: Rect,
    element: str,
    even_odd: bool = False,
) -> Iterator[Item]:
    """An outline filled and drawn along; nothing where it has neither."""
    if fill is None and pen is None:
        return
    filled = paint(fill, rect) if fill is not None and not _is_flat(outline, rect) else None
    pen_ = stroke(pen, rect)
    yield from painted_path(Path(outline, filled, pen_, even_odd, element))


def _is_flat(outline: Outline, rect: Rect) -> bool:
    """Whether an outline in a box without a width or height has no area: a painter of pages would
    fill it by the finest line that it has."""
    if rect.width > 0 and rect.height > 0:
        return False
    extent = bounds(outline)
    return extent is None or extent.width <= 0 or extent.height <= 0


def stroke(pen: Pen | None, rect: Rect) -> Stroke | None:
    """A pen at its size in a box; None where it draws nothing."""
    if pen is None:
        return None
    short = min(rect.width, rect.height)
    width = pen.width.resolve(short)
    dash = tuple(d.resolve(short) for d in pen.dash)
    return Stroke(pen.color, width, dash, pen.cap, pen.join) if width else None
