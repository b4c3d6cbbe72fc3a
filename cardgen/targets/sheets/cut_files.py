"""Cut files: what a cutting machine does with a sheet.

In      sheets.
Out     for each arrangement of pieces that there is, files of where the printed page is cut and
        folded.

The outlines are the pieces' own (`Scene.cut`), the same that layout and checks know; of a tiled
board each sheet has its tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Rect
from cardgen.scene.outlines import Outline, rectangle
from cardgen.targets.shared.cut_files.dxf import make_dxf
from cardgen.targets.shared.cut_files.lines import CutLines, make_cut_lines
from cardgen.targets.shared.cut_files.svg import make_svg
from cardgen.targets.sheets.canvas import make_true_canvas
from cardgen.targets.sheets.marks import list_folds_on_sheet
from cardgen.targets.sheets.opos_marks import OposMarks
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.page import FaceOnSheet, FilledSheet, list_fronts
from cardgen.targets.sheets.plan import SheetPlan

_BAND = 0.6
"""Of a piece: how far apart the middles of those in one row may be."""


class CutFile(Struct, frozen=True):
    """A file for a machine, and the numbers of the sheets that it is for."""

    name: str
    data: bytes
    sheets: tuple[int, ...]


def list_cut_files(
    sheets: Sequence[FilledSheet], options: SheetOptions, title: str
) -> Iterator[CutFile]:
    """A file of each kind asked for an arrangement of pieces.

    A ScanNCut cuts whatever is in a file, so it has folds in files of their own.
    """
    if not options.cut_files:
        return
    found = _list_arrangements(sheets, options)
    for kind in options.cut_files:
        if options.cutter == "scanncut":
            cuts = {replace(lines, folds=()): numbers for lines, numbers in found.items()}
            folds = {replace(lines, cuts=()): numbers for lines, numbers in found.items()}
            yield from _make_files(cuts, kind, title, "cut")
            yield from _make_files({a: b for a, b in folds.items() if a.folds}, kind, title, "fold")
        else:
            yield from _make_files(found, kind, title, "cut")


def _make_files(
    found: Mapping[CutLines, Sequence[int]], kind: str, title: str, stem: str
) -> Iterator[CutFile]:
    names = list_cut_names(len(found), kind, stem)
    for name, (lines, numbers) in zip(names, found.items(), strict=True):
        data = make_svg(lines, title) if kind == "svg" else make_dxf(lines)
        yield CutFile(name, data, tuple(numbers))


def _list_arrangements(
    sheets: Sequence[FilledSheet], options: SheetOptions
) -> dict[CutLines, list[int]]:
    """The lines of each arrangement there is, and the numbers of the sheets that have it."""
    found: dict[CutLines, list[int]] = {}
    for sheet in sheets:
        found.setdefault(_arrangement(sheet, options), []).append(sheet.number)
    return found


def _arrangement(sheet: FilledSheet, options: SheetOptions) -> CutLines:
    plan, shown = sheet.plan, list(list_fronts(sheet))
    canvas = make_true_canvas(plan, options, shown)
    window = plan.window if plan.tiles else None
    cuts = [_cut(one, window) for one in order_for_blade(shown)]
    folds = [fold for one in shown for fold in list_folds_on_sheet(one, window)]
    return make_cut_lines(canvas.extent, cuts, folds, canvas.put, _list_marks(plan, options))


def order_for_blade(shown: Sequence[FaceOnSheet]) -> list[FaceOnSheet]:
    """Return pieces in the order in which a machine goes to them: in rows or in columns, there
    and back, whichever way is shorter. What runs along the paper counts twice, since the paper
    is moved for it, and slips."""
    rows = _go_there_and_back(shown, lambda one: one.trim.center)
    columns = _go_there_and_back(shown, lambda one: (one.trim.center[1], one.trim.center[0]))
    return min(rows, columns, key=_measure_way)


def _go_there_and_back(
    shown: Sequence[FaceOnSheet], place: Callable[[FaceOnSheet], tuple[float, float]]
) -> list[FaceOnSheet]:
    """Pieces in bands by the second of their numbers, those of one by the first, up and down in
    turn. What lies half a piece lower, as in a honeycomb, is of the same band."""
    bands: list[list[FaceOnSheet]] = []
    for one in sorted(shown, key=lambda one: place(one)[1]):
        depth = _BAND * min(one.trim.width, one.trim.height)
        if not bands or place(one)[1] - place(bands[-1][0])[1] > depth:
            bands.append([])
        bands[-1].append(one)
    return [
        one
        for number, band in enumerate(bands)
        for one in sorted(band, key=lambda one: place(one)[0], reverse=number % 2 == 1)
    ]


def _measure_way(ordered: Sequence[FaceOnSheet]) -> float:
    middles = [one.trim.center for one in ordered]
    return sum(abs(a - c) + 2 * abs(b - d) for (a, b), (c, d) in pairwise(middles))


def _list_marks(plan: SheetPlan, options: SheetOptions) -> Iterator[Outline]:
    """Marks that the machine's program wants to see in the cut file."""
    marks = options.cutter_marks
    if isinstance(marks, OposMarks):
        yield from (rectangle(square) for square in marks.list_squares(plan.page))


def _cut(shown: FaceOnSheet, window: Rect | None) -> Outline:
    if window is not None:
        return rectangle(window)
    return shown.place(shown.face.cut or rectangle(shown.face.trim))


def list_cut_names(count: int, kind: str, stem: str = "cut") -> tuple[str, ...]:
    """`cut.svg`, or `cut-1.svg`, `cut-2.svg` …"""
    if count == 1:
        return (f"{stem}.{kind}",)
    return tuple(f"{stem}-{number}.{kind}" for number in range(1, count + 1))
