"""Where a box stands in its parent: corners, edges, points, shares of the room that is free.

In      lengths and shares as they are bound, the parent's size in points.
Out     positions in points.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.bind.bound_elements import GroupBox, SpaceBox
from cardgen.core.geometry import Rect
from cardgen.core.lengths import Length
from cardgen.read.models.places import AnchorPoint


def spread_children(
    box: GroupBox, start: float, room: float, lengths: Sequence[float], gap: float
) -> tuple[float, float]:
    """Where the first child stands, and the gap between children, by `justify`."""
    count = sum(not isinstance(child, SpaceBox) for child in box.children)
    left = room - sum(lengths) - max(0, count - 1) * gap
    if left <= 0 or any(child.frame.grow for child in box.children):
        return start, gap
    match box.justify:
        case "center":
            return start + left / 2, gap
        case "end":
            return start + left, gap
        case "between" if count > 1:
            return start, gap + left / (count - 1)
        case "around" if count:
            return start + left / count / 2, gap + left / count
        case _:
            return start, gap


def align_in_room(align: str, room: float) -> float:
    """How much of the free room is before a child."""
    return {"center": room / 2, "end": room}.get(align, 0.0)


def resolve_given(length: Length | None, whole: float) -> float | None:
    """A length in points; None if none is given."""
    return None if length is None else length.resolve(whole)


def corner_shares(at: str | None) -> tuple[float | None, float | None]:
    """Shares of the free room to the left and above; None where the side is not named."""
    if at is None:
        return None, None
    across = 0.0 if "left" in at else 1.0 if "right" in at else 0.5
    down = 0.0 if "top" in at else 1.0 if "bottom" in at else 0.5
    return across, down


def place_around(
    spot: AnchorPoint, parent: Rect, width: float, height: float
) -> tuple[float, float]:
    """Left and top, from the parent's, of what stands on a point with its middle."""
    radius = spot.radius.resolve(min(parent.width, parent.height))
    x = spot.x.resolve(parent.width) + spot.across * radius
    y = spot.y.resolve(parent.height) + spot.down * radius
    return x - width / 2, y - height / 2


def place_along(
    whole: float, length: float, start: float | None, end: float | None, share: float | None
) -> float:
    """Where something of a `length` begins in a `whole`: at its `start`, before its `end`, or with
    a share of the free room before it."""
    if start is not None:
        return start
    if end is not None:
        return whole - end - length
    return (whole - length) * (share if share is not None else 0.5)
