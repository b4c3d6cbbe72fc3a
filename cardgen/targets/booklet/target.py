"""Target `booklet`: rule booklets to read, to print at home, and for a printer.

Out     for each booklet `NAME-screen.pdf` (pages as cut, with links and an outline),
        `NAME-pages.pdf` (pages with bleed), `NAME-print.pdf` (imposed on sheets to fold and
        staple), and `manifest.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct
from pydantic import Field

from cardgen.core.findings import plural
from cardgen.core.geometry import POINTS_PER_MM, Transform
from cardgen.core.sizes import Size, millimeters
from cardgen.files.file_names import Names, part_name
from cardgen.files.output_folder import OutputFolder
from cardgen.layout.booklet.pages import LaidBooklet, lay_out_booklet
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.tag_tree import TagTree
from cardgen.targets.booklet.imposition import (
    Flip,
    ImposedSheet,
    SheetSide,
    impose_saddle,
    list_bound_pages,
    round_up_to_four,
)
from cardgen.targets.booklet.page import Scenes, draw_page, show_bleed_pages, show_cut_pages
from cardgen.targets.booklet.sheets import (
    BOOKLETS,
    Spread,
    count_booklets,
    place_spreads,
    refuse_misfits,
    show_sheets,
)
from cardgen.targets.contract import Job, OptionError, Target, UnsuitableError
from cardgen.targets.options import OneOf, PaperLength, Parsed, TargetOptions, make_refusal
from cardgen.targets.shared.manifest import write_manifest
from cardgen.targets.shared.papers import PAPER, Paper, load_papers

Binding = Literal["saddle", "none"]
COUNTS = (*map(str, BOOKLETS), "auto")
BINDINGS: tuple[Binding, ...] = ("saddle", "none")
FLIPS: tuple[Flip, ...] = ("long", "short")


class Creep(PaperLength):
    """The thickness of a sheet."""

    def read(self, option: str, text: str) -> float:
        length = super().read(option, text)
        if length > POINTS_PER_MM:
            hint = "write the thickness of one sheet, such as `creep=0.1mm`"
            raise make_refusal(option, text, hint)
        return length


def _read_count(option: str, text: str) -> int:
    """How many booklets lie on a sheet; 0 for as many as fit."""
    word = OneOf(COUNTS).read(option, text)
    return 0 if word == "auto" else int(word)


class BookletOptions(TargetOptions):
    """How booklets are imposed."""

    binding: Annotated[Binding, OneOf(BINDINGS)] = Field(
        "saddle", description="saddle (sheets folded together and stapled) or none (no sheets)"
    )
    paper: Annotated[Paper, PAPER] = Field(
        load_papers()["letter"],
        description="paper of the sheets: letter, a4, legal, a3 …, or 200x300mm",
    )
    flip: Annotated[Flip, OneOf(FLIPS)] = Field(
        "short", description="edge that the printer turns sheets about: long or short"
    )
    creep: Annotated[float, Creep()] = Field(
        0.1 * POINTS_PER_MM,
        description="thickness of the paper, by which inner pages move to the spine: 0.1mm",
    )
    booklets: Annotated[int, Parsed(_read_count, *COUNTS)] = Field(
        1, description="of one kind on a sheet: 1 (the default), 2, 4, or auto: as many as fit"
    )

    def spreads(self, page: Size) -> tuple[Spread, ...]:
        """Where the booklets with such pages lie on a sheet.

        Raises:
            OptionError: The paper is too small.
        """
        count = self.booklets or count_booklets(self.paper, page)
        return place_spreads(self.paper, page, count)


class BookletTarget(Target[BookletOptions, BookletOptions]):
    """Every booklet of the game."""

    name = "booklet"
    paints_alone = True
    pieces = ("booklet",)
    about = "rule booklets: a PDF to read, pages for a printer, sheets to fold and staple"
    options = BookletOptions
    needs_cards = False

    def plan(self, job: Job, options: BookletOptions) -> BookletOptions:
        """Return the options, which suit every booklet.

        Raises:
            UnsuitableError: The game has none.
            OptionError: The paper is too small.
        """
        if not job.game.booklets:
            hint = "declare one under `booklets:` in game.yaml"
            raise UnsuitableError("this game has no booklet", hint)
        if options.binding == "saddle":
            pages = {booklet.name: booklet.size for booklet in job.game.booklets}
            refuse_misfits(options.paper, pages, options.booklets or 1)
        return options

    def write(self, job: Job, plan: BookletOptions, output: OutputFolder) -> str:
        """Write every booklet.

        Raises:
            OptionError: A booklet has a fault that `check` tells of.
        """
        made = [lay_out_booklet(booklet) for booklet in job.game.booklets]
        run = _BookletWriter(job, plan, output, sum(_count_steps(laid, plan) for laid in made))
        names = Names()
        stems = [names.take(part_name(laid.booklet.name, "booklet")) for laid in made]
        entries = [run.booklet(laid, stem) for laid, stem in zip(made, stems, strict=True)]
        write_manifest(output, job.of_whole_game(), self.name, {"booklets": entries})
        return "; ".join(_describe_booklet(entry) for entry in entries)


def _count_steps(laid: LaidBooklet, options: BookletOptions) -> int:
    pages = len(laid.pages)
    if options.binding == "none":
        return 2 * pages
    bound = round_up_to_four(pages)
    return pages + bound + bound // 2


class _BookletWriter(Struct):
    """Writes booklets, and tells how far it is."""

    job: Job
    options: BookletOptions
    output: OutputFolder
    total: int
    done: int = 0

    def count_step(self) -> None:
        self.done += 1
        self.job.progress("booklet", self.done, self.total)

    def booklet(self, laid: LaidBooklet, stem: str) -> dict[str, Any]:
        """Write the files of a booklet, whose names begin with `stem`."""
        _refuse_faulty_pages(laid)
        scenes: Scenes = self.job.scenes
        screen, pages = self.file(laid, accessible=True), self.file(laid, accessible=True)
        show_cut_pages(screen, laid, scenes, self.count_step)
        show_bleed_pages(pages, laid, self.order(laid), scenes, self.count_step)
        self.output.write(f"{stem}-screen.pdf", screen.save())
        self.output.write(f"{stem}-pages.pdf", pages.save())
        sheets = self.sheets(laid, stem, scenes) if self.options.binding == "saddle" else ()
        return _manifest_entry(laid, stem, self.options, sheets)

    def order(self, laid: LaidBooklet) -> tuple[int | None, ...]:
        """The pages as a printer binds them: with blanks, if they are folded and stapled."""
        if self.options.binding == "none":
            return tuple(range(1, len(laid.pages) + 1))
        return list_bound_pages(len(laid.pages), last_is_cover=laid.booklet.back_cover is not None)

    def file(self, laid: LaidBooklet, *, accessible: bool = False) -> PdfFile:
        tags = TagTree(laid.booklet.body.language, accessible=accessible)
        job, title = self.job, laid.booklet.title
        return PdfFile(job.game.pictures, title=title, tags=tags, packer=job.packer)

    def sheets(self, laid: LaidBooklet, stem: str, scenes: Scenes) -> tuple[ImposedSheet, ...]:
        booklet, options = laid.booklet, self.options
        spreads = options.spreads(booklet.size)
        cover = booklet.back_cover is not None
        sheets = impose_saddle(
            len(laid.pages), options.creep, last_is_cover=cover, from_right=booklet.mirrored
        )
        file = self.file(laid)
        pages = {page.number: page for page in laid.pages}

        def draw(number: int, put: Transform, again: bool) -> str:
            return draw_page(file, pages[number], scenes, put, again=again)

        show_sheets(file, sheets, draw, booklet.size, spreads, options.flip, self.count_step)
        self.output.write(f"{stem}-print.pdf", file.save())
        return sheets


def _refuse_faulty_pages(laid: LaidBooklet) -> None:
    """Pages are laid out when they are asked for: what is wrong there stops the target."""
    errors = [finding for finding in laid.findings if finding.severity == "error"]
    if errors:
        first = errors[0]
        message = f"the booklet `{laid.booklet.name}`: {first.message} ({first.span})"
        raise OptionError(message, "`cardgen check` tells of all that is wrong with it")


def _manifest_entry(
    laid: LaidBooklet, stem: str, options: BookletOptions, sheets: tuple[ImposedSheet, ...]
) -> dict[str, Any]:
    booklet, pages = laid.booklet, len(laid.pages)
    trim = booklet.size.trim
    entry: dict[str, Any] = {
        "name": booklet.name,
        "title": booklet.title,
        "pages": pages,
        "trim_mm": [millimeters(trim.width), millimeters(trim.height)],
        "bleed_mm": millimeters(booklet.size.bleed),
        "headings": [
            {"title": label.title, "level": label.level, "page": page.number}
            for page in laid.pages
            for label in page.labels
        ],
        "files": [f"{stem}-{kind}.pdf" for kind in ("screen", "pages")],
        "binding": options.binding,
    }
    if sheets:
        entry["files"].append(f"{stem}-print.pdf")
        entry["blank_pages"] = round_up_to_four(pages) - pages
        entry["paper"] = options.paper.key
        entry["flip"] = options.flip
        entry["booklets_a_sheet"] = len(options.spreads(booklet.size))
        entry["creep_mm"] = millimeters(options.creep)
        entry["sheets"] = [
            {"sheet": s.number, "front": _page_numbers(s.front), "back": _page_numbers(s.back)}
            for s in sheets
        ]
    return entry


def _page_numbers(side: SheetSide) -> list[int | None]:
    return [side.left, side.right]


def _describe_booklet(entry: Mapping[str, Any]) -> str:
    said = f"{entry['name']}: {plural(entry['pages'], 'page')}"
    if "sheets" not in entry:
        return said
    blanks = entry["blank_pages"]
    added = f" with {plural(blanks, 'blank page')}" if blanks else ""
    count = entry["booklets_a_sheet"]
    several = f", {count} booklets on each" if count > 1 else ""
    return f"{said}{added} on {plural(len(entry['sheets']), 'sheet')} of {entry['paper']}{several}"
