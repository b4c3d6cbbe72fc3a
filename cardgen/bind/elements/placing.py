"""Which of several places a repeated element takes.

In      an element with points or a curve, and which of how many it is.
Out     the element on one point.
"""

from __future__ import annotations

import math
from typing import TypeVar

from msgspec import Struct, field

from cardgen.bind.elements.card_context import CardContext
from cardgen.core.findings import Finding, Note, Report
from cardgen.core.lengths import Length
from cardgen.read.models.drawn_elements import ShapeElement
from cardgen.read.models.element import Element
from cardgen.read.models.elements import OutlineElement
from cardgen.read.models.places import AlongSpec, AnchorPoint

E = TypeVar("E", bound=Element)

_MIDDLE = Length(share=0.5), Length(share=0.5)
MAX_PLACED = 4096
"""How many placed elements are kept; then all are let go."""


class Placing(Struct):
    """Puts elements on their points."""

    report: Report
    _placed: dict[tuple[int, int, int], tuple[Element, Element]] = field(default_factory=dict)
    """By element, which it is, and of how many; kept with the element, so that no other has its
    number."""

    def place(self, spec: E, context: CardContext) -> E | None:
        """The element on the point that is its own; None, and a finding, if there is none."""
        index, count = (context.index, context.count) if spec.repeat else (0, 1)
        key = id(spec), index, count
        found = self._placed.get(key)
        if found is None:
            spot = self.spot(spec, index, count, context)
            if spot is None:
                return None
            if len(self._placed) >= MAX_PLACED:
                self._placed.clear()
            moved = spec.model_copy(update={"at": spot, "along": None})
            found = self._placed[key] = spec, moved
        placed = found[1]
        assert isinstance(placed, type(spec))
        return placed

    def spot(
        self, spec: Element, index: int, count: int, context: CardContext
    ) -> AnchorPoint | None:
        if isinstance(spec, ShapeElement | OutlineElement) and spec.height is None:
            message = "what stands on a point needs a size of its own"
            self.fault(
                spec, message, "give it a `height`, and a `width` if it is not as wide", context
            )
            return None
        if spec.along is not None:
            return spot_along(spec.along, index, count)
        if isinstance(spec.at, AnchorPoint):
            return spec.at
        assert isinstance(spec.at, tuple)
        if not spec.repeat and len(spec.at) > 1:
            message = f"here are {len(spec.at)} places for one element"
            self.fault(spec, message, f"add `repeat: {len(spec.at)}`", context)
            return None
        if index >= len(spec.at):
            message = f"there are {count} to place, and {len(spec.at)} places"
            self.fault(spec, message, "add places under `at:`, or repeat for fewer", context)
            return None
        return spec.at[index]

    def fault(self, spec: Element, message: str, hint: str, context: CardContext) -> None:
        place = spec.place("along" if spec.along else "at")
        notes = (Note("for the card", context.card.span),)
        found = Finding("bad-place", message, place, hint=hint, notes=notes, card=context.label)
        self.report.add(found)


def spot_along(along: AlongSpec, index: int, count: int) -> AnchorPoint:
    """The point of one of `count` on a curve; a single one stands in its middle."""
    part = index / (count - 1) if count > 1 else 0.5
    if along.line is not None:
        (x, y), (end_x, end_y) = along.line
        return AnchorPoint(_between(x, end_x, part), _between(y, end_y, part))
    if along.grid is not None:
        rows = math.ceil(count / along.grid)
        row, column = divmod(index, along.grid)
        return AnchorPoint(
            Length(share=(column + 0.5) / along.grid), Length(share=(row + 0.5) / rows)
        )
    if along.to is not None:
        angle = along.from_ + part * (along.to - along.from_)
    else:
        angle = along.from_ + 360 * index / count
    turn = math.radians(angle)
    return AnchorPoint(
        *(along.middle or _MIDDLE),
        angle if along.turn else 0.0,
        along.circle or along.arc or Length(),
        math.sin(turn),
        -math.cos(turn),
    )


def _between(one: Length, other: Length, part: float) -> Length:
    points = one.points + part * (other.points - one.points)
    return Length(points, one.share + part * (other.share - one.share))
