"""Rectangles and affine maps."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.geometry import (
    POINTS_PER_INCH,
    POINTS_PER_MM,
    QUARTER_ARC,
    Edges,
    Rect,
    Transform,
)
from tests.support.samples import law

coordinate = st.floats(-500, 500)
length = st.floats(0, 500)
rects = st.builds(Rect, coordinate, coordinate, length, length)
factor = st.floats(-3, 3)
transforms = st.builds(Transform, factor, factor, factor, factor, coordinate, coordinate)


def test_an_inch_is_25_4_millimetres() -> None:
    assert pytest.approx(POINTS_PER_INCH) == 25.4 * POINTS_PER_MM


def test_right_and_bottom_lie_a_width_and_a_height_away() -> None:
    rect = Rect(10, 20, 30, 40)
    assert (rect.right, rect.bottom, rect.center) == (40, 60, (25, 40))


def test_each_edge_moves_its_own_side() -> None:
    inner = Rect(0, 0, 100, 100).inset(Edges(top=1, right=2, bottom=4, left=8))
    assert (inner.left, inner.top, inner.right, inner.bottom) == (8, 1, 98, 96)


def test_edges_that_are_not_given_are_nothing() -> None:
    assert Rect(0, 0, 10, 10).inset(Edges()) == Rect(0, 0, 10, 10)
    assert (Edges().across, Edges().down) == (0, 0)


def test_edges_wider_than_the_box_leave_no_width_rather_than_a_negative_one() -> None:
    inner = Rect(0, 0, 10, 10).inset(Edges(left=8, right=8))
    assert (inner.width, inner.height) == (0, 10)
    inner = Rect(0, 0, 10, 10).inset(Edges(top=8, bottom=8))
    assert (inner.width, inner.height) == (10, 0)


def test_edges_leave_even_half_a_point() -> None:
    inner = Rect(0, 0, 10, 10).inset(Edges(top=9.5, left=9.5))
    assert (inner.width, inner.height) == (0.5, 0.5)


def test_a_negative_inset_grows_on_every_side() -> None:
    assert Rect(0, 0, 10, 20).inset_by(-5) == Rect(-5, -5, 20, 30)


def test_an_inset_moves_every_side_of_a_box_anywhere() -> None:
    assert Rect(3, 4, 10, 20).inset_by(2) == Rect(5, 6, 6, 16)


def test_a_box_does_not_contain_one_that_sticks_out_by_a_point() -> None:
    assert not Rect(0, 0, 10, 10).contains(Rect(1, 1, 10, 5))


def test_a_box_contains_one_that_sticks_out_by_less_than_the_slack() -> None:
    assert Rect(0, 0, 10, 10).contains(Rect(0, 0, 10.4, 10), slack=0.5)


SIDES = {"left": (-1, 0), "top": (0, -1), "right": (1, 0), "bottom": (0, 1)}


@pytest.mark.parametrize("side", SIDES)
def test_a_box_contains_what_sticks_out_by_exactly_the_slack_and_no_more(side: str) -> None:
    x, y = SIDES[side]
    box = Rect(0, 0, 16, 16)
    assert box.contains(Rect(x * 0.5, y * 0.5, 16, 16), slack=0.5)
    assert not box.contains(Rect(x * 0.75, y * 0.75, 16, 16), slack=0.5)


def test_a_union_reaches_from_the_outermost_side_to_the_outermost() -> None:
    assert Rect(2, 3, 4, 5).union(Rect(10, 1, 1, 1)) == Rect(2, 1, 9, 7)


@law
@given(rects, rects)
def test_a_union_contains_both_and_does_not_mind_their_order(one: Rect, other: Rect) -> None:
    union = one.union(other)
    assert union.contains(one)
    assert union.contains(other)
    assert union == other.union(one)


@law
@given(rects)
def test_a_union_of_a_box_with_itself_is_no_larger(rect: Rect) -> None:
    assert rect.contains(rect.union(rect))


def test_the_plain_transform_moves_nothing() -> None:
    assert Transform().apply(3, 4) == (3, 4)


def test_a_quarter_turn_takes_right_to_down() -> None:
    turn = Transform(a=0, b=1, c=-1, d=0)
    assert turn.apply(1, 0) == (0, 1)


def test_a_move_after_a_scale_is_not_scaled() -> None:
    assert Transform(e=10).after(Transform(a=2)).apply(3, 0) == (16, 0)


def test_a_cubic_quarter_arc_is_a_circle_s_within_three_hundredths_of_a_percent() -> None:
    """At its middle, where the four points count 1, 3, 3 and 1 eighths."""
    middle = (1 + 3 * 1 + 3 * QUARTER_ARC + 0) / 8
    assert math.hypot(middle, middle) == pytest.approx(1, abs=1e-9)
    at_a_fifth = [0.512, 0.384, 0.096, 0.008]
    x = sum(w * p for w, p in zip(at_a_fifth, (1, 1, QUARTER_ARC, 0), strict=True))
    y = sum(w * p for w, p in zip(at_a_fifth, (0, QUARTER_ARC, 1, 1), strict=True))
    assert math.hypot(x, y) == pytest.approx(1, abs=3e-4)


@law
@given(transforms, transforms, coordinate, coordinate)
def test_after_is_one_map_then_the_other(
    second: Transform, first: Transform, x: float, y: float
) -> None:
    one_by_one = second.apply(*first.apply(x, y))
    at_once = second.after(first).apply(x, y)
    assert all(math.isclose(a, b, abs_tol=1e-6) for a, b in zip(at_once, one_by_one, strict=True))
