"""Target `booklet`: rule booklets to read, to print at home, and for a printer.

Out     for each booklet `NAME-screen.pdf` (pages as cut, with links and an outline),
        `NAME-pages.pdf` (pages with bleed), `NAME-print.pdf` (imposed on sheets to fold and
        staple), and `manifest.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from cardgen.core.findings import plural
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.sizes import millimetres
from cardgen.files.output_folder import OutputFolder
from cardgen.layout.booklet.pages import LaidBooklet, lay_out_booklet
from cardgen.render.pdf.document import PdfFile
from cardgen.targets.booklet.imposition import Flip, Sheet, Side, padded, saddle
from cardgen.targets.booklet.page import Scenes, page_form, show_bleed_pages, show_cut_pages
from cardgen.targets.booklet.sheets import show_sheets, spread_on
from cardgen.targets.contract import Job, OptionError, UnsuitableError
from cardgen.targets.option_values import given
from cardgen.targets.sheets.papers import Paper, find_paper

NAME = "booklet"
ABOUT = "rule booklets: a PDF to read, pages for a printer, sheets to fold and staple"

OPTION_HELP: Mapping[str, str] = {
    "binding": "saddle (sheets folded together and stapled) or none (no sheets)",
    "paper": "paper of the sheets: letter, a4, legal, a3 …, or 200x300mm",
    "flip": "edge that the printer turns sheets about: long or short",
    "creep": "thickness of the paper, by which inner pages move to the spine: 0.1mm",
}
Binding = Literal["saddle", "none"]
BINDINGS: tuple[Binding, ...] = ("saddle", "none")
FLIPS: tuple[Flip, ...] = ("long", "short")
_PAPER = 0.1 * POINTS_PER_MM


class Options(Struct, frozen=True):
    """All choices."""

    binding: Binding
    paper: Paper
    flip: Flip
    creep: float


def read_options(pairs: Mapping[str, str]) -> Options:
    """Options as typed.

    Raises:
        OptionError: an option is unknown, or cannot be had.
    """
    own = given(NAME, pairs, OPTION_HELP)
    binding: Binding = own.choice("binding", BINDINGS, "saddle")
    flip: Flip = own.choice("flip", FLIPS, "short")
    creep = own.length("creep", _PAPER)
    if creep > POINTS_PER_MM:
        raise own.refused("creep", "write the thickness of one sheet, such as `creep=0.1mm`")
    return Options(binding, find_paper(own.text("paper", "letter").casefold()), flip, creep)


def plan(job: Job) -> Options:
    """The options, which suit every booklet.

    Raises:
        UnsuitableError: the game has none.
        OptionError: an option cannot be had, or the paper is too small.
    """
    options = read_options(job.options)
    if not job.game.booklets:
        hint = "declare one under `booklets:` in game.yaml"
        raise UnsuitableError("this game has no booklet", hint)
    if options.binding == "saddle":
        for booklet in job.game.booklets:
            spread_on(options.paper, booklet.size)
    return options


def write(job: Job, output: OutputFolder) -> str:
    """Write every booklet of the game.

    Raises:
        UnsuitableError: it has none.
        OptionError: an option cannot be had, or a booklet has a fault that `check` tells of.
    """
    options = plan(job)
    made = [lay_out_booklet(booklet) for booklet in job.game.booklets]
    run = _Run(job, options, output, sum(_steps(laid, options) for laid in made))
    entries = [run.booklet(laid) for laid in made]
    manifest = {"game": job.name, "target": NAME, "booklets": entries}
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    output.write("manifest.json", text.encode("utf-8"))
    return "; ".join(_said(entry) for entry in entries)


def _steps(laid: LaidBooklet, options: Options) -> int:
    pages = len(laid.pages)
    return 2 * pages + (padded(pages) // 2 if options.binding == "saddle" else 0)


class _Run(Struct):
    """Writes booklets, and tells how far it is."""

    job: Job
    options: Options
    output: OutputFolder
    total: int
    done: int = 0

    def told(self) -> None:
        self.done += 1
        self.job.progress("booklet", self.done, self.total)

    def booklet(self, laid: LaidBooklet) -> dict[str, Any]:
        _refuse_faults(laid)
        scenes: Scenes = self.job.scenes
        name = laid.booklet.name
        screen, pages = self.file(laid), self.file(laid)
        show_cut_pages(screen, laid, scenes, self.told)
        show_bleed_pages(pages, laid, scenes, self.told)
        self.output.write(f"{name}-screen.pdf", screen.save())
        self.output.write(f"{name}-pages.pdf", pages.save())
        sheets = self.sheets(laid, scenes) if self.options.binding == "saddle" else ()
        return _entry(laid, self.options, sheets)

    def file(self, laid: LaidBooklet) -> PdfFile:
        return PdfFile(self.job.game.pictures, title=laid.booklet.title)

    def sheets(self, laid: LaidBooklet, scenes: Scenes) -> tuple[Sheet, ...]:
        booklet, options = laid.booklet, self.options
        spread = spread_on(options.paper, booklet.size)
        cover = booklet.back_cover is not None
        sheets = saddle(len(laid.pages), options.creep, last_is_cover=cover)
        file = self.file(laid)
        forms = {page.number: page_form(file, page, scenes) for page in laid.pages}
        show_sheets(file, sheets, forms, booklet.size, spread, options.flip, self.told)
        self.output.write(f"{booklet.name}-print.pdf", file.save())
        return sheets


def _refuse_faults(laid: LaidBooklet) -> None:
    """Pages are laid out when they are asked for: what is wrong there stops the target."""
    errors = [finding for finding in laid.findings if finding.severity == "error"]
    if errors:
        first = errors[0]
        message = f"the booklet `{laid.booklet.name}`: {first.message} ({first.span})"
        raise OptionError(message, "`cardgen check` tells of all that is wrong with it")


def _entry(laid: LaidBooklet, options: Options, sheets: tuple[Sheet, ...]) -> dict[str, Any]:
    booklet, pages = laid.booklet, len(laid.pages)
    trim = booklet.size.trim
    entry: dict[str, Any] = {
        "name": booklet.name,
        "title": booklet.title,
        "pages": pages,
        "trim_mm": [millimetres(trim.width), millimetres(trim.height)],
        "bleed_mm": millimetres(booklet.size.bleed),
        "headings": [
            {"title": label.title, "level": label.level, "page": page.number}
            for page in laid.pages
            for label in page.labels
        ],
        "files": [f"{booklet.name}-{kind}.pdf" for kind in ("screen", "pages")],
        "binding": options.binding,
    }
    if sheets:
        entry["files"].append(f"{booklet.name}-print.pdf")
        entry["blank_pages"] = padded(pages) - pages
        entry["paper"] = options.paper.key
        entry["flip"] = options.flip
        entry["creep_mm"] = millimetres(options.creep)
        entry["sheets"] = [
            {"sheet": s.number, "front": _numbers(s.front), "back": _numbers(s.back)}
            for s in sheets
        ]
    return entry


def _numbers(side: Side) -> list[int | None]:
    return [side.left, side.right]


def _said(entry: Mapping[str, Any]) -> str:
    said = f"{entry['name']}: {plural(entry['pages'], 'page')}"
    if "sheets" not in entry:
        return said
    blanks = entry["blank_pages"]
    added = f" with {plural(blanks, 'blank page')}" if blanks else ""
    return f"{said}{added} on {plural(len(entry['sheets']), 'sheet')} of {entry['paper']}"
