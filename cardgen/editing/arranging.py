"""What moving or resizing an element changes: one length a side, in the unit it was typed in.

In      an element's options and where it stands, how far its edges shall move.
Out     new texts of the options that say so, or a refusal with its reason.
Not here  writing them (`editing.layout_editor`).

A length that is a template or calculated is left to its author: there is no one number in it that
says where the element stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from cardgen.core.lengths import UNITS, split_length
from cardgen.editing.element_options import ElementOption
from cardgen.editing.refusal import RefusedError

Container = Literal["overlay", "column", "row", "grid"]
_STEPS = {"mm": 0.05, "cm": 0.005, "in": 0.002, "pt": 0.1, "px": 1.0, "%": 0.1}
"""What is written is a multiple of it: as fine as a press can place ink."""
_STILL = 0.07
"""Points within which an edge has not moved: half a step."""


class EdgeMoves(Struct, frozen=True):
    """How far the edges of an element move right and down, in points."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class Standing(Struct, frozen=True):
    """Where an element stands, and what says so."""

    container: Container
    options: Mapping[str, ElementOption]
    """Its own, by their keys."""
    rect: tuple[float, float, float, float]
    """Left and top from its container's content, width and height, in points."""
    room: tuple[float, float]
    """Width and height that percents count from."""
    at: str = ""
    """The corner of its container that it stands in."""
    grows: bool = False
    moves_baseline: bool = False
    """Whether it is a text whose first baseline says how high it stands."""


class _Axis(Struct, frozen=True):
    """The options of one direction, and what is known of it."""

    standing: Standing
    start: str
    end: str
    size: str
    position: float
    length: float
    room: float
    share: float | None
    """Where the element's corner lies: 0 at the start, 1 at the end."""

    def has(self, key: str) -> bool:
        return key in self.standing.options

    def added(self, key: str, points: float) -> dict[str, str]:
        """The option with so many points more, in its own unit."""
        option = self.standing.options[key]
        if option.refused or option.text is None:
            raise RefusedError(f"`{key}`: {option.refused or 'it is no length'}")
        parts = split_length(option.text)
        if parts is None:
            raise RefusedError(f"`{key}: {option.text}` is no plain length; edit it in the file")
        number, unit = parts[0], parts[1] or self.usual_unit()
        return {key: write_length(number + points / self.points(unit), unit)}

    def new(self, key: str, points: float) -> dict[str, str]:
        """An option that is not there yet."""
        unit = self.usual_unit()
        return {key: write_length(points / self.points(unit), unit)}

    def points(self, unit: str) -> float:
        """How many points one of a unit has."""
        if unit == "%":
            return self.room / 100
        if unit not in UNITS:
            raise RefusedError(f"a length in {unit} is edited in the file")
        return UNITS[unit]

    def usual_unit(self) -> str:
        """The unit of the element's other lengths."""
        for key in (self.start, self.end, self.size, "top", "left", "height", "width"):
            option = self.standing.options.get(key)
            parts = split_length(option.text or "") if option else None
            if parts and parts[1] in UNITS and parts[1] != "px":
                return parts[1]
        return "mm"


def write_length(number: float, unit: str) -> str:
    """A number and its unit, on a multiple of the unit's step."""
    step = _STEPS[unit]
    rounded = round(round(number / step) * step, 4)
    return f"{rounded:g}{unit}" if rounded else "0"


def plan_arrangement(standing: Standing, edges: EdgeMoves) -> dict[str, str]:
    """Return the options that change, with their new texts.

    Args:
        standing: Where the element stands.
        edges: How far its edges move.

    Raises:
        RefusedError: what says where it stands cannot be changed here.
    """
    left, top, width, height = standing.rect
    across, down = _shares(standing.at)
    axes = (
        _Axis(standing, "left", "right", "width", left, width, standing.room[0], across),
        _Axis(standing, "top", "bottom", "height", top, height, standing.room[1], down),
    )
    moves = ((edges.left, edges.right), (edges.top, edges.bottom))
    plan: dict[str, str] = {}
    for axis, (start, end) in zip(axes, moves, strict=True):
        if abs(start) > _STILL or abs(end) > _STILL:
            plan |= _plan_axis(axis, start, end)
    return plan


