"""Outlines of shapes that fill a box.

In      a bound shape or path, its rectangle.
Out     an `Outline` in absolute points.
"""

from __future__ import annotations

import math

from cardgen.bind.bound_elements import GroupBox, PathBox, ShapeBox, ShapeForm
from cardgen.core.geometry import QUARTER_ARC, Rect, Transform
from cardgen.core.lengths import Length
from cardgen.read.models.values import CornerForm
from cardgen.scene import outlines
from cardgen.scene.outlines import Outline, Segment
from cardgen.scene.plain_shapes import (
    Point,
    named_shape,
    point_on,
    points_around,
    polygon,
    star_points,
    view_onto,
)


def shape(box: ShapeBox, rect: Rect) -> Outline:
    """The outline of a simple shape that fills `rect`."""
    form, short = box.form, min(rect.width, rect.height)
    match box.shape:
        case "line":
            return open_line(_places(box, rect)) if box.points else _line(rect)
        case "curve":
            return smooth_curve(_places(box, rect), closed=form.closed)
        case "rectangle":
            return cornered(rect, box.radius.resolve(short), form.corner)
        case "polygon":
            points = _places(box, rect) if box.points else points_around(rect, form.corners or 3)
            return polygon(points)
        case "star":
            return polygon(star_points(rect, form.corners or 5, form.inner))
        case "arc" | "pie" | "ring":
            return _round_part(box.shape, form, rect)
        case "arrow":
            return polygon(_arrow(rect, form.head, form.shaft))
        case "bubble":
            return bubble(rect, box.radius.resolve(short), _tip(form, rect))
        case name:
            return named_shape(name, rect)


def _round_part(name: str, form: ShapeForm, rect: Rect) -> Outline:
    if name == "ring":
        return ring(rect, form.start, form.sweep, 0.6 if form.inner is None else form.inner)
    part = pie if name == "pie" else arc
    return part(rect, form.start, form.sweep)


def _tip(form: ShapeForm, rect: Rect) -> Point:
    """Where a bubble's tail ends: below its left half, if it is not said."""
    x, y = form.tail or (Length(share=0.2), Length(share=1.3))
    return rect.left + x.resolve(rect.width), rect.top + y.resolve(rect.height)


def box_outline(box: GroupBox, rect: Rect) -> Outline:
    """The edge of a box that holds others."""
    return cornered(rect, box.radius.resolve(min(rect.width, rect.height)), box.corner)


def clip_outline(box: GroupBox, rect: Rect) -> Outline:
    """What a box cuts its content to."""
    return named_shape(box.clip_shape, rect) if box.clip_shape else box_outline(box, rect)


def _places(box: ShapeBox, rect: Rect) -> list[Point]:
    return [
        (rect.left + x.resolve(rect.width), rect.top + y.resolve(rect.height))
        for x, y in box.points
    ]


def open_line(points: list[Point]) -> Outline:
    """A line from point to point."""
    return (outlines.Move(*points[0]), *(outlines.Line(x, y) for x, y in points[1:]))


def _line(rect: Rect) -> Outline:
    """Along the middle of the longer side."""
    if rect.width >= rect.height:
        y = rect.center[1]
        return outlines.Move(rect.left, y), outlines.Line(rect.right, y)
    x = rect.center[0]
    return outlines.Move(x, rect.top), outlines.Line(x, rect.bottom)


# --- corners -------------------------------------------------------------------------------


def cornered(rect: Rect, radius: float, form: CornerForm) -> Outline:
    """`rect` with corners that are rounded, cut off, or scooped out."""
    r = min(radius, rect.width / 2, rect.height / 2)
    if form == "round" or r <= 0:
        return outlines.rounded(rect, radius)
    made: list[Segment] = []
    sides = [
        (rect.left, rect.top, 0, 1, 1, 0),
        (rect.right, rect.top, -1, 0, 0, 1),
        (rect.right, rect.bottom, 0, -1, -1, 0),
        (rect.left, rect.bottom, 1, 0, 0, -1),
    ]
    for x, y, in_x, in_y, out_x, out_y in sides:
        start, end = (x + r * in_x, y + r * in_y), (x + r * out_x, y + r * out_y)
        made.append(outlines.Line(*start) if made else outlines.Move(*start))
        if form == "cut":
            made.append(outlines.Line(*end))
            continue
        k = r * QUARTER_ARC
        first = start[0] + k * out_x, start[1] + k * out_y
        second = end[0] + k * in_x, end[1] + k * in_y
        made.append(outlines.Curve(*first, *second, *end))
    return (*made, outlines.Close())


def bubble(rect: Rect, radius: float, tip: Point) -> Outline:
    """A rounded rectangle with a tail that ends at `tip`, on the side that faces it."""
    r = min(radius, rect.width / 2, rect.height / 2)
    sides = {
        "top": (rect.top - tip[1], rect.width),
        "right": (tip[0] - rect.right, rect.height),
        "bottom": (tip[1] - rect.bottom, rect.width),
        "left": (rect.left - tip[0], rect.height),
    }
    side = max(sides, key=lambda name: sides[name][0])
    out, length = sides[side]
    plain = outlines.rounded(rect, r)
    foot = min(length - 2 * r, max(2.0, 0.25 * length))
    if out <= 0 or foot <= 0:
        return plain
    across = side in ("top", "bottom")
    near, low = (tip[0], rect.left) if across else (tip[1], rect.top)
    middle = min(max(near, low + r + foot / 2), low + length - r - foot / 2)
    ends = [middle - foot / 2, middle + foot / 2]
    level = {"top": rect.top, "right": rect.right, "bottom": rect.bottom, "left": rect.left}[side]
    ends = ends if side in ("top", "right") else ends[::-1]
    spots = [(end, level) if across else (level, end) for end in ends]
    tail = (outlines.Line(*spots[0]), outlines.Line(*tip), outlines.Line(*spots[1]))
    return _with_tail(plain, tail, spots[0])


