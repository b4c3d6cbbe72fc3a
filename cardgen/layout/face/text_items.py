"""Set lines of text → scene items.

In      placed texts and their lines.
Out     `Glyphs`, and the items of icons, in absolute points.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.bind.bound_faces import TextBox, TextSetting
from cardgen.core.geometry import Rect
from cardgen.layout.face.art import art_items
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.text.placed_text import PlacedIcon, PlacedRun, SetLine
from cardgen.scene import items as scene
from cardgen.scene.items import Item
from cardgen.scene.translucency import fade_items


def text_items(placed: PlacedElement, box: TextBox) -> Iterator[Item]:
    block, rect, setting = placed.block, placed.rect, box.setting
    if block is None or not block.lines:
        return
    room = rect.height - block.height
    down = {"top": 0.0, "middle": room / 2, "bottom": room}[setting.valign]
    if setting.baseline is not None:
        down = setting.baseline.resolve(rect.height) - block.lines[0].baseline
    down += snap(setting, rect.top + down + block.lines[0].baseline)
    for line in block.lines:
        centered = setting.optical and setting.align == "center"
        shift = _optical(line, rect.width) if centered else 0.0
        yield from line_items(line, rect.left + shift, rect.top + down, box.element)


def snap(setting: TextSetting, baseline: float) -> float:
    """How far down a first baseline has to go to stand on the grid."""
    if not setting.grid:
        return 0.0
    return -baseline % setting.grid


def line_items(line: SetLine, left: float, top: float, element: str) -> Iterator[Item]:
    x, y = left + line.left, top + line.baseline
    for part in line.parts:
        if isinstance(part, PlacedIcon):
            icon = part.icon
            drop = part.height * icon.drop / icon.height
            rect = Rect(x + part.x, y - part.height + drop, part.width, part.height)
            yield from art_items(icon.bitmap, rect, icon.color, element, unpainted=True)
        else:
            glyphs = tuple(
                scene.Glyph(glyph.index, x + glyph.x, y + glyph.y, glyph.text)
                for glyph in part.glyphs
            )
            color = part.run.color
            run = scene.Glyphs(part.run.face, part.size, color.opaque, glyphs, element, part.actual)
            yield from fade_items((run,), color.alpha)


def _optical(line: SetLine, measure: float) -> float:
    """How far to move a centered line so that its ink, not its advance, is centered."""
    inks = [ink for part in line.parts for ink in _inks(part)]
    if not inks:
        return 0.0
    left, right = min(ink[0] for ink in inks), max(ink[1] for ink in inks)
    return measure / 2 - (line.left + (left + right) / 2)


def _inks(part: PlacedRun | PlacedIcon) -> Iterator[tuple[float, float]]:
    """From where to where the ink of letters, or an icon, goes along a line."""
    if isinstance(part, PlacedIcon):
        yield part.x, part.x + part.width
        return
    for glyph in part.glyphs:
        ink = part.run.face.ink(glyph.index)
        if ink is not None:
            yield glyph.x + ink[0] * part.size, glyph.x + ink[2] * part.size
