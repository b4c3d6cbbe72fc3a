"""`docs/typesetting.md` shows what the benchmark finds, and that it is worth it."""

from __future__ import annotations

import pytest

from benchmarks import typesetting
from tests.conftest import ROOT


@pytest.mark.parametrize(("size", "mm"), [(9.0, 53.0), (7.5, 45.0)])
def test_the_page_shows_the_benchmarks_table(size: float, mm: float) -> None:
    page = (ROOT / "docs" / "typesetting.md").read_text("utf-8")
    assert typesetting.table(size, mm * typesetting.POINTS_PER_MM) in page


def test_whole_paragraph_breaking_is_better_than_greedy_in_total_and_worst() -> None:
    measure = 53.0 * typesetting.POINTS_PER_MM
    greedy, best, spread = typesetting.compare(9.0, measure)
    assert best.total < greedy.total
    assert best.worst < greedy.worst
    assert spread.total < best.total / 5
