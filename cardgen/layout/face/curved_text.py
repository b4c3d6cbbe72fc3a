"""Texts that run along a curve → scene items.

In      a placed text of one line, the curve that it runs along.
Out     `Glyphs` of which each is turned, and icons in groups that are.

Every letter stands square on the curve at the middle of its own width, its marks with it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_elements import TextBox
from cardgen.bind.bound_texts import TextCurve, TextSetting
from cardgen.core.geometry import Rect
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.curves import FollowedCurve, curve_of, turn_at
from cardgen.layout.face.letter_lines import under_part
from cardgen.layout.face.letters import run_outline
from cardgen.layout.face.line_place import LinePlace
from cardgen.layout.face.text_items import icon_items, part_items, under_icon
from cardgen.layout.text.placed_text import PlacedGlyph, PlacedIcon, PlacedRun, SetLine
from cardgen.scene.items import Glyph, Glyphs, Group, Item
from cardgen.scene.outlines import bounds
from cardgen.text.shaping import is_joined


class _Letter(Struct, frozen=True):
    """A letter with its marks, or an icon: from where to where it goes along a line."""

    start: float
    end: float


def curved_items(placed: PlacedElement, box: TextBox, along: TextCurve) -> Iterator[Item]:
    """The text on its curve, lines around its letters first."""
    if placed.block is None or not placed.block.lines:
        return
    (line, *_) = placed.block.lines
    curve, letters = curve_of(along, box.setting.align, placed.rect), _list_letters(line)
    start, gap = _spacing(line, len(letters), box.setting, along, curve)
    shift = along.shift.resolve(min(placed.rect.width, placed.rect.height), placed.block.size)
    placing = _LetterPlacing(letters, curve, start, gap, shift)
    runs = [
        (part, placing.turned(part, box.element))
        for part in line.parts
        if isinstance(part, PlacedRun) and part.glyphs
    ]
    icons = [placing.icon(part, box.element) for part in line.parts if isinstance(part, PlacedIcon)]
    for set_run, run in runs:
        yield from under_part(set_run, run)
    for icon in icons:
        yield from icon.under
    whole = _ink_box([run for _, run in runs]) or placed.rect
    for set_run, run in runs:
        yield from part_items(set_run, run, whole)
    for icon in icons:
        yield icon.drawn


def _ink_box(runs: Sequence[Glyphs]) -> Rect | None:
    """The box around turned letters, which gradients run across."""
    boxes = [box for run in runs if (box := bounds(run_outline(run))) is not None]
    return reduce(Rect.union, boxes) if boxes else None


def _spacing(
    line: SetLine, count: int, setting: TextSetting, along: TextCurve, curve: FollowedCurve
) -> tuple[float, float]:
    """Where a line begins on its curve, and what is added between its letters: nothing between
    those that join."""
    room = curve.length - line.width
    if along.spread and room > 0 and count > 1 and not _is_joined(line):
        closed = not along.path and along.sweep >= 360
        gap = room / (count if closed else count - 1)
        return (gap / 2 if closed else 0.0), gap
    shares = {"left": 0.0, "start": 0.0, "right": 1.0, "end": 1.0}
    return room * shares.get(setting.align, 0.5), 0.0


def _is_joined(line: SetLine) -> bool:
    return any(isinstance(part, PlacedRun) and is_joined(part.run.text) for part in line.parts)


def _list_letters(line: SetLine) -> list[_Letter]:
    """The letters of a line from left to right. Glyphs whose text another one carries are part of
    the letter that they lie on."""
    glyphs = [
        (part, glyph) for part in line.parts if isinstance(part, PlacedRun) for glyph in part.glyphs
    ]
    icons = [(p.x, p.x + p.width) for p in line.parts if isinstance(p, PlacedIcon)]
    ends = [(one.x, _end(part, one)) for part, one in glyphs if one.text] + icons
    letters = [_Letter(start, end) for start, end in sorted(ends)]
    for part, glyph in glyphs:
        if not glyph.text and letters:
            at = _find_letter(letters, _middle(part, glyph))
            letters[at] = replace(letters[at], end=max(letters[at].end, _end(part, glyph)))
    return letters


def _find_letter(letters: Sequence[_Letter], far: float) -> int:
    return max(bisect_right(letters, far, key=lambda letter: letter.start) - 1, 0)


def _middle(part: PlacedRun, glyph: PlacedGlyph) -> float:
    """Where a mark has the middle of its ink along a line."""
    left, _, right, _ = part.run.face.ink(glyph.index) or (0.0, 0.0, 0.0, 0.0)
    return glyph.x + (left + right) / 2 * part.size


def _end(part: PlacedRun, glyph: PlacedGlyph) -> float:
    return glyph.x + part.run.face.advance(glyph.index) * part.size


class _TurnedIcon(Struct, frozen=True):
    """What lies under all letters of a text, an icon's line, and the icon itself."""

    under: tuple[Item, ...]
    drawn: Item


class _LetterPlacing(Struct, frozen=True):
    """Puts the letters of a line on a curve: each is turned about its own middle, with its marks.

    Attributes:
        curve: What they stand on.
        start: Where on it the line begins.
        gap: What is added between two letters.
        shift: How far they stand above it.
    """

    letters: Sequence[_Letter]
    curve: FollowedCurve
    start: float
    gap: float
    shift: float

    def turned(self, part: PlacedRun, element: str) -> Glyphs:
        """A run whose glyphs stand on the curve."""
        face = part.run.face
        glyphs, turns = [], []
        for glyph in part.glyphs:
            far = glyph.x if glyph.text else _middle(part, glyph)
            at = _find_letter(self.letters, far)
            letter = self.letters[at]
            half = (letter.end - letter.start) / 2
            place, angle = self.curve.place(self.start + letter.start + at * self.gap + half)
            turn = turn_at(place, angle)
            x, y = turn.apply(glyph.x - letter.start - half, glyph.y - self.shift)
            glyphs.append(Glyph(glyph.index, x, y, glyph.text))
            turns.append(angle)
        color = part.run.color.opaque
        return Glyphs(
            face, part.size, color, tuple(glyphs), element, part.actual, turns=tuple(turns)
        )

    def icon(self, part: PlacedIcon, element: str) -> _TurnedIcon:
        """An icon on the curve, and the line around it."""
        half = part.width / 2
        offset = part.x + _find_letter(self.letters, part.x) * self.gap
        turn = turn_at(*self.curve.place(self.start + offset + half))
        level, place = replace(part, x=-half), LinePlace(0.0, -self.shift)
        under = tuple(under_icon(level, place, element))
        return _TurnedIcon(
            (Group(under, transform=turn),) if under else (),
            Group(tuple(icon_items(level, place, element)), transform=turn),
        )
