"""Text over the folds of a board.

In      an element's `InkMark`.
Out     `FaceFault`s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from cardgen.bind.bound_elements import TextBox
from cardgen.check.engine.face_rules import MarkRule
from cardgen.check.engine.ink_marks import InkMark
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.core.geometry import POINTS_PER_MM, Rect
from cardgen.core.sizes import Size, millimeters
from cardgen.scene.items import Glyphs

NEAR = 1.0 * POINTS_PER_MM
"""How far a fold may be from its line, and how wide it is."""


class TextOnFold(MarkRule):
    """Text that runs over a fold."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "text-on-fold",
            "text runs over a fold",
            "Ink cracks along a fold, the fold may be a millimeter off its line, and over the "
            "middle of a board a line is read in two halves.",
            "Move the text to one side of the fold, or break the line there: a line may end "
            "before a fold, but not run over it, not even with a space.",
            "warning",
        ),
    )

    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        return find_text_on_folds(face, mark)


def find_text_on_folds(face: CheckedFace, mark: InkMark) -> Iterator[FaceFault]:
    """Lines of text that run over a fold, or end within a millimeter of it."""
    size = face.size
    if not isinstance(mark.box, TextBox) or not (size.folds_x or size.folds_y):
        return
    for rect in _list_lines(mark):
        over = _describe_fold(size, rect)
        if over:
            message = f"`{mark.name}` runs over the {over}"
            hint = "keep its lines 1 mm from the fold: move the text to one side"
            yield make_fault("text-on-fold", message, face, mark.box.span, hint=hint)
            return


def _list_lines(mark: InkMark) -> Iterator[Rect]:
    """The boxes of a text's lines, word spaces included, and of the icons in them."""
    line: list[Rect] = []
    last: Glyphs | None = None
    for shown in mark.shown:
        if shown.rect is None:
            continue
        if not isinstance(shown.item, Glyphs):
            yield shown.rect
            continue
        if last and not _is_level(last, shown.item):
            yield reduce(Rect.union, line)
            line = []
        line.append(shown.rect)
        last = shown.item
    if line:
        yield reduce(Rect.union, line)


def _is_level(one: Glyphs, two: Glyphs) -> bool:
    """Whether two runs share a line: raised figures stand less than half a size higher."""
    return abs(one.glyphs[0].y - two.glyphs[0].y) < max(one.size, two.size) / 2


def _describe_fold(size: Size, rect: Rect) -> str:
    """The fold that a box stands on, in words; "" if there is none."""
    trim = size.trim_box
    for x in size.folds_x:
        if rect.left - NEAR < trim.left + x < rect.right + NEAR:
            return f"fold {millimeters(x):g} mm from the left"
    for y in size.folds_y:
        if rect.top - NEAR < trim.top + y < rect.bottom + NEAR:
            return f"fold {millimeters(y):g} mm from the top"
    return ""
