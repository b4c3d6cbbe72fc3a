"""Elements that print nothing where they stand or as they are painted; wraps beside their texts.

In      a face's placed elements and their `InkMark`s.
Out     `FaceFault`s.
Not here  elements that stand on no card at all (`check.rules.source.unused`), texts outside the
        safe zone, which are errors (`check.rules.press.edges`).

Only what no card can mean is told: a bar whose `width` a card makes 0 may be empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardgen.bind.bound_elements import (
    BarcodeBox,
    OutlineBox,
    PathBox,
    PictureBox,
    ShapeBox,
    TextBox,
)
from cardgen.bind.bound_paint import Fill, Gradient
from cardgen.bind.bound_texts import FlowShape, TextRun
from cardgen.check.engine.face_rules import FaceRule
from cardgen.check.engine.ink_marks import InkMark
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.check.rules.press.cut_elements import CUT_ELEMENT, find_cut_elements
from cardgen.check.rules.press.pictures import OpenedPictures
from cardgen.core.geometry import Extent, Rect
from cardgen.layout.face.boxes import PlacedElement
from cardgen.scene.items import Picture

_SLACK = 0.01
_SHOWN = 30
"""Letters of a text that a message shows."""
_PAINTED = ShapeBox | PathBox | OutlineBox | PictureBox | BarcodeBox


class Unseen(FaceRule):
    """Elements without a size of their own, off the card or cut there; wraps beside no text."""

    heading = "What is there and not used"
    codes = (
        Explanation(
            "unseen-element",
            "an element of a card prints nothing where it stands",
            "It lies off the card as a whole, bleed included, or nothing gives it a width or a "
            "height: shapes have none of their own in a column, a row or a box as large as what "
            "is in it. Or the color of its letters, or those of its fill and its line, are fully "
            "transparent (`#00000000`), or so is every pixel of its picture, whose file is not "
            "called `blank` or `empty`, or it is repeated in one and the same place, so that only "
            "the last is seen.",
            "Correct its place (a slip such as `200mm` for `20mm`), or give it a `width`, a "
            "`height` or `grow: 1`. Letters and shapes need a color that can be seen, what is "
            "repeated places of its own: `at:` with a list, `along:`, a row, a column or a grid.",
            "warning",
        ),
        Explanation(
            "idle-wrap",
            "a text flows around a shape that is nowhere in its box",
            "A shape under `wrap:` is measured from the text's own box. One that has no size, or "
            "lies beside the box, above or below it, moves no line, and the text runs over the "
            "picture that it was meant to keep clear of.",
            "Measure its `left`, `top`, `right` or `bottom` from the box of the text, or take it "
            "away.",
            "warning",
        ),
        CUT_ELEMENT,
    )

    def find_on_face(
        self, subject: Subject, face: CheckedFace, marks: Sequence[InkMark]
    ) -> Iterable[FaceFault]:
        yield from find_off_card(face, marks)
        yield from find_blank(face, marks, OpenedPictures(subject))
        yield from find_cut_elements(face, marks)
        yield from find_stacked(face, face.elements)
        for placed in _walk(face.elements):
            if isinstance(placed.box, TextBox):
                yield from find_idle_wraps(face, placed)
                yield from find_transparent(face, placed)
            else:
                yield from find_without_size(face, placed)
                yield from find_unpainted(face, placed)
            yield from find_stacked(face, placed.children)


def _walk(elements: Iterable[PlacedElement]) -> Iterator[PlacedElement]:
    for placed in elements:
        yield placed
        yield from _walk(placed.children)


# --- off the card --------------------------------------------------------------------------


def find_off_card(face: CheckedFace, marks: Sequence[InkMark]) -> Iterator[FaceFault]:
    """Elements all of whose ink lies beyond the bleed; of boxes in boxes the outermost."""
    page = face.scene.page
    inked: dict[int, Rect] = {}
    for mark in marks:
        if mark.rect is not None:
            inked[id(mark.placed)] = mark.rect
    if all(_touches(rect, page) for rect in inked.values()):
        return
    for placed in _list_outermost(face.elements, inked, page):
        name = getattr(placed.box, "element", "") or "an element"
        hint = "correct its place: lengths are measured from the box around it"
        message = f"`{name}` lies off the card, and nothing of it is printed"
        yield make_fault("unseen-element", message, face, placed.box.span, hint=hint)


def _list_outermost(
    elements: Iterable[PlacedElement], inked: dict[int, Rect], page: Extent
) -> Iterator[PlacedElement]:
    for placed in elements:
        rects = [inked[id(one)] for one in _walk((placed,)) if id(one) in inked]
        if not rects or isinstance(placed.box, TextBox):
            continue
        if any(_touches(rect, page) for rect in rects):
            yield from _list_outermost(placed.children, inked, page)
        else:
            yield placed


def _touches(rect: Rect, page: Extent) -> bool:
    across = rect.right > _SLACK and rect.left < page.width - _SLACK
    return across and rect.bottom > _SLACK and rect.top < page.height - _SLACK


def find_blank(
    face: CheckedFace, marks: Sequence[InkMark], pictures: OpenedPictures
) -> Iterator[FaceFault]:
    """Pictures of which every pixel is fully transparent. One among the words of a text holds a
    place free, and so does one that is called blank."""
    for mark in marks:
        if not isinstance(mark.box, PictureBox):
            continue
        shown = [one.item.bitmap for one in mark.shown if isinstance(one.item, Picture)]
        if any(pictures.is_blank(one) for one in shown):
            message = f"`{mark.name}` is fully transparent, and nothing of it is printed"
            hint = "save it again with its layers shown"
            yield make_fault("unseen-element", message, face, mark.box.span, hint=hint)


# --- without a size ------------------------------------------------------------------------


def find_without_size(face: CheckedFace, placed: PlacedElement) -> Iterator[FaceFault]:
    """A drawing or picture that nothing gives a width or a height."""
    box, rect = placed.box, placed.rect
    if not isinstance(box, _PAINTED) or box.frame.grow:
        return
    frame = box.frame
    wide = rect.width > _SLACK or frame.width is not None
    high = rect.height > _SLACK or frame.height is not None
    flat = isinstance(box, ShapeBox) and box.shape == "line"
    if (wide and high) or (flat and (wide or high)):
        return
    lacking = "height" if wide else "width" if high else "size"
    message = f"`{box.element}` has no {lacking} here, and nothing of it is printed"
    keys = "`width:` and `height:`" if lacking == "size" else f"`{lacking}:`"
    hint = f"give it a {keys}, or let it `grow: 1` in a column or row"
    yield make_fault("unseen-element", message, face, box.span, hint=hint)


# --- painted in nothing, and over itself ---------------------------------------------------


def find_transparent(face: CheckedFace, placed: PlacedElement) -> Iterator[FaceFault]:
    """A text with words in a color that is fully transparent."""
    box = placed.box
    if not isinstance(box, TextBox) or box.frame.shadows:
        return
    runs = (run for paragraph in box.text.paragraphs for line in paragraph for run in line)
    lost = [run.text for run in runs if isinstance(run, TextRun) and _is_unpainted(run)]
    if lost:
        words = " ".join("".join(lost).split())
        shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN].rstrip()}…"
        message = f"`{box.element}`: “{shown}” is in a fully transparent color, and not printed"
        hint = "give it a color that can be seen, or take the text away"
        yield make_fault("unseen-element", message, face, box.span, hint=hint)


def _is_unpainted(run: TextRun) -> bool:
    """Whether nothing of a run's letters is painted."""
    if not run.text.strip() or run.color.alpha > 0:
        return False
    paint = run.paint
    return paint is None or (
        paint.fill is None and (paint.stroke is None or paint.stroke.color.alpha == 0)
    )


