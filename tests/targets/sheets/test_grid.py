"""Grids beside closed places, in round points: pieces without bleed unless a test gives some."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from cardgen.core.geometry import Extent, Rect
from cardgen.core.sizes import Size, find_size
from cardgen.targets.sheets.grid import plan_grids
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.plan import STRIP, SheetPlan

CORNERS = (Rect(0, 0, 25, 25), Rect(175, 0, 25, 25))
"""Closed places of 25 points."""


def piece(width: float, height: float, bleed: float = 0.0) -> Size:
    poker = find_size("poker")
    assert poker is not None
    return replace(poker, trim=Extent(width, height), bleed=bleed, corner=0.0)


def grids(
    size: Size, page: Extent, closed: tuple[Rect, ...] = CORNERS, header: str = "no", **typed: str
) -> list[SheetPlan]:
    options = SheetOptions.parse({"marks": "none", "header": header, **typed})
    return list(plan_grids(size, options, page, (0.0, 0.0), closed))


def counts(plans: Iterable[SheetPlan]) -> tuple[list[int], list[int]]:
    """The numbers of columns and of rows that occur."""
    found = [*plans]
    return sorted({plan.columns for plan in found}), sorted({plan.rows for plan in found})


def test_smaller_grids_are_tried_as_far_as_closed_places_reach_on_both_sides() -> None:
    """Twice 25 points and a piece: 75 are 3 columns of 25, 60 are 6 rows of 10."""
    found = grids(piece(25, 10), Extent(200, 200))
    assert counts(found) == ([5, 6, 7, 8], [14, 15, 16, 17, 18, 19, 20])
    assert {(plan.columns, plan.rows) for plan in found} == {
        (columns, rows) for columns in range(5, 9) for rows in range(14, 21)
    }


def test_a_smaller_grid_has_a_column_and_a_row_at_least() -> None:
    assert counts(grids(piece(25, 10), Extent(50, 20))) == ([1, 2], [1, 2])


def test_without_closed_places_and_where_a_grid_is_asked_for_no_other_is_tried() -> None:
    size, page = piece(25, 10), Extent(200, 200)
    assert counts(grids(size, page, ())) == ([8], [20])
    assert counts(grids(size, page, grid="3x4")) == ([3], [4])


@pytest.mark.parametrize(("bleed", "tried"), [("auto", [0.0, 4.0]), ("1mm", [72 / 25.4])])
def test_a_smaller_grid_is_tried_with_its_bleed_and_with_none_if_that_is_left_to_choose(
    bleed: str, tried: list[float]
) -> None:
    found = grids(piece(50, 50, bleed=4), Extent(200, 200), bleed=bleed)
    smaller = [plan for plan in found if (plan.columns, plan.rows) == (3, 3)]
    assert sorted({plan.down.outer for plan in smaller}) == pytest.approx(tried)


def test_pieces_that_stand_right_beside_a_closed_place_have_no_bleed_on_that_side() -> None:
    """Two by two of 50 points on 200: they begin at 50, where the closed place ends."""
    closed = (Rect(25, 25, 25, 25),)
    found = grids(piece(50, 50, bleed=4), Extent(200, 200), closed, grid="2x2")
    assert [(plan.across.outer, plan.down.outer) for plan in found] == [(4, 4), (0, 4), (4, 0)]


def test_pieces_that_a_closed_place_reaches_into_keep_their_bleed() -> None:
    closed = (Rect(25, 25, 26, 25.5),)
    found = grids(piece(50, 50, bleed=4), Extent(200, 200), closed, grid="2x2")
    assert [(plan.across.outer, plan.down.outer) for plan in found] == [(4, 4)]


@pytest.mark.parametrize(("less", "header"), [(0, "top"), (0.5, None)])
def test_a_header_needs_a_strip_of_room_and_no_more(less: float, header: str | None) -> None:
    page = Extent(50, 50 + 2 * STRIP - less)
    (plan,) = grids(piece(50, 50), page, (), header="yes", bleed="0")
    assert plan.header == header
