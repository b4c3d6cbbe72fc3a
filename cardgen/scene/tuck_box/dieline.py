"""The tuck box laid flat: where it is cut, where it is folded, what lies between.

In      the free space that is wanted inside, and the thickness of the board.
Out     a `Dieline` in points, y down, seen from the printed side.
Not here  what goes into the box (`bind.box.boxes`), what is printed on it (its faces).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_MM, Extent, Rect
from cardgen.scene.outlines import Line, Move, Outline
from cardgen.scene.tuck_box.measures import CLEAR, Hollow, Measures
from cardgen.scene.tuck_box.outline import outline_of

_THUMB = 10 * POINTS_PER_MM

FACES = ("front", "back", "left", "right", "top", "bottom")
"""The panels that are seen when the box is closed."""


class Panel(Struct, frozen=True):
    """A part of the box between folds: the upright rectangle around it on the die.

    `turn` is how a face lies on it, in degrees clockwise, to be upright on the closed box.
    """

    name: str
    rect: Rect
    turn: int = 0


class Dieline(Struct, frozen=True):
    """A box laid flat. `outline` is cut first to last around it, `slits` are cut into it."""

    hollow: Hollow
    outer: Hollow
    board: float
    extent: Extent
    outline: Outline
    slits: tuple[Outline, ...]
    folds: tuple[Outline, ...]
    panels: tuple[Panel, ...]
    thumb: float
    """Radius of the thumb notch in the front's upper edge; 0 if there is none."""

    def panel(self, name: str) -> Panel:
        return next(panel for panel in self.panels if panel.name == name)


NEIGHBORS = {
    ("back", "right"): "left",
    ("back", "top"): "top",
    ("back", "bottom"): "bottom",
    ("left", "left"): "back",
    ("left", "right"): "front",
    ("front", "left"): "left",
    ("front", "right"): "right",
    ("right", "left"): "front",
    ("top", "bottom"): "back",
    ("bottom", "top"): "back",
}
"""Which face a panel goes on into over the fold at a side, on the die."""


def tuck_box(hollow: Hollow, board: float, *, thumb: bool) -> Dieline:
    """Draw the box whose free inside is `hollow`.

    Args:
        hollow: Free width, depth and height inside; the depth at least `least_depth(board)`.
        board: Thickness of the board.
        thumb: Whether the front has a notch to open the box by.
    """
    plan = Measures(hollow, board)
    radius = min(_THUMB, plan.width / 5, plan.height / 6) if thumb else 0.0
    outer = Hollow(plan.width + board, plan.depth + board, plan.height + 3 * board)
    return Dieline(
        hollow=hollow,
        outer=outer,
        board=board,
        extent=Extent(plan.across[3] + plan.glue, plan.down),
        outline=outline_of(plan, radius),
        slits=tuple(_slits(plan)),
        folds=tuple(_folds(plan)),
        panels=tuple(_panels(plan)),
        thumb=radius,
    )


# --- lines inside --------------------------------------------------------------------------


def _slits(plan: Measures) -> Iterator[Outline]:
    """The tuck's fold is cut at both ends."""
    for y in (plan.tuck, plan.down - plan.tuck):
        yield Move(plan.inset, y), Line(plan.slit, y)
        yield Move(plan.width - plan.inset, y), Line(plan.width - plan.slit, y)


def _folds(plan: Measures) -> Iterator[Outline]:
    left, front, right, glue = plan.across
    side = plan.top + plan.board
    low = side + plan.height
    for x in (left, front, right):
        yield Move(x, side), Line(x, low)
    yield Move(glue, side + plan.glue_inset), Line(glue, low - plan.glue_inset)
    back, near = plan.board / 2 + CLEAR, plan.shoulder[0]
    for y, tuck, crease in (
        (plan.top, plan.tuck, side),
        (plan.down - plan.top, plan.down - plan.tuck, low),
    ):
        yield Move(0.0, y), Line(plan.width, y)
        yield Move(plan.slit, tuck), Line(plan.width - plan.slit, tuck)
        yield Move(left + back, crease), Line(front - near, crease)
        yield Move(right + near, crease), Line(glue - back, crease)


def _panels(plan: Measures) -> Iterator[Panel]:
    left, front, right, glue = plan.across
    width, closure, side = plan.width, plan.closure, plan.top + plan.board
    high, low, end = plan.height + 2 * plan.board, plan.down - plan.top, plan.down - plan.tuck
    yield Panel("back", Rect(0.0, plan.top, width, high))
    yield Panel("left", Rect(left, side, plan.depth, plan.height))
    yield Panel("front", Rect(front, plan.top, width, high))
    yield Panel("right", Rect(right, side, closure, plan.height))
    yield Panel("top", Rect(0.0, plan.tuck, width, closure), 180)
    yield Panel("bottom", Rect(0.0, low, width, closure), 180)
    inner = width - 2 * plan.inset
    yield Panel("tuck-top", Rect(plan.inset, 0.0, inner, plan.tuck), 180)
    yield Panel("tuck-bottom", Rect(plan.inset, end, inner, plan.tuck), 180)
    back, near = plan.board / 2 + CLEAR, plan.shoulder[0]
    for place, y in (("top", side - plan.dust), ("bottom", side + plan.height)):
        long = left + back, plan.depth - back - near
        yield Panel(f"dust-left-{place}", Rect(long[0], y, long[1], plan.dust))
        short = right + near, closure - back - near
        yield Panel(f"dust-right-{place}", Rect(short[0], y, short[1], plan.dust))
    inset = plan.glue_inset
    yield Panel("glue", Rect(glue, side + inset, plan.glue, plan.height - 2 * inset))
