"""Folding and nesting the printed sheets in the mind gives the pages in order."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.targets.booklet.imposition import (
    Flip,
    ImposedSheet,
    back_is_turned,
    impose_saddle,
    list_bound_pages,
    round_up_to_four,
)
from tests.support.samples import law


@dataclass(frozen=True)
class Paper:
    """A real sheet: what stands at (left, right) of its face and of its other face, both as
    seen from the face's own side, upright pages only."""

    face: tuple[int | None, int | None]
    other: tuple[int | None, int | None]


def printed(sheet: ImposedSheet) -> Paper:
    """Seen from behind, left and right change places; the simulation turns the paper about
    its upright axis and looks at what is there."""
    return Paper((sheet.front.left, sheet.front.right), (sheet.back.left, sheet.back.right))


def read_through(sheets: list[Paper]) -> list[int | None]:
    """Nest folded sheets, the first outermost, faces outwards, and turn the leaves.

    Folded with its face outwards, a sheet's right half is a leaf in front: its recto is the
    right of the face, its verso is what lies behind that, the left of the other face. The
    left half is a leaf at the back: its recto is the right of the other face, its verso the
    left of the face.
    """
    leaves_in_front = [(paper.face[1], paper.other[0]) for paper in sheets]
    leaves_behind = [(paper.other[1], paper.face[0]) for paper in reversed(sheets)]
    return [page for leaf in (*leaves_in_front, *leaves_behind) for page in leaf]


@given(st.integers(1, 200))
@law
def test_a_folded_and_nested_booklet_reads_in_order_then_blank(pages: int) -> None:
    order = read_through([printed(sheet) for sheet in impose_saddle(pages, 0.3)])
    assert order == [*range(1, pages + 1), *([None] * (round_up_to_four(pages) - pages))]


def test_blanks_stand_where_the_reader_meets_them() -> None:
    """Six pages on two sheets: after the last page, or between the fifth and the back cover."""
    plain = read_through([printed(sheet) for sheet in impose_saddle(6, 0.3)])
    covered = read_through([printed(sheet) for sheet in impose_saddle(6, 0.3, last_is_cover=True)])
    assert plain == [1, 2, 3, 4, 5, 6, None, None]
    assert covered == [1, 2, 3, 4, 5, None, None, 6]


def test_sheets_are_numbered_from_the_outermost() -> None:
    assert [sheet.number for sheet in impose_saddle(12, 0.3)] == [1, 2, 3]


@pytest.mark.parametrize(("pages", "sheets"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_a_booklet_has_as_many_sheets_as_hold_its_pages(pages: int, sheets: int) -> None:
    assert len(impose_saddle(pages, 0.3)) == sheets
    assert round_up_to_four(pages) == 4 * sheets


@given(st.integers(2, 200))
@law
def test_blanks_go_before_a_back_cover(pages: int) -> None:
    order = read_through([printed(s) for s in impose_saddle(pages, 0.3, last_is_cover=True)])
    blanks = [None] * (round_up_to_four(pages) - pages)
    assert order == [*range(1, pages), *blanks, pages]


def test_the_outermost_sheet_has_the_first_and_last_page_side_by_side() -> None:
    outer, inner = impose_saddle(8, 0.3)
    assert (outer.front.left, outer.front.right) == (8, 1)
    assert (outer.back.left, outer.back.right) == (2, 7)
    assert (inner.front.left, inner.front.right) == (6, 3)
    assert (inner.back.left, inner.back.right) == (4, 5)


def test_pages_move_inwards_by_a_thickness_a_sheet_towards_the_middle() -> None:
    shifts = [sheet.creep for sheet in impose_saddle(24, 0.25)]
    assert shifts == pytest.approx([0.0, 0.25, 0.5, 0.75, 1.0, 1.25])


# --- how printers turn paper -----------------------------------------------------------------


Spot = tuple[float, float]


def under(spot: Spot, flip: Flip, width: float, height: float) -> Spot:
    """Where, on the back's own page, the place behind a spot of the front is.

    The paper turns about its long or short edge. An upright edge swaps left and right, a
    level one top and bottom."""
    upright = (flip == "long") == (height > width)
    x, y = spot
    return (width - x, y) if upright else (x, height - y)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(("width", "height"), [(842.0, 595.0), (595.0, 842.0)])
def test_page_2_is_printed_behind_page_1_and_head_up(
    flip: Flip, width: float, height: float
) -> None:
    """Page 1 is at the right of the front. Its foot and head must lie on those of page 2."""
    (sheet,) = impose_saddle(4, 0.0)
    turned = back_is_turned(flip, landscape=width > height)
    spread = width / 2, height / 2
    for dx, dy in ((60.0, 40.0), (60.0, -40.0), (130.0, 10.0)):
        front = spread[0] + dx, spread[1] + dy
        back = under(front, flip, width, height)
        if turned:
            back = width - back[0], height - back[1]
        half = sheet.back.left if back[0] < spread[0] else sheet.back.right
        assert half == 2
        assert back[1] == pytest.approx(front[1])


def test_blanks_stand_after_the_last_page_unless_that_is_the_cover() -> None:
    assert list_bound_pages(3) == (1, 2, 3, None)
    assert list_bound_pages(3, last_is_cover=True) == (1, 2, None, 3)


@law
@given(pages=st.integers(1, 60))
def test_a_booklet_read_from_the_right_is_the_other_one_in_a_mirror(pages: int) -> None:
    plain, turned = impose_saddle(pages, 0.1), impose_saddle(pages, 0.1, from_right=True)
    for one, other in zip(plain, turned, strict=True):
        assert (one.front.left, one.front.right) == (other.front.right, other.front.left)
        assert (one.back.left, one.back.right) == (other.back.right, other.back.left)
