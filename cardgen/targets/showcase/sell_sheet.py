"""A sell sheet: one page of Markdown, with a scene above its text.

In      a bound sheet, the stage of its picture.
Out     the bytes of a PDF of one page, with links.
Not here  setting the text (`layout.booklet`), the scene (`arranging`).
"""

from __future__ import annotations

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
from cardgen.targets.showcase.painting import Ground, add_stage, fit_stage, ground_items
from cardgen.targets.showcase.stage import Stage

_LEAST_TEXT = POINTS_PER_INCH
_MOST_GROWTH = 0.26
"""How much higher a picture becomes on a sheet with little text, of the page's height."""


class Hero(Struct, frozen=True):
    """The picture at the top of a sheet, and its ground."""

    stage: Stage
    ground: Ground | None


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


def make_sell_sheet(
    job: Job, name: str, sheet: BoundBooklet, paper: Ground | None, hero: Hero | None
) -> bytes:
    """The page as a PDF; what the text leaves free, the picture takes."""
    made = lay_out_sheet(name, sheet)
    size, extent = sheet.size, sheet.size.page
    down = min(made.free, _MOST_GROWTH * size.trim.height) if hero else 0.0
    tags = TagTree(sheet.body.language, accessible=True)
    file = PdfFile(job.game.pictures, title=sheet.title, tags=tags)
    shown: list[tuple[str, Transform]] = []
    if paper is not None:
        shown.append((file.form(Layer(ground_items(paper, extent)), extent), Transform()))
    if hero is not None:
        high = PICTURE_SHARE * size.trim.height + down
        if hero.ground is not None:
            band = ground_items(hero.ground, Extent(extent.width, size.bleed + high))
            shown.append((file.form(Layer(band), extent), Transform()))
        inner = Rect(size.bleed, size.bleed, size.trim.width, high)
        shown += add_stage(file, hero.stage, extent, fit_stage(hero.stage, inner))
    shift = Transform(e=-size.bleed, f=-size.bleed)
    code = draw_page(file, made.page, job.scenes, shift.after(Transform(f=-down)))
    add_links(
        file, made.page, size.bleed, extent.height - size.bleed - down, name_headings([made.page])
    )
    placed = [(form, shift.after(put)) for form, put in shown]
    file.page(placed, PageBoxes(size.trim), operators=code)
    return file.save()
