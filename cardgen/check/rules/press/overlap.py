"""Texts that something else is painted over: a shape, a picture, another text.

In      a face and the `InkMark`s of its elements, in painting order.
Out     `FaceFault`s.
Not here  text that merges with its ground (`check.rules.press.contrast`), text that leaves its box
        (`layout`), which points a shape covers (`check.engine.painted_area`).

Boxes are compared first, as most of them stand apart; where two meet, the true outlines of
letters and shapes decide. What is half transparent or blended is meant to be seen through.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_elements import TextBox
from cardgen.check.engine.face_rules import FaceRule
from cardgen.check.engine.ink_marks import (
    InkMark,
    ItemOnPage,
    list_ink_boxes,
    quote_letters,
    transform_rect,
)
from cardgen.check.engine.painted_area import (
    glyph_covers_any,
    is_covered,
    is_seen,
    list_glyph_points,
    list_item_points,
    measure_common_area,
    measure_way_out,
)
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.spilled_texts import is_spilled, note_spill
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.check.rules.press.clipped_texts import CLIPPED_TEXT, find_clipped_texts
from cardgen.check.rules.press.contrast import FADED, measure_luminance
from cardgen.core.color import Color, contrast_ratio
from cardgen.core.findings import Note
from cardgen.core.geometry import POINTS_PER_MM, Rect, Transform
from cardgen.core.late_import import import_late
from cardgen.scene.items import Glyph, Glyphs, Path, Picture

if TYPE_CHECKING:
    import numpy as np

    from cardgen.check.engine.painted_area import Points
else:
    np = import_late("numpy")

SOLID = 0.9
"""From this opacity on a shape hides what is below it."""
HIDDEN = 0.08
"""The share of a letter's outline that may be covered: less is a touch."""
SHARED = 0.15
"""The share of the smaller letter's box that two letters may have in common."""
FAINT = 1.6
"""Text of less contrast with the panel below it is a pattern on it."""
_MOST = 100
"""Faults of a face: of n texts at one place each lies on all before it."""