def find_unpainted(face: CheckedFace, placed: PlacedElement) -> Iterator[FaceFault]:
    """A shape or a path whose fill and line are fully transparent."""
    box = placed.box
    if not isinstance(box, ShapeBox | PathBox) or box.frame.shadows:
        return
    alphas = [*_list_alphas(box.fill), *([box.pen.color.alpha] if box.pen else ())]
    if alphas and not any(alphas):
        message = f"`{box.element}` is painted in fully transparent colors, and not printed"
        hint = "give it a color that can be seen, or take it away; `when:` leaves it out of cards"
        yield make_fault("unseen-element", message, face, box.span, hint=hint)


def _list_alphas(fill: Fill | None) -> list[float]:
    """How much of each color of a fill is painted, 0 … 1."""
    if isinstance(fill, Gradient):
        return [stop.alpha for stop in fill.stops]
    return [] if fill is None else [fill.alpha]


def find_stacked(face: CheckedFace, siblings: Sequence[PlacedElement]) -> Iterator[FaceFault]:
    """Elements that are repeated, each over the one before."""
    if len({placed.box.span for placed in siblings}) == len(siblings):
        return
    stacks: dict[tuple[object, ...], list[PlacedElement]] = {}
    for placed in siblings:
        if _covers_its_like(placed):
            look = placed.box.frame if isinstance(placed.box, TextBox) else placed.box
            stacks.setdefault((placed.box.span, placed.rect, look), []).append(placed)
    for stack in stacks.values():
        if len(stack) > 1:
            box = stack[0].box
            name = getattr(box, "element", "") or "a box"
            message = f"`{name}` is printed {len(stack)} times in one place, one over the other"
            hint = "give it a place for each, `at: [[0, 0], …]` or `along:`, or repeat it in a row"
            yield make_fault("unseen-element", message, face, box.span, hint=hint)


