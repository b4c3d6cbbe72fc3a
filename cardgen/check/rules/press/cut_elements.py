"""Drawings in columns, rows and grids that are wider or higher than these, and reach off the card.

In      a face's placed elements and their `InkMark`s.
Out     `FaceFault`s.
Not here  what a column is too low for, or a row too narrow (`layout.face.misfits`); texts
        outside the safe zone (`check.rules.press.edges`).

What reaches over its column and ends within the bleed is a strip across the card. In an `overlay`
elements are cut by the edge on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardgen.bind.bound_elements import (
    BarcodeBox,
    GroupBox,
    OutlineBox,
    PathBox,
    PictureBox,
    ShapeBox,
)
from cardgen.check.engine.ink_marks import InkMark
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace
from cardgen.core.geometry import POINTS_PER_MM, Extent, Rect
from cardgen.core.sizes import millimeters
from cardgen.layout.face.boxes import PlacedElement

CUT_ELEMENT = Explanation(
    "cut-element",
    "a drawing in a column, row or grid is larger than that, and reaches off the card",
    "A column says how wide its children are. One with a larger `width` of its own stands over its "
    "edges, and what of it lies beyond the bleed is not printed.",
    "Give it at most the size in the message, or `100%`; to run over the edge of the card on "
    "purpose, put it into an `overlay` or the `bleed:` part.",
    "warning",
)
_DRAWN = ShapeBox | PathBox | OutlineBox | PictureBox | BarcodeBox
_LOST = 1.0 * POINTS_PER_MM
"""How much has to lie beyond the bleed."""


def find_cut_elements(face: CheckedFace, marks: Sequence[InkMark]) -> Iterator[FaceFault]:
    """One fault for each drawing that is cut."""
    page = face.scene.page
    cut = {
        id(mark.placed): lost
        for mark in marks
        if isinstance(mark.box, _DRAWN)
        and mark.rect is not None
        and max(lost := _measure_lost(mark.rect, page)) > _LOST
    }
    if cut:
        yield from _list_faults(face, face.elements, cut)


def _measure_lost(rect: Rect, page: Extent) -> tuple[float, float]:
    """How far ink reaches beyond the page: at its sides, at its top and bottom."""
    wide = max(-rect.left, rect.right - page.width)
    return wide, max(-rect.top, rect.bottom - page.height)


def _list_faults(
    face: CheckedFace, elements: Iterable[PlacedElement], cut: dict[int, tuple[float, float]]
) -> Iterator[FaceFault]:
    for placed in elements:
        for child in placed.children:
            if id(child) in cut and isinstance(placed.box, GroupBox):
                yield from _describe(face, placed, child, cut[id(child)])
        yield from _list_faults(face, placed.children, cut)


def _describe(
    face: CheckedFace, around: PlacedElement, child: PlacedElement, lost: tuple[float, float]
) -> Iterator[FaceFault]:
    box = around.box
    assert isinstance(box, GroupBox)
    name = getattr(child.box, "element", "") or "an element"
    for word, own, room, off, kinds in (
        ("wide", child.rect.width, around.rect.width, lost[0], ("column", "grid")),
        ("high", child.rect.height, around.rect.height, lost[1], ("row",)),
    ):
        if box.kind in kinds and own > room and off > _LOST:
            message = (
                f"`{name}` is {millimeters(own):g} mm {word}, the {box.kind} around it "
                f"{millimeters(room):g} mm: {millimeters(off):g} mm of it lie off the card"
            )
            field = "width" if word == "wide" else "height"
            hint = f"give it a `{field}` of {millimeters(room):g} mm or less"
            yield make_fault("cut-element", message, face, child.box.span, hint=hint)
