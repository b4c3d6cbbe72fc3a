"""Where a paragraph's lines end."""

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.text.linebreak import (
    FORCED,
    MAX_HYPHENS,
    NEVER,
    Box,
    Glue,
    Item,
    LineRange,
    Mode,
    Penalty,
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


def words_per_line(items: Sequence[Item], lines: Sequence[LineRange]) -> list[int]:
    return [sum(isinstance(i, Box) for i in items[line.start : line.end]) for line in lines]


def set_width(items: Sequence[Item], line: LineRange) -> float:
    """How wide a line is once its glue is set."""
    width = 0.0
    for item in items[line.start : line.end]:
        if isinstance(item, Box):
            width += item.width
        elif isinstance(item, Glue):
            width += item.width + line.ratio * (item.stretch if line.ratio > 0 else item.shrink)
    end = items[line.end]
    return width + (end.width if isinstance(end, Penalty) and line.hyphenated else 0)


# --- what lines cost, worked out anew --------------------------------------------------------


def break_places(items: Sequence[Item]) -> list[int]:
    """Where a line may end: at glue after a box, and at penalties that do not forbid it."""
    return [
        at
        for at, item in enumerate(items)
        if (isinstance(item, Penalty) and item.cost < NEVER)
        or (isinstance(item, Glue) and isinstance(items[at - 1], Box))
    ]


def line_between(
    items: Sequence[Item], before: int, end: int, measure: float, mode: Mode
) -> LineRange:
    """The line from a break to the next, set as the mode has it."""
    start = before
    while not isinstance(items[start], Box):
        start += 1
    inside = [item for item in items[start:end] if not isinstance(item, Penalty)]
    width = sum(item.width for item in inside)
    stretch, shrink = sum(i.stretch for i in inside), sum(i.shrink for i in inside)
    first, last, stop = items[start], items[end - 1], items[end]
    hyphenated = isinstance(stop, Penalty) and stop.hyphen
    if isinstance(first, Box):
        width -= first.hang_left
    if isinstance(stop, Penalty) and stop.hyphen:
        width += stop.width - stop.hang_right
    elif isinstance(last, Box):
        width -= last.hang_right
    room = measure - width
    give = stretch if room > 0 else shrink
    ratio = room / give if give else (0.0 if abs(room) < 1e-6 else room * 1e6)
    if mode != "justify":
        ratio = 0.0 if room > -1e-6 else -2.0
    return LineRange(start, end, ratio, hyphenated, overfull=ratio < -1 - 1e-9)


def natural_room(items: Sequence[Item], line: LineRange, measure: float) -> float:
    """How much shorter than the measure a line is."""
    first, last, stop = items[line.start], items[line.end - 1], items[line.end]
    width = sum(i.width for i in items[line.start : line.end] if not isinstance(i, Penalty))
    width -= first.hang_left if isinstance(first, Box) else 0
    if isinstance(stop, Penalty) and stop.hyphen:
        return measure - width - stop.width + stop.hang_right
    return measure - width + (last.hang_right if isinstance(last, Box) else 0)


def demerits(
    items: Sequence[Item], lines: Sequence[LineRange], measure: float, mode: Mode
) -> float:
    """What lines cost by the formulas in the module's documentation."""
    total, row = 0.0, 0
    for index, line in enumerate(lines):
        stop, ends = items[line.end], index == len(lines) - 1
        badness = 100 * min(abs(line.ratio), 20) ** 3
        if mode != "justify":
            badness = 100 * (natural_room(items, line, measure) / (measure / 4)) ** 2
        if ends and mode != "balance" and line.ratio >= 0:
            badness = 0
        cost = max(0, stop.cost) if isinstance(stop, Penalty) else 0
        if mode == "justify":
            total += (1 + badness) ** 1.5 + cost**1.5
        else:
            total += (1 + badness + cost) ** 2
        row = row + 1 if line.hyphenated else 0
        total += (850 if mode == "justify" else 8_000) * (row > 1)
    alone = not any(isinstance(item, Glue) for item in items[lines[-1].start : lines[-1].end])
    price = {"balance": 2_000_000, "ragged": 40_000, "justify": 1_350}[mode]
    return total + price * (alone and len(lines) > 1)


def cheapest(items: Sequence[Item], measure: float, mode: Mode) -> float | None:
    """The least demerits of all ways to break a paragraph; None if there is none that fits."""
    *places, end = break_places(items)
    costs = []
    for count in range(len(places) + 1):
        for chosen in combinations(places, count):
            stops = (*chosen, end)
            lines = [
                line_between(items, before, stop, measure, mode)
                for before, stop in zip((0, *chosen), stops, strict=True)
            ]
            rows = "".join("-" if line.hyphenated else " " for line in lines)
            if not any(line.overfull for line in lines) and "-" * (MAX_HYPHENS + 1) not in rows:
                costs.append(demerits(items, lines, measure, mode))
    return min(costs, default=None)


@st.composite
def any_paragraph(draw: st.DrawFn) -> list[Item]:
    """Words of some syllables, with glue, hyphens, dashes and hanging ends of all kinds."""
    items: list[Item] = []
    sizes, some = st.integers(4, 40), st.sampled_from([0.0, 0.0, 1.0, 3.0])
    joints = st.sampled_from(["space"] * 4 + ["hyphen"] * 3 + ["dash", "never"])
    for _ in range(draw(st.integers(1, 8))):
        items.append(Box(draw(sizes), draw(some), draw(some), draw(some), draw(some) / 2))
        match draw(joints):
            case "space":
                items.append(Glue(10, draw(st.sampled_from([5.0, 9.0])), 3))
            case "hyphen":
                cost = draw(st.sampled_from([0.0, 30.0, 60.0]))
                items.append(Penalty(cost, draw(some), True, draw(some)))
            case "dash":
                items.append(Penalty(20))
            case "never":
                items += [Penalty(NEVER), Glue(10, 5, 3)]
    while not isinstance(items[-1], Box):
        items.pop()
    return [*items, END]


# --- the whole paragraph is weighed ------------------------------------------------------


def test_gives_up_a_full_line_rather_than_strand_a_word_below_it() -> None:
    """Filled one by one, they hold 3 + 1 + 1: a perfect first line, then a lone 50 pt word."""
    items = paragraph(10, 40, 30, 50, 50)
    assert words_per_line(items, break_lines(items, measure=100)) == [2, 2, 1]


def test_text_that_fits_one_line_is_one_line_at_its_natural_width() -> None:
    items = paragraph(10, 20, 30)
    assert break_lines(items, 100) == (LineRange(0, 5, 0.0),)


def test_glue_shrinks_before_a_line_is_given_up() -> None:
    items = paragraph(30, 30, 24)
    (line,) = break_lines(items, 100)
    assert line.ratio == pytest.approx(-4 / 6)


def test_glue_does_not_shrink_beyond_its_limit() -> None:
    items = paragraph(30, 30, 27)
    assert len(break_lines(items, 100)) == 2


def test_a_lone_last_word_is_avoided_where_the_lines_above_can_spare_one() -> None:
    items = paragraph(*[14] * 11, space=6)
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


def test_a_hyphen_of_no_width_that_hangs_nowhere_leaves_a_line_as_wide_as_its_word() -> None:
    """As after `self-`, where the text has the hyphen already."""
    items: list[Item] = [Box(60), Penalty(0, hyphen=True), Box(40), END]
    assert [line.overfull for line in break_lines(items, 60)] == [False, False]
    assert break_lines(items, 59.5)[0].overfull


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


@settings(law, max_examples=400)
@given(
    any_paragraph(),
    st.sampled_from([45.0, 60.0, 90.0]),
    st.sampled_from(["justify", "ragged", "balance"]),
)
def test_no_other_way_to_break_a_paragraph_costs_less(
    items: list[Item], measure: float, mode: Mode
) -> None:
    least = cheapest(items, measure, mode)
    lines = break_lines(items, measure, mode)
    if least is None:
        assert any(line.overfull for line in lines)
        return
    befores = (0, *(line.end for line in lines[:-1]))
    for before, line in zip(befores, lines, strict=True):
        expected = line_between(items, before, line.end, measure, mode)
        natural = line is lines[-1] and expected.ratio > 0
        assert (line.start, line.end, line.hyphenated) == (
            expected.start,
            expected.end,
            expected.hyphenated,
        )
        assert line.ratio == pytest.approx(0.0 if natural else min(expected.ratio, 100.0))
    assert demerits(items, lines, measure, mode) == pytest.approx(least)


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


# --- words below themselves --------------------------------------------------------------------


def spoken(text: str) -> list[Item]:
    """Words of equal letters, two points each, parted by spaces."""
    items: list[Item] = []
    for word in text.split():
        items += [Box(2.0 * len(word), word=word if len(word) > 2 else ""), Glue(4, 3, 1)]
    return [*items[:-1], END]


def lines_of(text: str, measure: float, mode: Mode = "justify") -> list[str]:
    found = break_lines(spoken(text), measure, mode)
    words = text.split()
    return [" ".join(words[line.start // 2 : line.end // 2 + 1]) for line in found]


LETTERS = "aaa bbb ccc ddd eee fff ggg hhh iii jjj kkk lll mmm nnn ooo ppp".split()


def ends_and_starts(texts: Sequence[str]) -> tuple[list[str], list[str]]:
    lines = lines_of(" ".join(texts), 52)
    return [line.split()[-1] for line in lines], [line.split()[0] for line in lines]


def test_a_word_does_not_stand_below_itself_at_the_end_of_lines() -> None:
    first, second = ends_and_starts(LETTERS)[0][:2]
    ends, _ = ends_and_starts([first if word == second else word for word in LETTERS])
    assert all(one != two for one, two in pairwise(ends))


def test_a_word_does_not_stand_below_itself_where_lines_begin() -> None:
    second, third = ends_and_starts(LETTERS)[1][1:3]
    _, starts = ends_and_starts([second if word == third else word for word in LETTERS])
    assert all(one != two for one, two in pairwise(starts))


def test_words_that_do_not_matter_may() -> None:
    apart, alike = spoken(" ".join(LETTERS)), spoken(" ".join(["aaa"] * len(LETTERS)))
    alike = [Box(item.width) if isinstance(item, Box) else item for item in alike]
    assert break_lines(alike, 52) == break_lines(apart, 52)
