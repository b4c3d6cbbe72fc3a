"""Move, fade, measure and recolor scene items.

In      items in one system of coordinates.
Out     the same items in another, every coordinate worked out.

A straight gradient stays one under any affine map, if its end is put where the moved
bands are. A round one becomes an ellipse, and a line that is wider across than down has no
one width, which the scene has no names for: such a path keeps its own coordinates inside a
`Group` with a transform.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.core.geometry import Rect, Transform
from cardgen.scene.items import Conic, Group, Item, Linear, Paint, Path, Radial, Stop, Stroke
from cardgen.scene.outlines import Outline, bounds, moved, rectangle
from cardgen.svg.shapes import tight_bounds

Recolor = Callable[[Color], Color]


def scale_of(transform: Transform) -> float:
    """By how much it lengthens lines, on the average over directions."""
    return math.sqrt(abs(transform.a * transform.d - transform.b * transform.c))


def inverse(transform: Transform) -> Transform | None:
    """The way back, or None from a map that flattens."""
    t = transform
    area = t.a * t.d - t.b * t.c
    if abs(area) < 1e-18:
        return None
    back = Transform(t.d / area, -t.b / area, -t.c / area, t.a / area)
    e, f = back.apply(t.e, t.f)
    return replace(back, e=-e, f=-f)


def _keeps_circles(transform: Transform) -> bool:
    t = transform
    slack = 1e-6 * (abs(t.a) + abs(t.b) + abs(t.c) + abs(t.d))
    turned = abs(t.a - t.d) <= slack and abs(t.b + t.c) <= slack
    mirrored = abs(t.a + t.d) <= slack and abs(t.b - t.c) <= slack
    return turned or mirrored


def move_items(items: Iterable[Item], transform: Transform) -> tuple[Item, ...]:
    """Every item after `transform`; strokes scale by the square root of the area's factor."""
    return tuple(_move(item, transform) for item in items)


def _move(item: Item, transform: Transform) -> Item:
    match item:
        case Path(fill=Radial()) | Path(stroke=Stroke()) if not _keeps_circles(transform):
            return _ellipse(item, transform)
        case Path():
            return _move_path(item, transform)
        case Group(transform=None):
            clip = moved(item.clip, transform) if item.clip else None
            mask = move_items(item.mask, transform)
            return replace(item, items=move_items(item.items, transform), clip=clip, mask=mask)
        case Group(transform=Transform() as inner):
            return replace(item, transform=transform.after(inner))
        case _:
            raise TypeError(item)


def _ellipse(path: Path, transform: Transform) -> Item:
    """Coordinates at the final scale, so that rounding in a file costs the same everywhere."""
    size = scale_of(transform)
    if size < 1e-9:
        return replace(_move_path(path, transform), fill=None)
    inner = _move_path(path, Transform(a=size, d=size))
    return Group((inner,), transform=transform.after(Transform(a=1 / size, d=1 / size)))


def _move_path(path: Path, transform: Transform) -> Path:
    return replace(
        path,
        outline=moved(path.outline, transform),
        fill=_move_paint(path.fill, transform),
        stroke=move_stroke(path.stroke, scale_of(transform)),
    )


def move_stroke(stroke: Stroke | None, scale: float) -> Stroke | None:
    """A line as it is where all is `scale` times as large."""
    if stroke is None or scale == 0:
        return None
    dash = tuple(length * scale for length in stroke.dash)
    return replace(stroke, width=stroke.width * scale, dash=dash, offset=stroke.offset * scale)


def _move_paint(paint: Paint | None, transform: Transform) -> Paint | None:
    match paint:
        case Linear():
            return move_linear(paint, transform)
        case Radial():
            center = transform.apply(*paint.center)
            return replace(paint, center=center, radius=paint.radius * scale_of(transform))
        case _:
            return paint


def move_linear(paint: Linear, transform: Transform) -> Linear:
    """Move the start; the end lies where its band has moved to, square to that band."""
    (x1, y1), (x2, y2) = paint.start, paint.end
    start = transform.apply(x1, y1)
    to_end = _minus(transform.apply(x2, y2), start)
    band = _minus(transform.apply(x1 - (y2 - y1), y1 + (x2 - x1)), start)
    square = band[0] ** 2 + band[1] ** 2
    share = (to_end[0] * band[0] + to_end[1] * band[1]) / square if square else 0.0
    end = start[0] + to_end[0] - share * band[0], start[1] + to_end[1] - share * band[1]
    return replace(paint, start=start, end=end)


def _minus(p: tuple[float, float], q: tuple[float, float]) -> tuple[float, float]:
    return p[0] - q[0], p[1] - q[1]


# --- colors and opacity -------------------------------------------------------------------


def recolored(items: Iterable[Item], recolor: Recolor) -> tuple[Item, ...]:
    """The items with every color replaced by what `recolor` gives for it."""
    return tuple(_recolor(item, recolor) for item in items)


def _recolor(item: Item, recolor: Recolor) -> Item:
    match item:
        case Path(fill=fill, stroke=stroke):
            pen = replace(stroke, paint=recolor(stroke.paint)) if stroke else None
            return replace(item, fill=_recolor_paint(fill, recolor), stroke=pen)
        case Group():
            return replace(item, items=recolored(item.items, recolor))
        case _:
            raise TypeError(item)


