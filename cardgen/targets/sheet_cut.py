"""Cut files: what a cutting machine does with a sheet.

In      sheets.
Out     for each arrangement of pieces that there is, its outlines and folds in millimetres of
        the printed page; the files (`cut_svg`, `cut_dxf`).

The outlines are the pieces' own (`Scene.cut`), the same that layout and checks know; of a tiled
board each sheet has its tile.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.geometry import POINTS_PER_MM, Extent, Rect, Transform
from cardgen.scene import Close, Curve, Line, Move, Outline, Segment, moved, rectangle
from cardgen.targets.sheet_canvas import true_canvas
from cardgen.targets.sheet_marks import folds_on_sheet
from cardgen.targets.sheet_options import Options
from cardgen.targets.sheet_page import Sheet, Shown, fronts

_DIGITS = 4


class Arrangement(Struct, frozen=True):
    """Where a sheet is cut and folded: millimetres from the page's top left, y down."""

    page: Extent
    cuts: tuple[Outline, ...]
    folds: tuple[Outline, ...]


def arrangements(sheets: Sequence[Sheet], options: Options) -> dict[Arrangement, list[int]]:
    """Each arrangement there is, and the numbers of the sheets that have it."""
    found: dict[Arrangement, list[int]] = {}
    for sheet in sheets:
        found.setdefault(_arrangement(sheet, options), []).append(sheet.number)
    return found


def _arrangement(sheet: Sheet, options: Options) -> Arrangement:
    canvas = true_canvas(sheet.plan, options)
    put = Transform(a=1 / POINTS_PER_MM, d=1 / POINTS_PER_MM).after(canvas.put or Transform())
    page = Extent(canvas.extent.width / POINTS_PER_MM, canvas.extent.height / POINTS_PER_MM)
    window = sheet.plan.window if sheet.plan.tiles else None
    shown = list(fronts(sheet))
    cuts = [_cut(one, window) for one in shown]
    folds = [fold for one in shown for fold in folds_on_sheet(one, window)]
    return Arrangement(
        page,
        tuple(_exact(moved(cut, put)) for cut in cuts),
        tuple(_exact(moved(fold, put)) for fold in folds),
    )


def _cut(shown: Shown, window: Rect | None) -> Outline:
    if window is not None:
        return rectangle(window)
    return shown.place(shown.face.cut or rectangle(shown.face.trim))


def _exact(outline: Outline) -> Outline:
    """To the ten-thousandth of a millimetre, so that equal arrangements are equal."""
    return tuple(_rounded(segment) for segment in outline)


def _rounded(segment: Segment) -> Segment:
    match segment:
        case Move(x, y):
            return Move(_to(x), _to(y))
        case Line(x, y):
            return Line(_to(x), _to(y))
        case Curve(x1, y1, x2, y2, x, y):
            return Curve(_to(x1), _to(y1), _to(x2), _to(y2), _to(x), _to(y))
        case Close():
            return segment


def _to(value: float) -> float:
    return round(value, _DIGITS) + 0.0


def cut_names(count: int, kind: str) -> tuple[str, ...]:
    """`cut.svg`, or `cut-1.svg`, `cut-2.svg` …"""
    if count == 1:
        return (f"cut.{kind}",)
    return tuple(f"cut-{number}.{kind}" for number in range(1, count + 1))
