"""Cut files: what a cutting machine does with a sheet.

In      sheets.
Out     for each arrangement of pieces that there is, where the printed page is cut and folded.

The outlines are the pieces' own (`Scene.cut`), the same that layout and checks know; of a tiled
board each sheet has its tile.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.core.geometry import Rect
from cardgen.scene.items import Outline, rectangle
from cardgen.targets.shared.cut_files.lines import CutLines, make_cut_lines
from cardgen.targets.sheets.canvas import make_true_canvas
from cardgen.targets.sheets.marks import list_folds_on_sheet
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.page import FaceOnSheet, FilledSheet, list_fronts


def list_arrangements(
    sheets: Sequence[FilledSheet], options: SheetOptions
) -> dict[CutLines, list[int]]:
    """The lines of each arrangement there is, and the numbers of the sheets that have it."""
    found: dict[CutLines, list[int]] = {}
    for sheet in sheets:
        found.setdefault(_arrangement(sheet, options), []).append(sheet.number)
    return found


def _arrangement(sheet: FilledSheet, options: SheetOptions) -> CutLines:
    canvas = make_true_canvas(sheet.plan, options)
    window = sheet.plan.window if sheet.plan.tiles else None
    shown = list(list_fronts(sheet))
    cuts = [_cut(one, window) for one in shown]
    folds = [fold for one in shown for fold in list_folds_on_sheet(one, window)]
    return make_cut_lines(canvas.extent, cuts, folds, canvas.put)


def _cut(shown: FaceOnSheet, window: Rect | None) -> Outline:
    if window is not None:
        return rectangle(window)
    return shown.place(shown.face.cut or rectangle(shown.face.trim))


def list_cut_names(count: int, kind: str) -> tuple[str, ...]:
    """`cut.svg`, or `cut-1.svg`, `cut-2.svg` …"""
    if count == 1:
        return (f"cut.{kind}",)
    return tuple(f"cut-{number}.{kind}" for number in range(1, count + 1))