def _recolor_paint(paint: Paint | None, recolor: Recolor) -> Paint | None:
    match paint:
        case None:
            return None
        case Color():
            return recolor(paint)
        case Linear() | Radial() | Conic():
            return replace(paint, stops=tuple(_recolor_stop(one, recolor) for one in paint.stops))


def _recolor_stop(stop: Stop, recolor: Recolor) -> Stop:
    color = recolor(stop.color)
    return replace(stop, color=color.opaque, alpha=stop.alpha * color.alpha)


def colors_of(items: Iterable[Item]) -> Iterator[Color]:
    """Every color that items are painted in."""
    for item in items:
        match item:
            case Path(fill=fill, stroke=stroke):
                if isinstance(fill, Color):
                    yield fill
                elif fill is not None:
                    yield from (stop.color for stop in fill.stops)
                if stroke is not None:
                    yield stroke.paint
            case Group():
                yield from colors_of(item.items)
            case _:
                raise TypeError(item)


def faded(items: tuple[Item, ...], opacity: float) -> tuple[Item, ...]:
    """The items, translucent as one: a line does not show through the area it bounds."""
    if opacity >= 1 or not items:
        return items
    if opacity <= 0:
        return ()
    return (Group(apart(items), opacity=opacity),)


def apart(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """A lone path's area and line as two items, so that painters see there are two."""
    match items:
        case (Path(fill=fill, stroke=stroke) as path,) if fill is not None and stroke is not None:
            return replace(path, stroke=None), replace(path, fill=None)
        case _:
            return items


def count_fades(items: tuple[Item, ...]) -> int:
    """How many groups fade or blend more than a lone path, and so are painted apart."""
    return sum(_fades(item) for item in items)


def _fades(item: Item) -> int:
    if not isinstance(item, Group):
        return 0
    lone = len(item.items) == 1 and isinstance(item.items[0], Path)
    apart = (item.opacity < 1 or item.blend != "normal" or item.isolated) and not lone
    return apart + bool(item.mask) + count_fades(item.items) + count_fades(item.mask)


# --- extents -------------------------------------------------------------------------------


def within(
    items: tuple[Item, ...], outline: Outline, *, even_odd: bool = False
) -> tuple[Item, ...]:
    """The items clipped to `outline`."""
    return (Group(items, clip=outline, clip_even_odd=even_odd),) if items else ()


def framed(items: tuple[Item, ...], frame: Rect, transform: Transform) -> tuple[Item, ...]:
    """Items clipped to a frame that has been moved by `transform`, if any may reach out."""
    outline = moved(rectangle(frame), transform)
    inside = bounds(outline)
    upright = abs(transform.b) + abs(transform.c) < 1e-12
    if upright and inside and all(inside.contains(box) for box in _boxes(items, Transform())):
        return items
    return within(items, outline)


def extent_of(items: Iterable[Item]) -> Rect | None:
    """The box that holds all items, lines counted; None if nothing is there."""
    found: Rect | None = None
    for box in _boxes(items, Transform(), tight_bounds):
        found = box if found is None else found.union(box)
    return found


def filled_box(
    items: Iterable[Item], space: Transform, spend: Callable[[int], None]
) -> Rect | None:
    """The box of items in the coordinates that `space` moves to theirs, lines not counted; None if
    nothing is there, or it has no area. `spend` is told of every segment."""
    back = inverse(space)
    found: Rect | None = None
    for outline in _outlines(items, back) if back else ():
        spend(len(outline))
        box = tight_bounds(outline)
        found = box if found is None else found.union(box)
    return found if found and found.width and found.height else None


def _outlines(items: Iterable[Item], outer: Transform) -> Iterator[Outline]:
    for item in items:
        match item:
            case Group(mask=(Path(fill=None) as line,), by_light=False):
                yield moved(line.outline, outer)
            case Group():
                inner = outer.after(item.transform) if item.transform else outer
                yield from _outlines(item.items, inner)
            case Path(outline=outline):
                yield moved(outline, outer)


def _boxes(
    items: Iterable[Item],
    outer: Transform,
    measure: Callable[[Outline], Rect | None] = bounds,
) -> Iterator[Rect]:
    """Boxes that hold the items; clips are not counted on."""
    for item in items:
        match item:
            case Group(mask=(Path(fill=None),), by_light=False):
                yield from _boxes(item.mask, outer, measure)
            case Group():
                inner = outer.after(item.transform) if item.transform else outer
                yield from _boxes(item.items, inner, measure)
            case Path(outline=outline, stroke=stroke):
                box = measure(moved(outline, outer))
                if box:
                    yield box.inset_by(-_reach(stroke) * scale_of(outer))
            case _:
                raise TypeError(item)


def _reach(stroke: Stroke | None) -> float:
    if stroke is None:
        return 0.0
    sharp = stroke.miter / 2 if stroke.join == "miter" else 0.5
    return stroke.width * (max(sharp, 0.75) if stroke.cap == "square" else sharp)
