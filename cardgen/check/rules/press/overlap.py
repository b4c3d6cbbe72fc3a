"""Texts that something else is painted over: a shape, a picture, another text.

In      a face and the `Mark`s of its elements, in painting order.
Out     `Fault`s.
Not here  text that merges with its ground (`check.rules.press.contrast`), text that leaves its box
        (`layout`), which points a shape covers (`check.engine.painted_area`).

Boxes are compared first, as most of them stand apart; where two meet, the true outlines of
letters and shapes decide. What is half transparent or blended is meant to be seen through.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_faces import TextBox
from cardgen.check.engine.face_rules import FaceRule
from cardgen.check.engine.ink_marks import Mark, Shown, ink_boxes, mapped
from cardgen.check.engine.painted_area import (
    Points,
    glyph_points,
    is_covered,
    is_in_glyph,
    is_seen,
    item_points,
    meeting,
    way_out,
)
from cardgen.check.engine.repeated_findings import Fault, fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import LaidFace, Subject
from cardgen.check.rules.press.contrast import luminance
from cardgen.core.color import Color, contrast_ratio
from cardgen.core.findings import Note
from cardgen.core.geometry import POINTS_PER_MM, Rect, Transform
from cardgen.scene.items import Glyph, Glyphs, Path, Picture

SOLID = 0.9
"""From this opacity on a shape hides what is below it."""
FADED = 0.5
"""Text below this opacity is decoration."""
HIDDEN = 0.08
"""The share of a letter's outline that may be covered: less is a touch."""
SHARED = 0.15
"""The share of the smaller letter's box that two letters may have in common."""
FAINT = 1.6
"""Text of less contrast with the panel below it is a pattern on it."""
_LONGEST = 24


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
    )

    def find_on_face(
        self, subject: Subject, face: LaidFace, marks: Sequence[Mark]
    ) -> Iterable[Fault]:
        return overlap_faults(face, marks)


class Piece(Struct, frozen=True):
    """A letter or icon of a text: its box on the page, and the item it is part of."""

    rect: Rect
    shown: Shown
    glyph: Glyph | None = None

    @property
    def turn(self) -> Transform | None:
        return self.shown.around.turn

    @property
    def text(self) -> str:
        return self.glyph.text if self.glyph else ""

    def points(self) -> Points:
        """Points of its ink that no window cuts off."""
        item = self.shown.item
        if self.glyph and isinstance(item, Glyphs):
            found = glyph_points(item, self.glyph, self.turn)
        else:
            found = item_points(self.shown)
        return found[is_seen(self.shown.around.clips, found)]

    def covers(self, points: Points) -> bool:
        """Whether its ink lies on any of the points."""
        item = self.shown.item
        if self.glyph and isinstance(item, Glyphs):
            return is_in_glyph(item, self.glyph, self.turn, points)
        return bool(is_covered(self.shown, points).any())


def overlap_faults(face: LaidFace, marks: Sequence[Mark]) -> Iterator[Fault]:
    """Every text of a face that something lies on."""
    for below, above in _meetings(marks):
        mark, later = marks[below], marks[above]
        if not isinstance(later.box, TextBox):
            yield from _covered(face, mark, later)
        elif _are_mixed(mark, later) and not _is_pattern(mark, marks[:below]):
            yield _overlapping(face, mark, later)


def _meetings(marks: Sequence[Mark]) -> Iterator[tuple[int, int]]:
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


def _is_faded(mark: Mark) -> bool:
    around = mark.shown[0].around
    return around.opacity < FADED or around.blend != "normal"


def _pieces(mark: Mark, window: Rect) -> Iterator[Piece]:
    """The letters and icons of a text that meet a box."""
    for shown in mark.shown:
        if shown.rect is None or not meeting(shown.rect, window):
            continue
        if not isinstance(shown.item, Glyphs):
            yield Piece(shown.rect, shown)
            continue
        for glyph, box in ink_boxes(shown.item):
            rect = mapped(box, shown.around.turn)
            if meeting(rect, window):
                yield Piece(rect, shown, glyph)


# --- under a shape -------------------------------------------------------------------------


def _covered(face: LaidFace, mark: Mark, over: Mark) -> Iterator[Fault]:
    """A text under an element that is no text: all its letters that are hidden."""
    assert mark.rect is not None
    hidden: dict[int, Piece] = {}
    way = 0.0
    for cover in (shown for shown in over.shown if _hides(shown, mark.rect)):
        for piece, points in _hidden_by(cover, mark):
            hidden[id(piece.glyph or piece.shown)] = piece
            way = max(way, way_out(cover, points))
    if hidden:
        message = f"`{mark.name}` is hidden in part by `{over.name}`{_quoted(hidden.values())}"
        hint = f"move them {_apart(way)} apart, or put `{over.name}` before `{mark.name}`"
        made = fault("covered-text", message, face, mark.box.span, hint=hint, weight=way)
        yield _beside(made, over)


