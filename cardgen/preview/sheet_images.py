"""Pictures of the sheets that the target `sheets` prints.

In      a game, what its file says of the target `sheets`, and what is chosen over that.
Out     for each sheet its pages, where cards lie on them, and pictures of the pages.
Not here  anything about sheets: the target itself writes the PDF whose pages are shown.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
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
from cardgen.targets.contract import Job
from cardgen.targets.sheets.options import SheetOptions as TargetSheetOptions
from cardgen.targets.sheets.page import FilledSheet
from cardgen.targets.sheets.target import SheetsTarget

Side = Literal["front", "back"]
SheetOptions = Mapping[str, str]
_USUAL_PAPER = "a4"
"""Where neither the page nor the game says one."""
_NOT_SHOWN = ("format", "dpi", "printer", "ink")
"""Of a game's own options: what is of pictures or of one printer, and what the page switches."""
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


class RenderedSheets(Struct, frozen=True):
    """The sheets of a game: positions of cards, and the PDF."""

    sheets: tuple[FilledSheet, ...]
    pages: Raster
    pdf: bytes
    options: SheetsChosen

    def find_page(self, number: int, side: Side) -> int | None:
        """Return the PDF page index of a side of sheet `number`; None if there is none."""
        if not 1 <= number <= len(self.sheets):
            return None
        if len(self.pages) == len(self.sheets):
            return number - 1 if side == "front" else None
        return 2 * number - (2 if side == "front" else 1)


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
            return {"sheets": sheets, "options": asdict(made.options)}

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
                index = made.find_page(number, side)
                if index is None:
                    return None
                known = _encode_page(made.pages, index, made.sheets[number - 1].plan.page, width)
                self._encoded.put(wanted, known, len(known))
            return known

    def pdf(self, checked: Checked, revision: int, options: SheetOptions) -> bytes:
        """Return the sheets as the file that the target writes.

        Raises:
            OptionError: as `describe`.
        """
        with self._lock:
            return self._render(checked, revision, options).pdf

    def _render(self, checked: Checked, revision: int, options: SheetOptions) -> RenderedSheets:
        key = _cache_key(revision, options)
        if self._rendered is None or self._rendered[0] != key:
            made = render_sheets(checked, options)
            if self._rendered is not None:
                self._rendered[1].pages.close()
            self._rendered = key, made
        return self._rendered[1]


def _cache_key(revision: int, options: SheetOptions) -> object:
    return revision, tuple(sorted(options.items()))


def render_sheets(checked: Checked, options: SheetOptions) -> RenderedSheets:
    """Write the target's PDF into memory."""
    options = dict(options)
    bound = select_cards(checked.bound, options.pop("cards", ""))
    job = Job(bound, checked.laid.scenes, _DPI, _ignore_progress)
    target, kept = SheetsTarget(), _MemoryOutput()
    own = checked.spec.file.targets.get(target.name, {})
    plan = target.plan(job, target.read_options(add_own_options(own, options)))
    target.write(job, plan, kept)
    return RenderedSheets(plan[1], Raster(kept.pdf), kept.pdf, _list_chosen(plan[0]))


def add_own_options(own: SheetOptions, asked: SheetOptions) -> dict[str, str]:
    """The options of a game, as far as pages in a PDF show them, under those that are asked for."""
    kept = {name: value for name, value in own.items() if name not in _NOT_SHOWN}
    if kept.get("cutter") == "cricut":  # which is given pictures
        kept = {name: value for name, value in kept.items() if name == "paper"}
    if kept.get("duplex") == "separate":
        del kept["duplex"]
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
    return SheetsChosen(paper.key, options.duplex, options.marks)


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

    @property
    def pdf(self) -> bytes:
        return next(data for name, data in self.files.items() if name.endswith(".pdf"))


def _ignore_progress(_what: str, _encoded: int, _total: int) -> None:
    return


def _describe_sheet(made: RenderedSheets, sheet: FilledSheet) -> dict[str, Any]:
    """Describe a sheet: its paper, and its cards as fractions of it."""
    page = sheet.plan.page
    both = made.find_page(sheet.number, "back") is not None
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


def _encode_page(pages: Raster, index: int, paper: Extent, width: int) -> bytes:
    size = fit_pixels(paper, width)
    return encode_png(pages.page(index, size), size[0] / paper.width * POINTS_PER_INCH)
