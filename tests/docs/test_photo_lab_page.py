"""The page about photo labs: its table is what the papers are, and how many cards they hold."""

from __future__ import annotations

import re

import pytest

from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.core.sizes import load_sizes
from cardgen.targets.shared.papers import list_home_papers, load_papers
from cardgen.targets.sheets.fit import plan_sheet
from cardgen.targets.sheets.target import SheetsTarget
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "photo-lab.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(\w+)` \| [^|]+ \| (\d+) × (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)


def test_every_paper_of_labs_and_shops_is_on_the_page() -> None:
    assert {row[0] for row in ROWS} == load_papers().keys() - list_home_papers().keys()


@pytest.mark.parametrize(("name", "width", "height", "cards"), ROWS)
def test_pixels_and_cards_are_as_the_page_says(
    name: str, width: str, height: str, cards: str
) -> None:
    paper = load_papers()[name].extent
    pixels = [round(side / POINTS_PER_INCH * 300) for side in (paper.width, paper.height)]
    assert pixels == [int(width), int(height)]
    asked = {"paper": name, "margin": "3mm", "marks": "none"}
    plan = plan_sheet(load_sizes()["poker"], SheetsTarget().read_options(asked))
    assert plan.places == int(cards)