def _hides(shown: Shown, rect: Rect) -> bool:
    """Whether an item is solid, and comes near a box."""
    around, item = shown.around, shown.item
    if around.opacity < SOLID or around.blend != "normal":
        return False
    if shown.rect is None or not meeting(shown.rect, rect):
        return False
    if isinstance(item, Picture):
        return not item.bitmap.has_alpha
    return isinstance(item, Path) and item.fill is not None


def _hidden_by(cover: Shown, mark: Mark) -> Iterator[tuple[Piece, Points]]:
    """The letters that a shape hides, and the points of them that it hides."""
    assert cover.rect is not None
    for piece in _pieces(mark, cover.rect):
        points = piece.points()
        under = is_covered(cover, points)
        if under.sum() > HIDDEN * len(points):
            yield piece, points[under]


def _quoted(pieces: Iterable[Piece]) -> str:
    """The hidden letters, as far as they can be written."""
    text = "".join(piece.text for piece in pieces).strip()
    cut = f"{text[:_LONGEST].rstrip()}…" if len(text) > _LONGEST else text
    return f": “{cut}”" if cut else ""


def _apart(way: float) -> str:
    """A way in millimeters, rounded up."""
    return f"{math.ceil(way / POINTS_PER_MM * 10) / 10:g} mm"


def _beside(made: Fault, other: Mark) -> Fault:
    """The fault, with a note where the other element stands."""
    note = Note(f"`{other.name}` stands here", other.box.span)
    return replace(made, finding=replace(made.finding, notes=(note,)))


# --- under another text --------------------------------------------------------------------


def _are_mixed(one: Mark, two: Mark) -> bool:
    """Whether letters of two texts lie on each other. The same words twice are a shadow."""
    if _is_faded(two) or _words(one) == _words(two):
        return False
    assert one.rect is not None
    assert two.rect is not None
    others = list(_pieces(two, one.rect))
    return any(_lie_on(piece, other) for piece in _pieces(one, two.rect) for other in others)


def _words(mark: Mark) -> str:
    return "".join(shown.item.text for shown in mark.shown if isinstance(shown.item, Glyphs))


def _lie_on(one: Piece, two: Piece) -> bool:
    """Whether two letters share enough of their boxes, and ink too."""
    smaller = min(one.rect.width * one.rect.height, two.rect.width * two.rect.height)
    if meeting(one.rect, two.rect) <= SHARED * smaller:
        return False
    return two.covers(one.points()) or one.covers(two.points())


def _overlapping(face: LaidFace, mark: Mark, over: Mark) -> Fault:
    assert mark.rect is not None
    assert over.rect is not None
    across, down = _common(mark.rect, over.rect)
    message = f"`{over.name}` is printed over `{mark.name}`"
    hint = f"move them apart, by {_apart(down)} up or down or by {_apart(across)} sideways"
    way = min(across, down)
    made = fault("overlapping-texts", message, face, over.box.span, hint=hint, weight=way)
    return _beside(made, mark)


def _common(one: Rect, two: Rect) -> tuple[float, float]:
    """The way out of one box for another, sideways and up or down."""
    across = min(one.right - two.left, two.right - one.left)
    return across, min(one.bottom - two.top, two.bottom - one.top)


def _is_pattern(mark: Mark, below: Sequence[Mark]) -> bool:
    """Whether a text has nearly the color of the panel that it stands on."""
    inks = [shown.item.color for shown in mark.shown if isinstance(shown.item, Glyphs)]
    ground = _ground(mark, below)
    return ground is not None and all(
        contrast_ratio(luminance(ink), luminance(ground)) < FAINT for ink in inks
    )


def _ground(mark: Mark, below: Sequence[Mark]) -> Color | None:
    """The color of what was last painted where the middle of a text is, if it is plain."""
    assert mark.rect is not None
    x, y = mark.rect.center
    middle, spot = np.array([(x, y)]), Rect(x, y, 0.01, 0.01)
    for under in reversed(below):
        for shown in reversed(under.shown):
            if _hides(shown, spot) and is_covered(shown, middle).all():
                fill = shown.item.fill if isinstance(shown.item, Path) else None
                return fill if isinstance(fill, Color) else None
    return None
