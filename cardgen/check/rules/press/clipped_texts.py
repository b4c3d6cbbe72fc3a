"""Texts that a box around them cuts.

In      a face's placed elements and their `InkMark`s.
Out     `FaceFault`s.
Not here  text that leaves its own box (`layout`), what is painted over it
        (`check.rules.press.overlap`).

Letters in an `outline:` are there to be cut by it, and what is half transparent is decoration.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardgen.bind.bound_elements import OutlineBox, TextBox
from cardgen.check.engine.ink_marks import InkMark, ItemOnPage
from cardgen.check.engine.painted_area import is_seen, list_glyph_points
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace
from cardgen.check.rules.press.contrast import FADED
from cardgen.layout.face.boxes import PlacedElement
from cardgen.scene.items import Glyphs

CLIPPED_TEXT = Explanation(
    "clipped-text",
    "letters of a text are cut by a box with `clip`",
    "A box with `clip:` hides what leaves it, and a hexagon or an ellipse is narrower at its ends "
    "than the box of the text: the first letters of a line are missing, and nothing overflows.",
    "Give the box a `padding`, set the text `within:` the shape, or put the text beside the box "
    "that cuts. A text meant as decoration can have an `opacity` below 0.5.",
    "warning",
)
_CUT = 0.15
"""The share of a letter's outline that is cut where a reader misses it."""


def find_clipped_texts(face: CheckedFace, marks: Sequence[InkMark]) -> Iterator[FaceFault]:
    """One fault for each text with letters that are cut."""
    if not any(shown.context.clips for mark in marks for shown in mark.shown):
        return
    ornaments = set(_list_in_outlines(face.elements, inside=False))
    for mark in marks:
        if not isinstance(mark.box, TextBox) or id(mark.placed) in ornaments:
            continue
        cut = "".join(letter for shown in mark.shown for letter in _list_cut_letters(shown))
        if cut.strip():
            message = f"`{mark.name}` is cut by the box around it, at “{cut.strip()[:20]}”"
            hint = "give the box a `padding`, or leave `clip` out"
            yield make_fault("clipped-text", message, face, mark.box.span, hint=hint)


def _list_in_outlines(elements: Iterable[PlacedElement], *, inside: bool) -> Iterator[int]:
    """Which elements stand in letters that are drawn."""
    for placed in elements:
        if inside:
            yield id(placed)
        yield from _list_in_outlines(
            placed.children, inside=inside or isinstance(placed.box, OutlineBox)
        )


def _list_cut_letters(shown: ItemOnPage) -> Iterator[str]:
    """The letters of a run of which a part is cut."""
    run, context = shown.item, shown.context
    if not isinstance(run, Glyphs) or not context.clips or context.opacity < FADED:
        return
    for glyph in run.glyphs:
        points = list_glyph_points(run, glyph, context.turn)
        if len(points) and 1 - is_seen(context.clips, points).mean() > _CUT:
            yield glyph.text
