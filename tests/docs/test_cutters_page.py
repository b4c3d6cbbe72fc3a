"""The page about cutting machines: each option can be typed, each number of cards is true."""

from __future__ import annotations

import re

import pytest

from cardgen.targets.sheets.fit import plan_sheet
from cardgen.targets.sheets.options import SheetOptions
from tests.conftest import ROOT
from tests.targets.sheets.test_pages import options, size

PAGE = (ROOT / "docs" / "cutters.md").read_text("utf-8")


@pytest.mark.parametrize("asked", re.findall(r"-t sheets:(\S+)", PAGE))
def test_every_command_of_the_page_can_be_typed(asked: str) -> None:
    assert plan_sheet(size("poker"), options(asked)).places


ROW = r"^\|.*?`(?:paper=)?([a-z0-9.]+)`[^|]* \| [^|]+ \| (\d) \|$"
ON_CRICUT = [
    (f"cutter=cricut,paper={paper}", int(cards))
    for paper, cards in re.findall(ROW, PAGE, re.MULTILINE)
]


@pytest.mark.parametrize(
    ("asked", "cards"),
    [
        *ON_CRICUT,
        ("silhouette=3", 8),
        ("silhouette=3,paper=a4", 8),
        ("silhouette=3,feeder=yes", 6),
    ],
)
def test_the_page_says_how_many_poker_cards_lie_on_a_sheet(asked: str, cards: int) -> None:
    assert plan_sheet(size("poker"), options(asked)).places == cards


@pytest.mark.parametrize("word", ["cricut", "scanncut", "summa"])
def test_every_machine_is_on_the_page_with_what_was_tried(word: str) -> None:
    row = next(
        line for line in PAGE.splitlines() if line.startswith("|") and f"cutter={word}" in line
    )
    assert "no machine" in row
    assert word in SheetOptions.help_lines()["cutter"]
