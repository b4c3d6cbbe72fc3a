"""Sheets as they would be printed at home, for the screen.

In      a game, the options of the target `sheets`.
Out     for each sheet its pages, where cards lie on them, and pictures of the pages.
Not here  anything about sheets: the target itself writes the PDF whose pages are shown.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_INCH, Extent, Rect
from cardgen.files.output_folder import OutputFolder
from cardgen.pipeline.inspection import Checked
from cardgen.preview.face_images import Recent, pixel_size
from cardgen.render.raster.pixel_arrays import encode_png
from cardgen.render.raster.rasterizer import Raster
from cardgen.targets.contract import Job
from cardgen.targets.sheets.page import FilledSheet
from cardgen.targets.sheets.target import SheetsTarget

Side = Literal["front", "back"]
Options = Mapping[str, str]
_MOST_BYTES = 64_000_000
_DPI = 300.0


class Made(Struct, frozen=True):
    """The sheets of a game: where cards lie, and the PDF that shows them."""

    sheets: tuple[FilledSheet, ...]
    pages: Raster

    def page(self, number: int, side: Side) -> int | None:
        """Which page of the PDF is a side of sheet `number`."""
        if not 1 <= number <= len(self.sheets):
            return None
        if len(self.pages) == len(self.sheets):
            return number - 1 if side == "front" else None
        return 2 * number - (2 if side == "front" else 1)


class SheetRoom:
    """Makes sheets and pictures of them; the last ones are kept."""

    def __init__(self) -> None:
        self._made: tuple[object, Made] | None = None
        self._done: Recent[tuple[object, int, Side, int], bytes] = Recent(_MOST_BYTES)
        self._drawing = threading.Lock()

    def described(self, checked: Checked, revision: int, options: Options) -> list[dict[str, Any]]:
        """What the page is told of each sheet.

        Raises:
            OptionError: an option is no option, or cards do not fit.
        """
        with self._drawing:
            made = self._sheets(checked, revision, options)
            return [_described(made, sheet) for sheet in made.sheets]

    def png(
        self, checked: Checked, revision: int, options: Options, page: tuple[int, Side], width: int
    ) -> bytes | None:
        """A side of a sheet; None if there is no such sheet.

        Raises:
            OptionError: as `described`.
        """
        number, side = page
        with self._drawing:
            wanted = (_key(revision, options), number, side, width)
            known = self._done.get(wanted)
            if known is None:
                made = self._sheets(checked, revision, options)
                index = made.page(number, side)
                if index is None:
                    return None
                known = _png(made.pages, index, made.sheets[number - 1].plan.page, width)
                self._done.put(wanted, known, len(known))
            return known

    def _sheets(self, checked: Checked, revision: int, options: Options) -> Made:
        key = _key(revision, options)
        if self._made is None or self._made[0] != key:
            made = make(checked, options)
            if self._made is not None:
                self._made[1].pages.close()
            self._made = key, made
        return self._made[1]


def _key(revision: int, options: Options) -> object:
    return revision, tuple(sorted(options.items()))


def make(checked: Checked, options: Options) -> Made:
    """Let the target write its PDF."""
    job = Job(checked.bound, checked.laid.scenes, _DPI, _quietly)
    target, kept = SheetsTarget(), _Kept()
    plan = target.plan(job, target.read_options(options))
    target.write(job, plan, kept)
    return Made(plan[1], Raster(kept.pdf))


class _Kept(OutputFolder):
    """An output folder that exists in memory alone."""

    def __init__(self) -> None:
        super().__init__(Path())
        self.files: dict[str, bytes] = {}

    def write(self, name: str, data: bytes) -> None:
        self.files[name] = data

    @property
    def pdf(self) -> bytes:
        return next(data for name, data in self.files.items() if name.endswith(".pdf"))


def _quietly(_what: str, _done: int, _total: int) -> None:
    return


def _described(made: Made, sheet: FilledSheet) -> dict[str, Any]:
    """A sheet's paper, and where its cards lie, in shares of it."""
    page = sheet.plan.page
    both = made.page(sheet.number, "back") is not None
    return {
        "number": sheet.number,
        "page": [page.width, page.height],
        "grid": f"{sheet.plan.columns} × {sheet.plan.rows}",
        "decks": list(sheet.decks),
        "sides": ["front", "back"] if both else ["front"],
        "cards": list(_cards(sheet, page)),
    }


def _cards(sheet: FilledSheet, page: Extent) -> Iterator[dict[str, Any]]:
    for placed in sheet.placed:
        slot, box = placed.slot, placed.cell.trim
        name = f"{slot.deck}/{slot.card.id}"
        yield {"card": name, "copy": slot.copy, "box": _shares(box, page)}


def _shares(box: Rect, page: Extent) -> list[float]:
    width, height = page.width, page.height
    return [box.left / width, box.top / height, box.width / width, box.height / height]


def _png(pages: Raster, index: int, paper: Extent, width: int) -> bytes:
    size = pixel_size(paper, width)
    return encode_png(pages.page(index, size), size[0] / paper.width * POINTS_PER_INCH)
