"""What stands near the cut: text, pictures and frames.

In      an element's `InkMark`.
Out     `FaceFault`s.
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

from cardgen.bind.bound_elements import GroupBox, PathBox, PictureBox, ShapeBox, TextBox
from cardgen.check.engine.cut_distance import (
    describe_position,
    join_sides,
    list_outline_points,
    measure_farthest_from_safe,
    measure_farthest_overshoot,
    measure_gaps,
    measure_overshoot,
    name_edge,
)
from cardgen.check.engine.face_rules import MarkRule
from cardgen.check.engine.ink_marks import (
    InkMark,
    ItemOnPage,
    clip_rect,
    list_glyph_rects,
    transform_rect,
)
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.spilled_texts import is_spilled, note_spill
from cardgen.check.engine.subject import CheckedFace, Subject
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
            "its layout. With `hang`, signs at the ends of lines may reach out of it, as long as "
            "they are 1.5 mm away from the cut. Text that is mere decoration and may be cut can be "
            "silenced by its element.",
        ),
    )

    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        return find_text_outside_safe(face, mark)


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

    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        return find_panels_near_trim(face, mark)


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

    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        return find_thin_frames(face, mark)


# --- text ----------------------------------------------------------------------------------


def find_text_outside_safe(face: CheckedFace, mark: InkMark) -> Iterator[FaceFault]:
    """Ink of glyphs and icons that leaves the safe zone."""
    if not isinstance(mark.box, TextBox):
        return
    size, whole = face.size, mark.rect
    if whole is None or _is_well_inside(size, whole):
        return
    worst, place = 0.0, Rect(0, 0, 0, 0)
    for shown in mark.shown:
        over, rect = _measure_outside(size, shown)
        if over > worst:
            worst, place = over, rect
    least = _measure_overhang(size, mark, mark.box)
    if worst > least:
        by = f"{millimeters(worst):g} mm"
        message = (
            f"`{mark.name}` stands {by} outside the safe zone at {describe_position(size, place)}"
        )
        hint = f"move it {by} inwards, or set it smaller"
        if mark.box.setting.hang:
            hint += "; signs at the ends of its lines stand out of its box, as it has `hang`"
        made = make_fault(
            "text-outside-safe",
            message,
            face,
            mark.box.span,
            hint=hint,
            severity="error",
            weight=worst,
        )
        yield note_spill(made) if _would_be_inside(size, mark, least) else made


def _would_be_inside(size: Size, mark: InkMark, least: float) -> bool:
    """Whether only letters and icons that do not fit their box are outside the safe zone."""
    if mark.room is None:
        return False
    rects = [rect for shown in mark.shown for rect in _list_sign_rects(shown)]
    kept = [clip_rect(rect, mark.room) for rect in rects if not is_spilled(mark, rect)]
    return all(measure_farthest_from_safe(size, rect) <= least for rect in kept)


def _list_sign_rects(shown: ItemOnPage) -> list[Rect]:
    if isinstance(shown.item, Glyphs):
        return [transform_rect(box, shown.context.turn) for box in list_glyph_rects(shown.item)]
    return [shown.rect] if shown.rect is not None else []


def _measure_overhang(size: Size, mark: InkMark, box: TextBox) -> float:
    """How far the letters of a text may reach out of the safe zone. What hangs out of a box that
    is inside it is a sign or a sliver of a letter, and no cut comes nearer than it drifts."""
    rect = transform_rect(mark.placed.rect, mark.shown[0].context.turn)
    if not box.setting.hang or measure_farthest_from_safe(size, rect) > SLACK:
        return OVERHANG
    return max(OVERHANG, size.safe - DRIFT)


def _measure_outside(size: Size, shown: ItemOnPage) -> tuple[float, Rect]:
    """How far an item leaves the safe zone, and the box that does: a glyph's, where the
    outline is no rectangle."""
    rect = shown.rect
    if rect is None:
        return 0.0, Rect(0, 0, 0, 0)
    over = measure_farthest_from_safe(size, rect)
    if over <= SLACK or _is_plain(size) or not isinstance(shown.item, Glyphs):
        return over, rect
    boxes = [transform_rect(box, shown.context.turn) for box in list_glyph_rects(shown.item)]
    return max(
        ((measure_farthest_from_safe(size, box), box) for box in boxes), key=lambda pair: pair[0]
    )


def _is_well_inside(size: Size, rect: Rect) -> bool:
    """Whether a box is inside the safe zone, and beside no corner, as nearly all texts are."""
    if size.shape != "rectangle" or size.tab is not None or size.notch is not None:
        return False
    return size.trim_box.inset_by(max(size.safe, size.corner)).contains(rect, 0.0)


def _is_plain(size: Size) -> bool:
    """Whether a box around text leaves the safe zone only where the text does."""
    is_cut_straight = size.tab is None and size.notch is None and size.corner <= size.safe
    return size.shape == "rectangle" and is_cut_straight


# --- panels and frames ---------------------------------------------------------------------


def find_panels_near_trim(face: CheckedFace, mark: InkMark) -> Iterator[FaceFault]:
    """A side of a picture, panel or filled shape that is neither clear of the cut nor beyond
    the bleed."""
    rect = mark.rect
    if rect is None:
        return
    if sides := _list_near_sides(face.size, mark, rect):
        edge = name_edge(face.size)
        message = f"`{mark.name}` ends within 1.5 mm of {edge} at {join_sides(sides)}"
        hint = (
            "let it run to the edge of the bleed, "
            f"{millimeters(face.size.bleed):g} mm beyond {edge}, or keep it 3 mm inside"
        )
        yield make_fault("near-trim", message, face, mark.box.span, hint=hint, weight=len(sides))


def _list_near_sides(size: Size, mark: InkMark, rect: Rect) -> list[str]:
    if _is_panel(mark):
        return [] if _is_border(size, rect) else _list_near_box_sides(size, rect)
    if _is_shape(mark) and measure_farthest_overshoot(size, DRIFT, rect) > 0:
        return _list_near_shape_sides(size, mark)
    return []


def _is_panel(mark: InkMark) -> bool:
    match mark.box:
        case PictureBox():
            return True
        case ShapeBox(shape="rectangle", fill=fill) | GroupBox(fill=fill):
            return fill is not None and mark.shown[0].context.turn is None
        case _:
            return False


def _is_shape(mark: InkMark) -> bool:
    """Whether an element is filled, and its ink no upright box."""
    match mark.box:
        case ShapeBox(fill=fill) | PathBox(fill=fill) | GroupBox(fill=fill):
            return fill is not None
        case _:
            return False


def _list_near_shape_sides(size: Size, mark: InkMark) -> list[str]:
    """As `_list_near_box_sides`, of the true outline, and of what a window leaves of it."""
    points = list(_outline_points(mark))
    if not points:
        return []
    if size.shape != "rectangle":
        out = max(measure_overshoot(size, 0.0, x, y) for x, y in points)
        is_near = -DRIFT < out < size.bleed - REACH and _measure_ring(size, mark) is None
        return ["the edge"] if is_near else []
    xs, ys = [x for x, _ in points], [y for _, y in points]
    rect = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    line = mark.shown[0].item.stroke if isinstance(mark.shown[0].item, Path) else None
    drawn = rect.inset_by(-line.width / 2) if line else rect
    return _list_near_box_sides(size, clip_rect(drawn, mark.shown[0].context.window))


def _outline_points(mark: InkMark) -> Iterator[tuple[float, float]]:
    """Points of what a filled element paints, on the page: of straight sides only the ends,
    as nothing between them is nearer to the cut."""
    for shown in mark.shown:
        if isinstance(shown.item, Path):
            turn = shown.context.turn
            for x, y in list_outline_points(shown.item.outline, math.inf):
                yield turn.apply(x, y) if turn else (x, y)


def _list_near_box_sides(size: Size, rect: Rect) -> list[str]:
    if size.shape != "rectangle":
        inside_bleed = measure_farthest_overshoot(size, REACH - size.bleed, rect) < 0
        return (
            ["the edge"]
            if inside_bleed and measure_farthest_overshoot(size, DRIFT, rect) > 0
            else []
        )
    found = measure_gaps(rect, size).items()
    near = [f"the {side}" for side, gap in found if REACH - size.bleed < gap < DRIFT - 0.01]
    return [*near, *_list_sides_beside_tab(size, rect)]


def _list_sides_beside_tab(size: Size, rect: Rect) -> list[str]:
    """A band over the tab that ends just below the cut beside it."""
    if size.tab is None or not (rect.top < size.body_box.top - SLACK):
        return []
    left = size.trim_box.left + size.tab.left
    beside = rect.left < left - SLACK or rect.right > left + size.tab.width + SLACK
    below = SLACK < rect.bottom - size.body_box.top < DRIFT - 0.01
    return ["the tab's foot"] if beside and below else []


def _is_border(size: Size, rect: Rect) -> bool:
    """Whether a panel leaves a thin border all around."""
    found = _measure_body_gaps(rect, size)
    return size.shape == "rectangle" and all(SLACK < gap < FRAME - 0.01 for gap in found)


def _measure_body_gaps(rect: Rect, size: Size) -> tuple[float, float, float, float]:
    """How far a box lies inside the cut, of a divider its body's."""
    cut = size.body_box
    return (
        rect.left - cut.left,
        rect.top - cut.top,
        cut.right - rect.right,
        cut.bottom - rect.bottom,
    )


