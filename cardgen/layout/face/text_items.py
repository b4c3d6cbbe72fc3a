"""Set lines of text → scene items.

In      placed texts and their lines.
Out     `Glyphs`, and the items of icons, in absolute points.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cardgen.bind.bound_faces import TextBox, TextRun, TextSetting
from cardgen.core.geometry import Rect
from cardgen.layout.face.art import art_items
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.color_letters import color_items, part_color_glyphs
from cardgen.layout.face.letter_lines import (
    around_icon,
    around_letters,
    mean_color,
    over_letters,
    ruled_lines,
)
from cardgen.layout.face.letters import run_outline
from cardgen.layout.face.painting import paint
from cardgen.layout.text.flow import offset_block
from cardgen.layout.text.lines import measure_first_baseline
from cardgen.layout.text.placed_text import PlacedIcon, PlacedRun, SetLine
from cardgen.scene import items as scene
from cardgen.scene.items import Item
from cardgen.scene.translucency import fade_items, painted_path


def text_items(placed: PlacedElement, box: TextBox) -> Iterator[Item]:
    """A text in its box."""
    block, rect, setting = placed.block, placed.rect, box.setting
    if block is None or not block.lines:
        return
    first = measure_first_baseline(setting, block.size)
    down = offset_block(setting, rect.top, rect.height, block.height, first)
    lines = [
        (line, rect.left + _shift(setting, line, rect.width), rect.top + down)
        for line in block.lines
    ]
    room_ = _ink_box(lines)
    for line, left, top in lines:
        yield from under_lines(line, left, top, box.element)
    for line, left, top in lines:
        yield from line_items(line, left, top, box.element, room_, stroked=True)


def _shift(setting: TextSetting, line: SetLine, measure: float) -> float:
    if not (setting.optical and setting.align == "center"):
        return 0.0
    return _optical(line, measure / 2 if setting.flow is None else line.left + line.width / 2)


def _ink_box(lines: list[tuple[SetLine, float, float]]) -> Rect:
    """The box that gradients of a text run across: from its widest line's left end to its
    right, from the first line's ascenders to the last one's foot."""
    left = min(left + line.left for line, left, _ in lines)
    right = max(left + line.left + line.width for line, left, _ in lines)
    high, low = zip(*(_heights(line) for line, _, _ in lines), strict=True)
    top = lines[0][2] + lines[0][0].baseline - high[0]
    bottom = lines[-1][2] + lines[-1][0].baseline + low[-1]
    return Rect(left, top, right - left, bottom - top)


def _heights(line: SetLine) -> tuple[float, float]:
    """How far a line's letters reach above and below the baseline."""
    sizes = [part.size for part in line.parts if isinstance(part, PlacedRun)]
    size = max(sizes, default=0.0)
    return 0.75 * size, 0.25 * size


def line_items(
    line: SetLine,
    left: float,
    top: float,
    element: str,
    across: Rect | None = None,
    *,
    stroked: bool = False,
) -> Iterator[Item]:
    """What a line puts on the page.

    Args:
        line: Set, from its own left end and baseline.
        left: Where the measure begins.
        top: What the baseline counts from.
        element: Whose it is.
        across: The box that gradients run across; the line itself if left out.
        stroked: What lies under its letters is painted already.
    """
    x, y = left + line.left, top + line.baseline
    if not stroked:
        yield from under_lines(line, left, top, element)
    for part in line.parts:
        if isinstance(part, PlacedIcon):
            yield from icon_items(part, x, y, element)
        else:
            whole = across or _ink_box([(line, left, top)])
            yield from _run(part, x, y, element, whole)
    yield from ruled_lines(line, x, y, element)


def icon_items(part: PlacedIcon, x: float, y: float, element: str) -> Iterator[Item]:
    icon = part.icon
    drop = part.height * icon.drop / icon.height
    rect = Rect(x + part.x, y - part.height + drop, part.width, part.height)
    yield from art_items(icon.bitmap, rect, icon.color, element, unpainted=True)


def placed_glyphs(part: PlacedRun, x: float, y: float) -> tuple[scene.Glyph, ...]:
    """A run's glyphs on the page."""
    return tuple(
        scene.Glyph(glyph.index, x + glyph.x, y + glyph.y, glyph.text) for glyph in part.glyphs
    )


def _run(part: PlacedRun, x: float, y: float, element: str, whole: Rect) -> Iterator[Item]:
    look, glyphs = part.run, placed_glyphs(part, x, y)
    run = scene.Glyphs(look.face, part.size, look.color.opaque, glyphs, element, part.actual)
    yield from run_items(look, run, whole)
    if look.paint is not None:
        yield from over_letters(look.paint, run)


def run_items(look: TextRun, run: scene.Glyphs, whole: Rect) -> Iterator[Item]:
    """The letters of a run, in their color or their gradient across a box; those that their font
    paints keep its colors."""
    if not run.face.colored:
        yield from _plain_items(look, run, whole)
        return
    for part, painted in part_color_glyphs(run):
        if painted:
            yield from color_items(part, look.color.alpha)
        else:
            yield from _plain_items(look, part, whole)


def _plain_items(look: TextRun, run: scene.Glyphs, whole: Rect) -> Iterator[Item]:
    fill = look.paint.fill if look.paint else None
    if fill is None:
        yield from fade_items((run,), look.color.alpha)
        return
    filled = scene.Path(run_outline(run), paint(fill, whole), element=run.element, of_text=True)
    yield from painted_path(filled)
    yield replace(run, color=mean_color(fill), hidden=True)


def under_lines(line: SetLine, left: float, top: float, element: str) -> Iterator[Item]:
    """Lines around letters and icons that lie under them: all of a text's come first, so
    that none lies on the letter beside."""
    x, y = left + line.left, top + line.baseline
    for part in line.parts:
        look = part.icon.paint if isinstance(part, PlacedIcon) else part.run.paint
        if look is None or look.stroke is None or look.stroke.side != "outside":
            continue
        if isinstance(part, PlacedIcon):
            size = part.height / part.icon.height
            yield from around_icon(look.stroke, tuple(icon_items(part, x, y, element)), size)
        else:
            run = scene.Glyphs(
                part.run.face, part.size, part.run.color, placed_glyphs(part, x, y), element
            )
            yield from around_letters(look.stroke, run)


def _optical(line: SetLine, middle: float) -> float:
    """How far to move a centered line so that its ink, not its advance, is centered."""
    inks = [ink for part in line.parts for ink in _inks(part)]
    if not inks:
        return 0.0
    left, right = min(ink[0] for ink in inks), max(ink[1] for ink in inks)
    return middle - (line.left + (left + right) / 2)


def _inks(part: PlacedRun | PlacedIcon) -> Iterator[tuple[float, float]]:
    """From where to where the ink of letters, or an icon, goes along a line."""
    if isinstance(part, PlacedIcon):
        yield part.x, part.x + part.width
        return
    for glyph in part.glyphs:
        ink = part.run.face.ink(glyph.index)
        if ink is not None:
            yield glyph.x + ink[0] * part.size, glyph.x + ink[2] * part.size
