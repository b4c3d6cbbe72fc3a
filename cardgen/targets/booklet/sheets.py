"""Pages of a booklet on sheets of paper: two beside each other, to be folded and stapled, once or
several times on a sheet.

In      imposed `ImposedSheet`s, what draws a page, the paper.
Out     pages of a PDF: front, back, front, back …, with marks for cutting, folding, stapling.
Not here  which page goes where (`targets.booklet.imposition`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_MM, Extent, Rect, Transform
from cardgen.core.sizes import Size, millimeters
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.pdf.painter import matrix
from cardgen.scene.items import Item, Layer, Path, Stroke
from cardgen.scene.outlines import Line, Move
from cardgen.targets.booklet.imposition import Flip, ImposedSheet, SheetSide, back_is_turned
from cardgen.targets.contract import OptionError
from cardgen.targets.shared.papers import Paper, list_home_papers

_HAIR = Stroke(Color(0, 0, 0), 0.25)
_DASHED = Stroke(Color(0, 0, 0), 0.25, (3.0, 2.0))
_AWAY = 1 * POINTS_PER_MM
_MARK = 5 * POINTS_PER_MM
_LEAST_MARK = 1 * POINTS_PER_MM
_UNPRINTED = 3 * POINTS_PER_MM
"""What home printers leave white at the paper's edge."""
_STAPLES = (0.25, 0.75)
"""Where a booklet is stapled: at so many shares of its height."""


DrawPage = Callable[[int, Transform, bool], str]
"""Draws a page, moved (y up), on the sheet to come; the last says whether it is there already."""

BOOKLETS = (1, 2, 4)
"""So many lie on a sheet: more are more work to cut than paper saved."""
_GRIDS = {1: ((1, 1),), 2: ((1, 2), (2, 1)), 4: ((2, 2), (1, 4), (4, 1))}
"""Columns and rows for each number."""
_SLACK = 0.01


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


def place_spreads(paper: Paper, page: Size, booklets: int) -> tuple[Spread, ...]:
    """So many booklets' two pages in the middle of the paper, all with the same bleed.

    Raises:
        OptionError: The paper is too small.
    """
    found = _find_spreads(paper, page, booklets)
    if not found:
        raise _explain_misfit(paper, page, booklets)
    return found


def count_booklets(paper: Paper, page: Size) -> int:
    """Return how many booklets fit on a sheet at most; 1 if none does."""
    return max((count for count in BOOKLETS if _find_spreads(paper, page, count)), default=1)


def _find_spreads(paper: Paper, page: Size, booklets: int) -> tuple[Spread, ...]:
    """Those with most bleed; nothing if they do not fit."""
    wanted = Extent(2 * page.trim.width, page.trim.height)
    lying = wanted.width > wanted.height
    found = [
        spreads
        for landscape in (lying, not lying)
        for grid in _GRIDS[booklets]
        if (spreads := _place_grid(paper.turned(landscape=landscape), wanted, page.bleed, grid))
    ]
    return max(found, key=lambda spreads: round(spreads[0].bleed, 3), default=())


def _place_grid(
    paper: Extent, wanted: Extent, bleed: float, grid: tuple[int, int]
) -> tuple[Spread, ...]:
    """Spreads in columns and rows, twice the bleed apart, or as far as the paper lets them."""
    columns, rows = grid
    room = paper.width - columns * wanted.width, paper.height - rows * wanted.height
    if min(room) < -_SLACK:
        return ()
    gaps = (
        (room[0] / 2 / columns if columns > 1 else bleed),
        (room[1] / 2 / rows if rows > 1 else bleed),
    )
    bleed = max(0.0, min(bleed, *gaps))
    left = (paper.width - columns * wanted.width - 2 * bleed * (columns - 1)) / 2
    top = (paper.height - rows * wanted.height - 2 * bleed * (rows - 1)) / 2
    return tuple(
        Spread(
            paper,
            Rect(
                left + column * (wanted.width + 2 * bleed),
                top + row * (wanted.height + 2 * bleed),
                wanted.width,
                wanted.height,
            ),
            bleed,
        )
        for row in range(rows)
        for column in range(columns)
    )


def refuse_misfits(paper: Paper, pages: Mapping[str, Size], booklets: int) -> None:
    """Refuse a paper that is too small for one of a game's booklets.

    Args:
        paper: That of the sheets.
        pages: The pages of each booklet, by its name.
        booklets: How many of each are to lie on a sheet.

    Raises:
        OptionError: It names the booklet, and says what would hold all of them.
    """
    for name, page in pages.items():
        if not _find_spreads(paper, page, booklets):
            of = f" of `{name}`" if len(pages) > 1 else ""
            raise _explain_misfit(paper, page, booklets, of, tuple(pages.values()))


