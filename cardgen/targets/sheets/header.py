"""The line at the edge of a sheet: game, deck, sheet, version, and a ruler to prove the scale.

In      a `SheetPlan`, what the header says.
Out     a layer of the size of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import POINTS_PER_INCH, POINTS_PER_MM, Transform
from cardgen.files.disk_game import DiskGame, shipped_folder
from cardgen.render.pdf.sheet_canvas import LineSetting
from cardgen.scene.items import Group, Item, Layer, Path, Stroke
from cardgen.scene.outlines import Line, Move
from cardgen.targets.sheets.marks import HAIRLINE, INK
from cardgen.targets.sheets.plan import SheetPlan
from cardgen.text.fonts import Face, open_face

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
_CLEAR = 2 * POINTS_PER_MM
"""From places that registration marks need to themselves."""


class HeaderText(Struct, frozen=True):
    """What a header says: `title` gives way where the paper is short, `facts` do not."""

    title: str
    facts: str
    faces: tuple[Face, ...] = ()
    """Of the game, for letters of its name that the header's own face lacks."""


def draw_header(plan: SheetPlan, words: HeaderText) -> Layer:
    """A line at the edge of the sheet, and a ruler at its end where there is room."""
    area = plan.printable
    if plan.header is None:
        return Layer(())
    if plan.header == "top":
        corners = (
            place.right + _CLEAR for place in plan.closed if place.left < plan.page.width / 2
        )
        left = max([area.left, *corners])
        length, put = area.width - 2 * (left - area.left), Transform(e=left, f=area.top)
    else:
        length, put = area.height, Transform(0, -1, 1, 0, area.left, area.bottom)
    return Layer((Group(tuple(_draw_strip(words, length)), transform=put),))


def _draw_strip(words: HeaderText, length: float) -> Iterator[Item]:
    """The header on a strip that begins at the origin."""
    ink, ruler = replace(header_setting(), fallbacks=words.faces), _ruler_width()
    facts = ink.width(words.facts)
    free = length
    if length >= facts + ruler + 3 * _SPACE:
        yield from _draw_ruler(length - ruler)
        free -= ruler + 2 * _SPACE
    title = ink.cut(words.title, max(0.0, free - facts - _SPACE)) if words.title else ""
    x = 0.0
    if len(title) > 1:
        yield ink.line(title, 0.0, _BASELINE)
        x = ink.width(title) + _SPACE
    yield ink.line(words.facts, x, _BASELINE, room=free - x)


@cache
def header_setting(size: float = _TYPE) -> LineSetting:
    """The type of headers."""
    return LineSetting(
        open_face(DiskGame(shipped_folder()).asset(_FONT).data, name=_FONT, trusted=True), size, INK
    )


def _ruler_width() -> float:
    return _RULED[1][0] + _SPACE / 2 + header_setting().width(_RULER)


def _draw_ruler(left: float) -> Iterator[Item]:
    """Millimeters above the line, inches below, each with a last tick to measure to."""
    middle = _BASELINE - 0.7 * POINTS_PER_MM
    yield _line(left, middle, left + _RULED[1][0], middle)
    for length, step, side in _RULED:
        for tick in range(round(length / step) + 1):
            x = left + tick * step
            yield _line(x, middle, x, middle + side * _TICK)
    yield header_setting().line(_RULER, left + _RULED[1][0] + _SPACE / 2, _BASELINE)


def _line(x1: float, y1: float, x2: float, y2: float) -> Path:
    return Path((Move(x1, y1), Line(x2, y2)), stroke=Stroke(INK, HAIRLINE))
