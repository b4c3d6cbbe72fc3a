"""Where pages end: the cheapest way there is, nothing lost, and what belongs together kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cardgen.core.findings import Span
from cardgen.layout.booklet.page_breaking import FilledColumn, break_pages
from cardgen.layout.booklet.pages import LaidBooklet
from cardgen.layout.booklet.strips import (
    FORCED,
    KEPT,
    Marks,
    Stack,
    Strip,
    settle_strips,
    stack_strips,
)
from cardgen.layout.booklet.tables import distribute_widths
from cardgen.scene.items import Glyphs, walk
from tests.support.samples import law
from tests.targets.booklet.test_pages import laid_of

SPAN = Span("rules.md", 1, 1, 2)
EMPTY = Stack(grid=10.0, first=8.0)


def strip(
    height: float = 10.0,
    cost: float = 0.0,
    *,
    floats: bool = False,
    rise: float | None = 8.0,
    level: int = 0,
    head: Strip | None = None,
) -> Strip:
    return Strip(
        height, lambda _left, _top: Marks(), SPAN, rise=rise, cost=cost, floats=floats, level=level,
        head=head,
    )  # fmt: skip


def figure(height: float) -> Strip:
    return strip(height, floats=True, rise=None)


def numbers(columns: Sequence[FilledColumn], strips: Sequence[Strip]) -> list[list[int]]:
    """Which strips each column holds."""
    at = {id(one): index for index, one in enumerate(strips)}
    return [[at[id(one)] for one in column.strips if id(one) in at] for column in columns]


# --- breaks ----------------------------------------------------------------------------------


def cost_of(ends: Sequence[int], strips: Sequence[Strip], height: float) -> float | None:
    """The cost of columns that end before these strips; None if one is too full."""
    total = 0.0
    for start, end in pairwise((0, *ends, len(strips))):
        bottom = stack_strips(EMPTY, strips[start:end]).bottom
        if bottom > height + 0.01:
            return None
        if end < len(strips):
            total += ((height - bottom) / EMPTY.grid) ** 2 + strips[end].cost
        else:
            total += 15.0 * max(0.0, 4 - bottom / EMPTY.grid)
    return total


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from([0.0, 3.0, 40.0])), min_size=1,
                max_size=9))  # fmt: skip
@law
def test_no_other_way_to_end_pages_is_cheaper(given: list[tuple[int, float]]) -> None:
    strips = [strip(10.0 * lines, cost) for lines, cost in given]
    columns = break_pages(strips, 60.0, EMPTY)
    own = [group[0] for group in numbers(columns, strips)[1:]]
    choices = product((False, True), repeat=len(strips) - 1)
    ways = [[i + 1 for i, ends in enumerate(choice) if ends] for choice in choices]
    costs = [cost for way in ways if (cost := cost_of(way, strips, 60.0)) is not None]
    assert cost_of(own, strips, 60.0) == pytest.approx(min(costs))


@given(
    st.lists(
        st.tuples(
            st.integers(1, 7),
            st.sampled_from([0.0, 0.0, KEPT, FORCED]),
            st.booleans(),
        ),
        min_size=1,
        max_size=25,
    )
)
@law
def test_every_strip_is_on_some_page_once_and_text_keeps_its_order(
    given: list[tuple[int, float, bool]],
) -> None:
    strips = [
        figure(10.0 * lines) if floats else strip(10.0 * lines, cost)
        for lines, cost, floats in given
    ]
    columns = break_pages(strips, 70.0, EMPTY)
    found = [index for group in numbers(columns, strips) for index in group]
    assert sorted(found) == list(range(len(strips)))
    text = [index for index in found if not strips[index].floats]
    assert text == sorted(text)
    figures = [index for index in found if strips[index].floats]
    assert figures == sorted(figures)
    assert not any(column.overfull for column in columns)


def test_breaks_that_are_known_are_filled_with_the_strips_that_are_asked_for() -> None:
    """Where pages end is kept for strips of the same heights, whatever these show."""
    for _ in range(2):
        strips = [strip(30.0), figure(50.0), strip(40.0), strip(30.0)]
        found = [one for column in break_pages(strips, 80.0, EMPTY) for one in column.strips]
        assert list(map(id, found)) == list(map(id, strips))
    turning = [strips[0], strips[1], replace(strips[2], turns=True), strips[3]]
    assert [column.turns for column in break_pages(turning, 80.0, EMPTY)] == [False, True]


def test_a_figure_that_does_not_fit_waits_at_the_top_of_the_next_page() -> None:
    strips = [strip(), strip(), figure(90.0), *(strip() for _ in range(9))]
    columns = break_pages(strips, 100.0, EMPTY)
    assert numbers(columns, strips) == [[0, 1, 3, 4, 5, 6, 7, 8, 9, 10], [2, 11]]


def test_figures_do_not_wait_together_where_no_page_has_room_for_both() -> None:
    """By itself the first page would be cheapest with both of them left for the next."""
    strips = [strip(), figure(95.0), figure(95.0), *(strip() for _ in range(10))]
    columns = break_pages(strips, 100.0, EMPTY)
    assert numbers(columns, strips) == [[0], [1], [2], [*range(3, 13)]]


def test_no_heading_goes_ahead_of_a_figure_that_waits() -> None:
    strips = [strip(), strip(), figure(90.0), strip(level=3), *(strip() for _ in range(8))]
    columns = break_pages(strips, 100.0, EMPTY)
    assert numbers(columns, strips)[0] == [0, 1]


def test_a_forced_break_is_kept_and_costs_no_blank_lines() -> None:
    strips = [strip(), strip(cost=FORCED), strip()]
    assert numbers(break_pages(strips, 100.0, EMPTY), strips) == [[0], [1, 2]]


def test_what_is_kept_together_moves_as_one() -> None:
    kept = [strip(level=2), strip(cost=KEPT), strip(cost=KEPT)]
    strips = [*(strip() for _ in range(9)), *kept, *(strip() for _ in range(6))]
    first, second = numbers(break_pages(strips, 110.0, EMPTY), strips)
    assert (first, second[:3]) == (list(range(9)), [9, 10, 11])


def test_a_strip_that_is_too_high_stands_alone_and_is_marked() -> None:
    strips = [strip(), strip(200.0), strip()]
    columns = break_pages(strips, 100.0, EMPTY)
    assert numbers(columns, strips) == [[0], [1], [2]]
    assert [column.overfull for column in columns] == [False, True, False]


def test_a_head_is_repeated_on_each_page_and_takes_its_room() -> None:
    head = strip(20.0, rise=None)
    rows = [strip(10.0, rise=None, head=head) for _ in range(12)]
    columns = break_pages(rows, 60.0, EMPTY)
    assert [column.strips[0] is head for column in columns] == [True, True, True]
    assert all(len(column.strips) == 5 for column in columns)


# --- stacking --------------------------------------------------------------------------------


def test_baselines_stand_on_the_grid_whatever_is_between_them() -> None:
    between = strip(13.0, rise=None)
    stack = stack_strips(EMPTY, [strip(), between, strip(), strip()])
    baselines = [one.top + 8.0 for one in stack.stacked if one.strip.rise is not None]
    assert baselines == [8.0, 38.0, 48.0]


def test_what_is_off_the_grid_stands_in_the_middle_of_its_room() -> None:
    stack = stack_strips(EMPTY, [strip(), strip(13.0, rise=None), strip()])
    assert [one.top for one in settle_strips(stack)] == [0.0, 13.5, 30.0]


def test_what_begins_a_page_stays_at_its_top() -> None:
    stack = stack_strips(EMPTY, [strip(13.0, rise=None), strip(13.0, rise=None), strip()])
    assert [one.top for one in settle_strips(stack)] == [0.0, 13.0, 30.0]


# --- whole texts -----------------------------------------------------------------------------


def lines_of(laid: LaidBooklet) -> list[list[str]]:
    """For each page the first word of each line from the top, the foot left out."""
    pages = []
    for page in laid.pages:
        first: dict[float, tuple[float, str]] = {}
        for run in (item for item in walk(page.scene.marks) if isinstance(item, Glyphs)):
            glyph = run.glyphs[0]
            if glyph.y not in first or glyph.x < first[glyph.y][0]:
                first[glyph.y] = glyph.x, run.text
        pages.append([first[y][1] for y in sorted(first)][:-1])
    return pages


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 70)), min_size=4, max_size=16))
@settings(deadline=None, derandomize=True, max_examples=25)
def test_no_line_stands_alone_and_no_heading_ends_a_page(chunks: list[tuple[bool, int]]) -> None:
    """Parts of a paragraph on two pages have two lines each; a heading has two lines below."""
    rules = "\n\n".join(
        (f"## Head{n}\n\n" if heading else "") + " ".join([f"par{n:02}"] * words)
        for n, (heading, words) in enumerate(chunks)
    )
    pages = lines_of(laid_of(rules))
    for before, after in pairwise(pages):
        assert not before[-1].startswith("Head")
        name = before[-1][:5]
        if after[0].startswith(name):
            assert [line.startswith(name) for line in before[-2:]] == [True, True]
            assert [line.startswith(name) for line in after[:2]] == [True, True]
    whole = [line for page in pages for line in page]
    found = [int(m[1]) for line in whole if (m := re.match(r"par(\d\d)", line))]
    assert found == sorted(found)


# --- columns of tables -----------------------------------------------------------------------

widths = st.lists(
    st.tuples(st.floats(0, 100), st.floats(0, 100)).map(lambda w: (min(w), max(w))),
    min_size=1,
    max_size=8,
)


@given(widths, st.floats(1, 500))
@law
def test_columns_lie_between_their_least_and_most_and_fill_the_room_that_is_needed(
    columns: list[tuple[float, float]], room: float
) -> None:
    least, most = [a for a, _ in columns], [b for _, b in columns]
    found = distribute_widths(least, most, room)
    for width, (low, high) in zip(found, columns, strict=True):
        assert low - 1e-6 <= width <= high + 1e-6
    if sum(least) <= room:
        assert sum(found) == pytest.approx(min(room, sum(most)))
