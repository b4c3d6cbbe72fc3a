"""Which pages stand on which side of a sheet, so that it folds into a booklet.

In      how many pages, how thick the paper is, how the printer turns it.
Out     `ImposedSheet`s from the outermost to the innermost, each with two sides of two pages.
Not here  paper and marks (`targets.booklet.sheets`).

A saddle-stitched booklet is a stack of sheets, folded together and stapled in the fold. The
outermost carries the first and the last page. Every sheet inside lies `thickness` further
from the spine, and what sticks out is trimmed; so its pages are moved to the spine by that
much (creep, or shingling; see DIN 16506 on imposition layouts).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

PAGES_A_SHEET = 4

Flip = Literal["long", "short"]


class SheetSide(Struct, frozen=True):
    """One side of a sheet: the numbers of its pages as they are read; None is blank."""

    left: int | None
    right: int | None


class ImposedSheet(Struct, frozen=True):
    """Sheet `number`, 1 being the outermost; `creep` is how far its pages move inwards."""

    number: int
    front: SheetSide
    back: SheetSide
    creep: float


def round_up_to_four(pages: int) -> int:
    """Pages with the blanks that make whole sheets."""
    return -(-pages // PAGES_A_SHEET) * PAGES_A_SHEET


def list_bound_pages(pages: int, *, last_is_cover: bool = False) -> tuple[int | None, ...]:
    """Return the pages of a bound booklet in reading order, blanks (None) among them.

    Args:
        pages: How many pages it has, ≥ 1.
        last_is_cover: Blanks go before the last page instead of after it.
    """
    numbers = tuple(range(1, pages + 1))
    blanks = (None,) * (round_up_to_four(pages) - pages)
    return (*numbers[:-1], *blanks, numbers[-1]) if last_is_cover else (*numbers, *blanks)


def impose_saddle(
    pages: int, thickness: float, *, last_is_cover: bool = False, from_right: bool = False
) -> tuple[ImposedSheet, ...]:
    """Impose a booklet.

    Args:
        pages: How many pages it has, ≥ 1.
        thickness: Of the paper, in points.
        last_is_cover: Blanks go before the last page instead of after it.
        from_right: It is read from the right, and bound there.
    """
    order = list_bound_pages(pages, last_is_cover=last_is_cover)
    total = len(order)
    sheets = []
    for index in range(total // PAGES_A_SHEET):
        first, last = 2 * index, total - 1 - 2 * index
        front, back = (
            SheetSide(order[last], order[first]),
            SheetSide(order[first + 1], order[last - 1]),
        )
        if from_right:
            front, back = _mirror_side(front), _mirror_side(back)
        sheets.append(ImposedSheet(index + 1, front, back, index * thickness))
    return tuple(sheets)


def _mirror_side(side: SheetSide) -> SheetSide:
    return SheetSide(side.right, side.left)


def back_is_turned(flip: Flip, *, landscape: bool) -> bool:
    """Whether backs are printed upside down.

    Turned about an upright edge, a sheet keeps its head up; about a level edge it does not.
    The long edge of paper that lies on its side is level.
    """
    return (flip == "long") == landscape
