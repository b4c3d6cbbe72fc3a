"""The sheet that shows how well backs lie under fronts: grids on the front, crosses behind them.

In      a paper, a printer's profile if there is one, the edge that sheets are turned about.
Out     a PDF of two pages, front and back, drawn as `sheets` draws cards.
Not here  the sheet from which a profile is made (`calibration_sheet`).

Held to the light, each cross shows on its grid how many millimeters the back is off there. The
middle tells how far it is moved; what the corners tell otherwise is an angle or a scale.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_MM, Extent, Rect, Transform
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.scene.items import Group, Item, Layer, Path, Stroke
from cardgen.scene.outlines import Line, Move, ellipse
from cardgen.targets.option_error import OptionError
from cardgen.targets.shared.papers import Paper
from cardgen.targets.sheets.calibration import SMALLEST
from cardgen.targets.sheets.calibration_sheet import draw_corner
from cardgen.targets.sheets.header import header_setting
from cardgen.targets.sheets.printers import PrinterProfile

MM = POINTS_PER_MM
BLACK, GRAY = Color(0, 0, 0), Color(150, 150, 150)
REACH = 8
"""Millimeters from a grid's middle to its edge."""
RINGS = (0.5, 1.0)
_INSET = 45 * MM
"""From the paper's edges to the middles of the outer grids."""
_FINE, _PEN = 0.15, 0.35
_TITLE, _TEXT = 20.0, 10.0


def make_check_sheet(
    paper: Paper, printer: PrinterProfile | None, *, short_edge: bool = False
) -> bytes:
    """The PDF.

    Raises:
        OptionError: the paper is too small for the grids.
    """
    page = paper.turned(landscape=False)
    if page.width < SMALLEST.width or page.height < SMALLEST.height:
        message = f"{paper.label} is too small for the grids"
        raise OptionError(message, "write `--paper a4` or `--paper letter`", option="paper")
    profile = printer or PrinterProfile("")
    front, back = profile.mend_front(page), profile.mend_back(page, short_edge=short_edge)
    file = PdfFile(PictureStore(), title="cardgen: duplex check")
    for items, put, bookmark in (
        (_draw_front(page, printer, short_edge=short_edge), front, "front"),
        (_draw_back(page, short_edge=short_edge), back, "back"),
    ):
        name = file.form(Layer((Group(tuple(items), transform=put),)), page)
        file.page(((name, Transform()),), PageBoxes(page), bookmark=bookmark)
    return file.save()


def list_places(page: Extent) -> tuple[tuple[float, float], ...]:
    """The middles of the grids: that of the page, then those near its corners."""
    x, y = page.width / 2, page.height / 2
    return (x, y), *(
        (x + across * (x - _INSET), y + down * (y - _INSET))
        for down in (-1, 1)
        for across in (-1, 1)
    )


def _draw_front(
    page: Extent, printer: PrinterProfile | None, *, short_edge: bool
) -> Iterator[Item]:
    for x, y in list_places(page):
        yield Group(tuple(_draw_grid()), transform=Transform(e=x, f=y))
    yield from draw_corner()
    yield from _draw_text(page, printer, "short" if short_edge else "long")


def _draw_back(page: Extent, *, short_edge: bool) -> Iterator[Item]:
    """Crosses where the grids are, seen through the paper, however the sheet is turned."""
    for x, y in list_places(page):
        at = (x, page.height - y) if short_edge else (page.width - x, y)
        yield Group(tuple(_draw_cross()), transform=Transform(e=at[0], f=at[1]))
    yield from draw_corner()


def _draw_grid() -> Iterator[Item]:
    """Lines a millimeter apart, every fifth and the middle ones darker; two rings."""
    edge = REACH * MM
    for number in range(-REACH, REACH + 1):
        at = number * MM
        pen = Stroke(BLACK if number % 5 == 0 else GRAY, _PEN if number == 0 else _FINE)
        yield Path((Move(at, -edge), Line(at, edge)), stroke=pen)
        yield Path((Move(-edge, at), Line(edge, at)), stroke=pen)
    for radius in (ring * MM for ring in RINGS):
        ring = ellipse(Rect(-radius, -radius, 2 * radius, 2 * radius))
        yield Path(ring, stroke=Stroke(BLACK, _PEN))


def _draw_cross() -> Iterator[Item]:
    arm, pen = (REACH + 4) * MM, Stroke(BLACK, _PEN)
    yield Path((Move(-arm, 0), Line(arm, 0)), stroke=pen)
    yield Path((Move(0, -arm), Line(0, arm)), stroke=pen)


def _draw_text(page: Extent, printer: PrinterProfile | None, edge: str) -> Iterator[Item]:
    setting = header_setting(_TEXT)
    lines = tuple(_list_lines(printer, edge))
    left = (page.width - max(map(setting.width, lines))) / 2
    y = page.height / 2 + (REACH + 10) * MM
    yield header_setting(_TITLE).line("Duplex check", left, page.height / 2 - (REACH + 8) * MM)
    for text in lines:
        indent = len(text) - len(text.lstrip())
        yield setting.line(text.lstrip(), left + indent * 2 * MM, y)
        y += 4.6 * MM


def _list_lines(printer: PrinterProfile | None, edge: str) -> Iterator[str]:
    name = printer.name if printer else "office"
    drawn = f"drawn for the printer {name}" if printer else "drawn for a printer without faults"
    inner, outer = RINGS
    yield f"Print both pages on one sheet, at 100 %, turned over the {edge} edge; they are"
    yield f"{drawn}. Hold it to the light with this side towards you."
    yield "On each grid, whose lines are a millimeter apart, a cross shines through. The"
    rings = f"rings are {inner:g} and {outer:g} mm around the middle."
    yield f"{rings} Where is the cross of the middle grid?"
    yield "To the right and down count, to the left and up are below 0. Write that in"
    yield "printers.yaml, added to what `check` says there already:"
    yield f"    {name}:"
    yield "      check: {right: 0.3mm, down: -0.2mm}"
    yield "If the outer grids say otherwise by half a millimeter, the printer turns or"
    yield "stretches the back: print the sheet of `cardgen calibrate`. The lines in the"
    yield "corner of either side show where the side lies on its paper."
