"""Paragraphs whose best lines are hardly better than others: a table of what was worked out.

They were found at random: each has other lines if one number, sign or condition of the algorithm
is another. That there are no cheaper lines is shown by trying all of them.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest

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
from tests.unit.text.test_linebreak import break_places, demerits, line_between

TABLE = Path(__file__).resolve().parents[2] / "data" / "paragraphs.txt"
"""Mode, measure, insets, items, and the lines: where they begin and end, the ratio of the glue, `-`
if they end in a hyphen, `!` if they do not fit. Items are `box` (width, hang on the left and right,
stretch, shrink), `glue` (width, stretch, shrink), `break` (cost) and `hyphen` (cost, width, hang).
Make the lines anew with `python -m tests.unit.text.test_paragraphs`, and read what has changed."""

Row = tuple[Mode, float, tuple[float, ...], list[Item], str]


def read_item(text: str) -> Item:
    kind, _, rest = text.partition("(")
    numbers = [float(number) for number in rest.rstrip(")").split(",")]
    match kind:
        case "box":
            width, left, right, stretch, shrink = (*numbers, *[0.0] * (5 - len(numbers)))
            return Box(width, left, right, stretch, shrink)
        case "glue":
            return Glue(*numbers)
        case "hyphen":
            cost, width, hang = numbers
            return Penalty(cost, width, hyphen=True, hang_right=hang)
        case "break":
            return Penalty(numbers[0])
    raise ValueError(text)


def show_lines(lines: tuple[LineRange, ...]) -> str:
    marks = ("-" * line.hyphenated + "!" * line.overfull for line in lines)
    shown = (f"{line.start}..{line.end}:{line.ratio:.4g}" for line in lines)
    return " ".join(one + mark for one, mark in zip(shown, marks, strict=True))


def read_rows() -> list[Row]:
    found: list[Row] = []
    for row in TABLE.read_text("utf-8").splitlines():
        typed, measure, insets, items, lines = row.split("\t")
        mode = next(mode for mode in get_args(Mode) if mode == typed)
        shorter = tuple(float(inset) for inset in insets.split(",") if inset)
        found.append((mode, float(measure), shorter, [*map(read_item, items.split())], lines))
    return found


@pytest.mark.parametrize(("mode", "measure", "insets", "items", "expected"), read_rows())
def test_a_paragraph_has_the_lines_of_the_table(
    mode: Mode, measure: float, insets: tuple[float, ...], items: list[Item], expected: str
) -> None:
    assert show_lines(break_lines(items, measure, mode, insets)) == expected


@pytest.mark.parametrize(
    ("mode", "measure", "items"),
    [row[:2] + row[3:4] for row in read_rows() if not row[2] and "!" not in row[4]],
)
def test_no_other_lines_of_a_paragraph_in_the_table_are_cheaper(
    mode: Mode, measure: float, items: list[Item]
) -> None:
    lines = break_lines(items, measure, mode)
    found = demerits(items, lines, measure, mode)
    assert found == pytest.approx(min(demerits(items, other, measure, mode) for other in
                                      all_lines(items, measure, mode)))  # fmt: skip


def all_lines(items: list[Item], measure: float, mode: Mode) -> list[list[LineRange]]:
    """All ways to break a paragraph into lines that fit."""
    *places, end = break_places(items)
    forced = {at for at in places if getattr(items[at], "cost", 0) == FORCED}
    found = []
    for count in range(len(places) + 1):
        for chosen in combinations(places, count):
            if not forced <= set(chosen):
                continue
            stops = (*chosen, end)
            pairs = zip((0, *chosen), stops, strict=True)
            lines = [line_between(items, before, stop, measure, mode) for before, stop in pairs]
            rows = "".join("-" if line.hyphenated else " " for line in lines)
            if not any(line.overfull for line in lines) and "-" * (MAX_HYPHENS + 1) not in rows:
                found.append(lines)
    return found


def test_the_table_has_paragraphs_of_all_kinds() -> None:
    rows = read_rows()
    assert {row[0] for row in rows} == {*get_args(Mode)}
    assert any(row[2] for row in rows)
    assert any("!" in row[4] for row in rows)
    costs = {item.cost for row in rows for item in row[3] if isinstance(item, Penalty)}
    assert {FORCED, NEVER} <= costs


if __name__ == "__main__":
    typed = [row.rpartition("\t")[0] for row in TABLE.read_text("utf-8").splitlines()]
    broken = [show_lines(break_lines(row[3], row[1], row[0], row[2])) for row in read_rows()]
    rows = zip(typed, broken, strict=True)
    TABLE.write_text("".join(f"{one}\t{lines}\n" for one, lines in rows), "utf-8")
