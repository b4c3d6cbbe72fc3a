"""What stands near the cut: text, pictures and frames.

In      an element's `Mark`.
Out     `Fault`s.
Not here  where the cut is (`check.engine.cut_distance`), whether the bleed is painted
        (`check.rules.press.bleed`).

Cards are cut in stacks, and the stack drifts. A print service promises 1.5 mm or so; what
is nearer to the cut is cut off on some cards, and whatever runs along it looks crooked.

Distances are taken from the component's own outline: a circle's safe zone is a circle. Of
circles and hexagons only what lies wholly inside the bleed is held against the drift: an
edge that crosses the outline is no edge along it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from cardgen.bind.bound_faces import GroupBox, PathBox, PictureBox, ShapeBox, TextBox
from cardgen.check.engine.cut_distance import (
    at,
    edge_of,
    farthest,
    farthest_from_safe,
    gaps,
    listed,
    overshoot,
    points_along,
)
from cardgen.check.engine.face_rules import MarkRule
from cardgen.check.engine.ink_marks import Mark, Shown, cut, glyph_rects, mapped
from cardgen.check.engine.repeated_findings import Fault, fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import LaidFace, Subject
from cardgen.core.geometry import POINTS_PER_MM, Rect
from cardgen.core.sizes import Size, millimeters
from cardgen.scene.items import Glyphs, Path

DRIFT = 1.5 * POINTS_PER_MM
"""How far a cut may drift; what services promise is between 1 and 2 mm."""
FRAME = 3.0 * POINTS_PER_MM
"""A border as wide as this may lose half of itself to drift and still look meant."""
SLACK = 0.1 * POINTS_PER_MM
"""Ink over a limit by less than this is nobody's loss: overshoot of round letters."""
OVERHANG = 0.5 * POINTS_PER_MM
"""How far the last letter of a line may reach out of it: an *f* hangs over by a third of a
millimeter, and no cut comes that near to where it should not be."""
REACH = 0.2 * POINTS_PER_MM
"""What stops short of the bleed's edge by less than this counts as reaching it."""


class TextOutsideSafe(MarkRule):
    """Text and icons outside the safe zone."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "text-outside-safe",
            "text or an icon in a text stands outside the safe zone",
            "Cutting drifts. The safe zone is what a service promises never to cut into; a letter "
            "outside it is cut off on some of the printed cards, or touches their edge.",
            "Move the text inwards, set it smaller, or put the element into the `safe:` part of "
            "its layout. Text that is mere decoration and may be cut can be silenced by its "
            "element.",
        ),
    )

    def find_in_mark(self, subject: Subject, face: LaidFace, mark: Mark) -> Iterable[Fault]:
        return text_outside_safe(face, mark)


class NearTrim(MarkRule):
    """Pictures, panels and shapes that end near the cut."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "near-trim",
            "a picture, panel or shape ends near the cut",
            "What ends within 1.5 mm of the cut, or just beyond it, is cut off on some cards and "
            "leaves a sliver of the background on others: an edge along the cut as much as a disc "
            "that touches it. Text this near is reported as `text-outside-safe`.",
            "Let it run through the cut to the edge of the bleed (put it into `bleed:`), or keep "
            "it 3 mm away from the cut.",
            "warning",
        ),
    )

    def find_in_mark(self, subject: Subject, face: LaidFace, mark: Mark) -> Iterable[Fault]:
        return near_trim(face, mark)