def _with_tail(plain: Outline, tail: tuple[Segment, ...], start: Point) -> Outline:
    """The outline with the tail put into the straight side that its start stands on."""
    made: list[Segment] = []
    here = (0.0, 0.0)
    done = False
    for segment in plain:
        if isinstance(segment, outlines.Line) and not done:
            there = segment.x, segment.y
            if _is_between(here, start, there):
                made += tail
                done = True
        made.append(segment)
        if not isinstance(segment, outlines.Close):
            here = segment.x, segment.y
    if not done:  # the last side is the one that closes the outline
        made[-1:] = [*tail, outlines.Close()]
    return tuple(made)


def _is_between(one: Point, middle: Point, other: Point) -> bool:
    apart = math.dist(one, middle) + math.dist(middle, other)
    return abs(apart - math.dist(one, other)) < 1e-6


# --- around a middle -----------------------------------------------------------------------


def arc(rect: Rect, start: float, sweep: float) -> Outline:
    """A part of the ellipse in a box, clockwise from `start` degrees after the top."""
    first, rest = _arc(rect, start, sweep)
    closed = (outlines.Close(),) if abs(sweep) >= 360 else ()
    return (outlines.Move(*first), *rest, *closed)


def pie(rect: Rect, start: float, sweep: float) -> Outline:
    """An arc with its two ends joined to the middle."""
    if abs(sweep) >= 360:
        return outlines.ellipse(rect)
    first, rest = _arc(rect, start, sweep)
    return (outlines.Move(*rect.center), outlines.Line(*first), *rest, outlines.Close())


def ring(rect: Rect, start: float, sweep: float, inner: float) -> Outline:
    """The part of a pie outside an inner ellipse."""
    x, y = rect.center
    width, height = rect.width * inner, rect.height * inner
    hole = Rect(x - width / 2, y - height / 2, width, height)
    first, outer = _arc(rect, start, sweep)
    last, back = _arc(hole, start + sweep, -sweep)
    if abs(sweep) >= 360:
        outside = (outlines.Move(*first), *outer, outlines.Close())
        return (*outside, outlines.Move(*last), *back, outlines.Close())
    return (outlines.Move(*first), *outer, outlines.Line(*last), *back, outlines.Close())


def _arc(rect: Rect, start: float, sweep: float) -> tuple[Point, tuple[Segment, ...]]:
    """Where an arc begins, and its curves, each of a quarter at most."""
    count = max(1, math.ceil(abs(sweep) / 90 - 1e-9))
    step = math.radians(sweep) / count
    reach = 4 / 3 * math.tan(step / 4)
    angle = math.radians(start) - math.pi / 2
    curves: list[Segment] = []
    for _ in range(count):
        end = angle + step
        one = math.cos(angle) - reach * math.sin(angle), math.sin(angle) + reach * math.cos(angle)
        two = math.cos(end) + reach * math.sin(end), math.sin(end) - reach * math.cos(end)
        places = [one, two, (math.cos(end), math.sin(end))]
        on = [point_on(rect, 0.5 + x / 2, 0.5 + y / 2) for x, y in places]
        curves.append(outlines.Curve(*on[0], *on[1], *on[2]))
        angle = end
    begin = math.radians(start) - math.pi / 2
    return point_on(rect, 0.5 + math.cos(begin) / 2, 0.5 + math.sin(begin) / 2), tuple(curves)


def _arrow(rect: Rect, head: float | None, shaft: float | None) -> list[Point]:
    """An arrow to the right, all of its box long."""
    neck = 1 - (0.4 if head is None else head)
    half = (0.4 if shaft is None else shaft) / 2
    places = [(0.0, 0.5 - half), (neck, 0.5 - half), (neck, 0.0), (1.0, 0.5)]
    mirrored = [(x, 1 - y) for x, y in reversed(places[:3])]
    return [point_on(rect, x, y) for x, y in (*places, *mirrored)]


# --- through points ------------------------------------------------------------------------


def smooth_curve(points: list[Point], *, closed: bool) -> Outline:
    """A curve through points: between two of them it runs as its neighbors lead it.

    Source  E. Catmull, R. Rom, "A class of local interpolating splines" (1974), as cubic
            Béziers.
    """
    count = len(points)
    last = count if closed else count - 1

    def at(index: int) -> Point:
        return points[index % count] if closed else points[min(max(index, 0), count - 1)]

    curves = []
    for i in range(last):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = at(i - 1), at(i), at(i + 1), at(i + 2)
        first = x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6
        second = x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6
        curves.append(outlines.Curve(*first, *second, x2, y2))
    return (outlines.Move(*points[0]), *curves, *((outlines.Close(),) if closed else ()))


def onto_box(box: PathBox, rect: Rect) -> Transform:
    """The map from a path's view box onto its rectangle."""
    return view_onto(box.view, rect, keep=box.keep)
