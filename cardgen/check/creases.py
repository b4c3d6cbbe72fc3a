"""Text over the folds of a board.

In      an element's `Mark`.
Out     `Fault`s.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.bind.tree import TextBox
from cardgen.check.fold import Fault, fault
from cardgen.check.marks import Mark, Shown, glyph_rects, mapped
from cardgen.check.rule import Face, Rule
from cardgen.geometry import POINTS_PER_MM, Rect
from cardgen.scene import Glyphs
from cardgen.sizes import Size, millimetres

NEAR = 1.0 * POINTS_PER_MM
"""How far a fold may be from its line, and how wide it is."""

RULES = (
    Rule(
        "text-on-fold",
        "text runs over a fold",
        "Ink cracks along a fold, the fold may be a millimetre off its line, and over the middle "
        "of a board a word is read in two halves.",
        "Move the text to one side of the fold, or break the line so that a space falls there.",
        "warning",
    ),
)


def text_on_fold(face: Face, mark: Mark) -> Iterator[Fault]:
    """Letters and icons that stand on a fold, or within a millimetre of it."""
    size = face.size
    if not isinstance(mark.box, TextBox) or not (size.folds_x or size.folds_y):
        return
    for rect in (rect for shown in mark.shown for rect in _boxes(shown)):
        over = _fold_under(size, rect)
        if over:
            message = f"`{mark.name}` runs over the {over}"
            hint = "keep letters 1 mm from it: move the text to one side"
            yield fault("text-on-fold", message, face, mark.box.span, hint=hint)
            return


def _boxes(shown: Shown) -> Iterator[Rect]:
    """The boxes of an item's ink: of text, each letter's own."""
    if isinstance(shown.item, Glyphs):
        yield from (mapped(box, shown.around.turn) for box in glyph_rects(shown.item))
    elif shown.rect is not None:
        yield shown.rect


def _fold_under(size: Size, rect: Rect) -> str:
    """The fold that a box stands on, in words; "" if there is none."""
    trim = size.trim_box
    for x in size.folds_x:
        if rect.left - NEAR < trim.left + x < rect.right + NEAR:
            return f"fold {millimetres(x):g} mm from the left"
    for y in size.folds_y:
        if rect.top - NEAR < trim.top + y < rect.bottom + NEAR:
            return f"fold {millimetres(y):g} mm from the top"
    return ""
