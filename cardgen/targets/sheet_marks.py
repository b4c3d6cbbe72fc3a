"""What is drawn around cards on a sheet: crop marks, cut guides, the fold, the header.

In      a `Plan`, what the header says.
Out     layers of the size of the paper.
Not here  the cards themselves (`sheet_page`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from cardgen.color import Color
from cardgen.die import trim_outline
from cardgen.geometry import POINTS_PER_INCH, POINTS_PER_MM, Transform
from cardgen.render.sheet import Ink
from cardgen.scene import Group, Item, Layer, Line, Move, Path, Stroke, moved
from cardgen.targets.sheet_grid import STRIP
from cardgen.targets.sheet_options import Marks
from cardgen.targets.sheet_plan import Axis, Cell, Plan
from cardgen.text.fonts import open_face
from cardgen.workspace import DiskGame, shipped

HAIRLINE = 0.25
"""Width of every line that is cut along, in points."""
INK = Color(0, 0, 0)

_FONT = "fonts/EBGaramond-Regular.ttf"
_TYPE = 7.5
_BASELINE = 2.3 * POINTS_PER_MM
_TICK = 1.1 * POINTS_PER_MM
_RULED = (
    (50 * POINTS_PER_MM, 10 * POINTS_PER_MM, -1),
    (2 * POINTS_PER_INCH, POINTS_PER_INCH / 2, 1),
)
"""The ruler's scales: length, distance of ticks, up or down."""
_RULER = "50 mm, 2 in"
_SPACE = 8.0


@dataclass(frozen=True, slots=True)
class Words:
    """What a header says: `title` gives way where the paper is short, `facts` do not."""

    title: str
    facts: str


def cut_marks(plan: Plan, marks: Marks) -> Layer:
    """Crop marks or guides, and the outline of cards that are not rectangles."""
    if marks == "none":
        return Layer(())
    lines = _crop_marks(plan) if marks == "crop" else _guides(plan)
    return Layer((*lines, *_shapes(plan)))


def fold_line(plan: Plan) -> Layer:
    """Where a folded sheet is folded, dashed."""
    area, middle = plan.printable, plan.page.height / 2
    outline = (Move(area.left, middle), Line(area.right, middle))
    return Layer((Path(outline, stroke=Stroke(INK, HAIRLINE, dash=(6.0, 3.0))),))


def _crop_marks(plan: Plan) -> Iterator[Path]:
    """At every cut, at both ends, outside the bleed."""
    for x in plan.across.cuts:
        for start, end in _ends(plan.down):
            yield _line(x, start, x, end)
    for y in plan.down.cuts:
        for start, end in _ends(plan.across):
            yield _line(start, y, end, y)


def _ends(axis: Axis) -> Iterator[tuple[float, float]]:
    """Where marks run before the first card and behind the last one."""
    if axis.mark > 0:
        first, last = axis.reach(0)[0], axis.reach(len(axis.starts) - 1)[1]
        yield first - axis.mark, first
        yield last, last + axis.mark


def _guides(plan: Plan) -> Iterator[Path]:
    """Along every cut, over all that the printer reaches but the header's strip."""
    area = plan.printable
    left = area.left + (STRIP if plan.header == "left" else 0.0)
    top = area.top + (STRIP if plan.header == "top" else 0.0)
    for x in plan.across.cuts:
        yield _line(x, top, x, area.bottom)
    for y in plan.down.cuts:
        yield _line(left, y, area.right, y)


def _shapes(plan: Plan) -> Iterator[Path]:
    """Circles and hexagons are cut along their outline."""
    if plan.size.shape == "rectangle":
        return
    for cell in _all_cells(plan):
        put = Transform(e=cell.trim.left - plan.size.bleed, f=cell.trim.top - plan.size.bleed)
        outline = moved(trim_outline(plan.size), put)
        yield Path(outline, stroke=Stroke(INK, HAIRLINE))


def _all_cells(plan: Plan) -> tuple[Cell, ...]:
    cells = plan.cells()
    return (*cells, *(plan.behind(cell, "rows") for cell in cells)) if plan.folded else cells


def _line(x1: float, y1: float, x2: float, y2: float) -> Path:
    return Path((Move(x1, y1), Line(x2, y2)), stroke=Stroke(INK, HAIRLINE))


# --- header ----------------------------------------------------------------------------------


def header(plan: Plan, words: Words) -> Layer:
    """A line at the edge of the sheet, and a ruler at its end where there is room."""
    area = plan.printable
    if plan.header is None:
        return Layer(())
    if plan.header == "top":
        length, put = area.width, Transform(e=area.left, f=area.top)
    else:
        length, put = area.height, Transform(0, -1, 1, 0, area.left, area.bottom)
    return Layer((Group(tuple(_strip(words, length)), transform=put),))


def _strip(words: Words, length: float) -> Iterator[Item]:
    """The header on a strip that begins at the origin."""
    ink, ruler = _ink(), _ruler_width()
    facts = ink.width(words.facts)
    free = length
    if length >= facts + ruler + 3 * _SPACE:
        yield from _ruler(length - ruler)
        free -= ruler + 2 * _SPACE
    title = ink.cut(words.title, max(0.0, free - facts - _SPACE)) if words.title else ""
    x = 0.0
    if len(title) > 1:
        yield ink.line(title, 0.0, _BASELINE)
        x = ink.width(title) + _SPACE
    yield ink.line(words.facts, x, _BASELINE, room=free - x)


@cache
def _ink() -> Ink:
    return Ink(open_face(DiskGame(shipped()).asset(_FONT).data, name=_FONT), _TYPE, INK)


def _ruler_width() -> float:
    return _RULED[1][0] + _SPACE / 2 + _ink().width(_RULER)


def _ruler(left: float) -> Iterator[Item]:
    """Millimetres above the line, inches below, each with a last tick to measure to."""
    middle = _BASELINE - 0.7 * POINTS_PER_MM
    yield _line(left, middle, left + _RULED[1][0], middle)
    for length, step, side in _RULED:
        for tick in range(round(length / step) + 1):
            x = left + tick * step
            yield _line(x, middle, x, middle + side * _TICK)
    yield _ink().line(_RULER, left + _RULED[1][0] + _SPACE / 2, _BASELINE)