def _explain_misfit(
    paper: Paper, page: Size, booklets: int, of: str = "", pages: Sequence[Size] = ()
) -> OptionError:
    """What does not fit, and what holds all `pages`."""
    width, height = millimeters(2 * page.trim.width), millimeters(page.trim.height)
    pages = pages or (page,)
    larger = _suggest_paper(pages, booklets)
    if booklets > 1:
        fitting = min(count_booklets(paper, one) for one in pages)
        message = f"{booklets} booklets{of} of {width:g} × {height:g} mm do not fit {paper.label}"
        held = all(_find_spreads(paper, one, fitting) for one in pages)
        return OptionError(
            message,
            f"write `booklets={fitting}`, or {larger}" if held else larger,
            option="booklets",
        )
    message = f"two pages{of} beside each other are {width:g} × {height:g} mm"
    return OptionError(f"{message}, more than {paper.label}", larger, option="paper")


def _suggest_paper(pages: Sequence[Size], booklets: int) -> str:
    """The smallest paper of home printers that holds so many booklets, or how large it is to be."""
    for paper in list_home_papers().values():
        if all(_find_spreads(paper, page, booklets) for page in pages):
            return f"choose a larger paper, such as `paper={paper.key}`"
    needed = [_least_paper(page, booklets) for page in pages]
    width, height = needed[0]
    if len(needed) > 1:
        width, height = max(max(sides) for sides in needed), max(min(sides) for sides in needed)
    return f"choose a larger paper: `paper={width}x{height}mm` or more, or `binding=none`"


def _least_paper(page: Size, booklets: int) -> tuple[int, int]:
    """Millimeters of the paper that holds so many booklets."""
    grids = [
        (columns * 2 * page.trim.width, rows * page.trim.height)
        for columns, rows in _GRIDS[booklets]
    ]
    width, height = min(grids, key=max)
    return math.ceil(millimeters(width)), math.ceil(millimeters(height))


def show_sheets(
    file: PdfFile,
    sheets: Sequence[ImposedSheet],
    draw: DrawPage,
    page: Size,
    spreads: Sequence[Spread],
    flip: Flip,
    told: Callable[[], None],
) -> None:
    """Add both sides of every sheet. Booklets on one sheet are equal and lie evenly about its
    middle, so each has its own back behind it, however the sheet is turned."""
    paper = spreads[0].paper
    turned = back_is_turned(flip, landscape=spreads[0].landscape)
    for sheet in sheets:
        for side, is_back in ((sheet.front, False), (sheet.back, True)):
            code = [
                part
                for spread in spreads
                for part in _sheet_side(
                    side, sheet.creep, draw, page, spread, again=spread is not spreads[0]
                )
            ]
            marks = Layer(tuple(list_marks(spreads, staples=sheet.number == 1 and not is_back)))
            if marks:
                code.append(file.tag(f"/{file.form(marks, paper)} Do"))
            content = "\n".join(code)
            if is_back and turned:
                half_turn = Transform(-1, 0, 0, -1, paper.width, paper.height)
                content = f"q {matrix(half_turn)} cm\n{content}\nQ"
            bookmark = "" if is_back else f"sheet {sheet.number}"
            file.label(" + ".join(str(one) for one in (side.left, side.right) if one))
            file.page((), PageBoxes(paper), bookmark=bookmark, operators=content)
            told()


def _sheet_side(
    side: SheetSide, creep: float, draw: DrawPage, page: Size, spread: Spread, *, again: bool
) -> Iterator[str]:
    for number, right in ((side.left, False), (side.right, True)):
        if number is not None:
            clip, put = _place_in_half(creep, page, spread, right=right)
            yield f"q {clip} re W n\n{draw(number, put, again)}\nQ"


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


def list_marks(spreads: Sequence[Spread], *, staples: bool) -> Iterator[Item]:
    """Where to cut and fold, and on the outermost sheet where to staple; as far as there is
    room beside the pages."""
    first, paper = spreads[0], spreads[0].paper
    above = first.trim.top - first.bleed - _AWAY
    beside = first.trim.left - first.bleed - _AWAY
    high, wide = _mark_length(above), _mark_length(beside)
    for top, bottom in ((above - high, above), (paper.height - above, paper.height - above + high)):
        for spread in _pick_each(spreads, lambda one: one.trim.left) if high else ():
            yield _mark_line(spread.spine, top, spread.spine, bottom, _DASHED)
            for x in (spread.trim.left, spread.trim.right):
                yield _mark_line(x, top, x, bottom, _HAIR)
    for left, right in (
        (beside - wide, beside),
        (paper.width - beside, paper.width - beside + wide),
    ):
        for spread in _pick_each(spreads, lambda one: one.trim.top) if wide else ():
            trim = spread.trim
            for y in (trim.top, trim.bottom):
                yield _mark_line(left, y, right, y, _HAIR)
            for share in _STAPLES if staples else ():
                y = trim.top + share * trim.height
                yield _mark_line(left, y, right, y, _DASHED)


def _pick_each(spreads: Sequence[Spread], place: Callable[[Spread], float]) -> tuple[Spread, ...]:
    """A spread of each column, or of each row."""
    return tuple({place(spread): spread for spread in spreads}.values())


def _mark_length(room: float) -> float:
    """Of a mark, so that a printer reaches all of it; 0 where it would be too short."""
    length = min(_MARK, room - _UNPRINTED)
    return length if length >= _LEAST_MARK else 0.0


def _mark_line(x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> Path:
    return Path((Move(x1, y1), Line(x2, y2)), stroke=stroke)
