"""Pictures of the sheets that the target `sheets` prints.

In      a game, what its file says of the target `sheets`, and what is chosen over that.
Out     for each sheet its pages, where cards lie on them, and pictures of the pages.
Not here  anything about sheets: the target itself writes the PDF whose pages are shown.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict, replace

from cardgen.bind.game.bound_game import BoundGame
from cardgen.core.geometry import POINTS_PER_INCH, Extent, Rect
from cardgen.files.output_folder import OutputFolder
from cardgen.pipeline.checked_game import Checked
from cardgen.preview.face_images import SizeLimitedCache, fit_pixels
from cardgen.render.raster.pixel_arrays import encode_png
from cardgen.render.raster.rasterizer import Raster
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.sheets.options import SheetOptions as TargetSheetOptions
from cardgen.targets.sheets.page import FilledSheet
from cardgen.targets.sheets.target import SheetPage, SheetsTarget, list_files

Side = Literal["front", "back"]
SheetOptions = Mapping[str, str]
_USUAL_PAPER = "a4"
"""Where neither the page nor the game says one."""
_NOT_SHOWN = ("format", "dpi")
"""Of a game's own options: what is of pictures."""
_OF_PAPER = ("paper", "stock", "turn", "grid", "skip")
"""What goes with a game's own paper, and not with another."""
_OF_MACHINE = ("silhouette", "feeder", "cutter", "inset", "length", "thickness")
"""Marks for a cutting machine, which has no others on its sheets and none that are folded."""
_MAX_BYTES = 64_000_000
_DPI = 300.0


class SheetsChosen(Struct, frozen=True):
    """What is in effect of the options that the page offers."""

    paper: str
    duplex: str
    marks: str
    ink: str


class ShownPage(Struct, frozen=True):
    """A page, in the file that it is in."""

    pages: Raster
    index: int


class RenderedSheets(Struct, frozen=True):
    """The sheets of a game: positions of cards, and the PDFs."""

    sheets: tuple[FilledSheet, ...]
    pages: Mapping[tuple[int, Side], ShownPage]
    """By the number of a sheet; a folded one has a front alone."""
    files: Mapping[str, bytes]
    """One, or `fronts.pdf` and `backs.pdf`."""
    options: SheetsChosen
    printer: str
    """What is said of the game's printer, if it has one."""

    def close(self) -> None:
        for pages in {page.pages for page in self.pages.values()}:
            pages.close()


class SheetImages:
    """Renders sheets; recent pictures are cached."""

    def __init__(self) -> None:
        self._rendered: tuple[object, RenderedSheets] | None = None
        self._encoded: SizeLimitedCache[tuple[object, int, Side, int], bytes] = SizeLimitedCache(
            _MAX_BYTES
        )
        self._lock = threading.Lock()

    def describe(self, checked: Checked, revision: int, options: SheetOptions) -> dict[str, Any]:
        """Describe each sheet for the page, and the options in effect.

        Raises:
            OptionError: an option is no option, or cards do not fit.
        """
        with self._lock:
            made = self._render(checked, revision, options)
            sheets = [_describe_sheet(made, sheet) for sheet in made.sheets]
            told = {"files": list(made.files), "printer": made.printer}
            return {"sheets": sheets, "options": asdict(made.options), **told}

    def png(
        self,
        checked: Checked,
        revision: int,
        options: SheetOptions,
        page: tuple[int, Side],
        width: int,
    ) -> bytes | None:
        """Return a side of a sheet as a PNG; None if there is no such sheet.

        Raises:
            OptionError: as `described`.
        """
        number, side = page
        with self._lock:
            wanted = (_cache_key(revision, options), number, side, width)
            known = self._encoded.get(wanted)
            if known is None:
                made = self._render(checked, revision, options)
                shown = made.pages.get(page)
                if shown is None:
                    return None
                known = _encode_page(shown, made.sheets[number - 1].plan.page, width)
                self._encoded.put(wanted, known, len(known))
            return known

    def pdf(
        self, checked: Checked, revision: int, options: SheetOptions, file: str
    ) -> bytes | None:
        """Return the sheets as a file that the target writes, the first unless one is named;
        None if it writes none of that name.

        Raises:
            OptionError: as `describe`.
        """
        with self._lock:
            files = self._render(checked, revision, options).files
            return files.get(file or next(iter(files)))

    def _render(self, checked: Checked, revision: int, options: SheetOptions) -> RenderedSheets:
        key = _cache_key(revision, options)
        if self._rendered is None or self._rendered[0] != key:
            made = render_sheets(checked, options)
            if self._rendered is not None:
                self._rendered[1].close()
            self._rendered = key, made
        return self._rendered[1]


def _cache_key(revision: int, options: SheetOptions) -> object:
    return revision, tuple(sorted(options.items()))


def render_sheets(checked: Checked, options: SheetOptions) -> RenderedSheets:
    """Write the target's PDF into memory, or both where backs have one of their own."""
    options = dict(options)
    bound = select_cards(checked.bound, options.pop("cards", ""))
    job = Job(bound, checked.laid.scenes, _DPI, _ignore_progress)
    target, kept = SheetsTarget(), _MemoryOutput()
    own = checked.spec.file.targets.get(target.name, {})
    read, printer = _read_options(target, add_own_options(own, options))
    chosen, sheets = plan = target.plan(job, read)
    target.write(job, plan, kept)
    pages = dict(_open_pages(list_files(sheets, chosen.duplex), kept.files))
    files = {name: data for name, data in kept.files.items() if name.endswith(".pdf")}
    return RenderedSheets(sheets, pages, files, _list_chosen(chosen), printer)


