"""How far the parts of a drawing may reach, and how many of them may fade.

In      transforms, outlines and items of one drawing.
Out     `BadValueError`s and `DrawingError`s for what is beyond the limits.
Not here  how much is drawn (`svg.draw`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardgen.core.geometry import Transform
from cardgen.scene.items import Item
from cardgen.scene.outlines import Outline, bounds, moved, rectangle
from cardgen.svg.item_transforms import count_fades
from cardgen.svg.tree import DrawingError
from cardgen.svg.values import BadValueError

MAX_FADES = 500
MAX_REACH = 1e6
_MAX_SCALE = 1e12


def check_scale(transform: Transform) -> None:
    """Refuse a transform that enlarges beyond all measure."""
    if not all(math.isfinite(n) and abs(n) <= _MAX_SCALE for n in _numbers(transform)):
        raise BadValueError("its transforms enlarge without measure")


def check_reach(outline: Outline, space: Transform) -> None:
    """Refuse an outline that reaches far from its drawing."""
    box = bounds(outline)
    frame = moved(rectangle(box), space) if box else ()
    box = bounds(frame)
    if box and max(abs(box.left), abs(box.top), abs(box.right), abs(box.bottom)) > MAX_REACH:
        raise BadValueError("it reaches more than 300 m from the drawing")


def check_fades(items: tuple[Item, ...]) -> None:
    """Refuse very many groups: each of them becomes an object of its own in the PDF."""
    if count_fades(items) > MAX_FADES:
        raise DrawingError(f"has more than {MAX_FADES:,} groups that fade or blend, the limit")


def _numbers(transform: Transform) -> Iterator[float]:
    t = transform
    yield from (t.a, t.b, t.c, t.d, t.e, t.f)
