"""Pages of a booklet on sheets of paper: two beside each other, to be folded and stapled.

In      imposed `ImposedSheet`s, what draws a page, the paper.
Out     pages of a PDF: front, back, front, back …, with marks for cutting, folding, stapling.
Not here  which page goes where (`targets.booklet.imposition`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_MM, Extent, Rect, Transform
from cardgen.core.sizes import Size, millimeters
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.pdf.painter import matrix
from cardgen.scene.items import Item, Layer, Line, Move, Path, Stroke
from cardgen.targets.booklet.imposition import Flip, ImposedSheet, SheetSide, back_is_turned
from cardgen.targets.contract import OptionError
from cardgen.targets.shared.papers import Paper

_HAIR = Stroke(Color(0, 0, 0), 0.25)
_DASHED = Stroke(Color(0, 0, 0), 0.25, (3.0, 2.0))
_AWAY = 1 * POINTS_PER_MM
_MARK = 5 * POINTS_PER_MM
_LEAST_MARK = 1 * POINTS_PER_MM
_UNPRINTED = 3 * POINTS_PER_MM
"""What home printers leave white at the paper's edge."""
_STAPLES = (0.25, 0.75)
"""Where a booklet is stapled: at so many shares of its height."""


DrawPage = Callable[[int, Transform], str]
"""Draws a page, moved (y up), on the sheet to come."""


class Spread(Struct, frozen=True):
    """Where two pages stand on the paper; y down."""

    paper: Extent
    trim: Rect
    bleed: float

    @property
    def spine(self) -> float:
        return self.trim.center[0]

    @property
    def landscape(self) -> bool:
        return self.paper.width > self.paper.height

    def half(self, *, right: bool) -> Rect:
        """What one page may fill, its bleed included; it ends at the spine."""
        width = self.trim.width / 2
        left = self.spine if right else self.trim.left - self.bleed
        return Rect(
            left, self.trim.top - self.bleed, width + self.bleed, self.trim.height + 2 * self.bleed
        )


def place_spread(paper: Paper, page: Size) -> Spread:
    """Two pages in the middle of the paper.

    Raises:
        OptionError: the paper is too small.
    """
    wanted = Extent(2 * page.trim.width, page.trim.height)
    lying = wanted.width > wanted.height
    for landscape in (lying, not lying):
        extent = paper.turned(landscape=landscape)
        if wanted.width <= extent.width + 0.01 and wanted.height <= extent.height + 0.01:
            left, top = (extent.width - wanted.width) / 2, (extent.height - wanted.height) / 2
            return Spread(extent, Rect(left, top, wanted.width, wanted.height), page.bleed)
    width, height = millimeters(wanted.width), millimeters(wanted.height)
    message = f"two pages beside each other are {width:g} × {height:g} mm, more than {paper.label}"
    raise OptionError(message, "choose a larger paper, such as `paper=a3`", option="paper")


def show_sheets(
    file: PdfFile,
    sheets: Sequence[ImposedSheet],
    draw: DrawPage,
    page: Size,
    spread: Spread,
    flip: Flip,
    told: Callable[[], None],
) -> None:
    """Add both sides of every sheet."""
    turned = back_is_turned(flip, landscape=spread.landscape)
    for sheet in sheets:
        for side, is_back in ((sheet.front, False), (sheet.back, True)):
            code = list(_sheet_side(side, sheet.creep, draw, page, spread))
            marks = Layer(tuple(list_marks(spread, staples=sheet.number == 1 and not is_back)))
            if marks:
                code.append(file.tag(f"/{file.form(marks, spread.paper)} Do"))
            content = "\n".join(code)
            if is_back and turned:
                half_turn = Transform(-1, 0, 0, -1, spread.paper.width, spread.paper.height)
                content = f"q {matrix(half_turn)} cm\n{content}\nQ"
            bookmark = "" if is_back else f"sheet {sheet.number}"
            file.label(" + ".join(str(one) for one in (side.left, side.right) if one))
            file.page((), PageBoxes(spread.paper), bookmark=bookmark, operators=content)
            told()


def _sheet_side(
    side: SheetSide, creep: float, draw: DrawPage, page: Size, spread: Spread
) -> Iterator[str]:
    for number, right in ((side.left, False), (side.right, True)):
        if number is not None:
            clip, put = _place_in_half(creep, page, spread, right=right)
            yield f"q {clip} re W n\n{draw(number, put)}\nQ"


def _place_in_half(
    creep: float, page: Size, spread: Spread, *, right: bool
) -> tuple[str, Transform]:
    """Where a page's half is, and what moves the page there, to the spine by the creep."""
    clip = spread.half(right=right)
    left = spread.spine - creep if right else spread.trim.left + creep
    bottom = spread.paper.height - spread.trim.bottom
    put = Transform(e=left - page.bleed, f=bottom - page.bleed)
    low = spread.paper.height - clip.bottom
    box = " ".join(f"{n:.4f}" for n in (clip.left, low, clip.width, clip.height))
    return box, put


# --- marks -------------------------------------------------------------------------------------


def list_marks(spread: Spread, *, staples: bool) -> Iterator[Item]:
    """Where to cut and fold, and on the outermost sheet where to staple; as far as there is
    room beside the pages."""
    trim, paper = spread.trim, spread.paper
    above = trim.top - spread.bleed - _AWAY
    beside = trim.left - spread.bleed - _AWAY
    high, wide = _mark_length(above), _mark_length(beside)
    for top, bottom in ((above - high, above), (paper.height - above, paper.height - above + high)):
        if high:
            yield _mark_line(spread.spine, top, spread.spine, bottom, _DASHED)
            for x in (trim.left, trim.right):
                yield _mark_line(x, top, x, bottom, _HAIR)
    for left, right in (
        (beside - wide, beside),
        (paper.width - beside, paper.width - beside + wide),
    ):
        if wide:
            for y in (trim.top, trim.bottom):
                yield _mark_line(left, y, right, y, _HAIR)
            for share in _STAPLES if staples else ():
                y = trim.top + share * trim.height
                yield _mark_line(left, y, right, y, _DASHED)


def _mark_length(room: float) -> float:
    """Of a mark, so that a printer reaches all of it; 0 where it would be too short."""
    length = min(_MARK, room - _UNPRINTED)
    return length if length >= _LEAST_MARK else 0.0


def _mark_line(x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> Path:
    return Path((Move(x1, y1), Line(x2, y2)), stroke=stroke)