def _shares(at: str) -> tuple[float | None, float | None]:
    if not at:
        return None, None
    across = 0.0 if "left" in at else 1.0 if "right" in at else 0.5
    return across, 0.0 if "top" in at else 1.0 if "bottom" in at else 0.5


def _plan_axis(axis: _Axis, start: float, end: float) -> dict[str, str]:
    is_moved = abs(start - end) <= _STILL
    if axis.standing.container != "overlay":
        return _refuse_move(axis) if is_moved else _resize_stacked(axis, end - start)
    _refuse_points(axis)
    if is_moved:
        return _move(axis, start)
    return _resize(axis, start, end)


def _refuse_points(axis: _Axis) -> None:
    option = axis.standing.options.get("at")
    if option and option.refused:
        raise RefusedError(f"`at`: {option.refused}")
    if "along" in axis.standing.options:
        raise RefusedError("it stands on a curve, `along`; edit it in the file")


def _refuse_move(axis: _Axis) -> dict[str, str]:
    kind = axis.standing.container
    raise RefusedError(
        f"it stands in a {kind}, so its place follows from its neighbors and their sizes"
    )


def _resize_stacked(axis: _Axis, by: float) -> dict[str, str]:
    """In a column, a row or a grid only its own size is the element's."""
    if axis.length + by <= _STILL:
        raise RefusedError(f"it would have no {axis.size}")
    if axis.has(axis.size):
        return axis.added(axis.size, by)
    if axis.standing.grows:
        raise RefusedError("it grows into the room that is left; take `grow` away first")
    return axis.new(axis.size, axis.length + by)


def _move(axis: _Axis, by: float) -> dict[str, str]:
    sides = [key for key in (axis.start, axis.end) if axis.has(key)]
    if axis.start == "top" and axis.standing.moves_baseline and not sides and axis.share is None:
        return axis.added("baseline", by)
    if sides == [axis.end]:
        return axis.added(axis.end, -by)
    if sides == [axis.start]:
        return axis.added(axis.start, by)
    if sides:
        return axis.added(axis.start, by) | axis.added(axis.end, -by)
    gap = axis.room - axis.position - axis.length
    if axis.has(axis.size) or axis.share is not None:
        if axis.share == 1.0:
            return axis.new(axis.end, gap - by)
        return axis.new(axis.start, axis.position + by)
    return axis.new(axis.start, axis.position + by) | axis.new(axis.end, gap - by)


def _resize(axis: _Axis, start: float, end: float) -> dict[str, str]:
    """Move one edge; the other stays, where the element says where it stands."""
    if axis.length + end - start <= _STILL:
        raise RefusedError(f"it would have no {axis.size}")
    if axis.has(axis.size):
        return axis.added(axis.size, end - start) | _keep_other_edge(axis, start, end)
    if _is_as_its_content(axis):
        return axis.new(axis.size, axis.length + end - start) | _keep_other_edge(axis, start, end)
    gap = axis.room - axis.position - axis.length
    moves_end = abs(end) > _STILL
    lacks_top = axis.start == "top" and not axis.has("top")  # with a bottom alone it would sink
    moves_start = abs(start) > _STILL or (moves_end and lacks_top)
    plan = _shift(axis, axis.start, axis.position, start) if moves_start else {}
    return plan | (_shift(axis, axis.end, gap, -end) if moves_end else {})


def _shift(axis: _Axis, key: str, distance: float, by: float) -> dict[str, str]:
    """A side that is further away, whether it was said before or not."""
    return axis.added(key, by) if axis.has(key) else axis.new(key, distance + by)


def _is_as_its_content(axis: _Axis) -> bool:
    """Whether the element is as large as what it holds, and no edge says otherwise."""
    if axis.has(axis.start) and axis.has(axis.end):
        return False
    return axis.share is not None or (axis.size == "height" and axis.has(axis.end))


def _keep_other_edge(axis: _Axis, start: float, end: float) -> dict[str, str]:
    if axis.has(axis.start):
        return axis.added(axis.start, start) if abs(start) > _STILL else {}
    if axis.has(axis.end):
        return axis.added(axis.end, -end) if abs(end) > _STILL else {}
    return {}
