"""Wide word spaces that stand below one another."""

from __future__ import annotations

from hypothesis import given

from cardgen.bind.bound_texts import TextRun
from cardgen.core.color import Color
from cardgen.layout.text.placed_text import PlacedGlyph, PlacedRun, SetLine
from cardgen.layout.text.rivers import find_rivers
from cardgen.text.linebreak import Item, LineRange, break_lines, weigh_lines
from cardgen.text.rivers import break_around_rivers, list_rivers
from tests.support.samples import garamond, law
from tests.unit.text.test_linebreak import any_paragraph, paragraph

MEASURE, PRICE = 100.0, 3_000.0
CRACKED = paragraph(20, 28, 20, 16, 12, 20, 12, 12, 24, 28, 20, 28, 20, 16, 24)
"""The cheapest four lines of these words have spaces below one another."""


def line(*spaces: float, width: float = 4.0, space: float = 1.5) -> SetLine:
    """A line whose spaces begin where it is said, each `width` wide."""
    glyphs = []
    for at in spaces:
        glyphs += [PlacedGlyph(1, at, 0.0, " "), PlacedGlyph(2, at + width, 0.0, "x")]
    run = PlacedRun(TextRun("", garamond(), Color(0, 0, 0)), 10.0, tuple(glyphs))
    return SetLine((run,), 0.0, 100.0, 0.0, space)


def rivers(*lines: SetLine) -> list[tuple[int, int]]:
    return list(find_rivers(lines, 10.0))


def test_spaces_below_one_another_on_four_lines_are_a_river() -> None:
    assert rivers(line(20), line(30, 22), line(24), line(26, 60)) == [(0, 3)]


def test_three_lines_are_none() -> None:
    assert rivers(line(20), line(20), line(20), line(60)) == []


def test_a_river_ends_where_spaces_are_narrow_or_stand_elsewhere() -> None:
    assert rivers(line(20), line(20), line(20, space=1.2), line(20), line(20)) == []
    assert rivers(line(20), line(20), line(50), line(20), line(20)) == []


def test_spaces_that_hardly_touch_are_none() -> None:
    assert rivers(*(line(20 + 3.5 * step) for step in range(6))) == []


def test_a_river_is_told_once_from_its_first_line_to_its_last() -> None:
    assert rivers(line(60), *[line(20, 40)] * 6, line(60)) == [(1, 6)]


def test_two_rivers_after_each_other_are_told_each() -> None:
    assert rivers(*[line(20)] * 4, line(60, space=1.0), *[line(30)] * 5) == [(0, 3), (5, 9)]


# --- what they cost ----------------------------------------------------------------------------


def test_the_rivers_of_broken_lines_are_those_of_the_set_ones() -> None:
    assert list_rivers(CRACKED, break_lines(CRACKED, MEASURE)) == [(0, 3)]


def test_lines_without_a_river_are_taken_where_they_cost_little_more() -> None:
    lines = break_around_rivers(CRACKED, MEASURE, "justify", PRICE)
    assert lines != break_lines(CRACKED, MEASURE)
    assert list_rivers(CRACKED, lines) == []


def test_a_river_stays_where_other_lines_cost_more_than_it() -> None:
    lines = break_around_rivers(CRACKED, MEASURE, "justify", 1.0)
    assert lines == break_lines(CRACKED, MEASURE)


def test_lines_that_are_not_justified_have_no_rivers() -> None:
    for mode in ("ragged", "balance"):
        lines = break_around_rivers(CRACKED, MEASURE, mode, PRICE)
        assert lines == break_lines(CRACKED, MEASURE, mode)


def test_lines_beside_a_shape_are_left_as_they_are() -> None:
    insets = (10.0, 5.0, 10.0, 5.0)
    lines = break_around_rivers(CRACKED, MEASURE, "justify", PRICE, insets)
    assert lines == break_lines(CRACKED, MEASURE, "justify", insets)


@law
@given(any_paragraph())
def test_what_is_taken_never_costs_more_than_the_cheapest_lines(items: list[Item]) -> None:
    def cost(lines: tuple[LineRange, ...], demerits: float) -> float:
        return demerits + PRICE * sum(last - first - 2 for first, last in list_rivers(items, lines))

    taken = break_around_rivers(items, 30.0, "justify", PRICE)
    plain, demerits = weigh_lines(items, 30.0, "justify")
    refused = frozenset(range(len(items))) - {line.end for line in taken}
    assert cost(*weigh_lines(items, 30.0, "justify", (), refused)) <= cost(plain, demerits) + 1e-6
