"""The sheet that tells how far off a printer is: printed once on both sides, held to the light.

In      a paper.
Out     a PDF of two pages, front and back.
Not here  what the readings mean (`calibration`), where they are typed (`sheets.printer_file`).

On the front are four scales with numbers a millimeter apart; on the back, in mirror writing so
that it reads right through the paper, is each one's vernier: ten parts on nine millimeters. As
on a caliper, the number before the vernier's 0 gives whole millimeters, and the one line of the
vernier that meets a line of the scale gives tenths.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_MM, Extent, Transform
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.pdf.sheet_canvas import LineSetting
from cardgen.scene.items import Group, Item, Layer, Path, Stroke
from cardgen.scene.outlines import Line, Move
from cardgen.targets.contract import OptionError
from cardgen.targets.shared.papers import Paper
from cardgen.targets.sheets.calibration import CORNER, LARGEST, MIDDLE, SMALLEST, Scales
from cardgen.targets.sheets.header import header_setting

MM = POINTS_PER_MM
BLACK = Color(0, 0, 0)
_PEN = 0.35
_PARTS = 10
_VERNIER = 0.9 * MM
_BEYOND = LARGEST + 9
"""The scale goes on under the vernier."""
_TITLE, _TEXT, _SMALL, _NUMBERS = 20.0, 10.0, 8.0, 6.5
_LADDER = range(1, 13)
_STILL = Transform()


def make_calibration_sheet(paper: Paper) -> bytes:
    """The PDF.

    Raises:
        OptionError: the paper is too small for the scales.
    """
    page = paper.turned(landscape=False)
    if page.width < SMALLEST.width or page.height < SMALLEST.height:
        message = f"{paper.label} is too small for the scales"
        raise OptionError(message, "write `--paper a4` or `--paper letter`", option="paper")
    file = PdfFile(PictureStore(), title="cardgen: calibration sheet")
    for items, bookmark in ((_front(paper, page), "front"), (_back(page), "back")):
        name = file.form(Layer(tuple(items)), page)
        file.page(((name, _STILL),), PageBoxes(page), bookmark=bookmark)
    return file.save()


def _ink(size: float) -> LineSetting:
    return header_setting(size)


def _line(x1: float, y1: float, x2: float, y2: float, width: float = _PEN) -> Path:
    return Path((Move(x1, y1), Line(x2, y2)), stroke=Stroke(BLACK, width))


def _front(paper: Paper, page: Extent) -> Iterator[Item]:
    for put in _places(page):
        yield Group(tuple(_scale()), transform=put)
    yield from _names(page)
    yield from draw_corner()
    yield from _rulers(page)
    yield from _ladders(page)
    yield from _instructions(paper, page)


def _back(page: Extent) -> Iterator[Item]:
    """Seen through the paper: all of it mirrored about the page's middle."""
    mirror = Transform(a=-1.0, e=page.width)
    for put in _places(page):
        yield Group(tuple(_vernier()), transform=mirror.after(put))
    text = "This is the back. Hold the other side towards you, and this one to the light."
    x, y = (page.width - _ink(_TEXT).width(text)) / 2, page.height / 2
    yield _ink(_TEXT).line(text, x, y)
    yield from draw_corner()


def draw_corner() -> Iterator[Item]:
    """An upright and a level line, to be measured from the paper's left and upper edge."""
    arm = 14 * MM
    yield _line(CORNER, CORNER, CORNER, CORNER + arm)
    yield _line(CORNER, CORNER, CORNER + arm, CORNER)
    text = f"{CORNER / MM:g} mm from both edges"
    yield _ink(_SMALL).line(text, CORNER + 1.5 * MM, CORNER + 4 * MM)


# --- scales ----------------------------------------------------------------------------------


def _places(page: Extent) -> Iterator[Transform]:
    """The four scales in `Readings`' order: level ones near top and bottom, upright ones
    near left and right, which run down."""
    scales = Scales(page)
    x, y = page.width / 2, page.height / 2
    yield Transform(e=x, f=y - scales.bottom)
    yield Transform(e=x, f=y + scales.bottom)
    yield Transform(0.0, 1.0, -1.0, 0.0, x - scales.right, y)
    yield Transform(0.0, 1.0, -1.0, 0.0, x + scales.right, y)


def _scale() -> Iterator[Item]:
    """Millimeters above a line through the origin, where `MIDDLE` stands."""
    ink = _ink(_NUMBERS)
    yield _line(-MIDDLE * MM, 0, (_BEYOND - MIDDLE) * MM, 0)
    for number in range(_BEYOND + 1):
        x = (number - MIDDLE) * MM
        named = number % 5 == 0 and number <= LARGEST
        yield _line(x, 0, x, -(4.2 if named else 2.8) * MM)
        if named:
            text = str(number)
            yield ink.line(text, x - ink.width(text) / 2, -5 * MM)


def _vernier() -> Iterator[Item]:
    """Ten parts on nine millimeters, below the line; the 0 is the line that is read."""
    ink = _ink(_NUMBERS)
    for number in range(_PARTS + 1):
        x = number * _VERNIER
        yield _line(x, 0, x, (4.2 if number % 5 == 0 else 2.8) * MM)
        if number % 5 == 0:
            text = str(number)
            yield ink.line(text, x - ink.width(text) / 2, 7 * MM)


