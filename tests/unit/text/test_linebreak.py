"""Where a paragraph's lines end."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text import linebreak
from cardgen.text.linebreak import (
    FORCED,
    MAX_HYPHENS,
    NEVER,
    Box,
    Glue,
    Item,
    Line,
    Mode,
    Penalty,
    break_greedily,
    break_lines,
)
from tests.support.samples import law

END = Penalty(FORCED)
HYPHEN = Penalty(50, width=3, hyphen=True)

widths = st.lists(st.integers(1, 60), min_size=1, max_size=14)


def paragraph(*words: float, space: float = 10) -> list[Item]:
    """Words parted by spaces."""
    items: list[Item] = []
    for word in words:
        items += [Box(word), Glue(space, 5, 3)]
    return [*items[:-1], END]


def divided(*words: Sequence[float]) -> list[Item]:
    """Words of syllables, with a hyphen between any two."""
    items: list[Item] = []
    for word in words:
        for syllable in word:
            items += [Box(syllable), HYPHEN]
        items[-1] = Glue(10, 5, 3)
    return [*items[:-1], END]


def words_per_line(items: Sequence[Item], lines: Sequence[Line]) -> list[int]:
    return [sum(isinstance(i, Box) for i in items[line.start : line.end]) for line in lines]


def set_width(items: Sequence[Item], line: Line) -> float:
    """How wide a line is once its glue is set."""
    width = 0.0
    for item in items[line.start : line.end]:
        if isinstance(item, Box):
            width += item.width
        elif isinstance(item, Glue):
            width += item.width + line.ratio * (item.stretch if line.ratio > 0 else item.shrink)
    end = items[line.end]
    return width + (end.width if isinstance(end, Penalty) and line.hyphenated else 0)


def demerits(items: Sequence[Item], lines: Sequence[Line]) -> float:
    """What lines without hyphens cost: the paper's formula and the lone word's price."""
    total = sum((1 + 100 * min(abs(line.ratio), 20) ** 3) ** 2 for line in lines)
    last = lines[-1]
    lone = len(lines) > 1 and words_per_line(items, [last]) == [1]
    return total + linebreak._LONE_WORD * lone


# --- the whole paragraph is weighed ------------------------------------------------------


def test_gives_up_a_full_line_rather_than_strand_a_word_below_it() -> None:
    """Greedy sets 3 + 1 + 1: a perfect first line, then a lone 50 pt word."""
    items = paragraph(10, 40, 30, 50, 50)
    assert words_per_line(items, break_greedily(items, 100)) == [3, 1, 1]
    assert words_per_line(items, break_lines(items, measure=100)) == [2, 2, 1]


def test_text_that_fits_one_line_is_one_line_at_its_natural_width() -> None:
    items = paragraph(10, 20, 30)
    assert break_lines(items, 100) == (Line(0, 5, 0.0),)


def test_glue_shrinks_before_a_line_is_given_up() -> None:
    items = paragraph(30, 30, 24)
    (line,) = break_lines(items, 100)
    assert line.ratio == pytest.approx(-4 / 6)


def test_glue_does_not_shrink_beyond_its_limit() -> None:
    items = paragraph(30, 30, 27)
    assert len(break_lines(items, 100)) == 2


def test_a_lone_last_word_is_avoided_where_the_lines_above_can_spare_one() -> None:
    items = paragraph(*[14] * 11, space=6)
    assert words_per_line(items, break_greedily(items, 100)) == [5, 5, 1]
    assert words_per_line(items, break_lines(items, 100, "ragged"))[-1] == 2


def test_a_break_that_costs_too_much_is_never_taken() -> None:
    items: list[Item] = [Box(60), Penalty(NEVER), Glue(10, 5, 3), Box(60), END]
    assert break_lines(items, 100)[0].end != 1


def test_a_line_may_end_at_a_penalty_without_a_hyphen() -> None:
    items: list[Item] = [Box(60), Penalty(0), Box(60), END]
    lines = break_lines(items, 100)
    assert [(line.start, line.end, line.hyphenated) for line in lines] == [
        (0, 1, False),
        (2, 3, False),
    ]


# --- hyphens -----------------------------------------------------------------------------


def test_a_word_is_divided_where_it_saves_a_loose_line() -> None:
    items = divided([50], [30, 40], [50])
    assert [line.hyphenated for line in break_lines(items, 100)] == [True, False]


def test_the_hyphen_needs_room_too() -> None:
    items = divided([50], [43, 40])
    assert not break_lines(items, 100)[0].hyphenated


@law
@given(st.lists(st.lists(st.integers(5, 30), min_size=1, max_size=5), min_size=1, max_size=8))
def test_no_more_lines_in_a_row_end_in_a_hyphen_than_allowed(words: list[list[float]]) -> None:
    lines = break_lines(divided(*words), 45)
    row = 0
    for line in lines:
        row = row + 1 if line.hyphenated and not line.overfull else 0
        assert row <= MAX_HYPHENS


def test_only_a_line_that_ends_in_a_divided_word_is_hyphenated() -> None:
    items = divided([20, 20], [20, 20], [20, 20], [20, 20])
    for line in break_lines(items, 70):
        assert line.hyphenated == (items[line.end] == HYPHEN)


# --- hanging -----------------------------------------------------------------------------


def test_punctuation_at_the_ends_may_stand_outside_the_measure() -> None:
    items: list[Item] = [Box(50, hang_left=4), Glue(10, 0, 0), Box(46, hang_right=2), END]
    (line,) = break_lines(items, 100)
    assert not line.overfull


def test_punctuation_within_a_line_does_not_hang() -> None:
    items: list[Item] = [Box(50, hang_right=4), Glue(10, 0, 0), Box(44, hang_left=4), END]
    assert len(break_lines(items, 100)) == 2


# --- overfull ----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["justify", "ragged", "balance"])
def test_a_word_wider_than_the_measure_has_a_line_marked_overfull(mode: Mode) -> None:
    items = paragraph(30, 150, 30)
    lines = break_lines(items, 100, mode)
    assert [line.overfull for line in lines] == [False, True, False]


def test_a_paragraph_of_one_word_that_does_not_fit_is_one_overfull_line() -> None:
    assert [line.overfull for line in break_lines([Box(150), END], 100)] == [True]


def test_a_word_too_wide_for_the_measure_is_divided() -> None:
    lines = break_lines(divided([60, 60]), 100)
    assert [(line.overfull, line.hyphenated) for line in lines] == [(False, True), (False, False)]


# --- modes -------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["ragged", "balance"])
def test_ragged_lines_keep_their_natural_spaces(mode: Mode) -> None:
    lines = break_lines(paragraph(40, 40, 40, 40, 40), 100, mode)
    assert {line.ratio for line in lines} == {0.0}


def test_balance_makes_lines_equally_long() -> None:
    items = paragraph(30, 30, 30, 30, space=5)
    assert words_per_line(items, break_lines(items, 100, "ragged")) == [2, 2]
    items = paragraph(20, 20, 20, 20, 20, 20, space=5)
    assert words_per_line(items, break_lines(items, 120, "balance")) == [3, 3]


def test_without_balance_the_last_line_may_be_short() -> None:
    items = paragraph(20, 20, 20, 20, 20, 20, space=5)
    assert words_per_line(items, break_lines(items, 100, "ragged")) == [4, 2]


# --- laws --------------------------------------------------------------------------------


@law
@given(widths, st.sampled_from(["justify", "ragged", "balance"]))
def test_every_item_is_in_one_line_or_is_glue_at_a_break(words: list[float], mode: Mode) -> None:
    items = paragraph(*words)
    lines = break_lines(items, 80, mode)
    owned = [i for line in lines for i in range(line.start, line.end)]
    lost = set(range(len(items))) - set(owned)
    assert len(owned) == len(set(owned))
    assert owned == sorted(owned)
    assert {type(items[i]) for i in lost - {len(items) - 1}} <= {Glue}
    assert lines[-1].end == len(items) - 1


@law
@given(widths, st.sampled_from(["justify", "ragged", "balance"]))
def test_a_line_begins_and_ends_with_a_word(words: list[float], mode: Mode) -> None:
    items = paragraph(*words)
    for line in break_lines(items, 80, mode):
        assert isinstance(items[line.start], Box)
        assert isinstance(items[line.end - 1], Box)


@law
@given(widths)
def test_no_line_leaves_the_measure_unless_it_is_marked(words: list[float]) -> None:
    items = paragraph(*words)
    for line in break_lines(items, 50):
        assert line.overfull == (set_width(items, line) > 50 + 1e-6)


@law
@given(st.lists(st.integers(1, 60), min_size=2, max_size=14))
def test_a_justified_line_with_a_space_fills_the_measure(words: list[float]) -> None:
    items = paragraph(*words)
    for line in break_lines(items, 80)[:-1]:
        if line.end - line.start > 1:
            assert set_width(items, line) == pytest.approx(80)


@law
@given(widths)
def test_the_optimum_never_costs_more_than_greedy_breaking(words: list[float]) -> None:
    items = paragraph(*words)
    greedy = break_greedily(items, 80)
    best = break_lines(items, 80)
    assert demerits(items, best) <= demerits(items, greedy) + 1e-6


@law
@given(widths)
def test_greedy_breaking_keeps_every_word_too(words: list[float]) -> None:
    items = paragraph(*words)
    assert sum(words_per_line(items, break_greedily(items, 80))) == len(words)


# --- first lines that are shorter ------------------------------------------------------------


def test_first_lines_are_broken_to_their_own_measure() -> None:
    items = paragraph(*[30.0] * 9)
    lines = break_lines(items, 110, "ragged", (60, 40))
    assert words_per_line(items, lines) == [1, 2, 3, 3]
    assert words_per_line(items, break_lines(items, 110, "ragged")) == [3, 3, 3]


def test_a_later_line_pays_for_nothing_that_a_first_line_lacks() -> None:
    """The cheapest way to a place depends on how many lines are above it: both are kept."""
    items = paragraph(20, 20, 20, 40, 40, 40)
    lines = break_lines(items, 90, "justify", (30,))
    assert words_per_line(items, lines) == [2, 2, 2]
    assert not any(line.overfull for line in lines)