class ThinFrame(MarkRule):
    """Thin frames along the cut."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "thin-frame",
            "a thin frame or border runs along the cut",
            "A cut that drifts by 1 mm makes a 2 mm border 3 mm wide on one side and 1 mm on the "
            "other. Nobody sees drift on a full-bleed picture; everybody sees it on a frame.",
            "Drop the frame, move it at least 3 mm inwards, or make the border 3 mm wide or more.",
            "warning",
            style=True,
        ),
    )

    def find_in_mark(self, subject: Subject, face: LaidFace, mark: Mark) -> Iterable[Fault]:
        return thin_frame(face, mark)


# --- text ----------------------------------------------------------------------------------


def text_outside_safe(face: LaidFace, mark: Mark) -> Iterator[Fault]:
    """Ink of glyphs and icons that leaves the safe zone."""
    if not isinstance(mark.box, TextBox):
        return
    size = face.size
    worst, place = 0.0, Rect(0, 0, 0, 0)
    for shown in mark.shown:
        over, rect = _outside(size, shown)
        if over > worst:
            worst, place = over, rect
    if worst > OVERHANG:
        by = f"{millimeters(worst):g} mm"
        message = f"`{mark.name}` stands {by} outside the safe zone at {at(size, place)}"
        hint = f"move it {by} inwards, or set it smaller"
        yield fault(
            "text-outside-safe",
            message,
            face,
            mark.box.span,
            hint=hint,
            severity="error",
            weight=worst,
        )


def _outside(size: Size, shown: Shown) -> tuple[float, Rect]:
    """How far an item leaves the safe zone, and the box that does: a glyph's, where the
    outline is no rectangle."""
    rect = shown.rect
    if rect is None:
        return 0.0, Rect(0, 0, 0, 0)
    over = farthest_from_safe(size, rect)
    if over <= SLACK or _is_plain(size) or not isinstance(shown.item, Glyphs):
        return over, rect
    boxes = [mapped(box, shown.around.turn) for box in glyph_rects(shown.item)]
    return max(((farthest_from_safe(size, box), box) for box in boxes), key=lambda pair: pair[0])


def _is_plain(size: Size) -> bool:
    """Whether a box around text leaves the safe zone only where the text does."""
    is_cut_straight = size.tab is None and size.notch is None and size.corner <= size.safe
    return size.shape == "rectangle" and is_cut_straight


# --- panels and frames ---------------------------------------------------------------------


def near_trim(face: LaidFace, mark: Mark) -> Iterator[Fault]:
    """A side of a picture, panel or filled shape that is neither clear of the cut nor beyond
    the bleed."""
    rect = mark.rect
    if rect is None:
        return
    if sides := _sides_near(face.size, mark, rect):
        edge = edge_of(face.size)
        message = f"`{mark.name}` ends within 1.5 mm of {edge} at {listed(sides)}"
        hint = (
            "let it run to the edge of the bleed, "
            f"{millimeters(face.size.bleed):g} mm beyond {edge}, or keep it 3 mm inside"
        )
        yield fault("near-trim", message, face, mark.box.span, hint=hint, weight=len(sides))


def _sides_near(size: Size, mark: Mark, rect: Rect) -> list[str]:
    if _is_panel(mark):
        return [] if _is_border(size, rect) else _near(size, rect)
    if _is_shape(mark) and farthest(size, DRIFT, rect) > 0:
        return _shape_near(size, mark)
    return []


def _is_panel(mark: Mark) -> bool:
    match mark.box:
        case PictureBox():
            return True
        case ShapeBox(shape="rectangle", fill=fill) | GroupBox(fill=fill):
            return fill is not None and mark.shown[0].around.turn is None
        case _:
            return False


def _is_shape(mark: Mark) -> bool:
    """Whether an element is filled, and its ink no upright box."""
    match mark.box:
        case ShapeBox(fill=fill) | PathBox(fill=fill) | GroupBox(fill=fill):
            return fill is not None
        case _:
            return False


def _shape_near(size: Size, mark: Mark) -> list[str]:
    """As `_near`, of the true outline, and of what a window leaves of it."""
    points = list(_outline_points(mark))
    if not points:
        return []
    if size.shape != "rectangle":
        out = max(overshoot(size, 0.0, x, y) for x, y in points)
        is_near = -DRIFT < out < size.bleed - REACH and _ring(size, mark) is None
        return ["the edge"] if is_near else []
    xs, ys = [x for x, _ in points], [y for _, y in points]
    rect = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    line = mark.shown[0].item.stroke if isinstance(mark.shown[0].item, Path) else None
    drawn = rect.inset_by(-line.width / 2) if line else rect
    return _near(size, cut(drawn, mark.shown[0].around.window))


def _outline_points(mark: Mark) -> Iterator[tuple[float, float]]:
    """Points of what a filled element paints, on the page: of straight sides only the ends,
    as nothing between them is nearer to the cut."""
    for shown in mark.shown:
        if isinstance(shown.item, Path):
            turn = shown.around.turn
            for x, y in points_along(shown.item.outline, math.inf):
                yield turn.apply(x, y) if turn else (x, y)


def _near(size: Size, rect: Rect) -> list[str]:
    if size.shape != "rectangle":
        inside_bleed = farthest(size, REACH - size.bleed, rect) < 0
        return ["the edge"] if inside_bleed and farthest(size, DRIFT, rect) > 0 else []
    found = gaps(rect, size).items()
    near = [f"the {side}" for side, gap in found if REACH - size.bleed < gap < DRIFT - 0.01]
    return [*near, *_beside_tab(size, rect)]


def _beside_tab(size: Size, rect: Rect) -> list[str]:
    """A band over the tab that ends just below the cut beside it."""
    if size.tab is None or not (rect.top < size.body_box.top - SLACK):
        return []
    left = size.trim_box.left + size.tab.left
    beside = rect.left < left - SLACK or rect.right > left + size.tab.width + SLACK
    below = SLACK < rect.bottom - size.body_box.top < DRIFT - 0.01
    return ["the tab's foot"] if beside and below else []


def _is_border(size: Size, rect: Rect) -> bool:
    """Whether a panel leaves a thin border all around."""
    found = _body_gaps(rect, size)
    return size.shape == "rectangle" and all(SLACK < gap < FRAME - 0.01 for gap in found)


def _body_gaps(rect: Rect, size: Size) -> tuple[float, float, float, float]:
    """How far a box lies inside the cut, of a divider its body's."""
    cut = size.body_box
    return (
        rect.left - cut.left,
        rect.top - cut.top,
        cut.right - rect.right,
        cut.bottom - rect.bottom,
    )