def _covers_its_like(placed: PlacedElement) -> bool:
    """Whether an element is solid, and there is something of it."""
    frame = placed.box.frame
    solid = frame.opacity == 1 and frame.blend == "normal"
    blank = isinstance(placed.box, TextBox) and (placed.block is None or not placed.block.lines)
    return solid and not blank and min(placed.rect.width, placed.rect.height) > _SLACK


# --- shapes that texts flow around ---------------------------------------------------------


def find_idle_wraps(face: CheckedFace, placed: PlacedElement) -> Iterator[FaceFault]:
    """Shapes of a `wrap` that no line can meet."""
    box, block = placed.box, placed.block
    if not isinstance(box, TextBox) or block is None or not box.setting.flow:
        return
    own_height = placed.rect.height <= block.height + _SLACK  # as high as its lines
    shapes = box.setting.flow.around
    for number, shape in enumerate(shapes, 1):
        fault = _describe_idle(shape, placed.rect, block.size, own_height=own_height)
        if fault:
            which = f"shape {number} of its `wrap`" if len(shapes) > 1 else "its `wrap`"
            message = f"`{box.element}` flows around nothing: {which} {fault}"
            hint = "measure it from the box of the text, or take it away"
            yield make_fault("idle-wrap", message, face, box.span, hint=hint)


def _describe_idle(shape: FlowShape, box: Rect, size: float, *, own_height: bool) -> str:
    wide, high, gap = (x.resolve(box.width, size) for x in (shape.width, shape.height, shape.gap))
    if wide <= _SLACK or high <= _SLACK:
        return f"has no {'width' if wide <= _SLACK else 'height'}"
    if shape.left is not None:
        left = shape.left.resolve(box.width, size)
    else:
        right = shape.right.resolve(box.width, size) if shape.right else 0.0
        left = box.width - right - wide
    if left + wide + gap <= _SLACK or left - gap >= box.width - _SLACK:
        return "lies beside the box of the text"
    if own_height:
        return ""
    if shape.bottom is not None:
        top = box.height - shape.bottom.resolve(box.width, size) - high
    else:
        top = shape.top.resolve(box.width, size) if shape.top else 0.0
    if top + high + gap <= _SLACK or top - gap >= box.height - _SLACK:
        return "lies above or below the box of the text"
    return ""
