"""Lines around, below and through letters.

In      runs of glyphs on the page, their `TextPaint`.
Out     paths that are marked as belonging to text: the glyphs beside them say what is written.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cardgen.bind.bound_paint import Gradient, TextStroke
from cardgen.bind.bound_texts import TextPaint, TextRun
from cardgen.core.color import Color
from cardgen.core.geometry import Rect
from cardgen.layout.face.letters import run_outline
from cardgen.layout.face.ligature_looks import list_looks
from cardgen.layout.face.line_place import LinePlace
from cardgen.layout.face.painting import paint
from cardgen.layout.text.placed_text import PlacedRun, SetLine
from cardgen.scene.items import Glyphs, Group, Item, Paint, Path, Stroke, walk
from cardgen.scene.outlines import rectangle
from cardgen.scene.translucency import painted_path

_BELOW, _THROUGH = 0.11, -0.26
"""Where lines stand from the baseline, down, in ems."""
_BESIDE = 0.58
"""How far from the middle of a vertical line they stand, in ems."""
_THICK = 0.055
"""How thick they are, in ems."""


def around_letters(stroke: TextStroke, run: Glyphs) -> tuple[Item, ...]:
    """A line that lies under its letters and shows outside them."""
    outline = run_outline(run)
    pen = _pen(stroke, 2 * stroke.width.resolve(0.0, run.size))
    return painted_path(Path(outline, None, pen, element=run.element, of_text=True))


def outer_stroke(paint: TextPaint | None) -> TextStroke | None:
    """The line that lies under letters and shows outside them, if they have one."""
    stroke = paint.stroke if paint is not None else None
    return stroke if stroke is not None and stroke.side == "outside" else None


def under_part(part: PlacedRun, run: Glyphs) -> Iterator[Item]:
    """The lines that lie under the letters of a part."""
    for one in list_looks(part, run):
        stroke = outer_stroke(one.look.paint)
        if stroke is not None:
            yield from one.within(around_letters(stroke, one.glyphs))


def around_icon(stroke: TextStroke, items: tuple[Item, ...], size: float) -> Iterator[Item]:
    """The line around an icon in a text of this size."""
    pen = _pen(stroke, 2 * stroke.width.resolve(0.0, size))
    for item in walk(items):
        if isinstance(item, Path):
            under = replace(item, fill=None, stroke=pen, of_text=True)
            yield from painted_path(under)


def over_letters(paint: TextPaint, run: Glyphs) -> tuple[Item, ...]:
    """A line on the edge of letters, or inside it, that lies over them."""
    stroke = paint.stroke
    if stroke is None or stroke.side == "outside":
        return ()
    outline = run_outline(run)
    width = stroke.width.resolve(0.0, run.size)
    inside = stroke.side == "inside"
    pen = _pen(stroke, 2 * width if inside else width)
    drawn = painted_path(Path(outline, None, pen, element=run.element, of_text=True))
    return (Group(drawn, clip=outline),) if inside and outline else drawn


def _pen(stroke: TextStroke, width: float) -> Stroke:
    return Stroke(stroke.color, width, join="round")


def ink_of(look: TextRun, whole: Rect) -> Paint:
    """The color of letters, or their gradient across `whole`."""
    fill = look.paint.fill if look.paint else None
    return look.color if fill is None else paint(fill, whole)


def mean_color(fill: Gradient) -> Color:
    """What stands for a gradient where one color is asked for."""
    colors = [stop.color for stop in fill.stops]
    count = len(colors)
    red, green, blue = (
        round(sum(getattr(color, name) for color in colors) / count)
        for name in ("red", "green", "blue")
    )
    return Color(red, green, blue)


# --- under and through ---------------------------------------------------------------------


def ruled_lines(line: SetLine, place: LinePlace, element: str, whole: Rect) -> Iterator[Item]:
    """The lines below and through words, one for words that follow each other. Vertical lines
    have them beside and through their middle: on the right in Japanese and Korean, on the left
    elsewhere. They have the color of their words, or their gradient across `whole`."""
    below, through = (_BESIDE * line.rule_side, 0.0) if line.vertical else (_BELOW, _THROUGH)
    for run, start, end, size in _list_ruled(line):
        paint = run.paint
        assert paint is not None
        for where in ([below] if paint.underline else []) + ([through] if paint.strike else []):
            thick = _THICK * size
            rect = place.rect(start, where * size - thick / 2, end - start, thick)
            inked = ink_of(run, whole)
            yield from painted_path(Path(rectangle(rect), inked, element=element, of_text=True))


def _list_ruled(line: SetLine) -> Iterator[tuple[TextRun, float, float, float]]:
    """The runs with lines, from where to where they go, and their sizes."""
    for index, part in enumerate(line.parts):
        if not isinstance(part, PlacedRun) or not part.glyphs:
            continue
        for share in part.shares:
            if _is_ruled(share.run):
                pen = part.glyphs[0].x
                yield share.run, pen + share.start, pen + share.end, part.size
        if not part.shares and _is_ruled(part.run):
            start = part.extent[0] if line.vertical else part.glyphs[0].x
            yield part.run, start, _end(line, index), part.size


def _is_ruled(run: TextRun) -> bool:
    return run.paint is not None and (run.paint.underline or run.paint.strike)


def _end(line: SetLine, index: int) -> float:
    """Where a run's line ends: at its last letter, or where the next run goes on with it."""
    part = line.parts[index]
    assert isinstance(part, PlacedRun)
    after = line.parts[index + 1] if index + 1 < len(line.parts) else None
    goes_on = isinstance(after, PlacedRun) and after.glyphs and _goes_on(part.run, after.run)
    if line.vertical:
        return after.extent[0] if goes_on and isinstance(after, PlacedRun) else part.extent[1]
    if goes_on and isinstance(after, PlacedRun):
        return after.glyphs[0].x
    last = part.glyphs[-1]
    return last.x + part.run.face.advance(last.index) * part.size


def _goes_on(one: TextRun, other: TextRun) -> bool:
    lines = [(run.paint.underline, run.paint.strike) for run in (one, other) if run.paint]
    return len(lines) == 2 and lines[0] == lines[1]
