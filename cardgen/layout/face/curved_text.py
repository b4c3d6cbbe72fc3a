"""Texts that run along a curve → scene items.

In      a placed text of one line, the curve that it runs along.
Out     `Glyphs` of which each is turned, and icons in groups that are.

Every letter stands square on the curve at the middle of its own width.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cardgen.bind.bound_elements import TextBox
from cardgen.bind.bound_texts import TextCurve, TextSetting
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.curves import FollowedCurve, curve_of, turn_at
from cardgen.layout.face.letter_lines import under_part
from cardgen.layout.face.line_place import LinePlace
from cardgen.layout.face.text_items import icon_items, part_items
from cardgen.layout.text.placed_text import PlacedIcon, PlacedRun, SetLine
from cardgen.scene.items import Glyph, Glyphs, Group, Item


def curved_items(placed: PlacedElement, box: TextBox, along: TextCurve) -> Iterator[Item]:
    """The text on its curve, lines around its letters first."""
    if placed.block is None or not placed.block.lines:
        return
    (line, *_) = placed.block.lines
    curve = curve_of(along, box.setting.align, placed.rect)
    start, gap = _spacing(line, box.setting, along, curve)
    shift = along.shift.resolve(min(placed.rect.width, placed.rect.height), placed.block.size)
    parts = list(_parts(line, gap))
    runs = [
        (part, _turned(part, offsets, start, shift, curve, box.element))
        for part, offsets in parts
        if isinstance(part, PlacedRun) and part.glyphs
    ]
    for set_run, run in runs:
        yield from under_part(set_run, run)
    for set_run, run in runs:
        yield from part_items(set_run, run, placed.rect)
    for part, offsets in parts:
        if isinstance(part, PlacedIcon):
            yield _icon(part, start + offsets[0], shift, curve, box.element)


def _spacing(
    line: SetLine, setting: TextSetting, along: TextCurve, curve: FollowedCurve
) -> tuple[float, float]:
    """Where a line begins on its curve, and what is added between its letters."""
    room = curve.length - line.width
    count = sum(len(p.glyphs) if isinstance(p, PlacedRun) else 1 for p in line.parts)
    if along.spread and room > 0 and count > 1:
        closed = not along.path and along.sweep >= 360
        gap = room / (count if closed else count - 1)
        return (gap / 2 if closed else 0.0), gap
    shares = {"left": 0.0, "start": 0.0, "right": 1.0, "end": 1.0}
    return room * shares.get(setting.align, 0.5), 0.0


def _parts(line: SetLine, gap: float) -> Iterator[tuple[PlacedRun | PlacedIcon, list[float]]]:
    """Each part, and where its glyphs stand along the line."""
    count = 0
    for part in line.parts:
        if isinstance(part, PlacedIcon):
            yield part, [part.x + count * gap]
            count += 1
            continue
        offsets = []
        for glyph in part.glyphs:
            offsets.append(glyph.x + count * gap)
            count += 1
        yield part, offsets


def _turned(
    part: PlacedRun,
    offsets: list[float],
    start: float,
    shift: float,
    curve: FollowedCurve,
    element: str,
) -> Glyphs:
    """A run whose glyphs stand on the curve."""
    face, size = part.run.face, part.size
    glyphs, turns = [], []
    for glyph, offset in zip(part.glyphs, offsets, strict=True):
        half = face.advance(glyph.index) * size / 2
        place, angle = curve.place(start + offset + half)
        turn = turn_at(place, angle)
        x, y = turn.apply(-half, glyph.y - shift)
        glyphs.append(Glyph(glyph.index, x, y, glyph.text))
        turns.append(angle)
    color = part.run.color.opaque
    return Glyphs(face, size, color, tuple(glyphs), element, part.actual, turns=tuple(turns))


def _icon(part: PlacedIcon, start: float, shift: float, curve: FollowedCurve, element: str) -> Item:
    half = part.width / 2
    place, angle = curve.place(start + half)
    flat = replace(part, x=-half)
    items = icon_items(flat, LinePlace(0.0, -shift), element)
    return Group(tuple(items), transform=turn_at(place, angle))
