"""Translucent colors → opaque items in groups that fade.

In      paths whose colors and stops may be translucent.
Out     items whose colors are opaque, in `Group`s with an opacity or a mask.

Painters, low ink, flattening and rules know translucency as a property of groups; that is the
one form in which it is in a scene.
"""

from __future__ import annotations

from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.scene.items import Conic, Group, Item, Linear, Paint, Path, Radial, Stop, Stroke
from cardgen.scene.outlines import bounds, rectangle


def painted_path(path: Path) -> tuple[Item, ...]:
    """A path as opaque items: one where nothing is translucent, else its area, then its line.

    A path without a segment (the letters of a space) paints nothing: a gradient clipped to
    it would fill the page.
    """
    if not path.outline or (path.fill is None and path.stroke is None):
        return ()
    if _is_solid(path.fill) and (path.stroke is None or path.stroke.paint.alpha == 1):
        return (path,)
    return (*_area(path), *_line(path))


def opaque_items(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Items whose paths may be translucent, as `painted_path` has them."""
    return tuple(made for item in items for made in _opaque(item))


def _opaque(item: Item) -> tuple[Item, ...]:
    match item:
        case Path():
            return painted_path(item)
        case Group():
            return (replace(item, items=opaque_items(item.items)),)
        case _:
            return (item,)


def fade_items(items: tuple[Item, ...], opacity: float) -> tuple[Item, ...]:
    """Items made translucent as one."""
    if opacity >= 1 or not items:
        return items
    return (Group(items, opacity=opacity),) if opacity > 0 else ()


def opaque_paint(paint: Paint) -> Paint:
    """The paint without its translucency."""
    if isinstance(paint, Color):
        return paint.opaque
    return replace(paint, stops=tuple(Stop(stop.offset, stop.color) for stop in paint.stops))


def has_soft_stops(paint: Paint | None) -> bool:
    """Whether a gradient is not equally solid all over."""
    if paint is None or isinstance(paint, Color):
        return False
    return len({stop.alpha for stop in paint.stops}) > 1


def _is_solid(paint: Paint | None) -> bool:
    match paint:
        case None:
            return True
        case Color():
            return paint.alpha == 1
        case Linear() | Radial() | Conic():
            return all(stop.alpha == 1 for stop in paint.stops)


def _area(path: Path) -> tuple[Item, ...]:
    match path.fill:
        case None:
            return ()
        case Color(alpha=alpha) as color:
            return fade_items((replace(path, fill=color.opaque, stroke=None),), alpha)
        case fill if has_soft_stops(fill):
            return mask_area(replace(path, stroke=None))
        case fill:
            opaque = replace(path, fill=opaque_paint(fill), stroke=None)
            return fade_items((opaque,), fill.stops[0].alpha)


def mask_area(path: Path) -> tuple[Item, ...]:
    """A path filled by a gradient of unlike stops, behind a mask that runs as the stops do."""
    fill, box = path.fill, bounds(path.outline)
    if box is None or fill is None or isinstance(fill, Color):
        return (path,)
    tones = tuple(Stop(stop.offset, _gray(stop.alpha)) for stop in fill.stops)
    mask = Path(rectangle(box.inset_by(-1)), replace(fill, stops=tones))
    opaque = replace(path, fill=opaque_paint(fill))
    return (Group((opaque,), mask=(mask,), by_light=True),)


def _gray(share: float) -> Color:
    level = round(255 * share)
    return Color(level, level, level)


def _line(path: Path) -> tuple[Item, ...]:
    if path.stroke is None:
        return ()
    pen: Stroke = replace(path.stroke, paint=path.stroke.paint.opaque)
    return fade_items((replace(path, fill=None, stroke=pen),), path.stroke.paint.alpha)
