"""How near something is to where a component is cut: circles, hexagons, tabs, box panels too.

In      a component size, points and boxes on its page.
Out     distances in points; the sides that a box comes near.
Not here  drawing the outline (`die`), what is wrong with being near (`check.rules.press.edges`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from cardgen.core.geometry import Rect
from cardgen.core.sizes import Size
from cardgen.scene.cut_outline import list_corner_points, measure_beyond_polygon
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline

Sides = tuple[tuple[float, float, float], ...]


@lru_cache(maxsize=64)
def opposite_sides(size: Size) -> Sides:
    """Pairs of opposite sides: a unit normal, and how far they are from the middle."""
    half_width, half_height = size.trim.width / 2, size.trim.height / 2
    if size.shape != "hexagon":
        return (1.0, 0.0, half_width), (0.0, 1.0, half_height)
    long = math.hypot(half_height, half_width / 2)
    across, down = half_height / long, half_width / 2 / long
    far = half_width * across
    return (0.0, 1.0, half_height), (across, down, far), (across, -down, far)


def measure_overshoot(size: Size, inset: float, x: float, y: float) -> float:
    """How far a point lies outside the cut's outline moved inwards by `inset`, in points.

    Negative inside. Beyond the corner of a hexagon it is the distance to the farther side.
    """
    if size.tab is not None:
        return min(_distance_beyond(box, x, y) for box in _divider_boxes(size)) + inset
    middle_x, middle_y = size.trim_box.center
    dx, dy = x - middle_x, y - middle_y
    if size.shape == "circle":
        return math.hypot(dx, dy) - size.trim.width / 2 + inset
    if size.polygon:
        return measure_beyond_polygon(list_corner_points(size, 0.0), x, y) + inset
    if size.shape == "hexagon":
        return max(abs(nx * dx + ny * dy) - far for nx, ny, far in opposite_sides(size)) + inset
    return max(_rounded_overshoot(size, dx, dy), _point_depth_in_notch(size, x, y)) + inset


def measure_outside_safe(size: Size, x: float, y: float) -> float:
    """How far a point lies outside the safe zone. A tab has a zone of its own, down to the
    body's."""
    if size.tab is None or size.tab_box is None:
        return measure_overshoot(size, size.safe, x, y)
    tab, body = size.tab_box, size.safe_box
    down = body.top - tab.top
    drawn = Rect(tab.left, tab.top, tab.width, down + size.safe)
    return min(_distance_beyond(body, x, y), _distance_beyond(drawn, x, y))


def _rounded_overshoot(size: Size, dx: float, dy: float) -> float:
    """As `measure_overshoot`, of a rectangle whose corners are round."""
    radius = size.corner
    across, down = abs(dx) - size.trim.width / 2 + radius, abs(dy) - size.trim.height / 2 + radius
    if min(across, down) <= 0:
        return max(across, down) - radius
    return math.hypot(across, down) - radius


def _point_depth_in_notch(size: Size, x: float, y: float) -> float:
    """How deep a point lies in the notch for the thumb; negative outside it."""
    if size.notch is None:
        return -math.inf
    middle_x, middle_y, radius = size.notch
    return radius - math.hypot(x - middle_x, y - middle_y)


def _divider_boxes(size: Size) -> tuple[Rect, Rect]:
    """A divider's body, and its tab drawn down into it."""
    assert size.tab is not None
    trim, tab = size.trim_box, size.tab
    return size.body_box, Rect(trim.left + tab.left, trim.top, tab.width, trim.height)


def _distance_beyond(box: Rect, x: float, y: float) -> float:
    return max(box.left - x, x - box.right, box.top - y, y - box.bottom)


# --- boxes ---------------------------------------------------------------------------------


def list_corners(rect: Rect) -> tuple[tuple[float, float], ...]:
    left, top, right, bottom = rect.left, rect.top, rect.right, rect.bottom
    return (left, top), (right, top), (right, bottom), (left, bottom)


def measure_farthest_overshoot(size: Size, inset: float, rect: Rect) -> float:
    """The overshoot of a box: of its farthest corner, or of the notch that it reaches into."""
    return max(
        max(measure_overshoot(size, inset, x, y) for x, y in list_corners(rect)),
        _depth_in_notch(size, rect) + inset,
    )


def measure_farthest_from_safe(size: Size, rect: Rect) -> float:
    """How far a box leaves the safe zone."""
    far = max(measure_outside_safe(size, x, y) for x, y in list_corners(rect))
    return max(far, _depth_in_notch(size, rect) + size.safe)


def _depth_in_notch(size: Size, rect: Rect) -> float:
    """How deep a box reaches into the notch: its point that is nearest to the middle."""
    if size.notch is None:
        return -math.inf
    x, y, _ = size.notch
    near_x = min(max(x, rect.left), rect.right)
    near_y = min(max(y, rect.top), rect.bottom)
    return _point_depth_in_notch(size, near_x, near_y)


def measure_gaps(rect: Rect, size: Size) -> dict[str, float]:
    """How far each side of a box lies inside the cut. Of a divider the upper side is cut
    beside the tab, unless the box stands within the tab's width."""
    trim, cut = size.trim_box, size.body_box
    if size.tab is not None:
        left = trim.left + size.tab.left
        if (left <= rect.left and rect.right <= left + size.tab.width) or rect.top <= trim.top:
            cut = trim
    return {
        "left": rect.left - cut.left,
        "top": rect.top - cut.top,
        "right": cut.right - rect.right,
        "bottom": cut.bottom - rect.bottom,
    }


def describe_position(size: Size, rect: Rect) -> str:
    """Where a box comes nearest to the cut, in words."""
    if size.shape != "rectangle":
        return "the edge"
    if size.notch is not None and _depth_in_notch(size, rect) > -size.safe:
        return "the thumb notch"
    found = measure_gaps(rect, size)
    return f"the {min(found, key=lambda side: found[side])}"


def name_edge(size: Size) -> str:
    """What the outline is: a box's panels are folded rather than cut."""
    return "the cut" if size.wall is None else "the panel's edge"


def join_sides(sides: Sequence[str]) -> str:
    return " and ".join(sides) if len(sides) < 3 else f"{', '.join(sides[:-1])} and {sides[-1]}"


# --- lines ---------------------------------------------------------------------------------


def list_outline_points(outline: Outline, step: float) -> Iterator[tuple[float, float]]:
    """Points of an outline, at most `step` apart, corners among them."""
    pen = start = (0.0, 0.0)
    for segment in outline:
        match segment:
            case Move(x, y):
                pen = start = (x, y)
                yield pen
            case Line(x, y):
                yield from _points_between(pen, (x, y), step)
                pen = (x, y)
            case Curve():
                yield from _points_on_curve(pen, segment)
                pen = (segment.x, segment.y)
            case Close():
                yield from _points_between(pen, start, step)
                pen = start


def _points_between(
    one: tuple[float, float], two: tuple[float, float], step: float
) -> Iterator[tuple[float, float]]:
    count = max(1, math.ceil(math.dist(one, two) / step))
    for part in range(1, count + 1):
        share = part / count
        yield one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share


def _points_on_curve(start: tuple[float, float], curve: Curve) -> Iterator[tuple[float, float]]:
    for part in range(1, 17):
        t = part / 16
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (
            a * start[0] + b * curve.x1 + c * curve.x2 + d * curve.x,
            a * start[1] + b * curve.y1 + c * curve.y2 + d * curve.y,
        )
