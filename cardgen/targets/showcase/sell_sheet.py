"""A sell sheet: one page of Markdown, with a scene above its text.

In      a bound sheet, the stage of its picture.
Out     the bytes of a PDF of one page, with links; what its picture is drawn of.
Not here  setting the text (`layout.booklet`), the scene (`arranging`).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import BoundBooklet
from cardgen.bind.showcase.scenes import PICTURE_SHARE
from cardgen.core.findings import Finding, plural
from cardgen.core.geometry import POINTS_PER_INCH, Extent, Rect, Transform
from cardgen.layout.booklet.pages import BookPage, LaidBooklet, lay_out_booklet, name_headings
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.pdf.tag_tree import TagTree
from cardgen.scene.items import Layer
from cardgen.targets.booklet.page import add_links, draw_page
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.showcase.drawing import DrawingBuilder, PlacedForm
from cardgen.targets.showcase.painting import Ground, add_parts, fit_stage, ground_items
from cardgen.targets.showcase.stage import Stage
from cardgen.targets.showcase.stage_pixels import StageDrawing

_LEAST_TEXT = POINTS_PER_INCH
_MOST_GROWTH = 0.26
"""How much higher a picture becomes on a sheet with little text, of the page's height."""


class Hero(Struct, frozen=True):
    """The picture at the top of a sheet, and its ground."""

    stage: Stage
    ground: Ground | None


class SellSheet(Struct, frozen=True):
    """A sell sheet: its text, what it is printed on, its picture."""

    name: str
    text: BoundBooklet
    paper: Ground | None
    hero: Hero | None


class SellSheetPage(Struct, frozen=True):
    """The page of a sell sheet, its columns equally long, and how much of it is left free below."""

    page: BookPage
    free: float


def lay_out_sheet(name: str, sheet: BoundBooklet) -> SellSheetPage:
    """Set a sell sheet.

    Raises:
        OptionError: Its text takes more than one page, or has a fault.
    """
    laid = lay_out_booklet(sheet)
    errors = _list_errors(laid)
    if errors:
        message = f"the sell sheet `{name}`: {errors[0].message} ({errors[0].span})"
        raise OptionError(message, "`cardgen check` tells of all that is wrong with it")
    if len(laid.pages) != 1:
        message = f"the sell sheet `{name}` takes {plural(len(laid.pages), 'page')}, not one"
        raise OptionError(message, "cut words, or take smaller type or a larger page")
    return _balance(sheet, laid.pages[0])


def _list_errors(laid: LaidBooklet) -> list[Finding]:
    return [finding for finding in laid.findings if finding.severity == "error"]


def _balance(sheet: BoundBooklet, page: BookPage) -> SellSheetPage:
    """Leave as much free below as still holds the text: then all columns are equally long."""
    least, most = 0.0, sheet.size.trim.height - sheet.margins.down - _LEAST_TEXT
    while most - least > 1.0:
        middle = (least + most) / 2
        margins = replace(sheet.margins, bottom=sheet.margins.bottom + middle)
        laid = lay_out_booklet(replace(sheet, margins=margins))
        if len(laid.pages) == 1 and not _list_errors(laid):
            page, least = laid.pages[0], middle
        else:
            most = middle
    return SellSheetPage(page, least)


def make_sell_sheet(job: Job, sheet: SellSheet) -> bytes:
    """The page as a PDF; what the text leaves free, the picture takes."""
    text = sheet.text
    made, down = _lay_out(sheet)
    tags = TagTree(text.body.language, accessible=True)
    file = PdfFile(job.game.pictures, title=text.title, tags=tags, packer=job.packer)
    shown = _list_grounds(file, sheet, down)
    if sheet.hero is not None:
        stage = sheet.hero.stage
        shown += add_parts(file, stage.parts, text.size.page, _fit_hero(sheet, stage, down))
    code = draw_page(file, made.page, job.scenes, _shift_text(text, down))
    bottom = text.size.page.height - text.size.bleed - down
    add_links(file, made.page, text.size.bleed, bottom, name_headings([made.page]))
    file.page(_place(text, shown), PageBoxes(text.size.trim), operators=code)
    return file.save()


def draw_sell_sheet(job: Job, sheet: SellSheet, size: tuple[int, int]) -> StageDrawing:
    """What the picture of the page is drawn of, in its own size: a text does not lean."""
    text = sheet.text
    made, down = _lay_out(sheet)
    drawing = DrawingBuilder(text.size.trim, size, job.game.pictures, finer=1)
    if sheet.hero is not None:
        stage = sheet.hero.stage
        fit = _fit_hero(sheet, stage, down)
        drawing.add_stage(stage, text.size.page, fit, corner=text.size.bleed)
    code = draw_page(drawing.file, made.page, job.scenes, _shift_text(text, down))
    drawing.add_page((), code)
    return drawing.finish(_place(text, _list_grounds(drawing.file, sheet, down)))


def _lay_out(sheet: SellSheet) -> tuple[SellSheetPage, float]:
    """The text, and how far down its picture moves it."""
    made = lay_out_sheet(sheet.name, sheet.text)
    most = _MOST_GROWTH * sheet.text.size.trim.height
    return made, min(made.free, most) if sheet.hero else 0.0


def _list_grounds(file: PdfFile, sheet: SellSheet, down: float) -> list[PlacedForm]:
    """What is below text and picture."""
    extent, found = sheet.text.size.page, list[PlacedForm]()
    if sheet.paper is not None:
        paper = Layer(ground_items(sheet.paper, extent))
        found.append((file.form(paper, extent), Transform()))
    if sheet.hero is not None and sheet.hero.ground is not None:
        bottom = sheet.text.size.bleed + _picture_height(sheet, down)
        band = Layer(ground_items(sheet.hero.ground, Extent(extent.width, bottom)))
        found.append((file.form(band, extent), Transform()))
    return found


def _picture_height(sheet: SellSheet, down: float) -> float:
    return PICTURE_SHARE * sheet.text.size.trim.height + down


def _fit_hero(sheet: SellSheet, stage: Stage, down: float) -> Transform:
    size = sheet.text.size
    inner = Rect(size.bleed, size.bleed, size.trim.width, _picture_height(sheet, down))
    return fit_stage(stage, inner)


def _shift_text(text: BoundBooklet, down: float) -> Transform:
    return _shift(text).after(Transform(f=-down))


def _shift(text: BoundBooklet) -> Transform:
    return Transform(e=-text.size.bleed, f=-text.size.bleed)


def _place(text: BoundBooklet, shown: Sequence[PlacedForm]) -> list[PlacedForm]:
    """Forms of the whole page, on the page without its bleed."""
    return [(form, _shift(text).after(put)) for form, put in shown]