def find_thin_frames(face: CheckedFace, mark: InkMark) -> Iterator[FaceFault]:
    """A line or the border that a panel leaves, near the cut all around."""
    size = face.size
    rect = mark.rect
    if rect is None:
        return
    found = (
        _measure_line_frame(size, mark) if size.shape == "rectangle" else _measure_ring(size, mark)
    )
    if found is None and _is_panel(mark) and _is_border(size, rect):
        gap = min(_measure_body_gaps(rect, size))
        edge = name_edge(size)
        found = gap, f"`{mark.name}` leaves a border of {millimeters(gap):g} mm along {edge}"
    if found:
        hint = "move it 3 mm or more inwards, or let it run into the bleed"
        yield make_fault("thin-frame", found[1], face, mark.box.span, hint=hint, weight=-found[0])


def _measure_line_frame(size: Size, mark: InkMark) -> tuple[float, str] | None:
    """How near a stroked frame is to the cut, and what to say of it."""
    if not isinstance(mark.box, ShapeBox | GroupBox) or mark.shown[0].context.turn is not None:
        return None
    if isinstance(mark.box, ShapeBox) and mark.box.shape != "rectangle":
        return None
    item, rect = mark.shown[0].item, mark.rect
    if rect is None or not isinstance(item, Path) or item.stroke is None:
        return None
    outer = _measure_body_gaps(rect, size)
    inner = [gap + item.stroke.width for gap in outer]
    seen = [inside - max(0.0, gap) for gap, inside in zip(outer, inner, strict=True)]
    if max(outer) >= FRAME - 0.01 or min(seen) <= 0 or max(seen) >= FRAME:
        return None
    gap = max(0.0, min(outer))
    line = f"the line around `{mark.name}` is {millimeters(min(seen)):g} mm wide"
    return gap, f"{line} and {millimeters(gap):g} mm from {name_edge(size)}"


def _measure_ring(size: Size, mark: InkMark) -> tuple[float, str] | None:
    """A shape like the round or slanted piece itself, a little smaller: it leaves a ring, or
    draws one."""
    item = mark.shown[0].item
    if not isinstance(mark.box, ShapeBox | GroupBox) or not isinstance(item, Path):
        return None
    turn = mark.shown[0].context.turn
    points = list_outline_points(item.outline, POINTS_PER_MM)
    placed = (turn.apply(x, y) if turn else (x, y) for x, y in points)
    inside = [-measure_overshoot(size, 0.0, x, y) for x, y in placed]
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