class Overlap(FaceRule):
    """Texts that something else is painted over."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "covered-text",
            "text is hidden by something painted over it",
            "Elements are painted in the order of the layout. A panel, disc or picture that "
            "stands after a text covers its letters, and on some cards only: a long title runs "
            "under the price in the corner.",
            "Move the two apart, set the text smaller or narrower, or put the element that covers "
            "it before the text in the layout.",
            "warning",
        ),
        Explanation(
            "overlapping-texts",
            "two texts are printed over each other",
            "Letters over letters can be read in neither text. Mostly one of the two is longer on "
            "this card than the layout reckoned with.",
            "Move the two apart, give each a width that keeps it off the other, or put both into "
            "one `column:` or `row:`. A text meant as decoration can have an `opacity` below 0.5.",
            "warning",
        ),
        CLIPPED_TEXT,
    )

    def find_on_face(
        self, subject: Subject, face: CheckedFace, marks: Sequence[InkMark]
    ) -> Iterable[FaceFault]:
        yield from find_overlaps(face, marks)
        yield from find_clipped_texts(face, marks)


class TextPiece(Struct, frozen=True):
    """A letter or icon of a text: its box on the page, and the item it is part of."""

    rect: Rect
    shown: ItemOnPage
    glyph: Glyph | None = None

    @property
    def turn(self) -> Transform | None:
        return self.shown.context.turn

    def points(self) -> Points:
        """Points of its ink that no window cuts off."""
        item = self.shown.item
        if self.glyph and isinstance(item, Glyphs):
            found = list_glyph_points(item, self.glyph, self.turn)
        else:
            found = list_item_points(self.shown)
        return found[is_seen(self.shown.context.clips, found)]

    def covers(self, points: Points) -> bool:
        """Whether its ink lies on any of the points."""
        item = self.shown.item
        if self.glyph and isinstance(item, Glyphs):
            return glyph_covers_any(item, self.glyph, self.turn, points)
        return bool(is_covered(self.shown, points).any())


def find_overlaps(face: CheckedFace, marks: Sequence[InkMark]) -> Iterator[FaceFault]:
    """The texts of a face that something lies on, as far as anybody reads on."""
    return islice(_find_each(face, marks), _MOST)


def _find_each(face: CheckedFace, marks: Sequence[InkMark]) -> Iterator[FaceFault]:
    for below, above in _list_meetings(marks):
        mark, later = marks[below], marks[above]
        if not isinstance(later.box, TextBox):
            yield from _find_covered(face, mark, later)
        elif _do_mix(mark, later) and not _is_pattern(mark, marks[:below]):
            yield _report_overlap(face, mark, later)


def _list_meetings(marks: Sequence[InkMark]) -> Iterator[tuple[int, int]]:
    """Texts, and what is painted later and meets their boxes: nearly nothing does, and there
    are many pairs, so that their sides are looked up only once."""
    boxes = [
        (index, rect.left, rect.top, rect.right, rect.bottom)
        for index, mark in enumerate(marks)
        if (rect := mark.rect) is not None
    ]
    for place, (index, left, top, right, bottom) in enumerate(boxes):
        if isinstance(marks[index].box, TextBox) and not _is_faded(marks[index]):
            for later, west, north, east, south in boxes[place + 1 :]:
                if west < right and left < east and north < bottom and top < south:
                    yield index, later


def _is_faded(mark: InkMark) -> bool:
    around = mark.shown[0].context
    return around.opacity < FADED or around.blend != "normal"


def _list_pieces(mark: InkMark, window: Rect) -> Iterator[TextPiece]:
    """The letters and icons of a text that meet a box."""
    for shown in mark.shown:
        if shown.rect is None or not measure_common_area(shown.rect, window):
            continue
        if isinstance(shown.item, Path) and shown.item.of_text:
            continue  # the glyphs beside it say where the letters are
        if not isinstance(shown.item, Glyphs):
            yield TextPiece(shown.rect, shown)
            continue
        for glyph, box in list_ink_boxes(shown.item):
            rect = transform_rect(box, shown.context.turn)
            if measure_common_area(rect, window):
                yield TextPiece(rect, shown, glyph)


# --- under a shape -------------------------------------------------------------------------


def _find_covered(face: CheckedFace, mark: InkMark, over: InkMark) -> Iterator[FaceFault]:
    """A text under an element that is no text: all its letters that are hidden."""
    assert mark.rect is not None
    hidden: dict[int, TextPiece] = {}
    way = 0.0
    for cover in (shown for shown in over.shown if _can_hide(shown, mark.rect)):
        for piece, points in _list_hidden_pieces(cover, mark):
            hidden[id(piece.glyph or piece.shown)] = piece
            way = max(way, measure_way_out(cover, points))
    if hidden:
        letters = quote_letters(mark, hidden)
        message = f"`{mark.name}` is hidden in part by `{over.name}`{letters and f': {letters}'}"
        hint = f"move them {_format_way(way)} apart, or put `{over.name}` before `{mark.name}`"
        made = make_fault("covered-text", message, face, mark.box.span, hint=hint, weight=way)
        told = _add_place(made, over)
        spilled = all(is_spilled(mark, piece.rect) for piece in hidden.values())
        yield note_spill(told) if spilled else told


def is_hidden_by(mark: InkMark, over: InkMark) -> bool:
    """Whether an element hides a letter of a text: that is told."""
    rect = mark.rect
    covers = (shown for shown in over.shown if rect and _can_hide(shown, rect))
    return any(True for cover in covers for _ in _list_hidden_pieces(cover, mark))


def _can_hide(shown: ItemOnPage, rect: Rect) -> bool:
    """Whether an item is solid, and comes near a box."""
    around, item = shown.context, shown.item
    if around.opacity < SOLID or around.blend != "normal" or around.masked:
        return False
    if shown.rect is None or not measure_common_area(shown.rect, rect):
        return False
    if isinstance(item, Picture):
        return not item.bitmap.has_alpha
    return isinstance(item, Path) and item.fill is not None


def _list_hidden_pieces(cover: ItemOnPage, mark: InkMark) -> Iterator[tuple[TextPiece, Points]]:
    """The letters that a shape hides, and the points of them that it hides."""
    assert cover.rect is not None
    for piece in _list_pieces(mark, cover.rect):
        points = piece.points()
        under = is_covered(cover, points)
        if under.sum() > HIDDEN * len(points):
            yield piece, points[under]


def _format_way(way: float) -> str:
    """A way in millimeters, rounded up."""
    return f"{math.ceil(way / POINTS_PER_MM * 10) / 10:g} mm"


def _add_place(made: FaceFault, other: InkMark) -> FaceFault:
    """The fault, with a note where the other element stands."""
    note = Note(f"`{other.name}` stands here", other.box.span)
    return replace(made, finding=replace(made.finding, notes=(note,)))


# --- under another text --------------------------------------------------------------------


def _do_mix(one: InkMark, two: InkMark, *, kept: bool = False) -> bool:
    """Whether letters of two texts lie on each other; with `kept`, of those in their own boxes.
    The same words twice are a shadow."""
    if _is_faded(two) or _text_of(one) == _text_of(two):
        return False
    assert one.rect is not None
    assert two.rect is not None
    pieces, others = list(_list_pieces(one, two.rect)), list(_list_pieces(two, one.rect))
    if kept:
        pieces = [piece for piece in pieces if not is_spilled(one, piece.rect)]
        others = [piece for piece in others if not is_spilled(two, piece.rect)]
    return any(_do_overlap(piece, other) for piece in pieces for other in others)


def _text_of(mark: InkMark) -> str:
    return "".join(shown.item.text for shown in mark.shown if isinstance(shown.item, Glyphs))


def _do_overlap(one: TextPiece, two: TextPiece) -> bool:
    """Whether two letters share enough of their boxes, and ink too."""
    smaller = min(one.rect.width * one.rect.height, two.rect.width * two.rect.height)
    if measure_common_area(one.rect, two.rect) <= SHARED * smaller:
        return False
    return two.covers(one.points()) or one.covers(two.points())


def _report_overlap(face: CheckedFace, mark: InkMark, over: InkMark) -> FaceFault:
    assert mark.rect is not None
    assert over.rect is not None
    across, down = _ways_apart(mark.rect, over.rect)
    message = f"`{over.name}` is printed over `{mark.name}`"
    hint = (
        f"move them apart, by {_format_way(down)} up or down or by {_format_way(across)} sideways"
    )
    way = min(across, down)
    made = make_fault("overlapping-texts", message, face, over.box.span, hint=hint, weight=way)
    told = _add_place(made, mark)
    full = mark.room or over.room
    return note_spill(told) if full and not _do_mix(mark, over, kept=True) else told


def _ways_apart(one: Rect, two: Rect) -> tuple[float, float]:
    """The way out of one box for another, sideways and up or down."""
    across = min(one.right - two.left, two.right - one.left)
    return across, min(one.bottom - two.top, two.bottom - one.top)


def _is_pattern(mark: InkMark, below: Sequence[InkMark]) -> bool:
    """Whether a text has nearly the color of the panel that it stands on."""
    inks = [shown.item.color for shown in mark.shown if isinstance(shown.item, Glyphs)]
    ground = _find_ground_color(mark, below)
    return ground is not None and all(
        contrast_ratio(measure_luminance(ink), measure_luminance(ground)) < FAINT for ink in inks
    )


def _find_ground_color(mark: InkMark, below: Sequence[InkMark]) -> Color | None:
    """The color of what was last painted where the middle of a text is, if it is plain."""
    assert mark.rect is not None
    x, y = mark.rect.center
    middle, spot = np.array([(x, y)]), Rect(x, y, 0.01, 0.01)
    for under in reversed(below):
        for shown in reversed(under.shown):
            if _can_hide(shown, spot) and is_covered(shown, middle).all():
                fill = shown.item.fill if isinstance(shown.item, Path) else None
                return fill if isinstance(fill, Color) else None
    return None
