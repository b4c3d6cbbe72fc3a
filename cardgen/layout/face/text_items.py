"""Set lines of text → scene items.

In      placed texts and their lines.
Out     `Glyphs`, and the items of icons, in absolute points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from msgspec.structs import replace

from cardgen.bind.bound_elements import TextBox
from cardgen.bind.bound_texts import TextRun, TextSetting
from cardgen.core.geometry import Rect
from cardgen.layout.face.art import upright_items
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.color_letters import color_items, part_color_glyphs
from cardgen.layout.face.letter_lines import (
    around_icon,
    ink_of,
    mean_color,
    outer_stroke,
    over_letters,
    ruled_lines,
    under_part,
)
from cardgen.layout.face.letters import run_outline
from cardgen.layout.face.ligature_looks import RunLook, list_looks
from cardgen.layout.face.line_place import LinePlace, place_line
from cardgen.layout.text.flow import offset_block
from cardgen.layout.text.lines import measure_first_baseline
from cardgen.layout.text.placed_text import PlacedIcon, PlacedRun, SetLine, TextBlock
from cardgen.scene import items as scene
from cardgen.scene.items import Item
from cardgen.scene.translucency import fade_items, painted_path


def text_items(placed: PlacedElement, box: TextBox) -> Iterator[Item]:
    """A text in its box."""
    block = placed.block
    if block is None or not block.lines:
        return
    places = list(_place_lines(block, placed.rect, box.setting))
    room_ = _ink_box(places)
    for line, place in places:
        yield from under_lines(line, place, box.element)
    for line, place in places:
        yield from line_items(line, place, box.element, room_, stroked=True)


def _place_lines(
    block: TextBlock, rect: Rect, setting: TextSetting
) -> Iterator[tuple[SetLine, LinePlace]]:
    """Where the lines of a text in its box stand."""
    first = measure_first_baseline(setting, block.size)
    if setting.vertical:
        down = offset_block(setting, 0.0, rect.width, block.height, first)
        for line in block.lines:
            yield line, place_line(line, rect.right - down, rect.top)
        return
    down = offset_block(setting, rect.top, rect.height, block.height, first)
    for line in block.lines:
        left = rect.left + _shift(setting, line, rect.width)
        yield line, place_line(line, left, rect.top + down)


def _shift(setting: TextSetting, line: SetLine, measure: float) -> float:
    if not (setting.optical and setting.align == "center"):
        return 0.0
    return _optical(line, measure / 2 if setting.flow is None else line.left + line.width / 2)


def _ink_box(lines: Sequence[tuple[SetLine, LinePlace]]) -> Rect:
    """The box that gradients of a text run across: from its widest line's left end to its
    right, from the first line's ascenders to the last one's foot."""
    boxes = []
    for line, place in lines:
        above, below = _heights(line)
        boxes.append(place.rect(0.0, -above, line.width, above + below))
    return reduce(Rect.union, boxes)


def _heights(line: SetLine) -> tuple[float, float]:
    """How far a line's letters reach above and below the baseline."""
    sizes = [part.size for part in line.parts if isinstance(part, PlacedRun)]
    size = max(sizes, default=0.0)
    return (0.5 * size, 0.5 * size) if line.vertical else (0.75 * size, 0.25 * size)


def line_items(
    line: SetLine,
    place: LinePlace,
    element: str,
    across: Rect | None = None,
    *,
    stroked: bool = False,
) -> Iterator[Item]:
    """What a line puts on the page.

    Args:
        line: Set, from its own left end and baseline.
        place: Where that is.
        element: Whose it is.
        across: The box that gradients run across; the line itself if left out.
        stroked: What lies under its letters is painted already.
    """
    if not stroked:
        yield from under_lines(line, place, element)
    whole = across or _ink_box([(line, place)])
    for part in line.parts:
        if isinstance(part, PlacedIcon):
            yield from icon_items(part, place, element)
        else:
            yield from _run(part, place, element, whole)
    yield from ruled_lines(line, place, element, whole)


def icon_items(part: PlacedIcon, place: LinePlace, element: str) -> Iterator[Item]:
    icon = part.icon
    drop = part.height * icon.drop / icon.height
    rect = place.rect(part.x, drop - part.height, part.width, part.height)
    if place.vertical:
        rect = place.rect(part.x, -part.width / 2, part.height, part.width)
    yield from upright_items(icon.bitmap, rect, icon.color, element, unpainted=True, of_text=True)


def _run(part: PlacedRun, place: LinePlace, element: str, whole: Rect) -> Iterator[Item]:
    look = part.run
    run = scene.Glyphs(
        look.face, part.size, look.color.opaque, place.glyphs(part), element, part.actual,
        turns=place.turns(part), down=bool(part.stand), ruby=part.ruby,
    )  # fmt: skip
    yield from part_items(part, run, whole)


def part_items(part: PlacedRun, run: scene.Glyphs, whole: Rect) -> Iterator[Item]:
    """The letters of a part, and lines that lie over them."""
    for one in list_looks(part, run):
        yield from one.within(_look_items(one, whole))


def _look_items(one: RunLook, whole: Rect) -> Iterator[Item]:
    if one.copied:
        yield from run_items(one.look, one.glyphs, whole)
    else:
        yield from painted_path(_outlined(one.look, one.glyphs, whole))
    if one.look.paint is not None:
        yield from over_letters(one.look.paint, one.glyphs)


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
    yield from painted_path(_outlined(look, run, whole))
    yield replace(run, color=mean_color(fill), hidden=True)


def _outlined(look: TextRun, run: scene.Glyphs, whole: Rect) -> scene.Path:
    """The letters of a run as an outline in its color or gradient."""
    return scene.Path(run_outline(run), ink_of(look, whole), element=run.element, of_text=True)


def under_lines(line: SetLine, place: LinePlace, element: str) -> Iterator[Item]:
    """Lines around letters and icons that lie under them: all of a text's come first, so
    that none lies on the letter beside."""
    for part in line.parts:
        if isinstance(part, PlacedIcon):
            yield from under_icon(part, place, element)
        elif part.shares or outer_stroke(part.run.paint) is not None:
            run = scene.Glyphs(
                part.run.face, part.size, part.run.color, place.glyphs(part), element,
                turns=place.turns(part), down=bool(part.stand),
            )  # fmt: skip
            yield from under_part(part, run)


def under_icon(part: PlacedIcon, place: LinePlace, element: str) -> Iterator[Item]:
    """The line around an icon, which lies under it."""
    stroke = outer_stroke(part.icon.paint)
    if stroke is not None:
        size = part.height / part.icon.height
        yield from around_icon(stroke, tuple(icon_items(part, place, element)), size)


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