def _read_options(target: SheetsTarget, pairs: Mapping[str, str]) -> tuple[TargetSheetOptions, str]:
    """The options, and what is said of the printer. One that another person wrote down is known
    on their machine alone: cards are looked at without it."""
    try:
        read = target.read_options(pairs)
    except OptionError as error:
        if error.option != "printer":
            raise
        others = {name: value for name, value in pairs.items() if name != "printer"}
        return target.read_options(others), f"not mended: {error}"
    return read, f"for the printer {read.printer.name}" if read.printer else ""


def _open_pages(
    files: Mapping[str, Sequence[SheetPage]], written: Mapping[str, bytes]
) -> Iterator[tuple[tuple[int, Side], ShownPage]]:
    for name, pages in files.items():
        raster = Raster(written[name])
        for index, page in enumerate(pages):
            side: Side = "front" if page.side == "fronts" else "back"
            yield (page.sheet.number, side), ShownPage(raster, index)


def add_own_options(own: SheetOptions, asked: SheetOptions) -> dict[str, str]:
    """The options of a game, as far as pages in a PDF show them, under those that are asked for."""
    kept = {name: value for name, value in own.items() if name not in _NOT_SHOWN}
    if kept.get("cutter") == "cricut":  # which is given pictures
        kept = {name: value for name, value in kept.items() if name == "paper"}
    gone = _list_replaced(kept, asked)
    kept = {name: value for name, value in kept.items() if name not in gone}
    if not {"paper", "stock"} & kept.keys():
        kept["paper"] = _USUAL_PAPER
    return {**kept, **asked}


def _list_replaced(kept: SheetOptions, asked: SheetOptions) -> set[str]:
    """Which options of a game go with what is chosen instead."""
    gone = {"marks-on"} if {"marks", "duplex"} & asked.keys() else set()
    if asked.get("paper", kept.get("paper")) != kept.get("paper"):
        gone |= set(_OF_PAPER)
    if asked.get("marks") in ("crop", "guides") or asked.get("duplex") == "fold":
        gone |= set(_OF_MACHINE)
    return gone


def _list_chosen(options: TargetSheetOptions) -> SheetsChosen:
    paper = options.stock.paper if options.stock else options.paper
    return SheetsChosen(paper.key, options.duplex, options.marks, options.ink)


def select_cards(bound: BoundGame, ranges: str) -> BoundGame:
    """Return the game with only some cards.

    Args:
        bound: The game.
        ranges: Numbers of cards, from 0 in the order of the decks: `0-3,7`; all, if empty.
    """
    if not ranges:
        return bound
    numbers = {number for part in ranges.split(",") for number in _read_range(part, bound)}
    decks, first = [], 0
    for deck in bound.decks:
        own = tuple(card for at, card in enumerate(deck.cards, first) if at in numbers)
        first += len(deck.cards)
        decks.append(replace(deck, cards=own))
    return replace(bound, decks=tuple(deck for deck in decks if deck.cards))


def _read_range(text: str, bound: BoundGame) -> range:
    """Read `3` or `3-7`; anything else is no card."""
    first, _, last = text.partition("-")
    ends = (first, last or first)
    if not all(end.isascii() and end.isdigit() and len(end) < 8 for end in ends):
        return range(0)
    count = sum(len(deck.cards) for deck in bound.decks)
    return range(int(ends[0]), min(int(ends[1]) + 1, count))


class _MemoryOutput(OutputFolder):
    """An output folder in memory."""

    def __init__(self) -> None:
        super().__init__(Path())
        self.files: dict[str, bytes] = {}

    def write(self, name: str, data: bytes) -> None:
        self.files[name] = data


def _ignore_progress(_what: str, _encoded: int, _total: int) -> None:
    return


def _describe_sheet(made: RenderedSheets, sheet: FilledSheet) -> dict[str, Any]:
    """Describe a sheet: its paper, and its cards as fractions of it."""
    page = sheet.plan.page
    both = (sheet.number, "back") in made.pages
    return {
        "number": sheet.number,
        "page": [page.width, page.height],
        "grid": f"{sheet.plan.columns} × {sheet.plan.rows}",
        "decks": list(sheet.decks),
        "sides": ["front", "back"] if both else ["front"],
        "cards": list(_describe_cards(sheet, page)),
    }


def _describe_cards(sheet: FilledSheet, page: Extent) -> Iterator[dict[str, Any]]:
    for placed in sheet.placed:
        slot, box = placed.slot, placed.cell.trim
        name = f"{slot.deck}/{slot.card.id}"
        yield {"card": name, "copy": slot.copy, "box": _to_fractions(box, page)}


def _to_fractions(box: Rect, page: Extent) -> list[float]:
    width, height = page.width, page.height
    return [box.left / width, box.top / height, box.width / width, box.height / height]


def _encode_page(shown: ShownPage, paper: Extent, width: int) -> bytes:
    size = fit_pixels(paper, width)
    pixels = shown.pages.page(shown.index, size)
    return encode_png(pixels, size[0] / paper.width * POINTS_PER_INCH)
