"""SVG path data."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.scene.outlines import Close, Curve, Line, Move, Segment
from cardgen.svg.path_data import MAX_DATA, PathError, read_path
from tests.support.samples import law

coordinate = st.integers(-50, 50)


def after(data: str) -> list[Segment]:
    """What is drawn after `M 10 10`."""
    first, *rest = read_path(f"M 10 10 {data}")
    assert first == Move(10, 10)
    return rest


def refused(data: str) -> PathError:
    with pytest.raises(PathError) as caught:
        read_path(data)
    return caught.value


def fault(data: str) -> PathError | None:
    try:
        read_path(data)
    except PathError as error:
        return error
    return None


def end(data: str) -> tuple[float, float]:
    last = read_path(data)[-1]
    assert isinstance(last, Line | Curve | Move)
    return last.x, last.y


def on_curve(curve: Curve, start: tuple[float, float], t: float) -> tuple[float, float]:
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    x = a * start[0] + b * curve.x1 + c * curve.x2 + d * curve.x
    return x, a * start[1] + b * curve.y1 + c * curve.y2 + d * curve.y


@pytest.mark.parametrize(
    ("absolute", "relative"),
    [
        ("M 12 15", "m 2 5"),
        ("L 12 15", "l 2 5"),
        ("H 12", "h 2"),
        ("V 15", "v 5"),
        ("C 11 12 13 14 15 16", "c 1 2 3 4 5 6"),
        ("S 13 14 15 16", "s 3 4 5 6"),
        ("Q 11 12 15 16", "q 1 2 5 6"),
        ("T 15 16", "t 5 6"),
        ("A 5 5 0 0 1 15 16", "a 5 5 0 0 1 5 6"),
        ("L 12 15 Z", "l 2 5 z"),
        ("L 12 15 13 16", "l 2 5 1 1"),
        ("H 12 14", "h 2 2"),
    ],
)
def test_a_relative_command_draws_what_the_absolute_one_does(absolute: str, relative: str) -> None:
    assert after(relative) == after(absolute)


@pytest.mark.parametrize(
    ("data", "drawn"),
    [
        ("M 1 2", [Move(1, 2)]),
        ("L 1 2", [Line(1, 2)]),
        ("H 1", [Line(1, 10)]),
        ("V 2", [Line(10, 2)]),
        ("C 1 2 3 4 5 6", [Curve(1, 2, 3, 4, 5, 6)]),
        ("Z", [Close()]),
    ],
)
def test_each_command_draws_its_segment(data: str, drawn: list[Segment]) -> None:
    assert after(data) == drawn


def test_a_quadratic_is_the_cubic_with_the_same_middle() -> None:
    (curve,) = after("Q 20 40 30 10")
    assert isinstance(curve, Curve)
    assert on_curve(curve, (10, 10), 0.5) == pytest.approx((20, 25))


def test_a_smooth_cubic_leaves_as_the_last_one_arrived() -> None:
    second = after("C 10 20 20 20 20 10 S 30 0 30 10")[1]
    assert second == Curve(20, 0, 30, 0, 30, 10)


def test_a_smooth_cubic_after_a_line_leaves_straight() -> None:
    assert after("L 20 10 S 30 0 30 10")[1] == Curve(20, 10, 30, 0, 30, 10)


def test_a_smooth_cubic_after_a_quadratic_does_not_mirror_it() -> None:
    assert after("Q 15 20 20 10 S 30 0 30 10")[1] == Curve(20, 10, 30, 0, 30, 10)


def test_a_smooth_quadratic_mirrors_the_last_one() -> None:
    assert after("Q 15 20 20 10 T 30 10")[1] == after("Q 15 20 20 10 Q 25 0 30 10")[1]


def test_numbers_after_a_move_are_lines() -> None:
    assert read_path("M 1 2 3 4") == (Move(1, 2), Line(3, 4))
    assert read_path("m 1 2 3 4") == (Move(1, 2), Line(4, 6))


def test_after_a_close_the_pen_is_where_the_outline_began() -> None:
    assert after("l 5 5 z l 1 0")[-1] == Line(11, 10)


@pytest.mark.parametrize(
    "data", ["M1,2L3-4", "M 1 2 L 3 -4", "M1 2L3,-4", "\nM\t1 2\nL3-4 ", "M1 2 3-4"]
)
def test_spaces_and_commas_may_be_left_out(data: str) -> None:
    assert read_path(data) == (Move(1, 2), Line(3, -4))


@pytest.mark.parametrize("data", ["M.5.5", "M0.5 0.5", "M5e-1 5E-1", "M+.5+.5"])
def test_numbers_are_written_in_many_ways(data: str) -> None:
    assert read_path(data) == (Move(0.5, 0.5),)


# --- arcs --------------------------------------------------------------------------------


@law
@given(*[coordinate] * 4, st.integers(1, 60), st.integers(1, 60), st.integers(0, 360),
       st.booleans(), st.booleans())  # fmt: skip
def test_an_arc_ends_where_it_should(
    x: int, y: int, to_x: int, to_y: int, rx: int, ry: int, turn: int, large: bool, sweep: bool
) -> None:
    data = f"M {x} {y} A {rx} {ry} {turn} {large:d} {sweep:d} {to_x} {to_y}"
    assert end(data) == (to_x, to_y)


@law
@given(coordinate, coordinate, st.booleans(), st.booleans())
def test_every_point_of_a_circle_s_arc_is_as_far_from_a_centre(
    x: int, y: int, large: bool, sweep: bool
) -> None:
    assume((x, y) != (0, 0))
    drawn = read_path(f"M 0 0 A 80 80 0 {large:d} {sweep:d} {x} {y}")
    points, pen = [(0.0, 0.0)], (0.0, 0.0)
    for curve in drawn[1:]:
        assert isinstance(curve, Curve)
        points += [on_curve(curve, pen, t) for t in (0.25, 0.5, 1)]
        pen = curve.x, curve.y
    half = math.hypot(x, y) / 2
    side = 1 if large == sweep else -1
    reach = math.sqrt(80**2 - half**2) / (2 * half) * side
    center = x / 2 + reach * y, y / 2 - reach * x
    distances = [math.dist(center, point) for point in points]
    assert distances == pytest.approx([80] * len(points), rel=1e-3)


def test_the_flags_choose_among_four_arcs() -> None:
    drawn = {read_path(f"M 0 0 A 9 9 0 {f} {s} 10 0") for f in (0, 1) for s in (0, 1)}
    assert len(drawn) == 4


def test_sweep_goes_the_way_angles_grow() -> None:
    (curve,) = read_path("M 0 0 A 10 10 0 0 1 10 10")[1:]
    assert isinstance(curve, Curve)
    assert (curve.x1, curve.y1) == pytest.approx((5.5228, 0), abs=1e-3)


def test_radii_too_small_grow_until_they_reach() -> None:
    assert read_path("M 0 0 A 1 1 0 0 1 10 0") == read_path("M 0 0 A 5 5 0 0 1 10 0")


@pytest.mark.parametrize("radii", ["0 5", "5 0"])
def test_an_arc_without_a_radius_is_a_line(radii: str) -> None:
    assert after(f"A {radii} 0 0 1 20 20") == [Line(20, 20)]


def test_the_flags_of_an_arc_need_no_space() -> None:
    assert after("a5 5 0 0110 10") == after("a 5 5 0 0 1 10 10")


# --- faults ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "offset", "message"),
    [
        ("M 1 2 X 3", 6, "`X` is no path command"),
        ("M 1 2 L 3 #", 10, "`#` is no path command"),
        ("M 1 2 Z 5", 8, "a number stands where a command should"),
        ("5 M 1 2", 0, "a number stands where a command should"),
        ("M 1e99 2", 2, "`1e99` is too large"),
        ("M 1 2 L 3 Z", 9, "`L` takes 2 numbers, here are 1"),
        ("M 0 0 C 1 2 3 4", 14, "`C` takes 6 numbers, here are 4"),
        ("", 0, "this path draws nothing"),
    ],
)
def test_what_is_no_path_is_pointed_at(data: str, offset: int, message: str) -> None:
    found = refused(data)
    assert (found.offset, str(found)) == (offset, message)


def test_a_path_begins_with_a_move() -> None:
    assert str(refused("L 1 2")) == "a path begins with `M x y`"


def test_a_path_over_the_bound_is_refused() -> None:
    assert str(refused("M 0 0" + " " * MAX_DATA)) == "this path is too long"


@law
@given(st.text("MLHVCSQTAZmlhvcsqtaz0123456789.,- ", max_size=40))
def test_a_fault_lies_in_the_data(data: str) -> None:
    found = fault(data)
    assert found is None or 0 <= found.offset <= len(data)
