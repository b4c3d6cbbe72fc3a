"""What a cutting machine does with a sheet or a box laid flat, for files (`cut_svg`, `cut_dxf`).

In      outlines in points.
Out     the same in millimeters, to the ten-thousandth, so that equal lines are equal.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_MM, Extent, Transform
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline, Segment, moved

_DIGITS = 4
_SCALE = Transform(a=1 / POINTS_PER_MM, d=1 / POINTS_PER_MM)


class CutLines(Struct, frozen=True):
    """Where a page is cut and folded: millimeters from its top left, y down. `marks` are what a
    machine looks for on the print, and does not cut."""

    page: Extent
    cuts: tuple[Outline, ...]
    folds: tuple[Outline, ...]
    marks: tuple[Outline, ...] = ()


def make_cut_lines(
    page: Extent,
    cuts: Iterable[Outline],
    folds: Iterable[Outline],
    put: Transform | None = None,
    marks: Iterable[Outline] = (),
) -> CutLines:
    """Lines in points, which `put` moves to their place on the page."""
    placed = _SCALE.after(put or Transform())
    return CutLines(
        Extent(page.width / POINTS_PER_MM, page.height / POINTS_PER_MM),
        tuple(_round_exactly(moved(cut, placed)) for cut in cuts),
        tuple(_round_exactly(moved(fold, placed)) for fold in folds),
        tuple(_round_exactly(moved(mark, placed)) for mark in marks),
    )


def _round_exactly(outline: Outline) -> Outline:
    return tuple(_rounded(segment) for segment in outline)


def _rounded(segment: Segment) -> Segment:
    match segment:
        case Move(x, y):
            return Move(_move_point(x), _move_point(y))
        case Line(x, y):
            return Line(_move_point(x), _move_point(y))
        case Curve(x1, y1, x2, y2, x, y):
            return Curve(
                _move_point(x1),
                _move_point(y1),
                _move_point(x2),
                _move_point(y2),
                _move_point(x),
                _move_point(y),
            )
        case Close():
            return segment


def _move_point(value: float) -> float:
    return round(value, _DIGITS) + 0.0
