"""Moving and resizing: one length a side, in the unit it was typed in."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Span
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.editing.arranging import Container, EdgeMoves, Standing, plan_arrangement
from cardgen.editing.element_options import ElementOption
from cardgen.editing.refusal import RefusedError

MM = POINTS_PER_MM


def standing(
    typed: dict[str, str],
    *,
    container: Container = "overlay",
    at: str = "",
    refused: str = "",
    grows: bool = False,
) -> Standing:
    """An element of 20 × 10 mm that stands 5 mm from the left and 6 mm from the top of a box of
    50 × 80 mm."""
    options = {
        key: ElementOption(key, text, Span("layouts.yaml", 1, 1, 2), "length", refused=refused)
        for key, text in typed.items()
    }
    rect = (5 * MM, 6 * MM, 20 * MM, 10 * MM)
    baseline = "baseline" in typed
    return Standing(
        container, options, rect, (50 * MM, 80 * MM), at, grows=grows, moves_baseline=baseline
    )


def moved(x: float, y: float) -> EdgeMoves:
    return EdgeMoves(x * MM, y * MM, x * MM, y * MM)


@pytest.mark.parametrize(
    ("typed", "moves", "plan"),
    [
        ({"left": "5mm", "width": "20mm"}, moved(1, 0), {"left": "6mm"}),
        ({"left": "0.2in", "width": "20mm"}, moved(2.54, 0), {"left": "0.3in"}),
        ({"left": "10%", "width": "20mm"}, moved(5, 0), {"left": "20%"}),
        ({"left": "5mm", "right": "25mm"}, moved(-1, 0), {"left": "4mm", "right": "26mm"}),
        ({"right": "25mm", "width": "40%"}, moved(1, 0), {"right": "24mm"}),
        ({"bottom": "64mm", "left": "0"}, moved(2, 3), {"left": "2mm", "bottom": "61mm"}),
        ({"width": "20mm", "height": "10mm"}, moved(1, 1), {"left": "6mm", "top": "7mm"}),
        ({}, moved(1, 0), {"left": "6mm", "right": "24mm"}),
        ({"baseline": "12pt"}, EdgeMoves(0, 3, 0, 3), {"baseline": "15pt"}),
        ({"top": "6mm", "baseline": "12pt"}, moved(0, 1), {"top": "7mm"}),
        ({"width": "20mm"}, EdgeMoves(right=2 * MM), {"width": "22mm"}),
        ({"left": "5mm", "width": "20mm"}, EdgeMoves(left=MM), {"width": "19mm", "left": "6mm"}),
        ({"right": "25mm", "width": "20mm"}, EdgeMoves(left=MM), {"width": "19mm"}),
        ({"right": "25mm", "width": "20mm"}, EdgeMoves(right=MM),
         {"width": "21mm", "right": "24mm"}),
        ({"left": "5mm"}, EdgeMoves(right=MM), {"right": "24mm"}),
        ({}, EdgeMoves(bottom=MM), {"top": "6mm", "bottom": "63mm"}),
        ({"bottom": "64mm"}, EdgeMoves(top=-MM), {"height": "11mm"}),
        ({"bottom": "64mm"}, EdgeMoves(bottom=MM), {"height": "11mm", "bottom": "63mm"}),
    ],
)  # fmt: skip
def test_a_move_changes_the_lengths_that_say_so(
    typed: dict[str, str], moves: EdgeMoves, plan: dict[str, str]
) -> None:
    assert plan_arrangement(standing(typed), moves) == plan


@pytest.mark.parametrize(
    ("at", "moves", "plan"),
    [
        ("top left", moved(1, 1), {"left": "6mm", "top": "7mm"}),
        ("bottom right", moved(1, 1), {"right": "24mm", "bottom": "63mm"}),
        ("center", EdgeMoves(right=MM), {"width": "21mm"}),
    ],
)
def test_what_stands_in_a_corner_keeps_to_its_side(
    at: str, moves: EdgeMoves, plan: dict[str, str]
) -> None:
    assert plan_arrangement(standing({}, at=at), moves) == plan


def test_in_a_column_only_the_size_is_the_elements_own() -> None:
    own = standing({"height": "10mm"}, container="column")
    assert plan_arrangement(own, EdgeMoves(right=MM, bottom=MM)) == {
        "width": "21mm",
        "height": "11mm",
    }
    with pytest.raises(RefusedError, match="in a column"):
        plan_arrangement(own, moved(0, 1))
    with pytest.raises(RefusedError, match="grows"):
        plan_arrangement(standing({}, container="row", grows=True), EdgeMoves(right=MM))


@pytest.mark.parametrize(
    ("typed", "refused", "why"),
    [
        ({"left": "{{ x }}mm"}, "it is a template", "template"),
        ({"left": "50% - 3mm"}, "it is calculated", "calculated"),
        ({"left": "1em"}, "", "em is edited in the file"),
        ({"along": ""}, "", "on a curve"),
        ({"at": ""}, "it is a list", "`at`: it is a list"),
    ],
)
def test_what_is_no_plain_length_is_refused(typed: dict[str, str], refused: str, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        plan_arrangement(standing(typed, refused=refused), moved(1, 0))


def test_nothing_is_made_smaller_than_nothing() -> None:
    with pytest.raises(RefusedError, match="no width"):
        plan_arrangement(standing({"width": "20mm"}), EdgeMoves(right=-21 * MM))


def test_what_does_not_move_changes_nothing() -> None:
    assert plan_arrangement(standing({"left": "50% - 3mm"}), moved(0, 0)) == {}
