"""How an element's items are framed: cast shadows, turned, faded and blended as one.

In      an element's own items, its frame and rectangle.
Out     the items as they stand on the page.

Shadows fall to the same side however an element is turned.
"""

from __future__ import annotations

import math

from cardgen.bind.bound_elements import Frame
from cardgen.bind.bound_paint import Shadow
from cardgen.core.geometry import Rect, Transform
from cardgen.scene.items import Blur, Group, Item, count_blends
from cardgen.scene.translucency import fade_items

DEVIATIONS = 2.0
"""A shadow's `blur`, as designers know it, is so many standard deviations (CSS
Backgrounds and Borders Level 3, 6.2)."""
MAX_BLENDS = 100
"""On one face: each takes some 20 ms of a poker card at 300 dpi."""


def framed(frame: Frame, rect: Rect, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items of an element as one."""
    shown = _mixed(frame, rect, items)
    return (Group(shown, finish=frame.finish),) if frame.finish and shown else shown


def _mixed(frame: Frame, rect: Rect, items: tuple[Item, ...]) -> tuple[Item, ...]:
    if not items or (is_plain(frame) and not frame.shadows):
        return items
    turn = rotation(frame.rotate, rect) if frame.rotate else None
    if not frame.shadows:
        return (Group(items, None, turn, frame.opacity, frame.blend),)
    if turn is not None:
        items = (Group(items, transform=turn),)
    if count_blends(items) > MAX_BLENDS:  # an error; shadows in shadows would double on and on
        return items
    lit = tuple(_shaded(frame.shadows, rect, items))
    if frame.opacity == 1 and frame.blend == "normal":
        return lit
    return (Group(lit, opacity=frame.opacity, blend=frame.blend),)


def is_plain(frame: Frame) -> bool:
    """Whether items are neither turned nor faded nor blended: but for shadows, as they are."""
    return frame.rotate == 0 and frame.opacity == 1 and frame.blend == "normal"


def rotation(degrees: float, rect: Rect) -> Transform:
    """Clockwise about the middle of `rect`."""
    x, y = rect.center
    angle = math.radians(degrees)
    turn = Transform(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))
    return Transform(e=x, f=y).after(turn).after(Transform(e=-x, f=-y))


def _shaded(shadows: tuple[Shadow, ...], rect: Rect, items: tuple[Item, ...]) -> list[Item]:
    below = [one for shadow in shadows if not shadow.inside for one in _cast(shadow, rect, items)]
    inside = [
        Group(cast, mask=items)
        for shadow in shadows
        if shadow.inside and (cast := _cast(shadow, rect, items))
    ]
    return [*below, *items, *inside]


def _cast(shadow: Shadow, rect: Rect, items: tuple[Item, ...]) -> tuple[Item, ...]:
    short = min(rect.width, rect.height)
    x, y = shadow.x.resolve(rect.width), shadow.y.resolve(rect.height)
    radius = shadow.blur.resolve(short) / DEVIATIONS
    blur = Blur(radius, shadow.color.opaque, shadow.strength, shadow.inside)
    shift = Transform(e=x, f=y) if x or y else None
    cast = (Group(items, blur=blur),)
    return fade_items((Group(cast, transform=shift),) if shift else cast, shadow.color.alpha)