def thin_frame(face: LaidFace, mark: Mark) -> Iterator[Fault]:
    """A line or the border that a panel leaves, near the cut all around."""
    size = face.size
    rect = mark.rect
    if rect is None:
        return
    found = _line_frame(size, mark) if size.shape == "rectangle" else _ring(size, mark)
    if found is None and _is_panel(mark) and _is_border(size, rect):
        gap = min(_body_gaps(rect, size))
        edge = edge_of(size)
        found = gap, f"`{mark.name}` leaves a border of {millimeters(gap):g} mm along {edge}"
    if found:
        hint = "move it 3 mm or more inwards, or let it run into the bleed"
        yield fault("thin-frame", found[1], face, mark.box.span, hint=hint, weight=-found[0])


def _line_frame(size: Size, mark: Mark) -> tuple[float, str] | None:
    """How near a stroked frame is to the cut, and what to say of it."""
    if not isinstance(mark.box, ShapeBox | GroupBox) or mark.shown[0].around.turn is not None:
        return None
    if isinstance(mark.box, ShapeBox) and mark.box.shape != "rectangle":
        return None
    item, rect = mark.shown[0].item, mark.rect
    if rect is None or not isinstance(item, Path) or item.stroke is None:
        return None
    outer = _body_gaps(rect, size)
    inner = [gap + item.stroke.width for gap in outer]
    seen = [inside - max(0.0, gap) for gap, inside in zip(outer, inner, strict=True)]
    if max(outer) >= FRAME - 0.01 or min(seen) <= 0 or max(seen) >= FRAME:
        return None
    gap = max(0.0, min(outer))
    line = f"the line around `{mark.name}` is {millimeters(min(seen)):g} mm wide"
    return gap, f"{line} and {millimeters(gap):g} mm from {edge_of(size)}"


def _ring(size: Size, mark: Mark) -> tuple[float, str] | None:
    """A shape like the round or slanted piece itself, a little smaller: it leaves a ring, or
    draws one."""
    item = mark.shown[0].item
    if not isinstance(mark.box, ShapeBox | GroupBox) or not isinstance(item, Path):
        return None
    turn = mark.shown[0].around.turn
    points = points_along(item.outline, POINTS_PER_MM)
    placed = (turn.apply(x, y) if turn else (x, y) for x, y in points)
    inside = [-overshoot(size, 0.0, x, y) for x, y in placed]
    if item.stroke is None:
        is_ring = all(SLACK < gap < FRAME - 0.01 for gap in inside)
        said = f"`{mark.name}` leaves a ring of {millimeters(min(inside)):g} mm along the cut"
        return (min(inside), said) if is_ring else None
    half = item.stroke.width / 2
    seen = [gap + half - max(0.0, gap - half) for gap in inside]
    if max(inside) - half >= FRAME - 0.01 or min(seen) <= 0 or max(seen) >= FRAME:
        return None
    gap = max(0.0, min(inside) - half)
    line = f"the line around `{mark.name}` is {millimeters(min(seen)):g} mm wide"
    return gap, f"{line} and {millimeters(gap):g} mm from the cut"
