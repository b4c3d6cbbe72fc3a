"""Lines and letters too fine for the press.

In      an element's `InkMark`.
Out     `FaceFault`s.
Not here  light text on a dark ground (`check.rules.press.contrast`: that needs the pixels).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.bind.bound_elements import ShapeBox, TextBox
from cardgen.check.engine.face_rules import MarkRule
from cardgen.check.engine.ink_marks import InkMark, ItemOnPage
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.scene.items import Glyphs, Path

HAIRLINE = 0.25
SMALLEST_TEXT, RUBY_SIZE = 6.5, 0.5
_SLACK = 0.005


class Hairline(MarkRule):
    """Lines too thin for the press."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "hairline",
            "a line is thinner than 0.25 pt",
            "A line below 0.25 pt (0.09 mm) is about one dot of the press wide. It prints broken, "
            "or not at all where it is tinted.",
            "Make it 0.25 pt or more; 0.5 pt if it is light, dashed or on a dark ground.",
            "warning",
            style=True,
        ),
    )

    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        return find_hairlines(face, mark)


class SmallText(MarkRule):
    """Text too small to read."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "small-text",
            "text is smaller than 6.5 pt",
            "At arm's length over a table 6.5 pt is about the least that people with good eyes "
            "read; below it, counters of letters fill with ink.",
            "Set it larger, or say less. A text that shrinks to fit has a `min-size`.",
            "warning",
            style=True,
        ),
    )

    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        return find_small_text(face, mark)


def find_hairlines(face: CheckedFace, mark: InkMark) -> Iterator[FaceFault]:
    """Strokes, and rectangles used as lines, that are too thin."""
    widths = [width for shown in mark.shown if (width := _measure_width(mark, shown)) is not None]
    if widths and min(widths) < HAIRLINE - _SLACK:
        thin = min(widths)
        message = f"a line of `{mark.name}` is {thin:.2g} pt thin"
        hint = "make it 0.25 pt or more"
        yield make_fault("hairline", message, face, mark.box.span, hint=hint, weight=-thin)


def _measure_width(mark: InkMark, shown: ItemOnPage) -> float | None:
    """How wide a stroke is as printed, or a filled rectangle where it is narrow."""
    item = shown.item
    if not isinstance(item, Path):
        return None
    if item.stroke is not None:
        return item.stroke.width * shown.context.scale
    if isinstance(mark.box, ShapeBox) and mark.box.shape == "rectangle":
        return min(mark.placed.rect.width, mark.placed.rect.height) or None  # 0: no line
    return None


def find_small_text(face: CheckedFace, mark: InkMark) -> Iterator[FaceFault]:
    """Letters and figures below the least size."""
    if not isinstance(mark.box, TextBox):
        return
    runs = [shown for shown in mark.shown if isinstance(shown.item, Glyphs)]
    sizes = [size for shown in runs if (size := _measure_size(shown)) is not None]
    if sizes and min(sizes) < SMALLEST_TEXT - _SLACK:
        least = min(sizes)
        message = f"`{mark.name}` is set at {least:.3g} pt, below {SMALLEST_TEXT:g} pt"
        hint = f"set it at {SMALLEST_TEXT:g} pt or more, or cut words"
        yield make_fault("small-text", message, face, mark.box.span, hint=hint, weight=-least)


def _measure_size(shown: ItemOnPage) -> float | None:
    """The size of a run as printed, of ruby that of the letters below it; None for marks that are
    no letters or figures."""
    run = shown.item
    if not isinstance(run, Glyphs) or not any(c.isalnum() for c in run.letters):
        return None
    return run.size * shown.context.scale / (RUBY_SIZE if run.ruby else 1.0)
