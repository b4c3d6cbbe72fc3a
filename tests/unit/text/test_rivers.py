"""Wide word spaces that stand below one another."""

from __future__ import annotations

from cardgen.bind.bound_texts import TextRun
from cardgen.core.color import Color
from cardgen.layout.text.placed_text import PlacedGlyph, PlacedRun, SetLine
from cardgen.layout.text.rivers import find_rivers
from tests.support.samples import garamond


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