def _names(page: Extent) -> Iterator[Item]:
    ink = _ink(_TEXT)
    for name, put in zip(("top", "bottom", "left", "right"), _places(page), strict=True):
        x, y = put.apply(0, 0)
        if put.b:
            yield ink.line(name, x - ink.width(name) / 2, y - (MIDDLE + 3) * MM)
        else:
            yield ink.line(name, x - (MIDDLE + 4) * MM, y, align="right")


# --- lines to measure ------------------------------------------------------------------------


def _rulers(page: Extent) -> Iterator[Item]:
    """A level line at the foot and an upright one at the right, with ends to measure to."""
    scales, ink = Scales(page), _ink(_TEXT)
    left, y = (page.width - scales.across) / 2, page.height - 21 * MM
    yield from _measured((left, y), (left + scales.across, y))
    text = f"across: {scales.across / MM:g} mm in the file"
    yield ink.line(text, (page.width - ink.width(text)) / 2, y - 1.5 * MM)
    x, top = page.width - 18.5 * MM, (page.height - scales.down) / 2
    yield from _measured((x, top), (x, top + scales.down))
    words = f"down: {scales.down / MM:g} mm in the file"
    put = Transform(0.0, 1.0, -1.0, 0.0, x + 1.5 * MM, (page.height - ink.width(words)) / 2)
    yield Group((ink.line(words, 0, 0),), transform=put)


def _measured(start: tuple[float, float], end: tuple[float, float]) -> Iterator[Item]:
    yield _line(*start, *end)
    level = start[1] == end[1]
    x, y = (0.0, 2 * MM) if level else (2 * MM, 0.0)
    for at in (start, end):
        yield _line(at[0] - x, at[1] - y, at[0] + x, at[1] + y)


def _ladders(page: Extent) -> Iterator[Item]:
    """Near the middle of each edge, steps a millimeter apart: the first that is printed says
    how near to the edge the printer comes."""
    wide, high = page.width, page.height
    puts = (
        Transform(e=wide * 0.3),
        Transform(0.0, 1.0, -1.0, 0.0, wide, high * 0.3),
        Transform(-1.0, 0.0, 0.0, -1.0, wide * 0.7, high),
        Transform(0.0, -1.0, 1.0, 0.0, 0.0, high * 0.7),
    )
    for put in puts:
        yield Group(tuple(_ladder()), transform=put)


def _ladder() -> Iterator[Item]:
    """Steps from the edge y = 0 inwards, one beside the other."""
    ink = _ink(_NUMBERS)
    for step in _LADDER:
        x, y = (step - len(_LADDER) / 2) * 4 * MM, step * MM
        yield _line(x - 1.6 * MM, y, x + 1.6 * MM, y)
        text = str(step)
        yield ink.line(text, x - ink.width(text) / 2, y + 2.6 * MM)


# --- what to do ------------------------------------------------------------------------------


def _instructions(paper: Paper, page: Extent) -> Iterator[Item]:
    """The instructions, between the scales."""
    left, y = page.width / 2 - Scales(page).right + 13 * MM, page.height / 2 - 62 * MM
    yield _ink(_TITLE).line("Calibration sheet", left, y)
    y += 9 * MM
    for text in _steps():
        yield _ink(_TEXT).line(text, left, y)
        y += 4.6 * MM
    y += 2 * MM
    for text in _yaml(paper, Scales(page)):
        indent = len(text) - len(text.lstrip())
        yield _ink(_TEXT).line(text.lstrip(), left + (4 + indent * 2) * MM, y)
        y += 4.4 * MM
    y += 2 * MM
    for text in _place_after():
        yield _ink(_TEXT).line(text, left, y)
        y += 4.6 * MM


def _steps() -> tuple[str, ...]:
    return (
        "Print both pages on one sheet, at 100 %, turned over the long edge.",
        "With a rule: on each side measure how far the two lines in the upper left",
        "corner are from the left and the upper edge; measure the two long lines.",
        "Finer: hold it to the light with this side towards you. Behind each scale",
        "a vernier shines through. Read it as a caliper: the number at or before",
        "the vernier’s 0, then, as tenths, the vernier’s line that meets a line of",
        "the scale. A printer without fault reads 10.0 four times.",
        "At each edge, the lowest number with its whole line printed is what the",
        "printer leaves white. Then write, with your numbers, in printers.yaml in",
        "~/.config/cardgen:",
    )


def _yaml(paper: Paper, scales: Scales) -> tuple[str, ...]:
    edge = f"{CORNER / MM:.1f}mm"
    return (
        "office:",
        "  calibration:",
        f"    paper: {paper.key}",
        "    top: 10.0",
        "    bottom: 10.0",
        "    left: 10.0",
        "    right: 10.0",
        f"    across: {scales.across / MM:g}mm",
        f"    down: {scales.down / MM:g}mm",
        f"    front: {{left: {edge}, top: {edge}}}",
        f"    back: {{left: {edge}, top: {edge}}}  # in place of the four scales",
        "  margins: 5mm 5mm 5mm 5mm",
    )


def _place_after() -> tuple[str, ...]:
    return (
        "Margins are those of top, right, bottom, left. Give the printer any name, and see",
        "whether it is right: cardgen calibrate --check --printer office",
    )
