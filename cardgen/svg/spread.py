"""Gradients that go on beyond their ends: round after round, or back and forth.

In      a gradient in its own coordinates, and the box there that it has to cover.
Out     one that is so much longer, with its stops as often as it takes.

Source  SVG 2, chapter 14.2.2 (spreadMethod).
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from cardgen.core.geometry import Rect
from cardgen.scene.items import Linear, Radial, Stop

MAX_STOPS = 256
METHODS = ("reflect", "repeat")


def spread_linear(paint: Linear, box: Rect, method: str) -> Linear | None:
    """The gradient over all of a box; None if that takes too many stops."""
    (x, y), (x2, y2) = paint.start, paint.end
    across, down = x2 - x, y2 - y
    square = across * across + down * down
    if not square:
        return paint
    places = [((u - x) * across + (v - y) * down) / square for u, v in _corners(box)]
    first, last = math.floor(min(0.0, *places)), math.ceil(max(1.0, *places))
    stops = _rounds(paint.stops, first, last, method)
    if stops is None:
        return None
    start = x + first * across, y + first * down
    return Linear(start, (x + last * across, y + last * down), stops)


def spread_radial(paint: Radial, box: Rect, method: str) -> Radial | None:
    """The gradient over all of a box; None if that takes too many stops."""
    far = max(math.dist(paint.center, corner) for corner in _corners(box))
    if far > paint.radius * MAX_STOPS:
        return None
    last = math.ceil(max(1.0, far / paint.radius))
    stops = _rounds(paint.stops, 0, last, method)
    return Radial(paint.center, paint.radius * last, stops) if stops else None


def _corners(box: Rect) -> tuple[tuple[float, float], ...]:
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _rounds(stops: tuple[Stop, ...], first: int, last: int, method: str) -> tuple[Stop, ...] | None:
    """Stops from round `first` up to `last`, of which round 0 is the gradient itself."""
    whole = replace(stops[0], offset=0.0), *stops, replace(stops[-1], offset=1.0)
    count = last - first
    if count * len(whole) > MAX_STOPS:
        return None
    found = []
    for number in range(first, last):
        back = method == "reflect" and number % 2 == 1
        for stop in reversed(whole) if back else whole:
            place = 1 - stop.offset if back else stop.offset
            found.append(replace(stop, offset=(number - first + place) / count))
    return tuple(found)
