"""Percent of what letters have is percent of their size: it was nothing, without a word."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.scene.items import Item


def items_of(style: str) -> tuple[Item, ...]:
    """A text of two lines in a style."""
    files: dict[str, str | bytes] = {
        "game.yaml": "game: Percent\nfonts: {text: fonts/EBGaramond-Regular.ttf}\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
        "cards.yaml": "- {rule: Draw two cards and keep one of them in your hand for later.}\n",
        "layouts.yaml": "layouts: {face: {safe: [{text: '{{ rule }}', font: text, size: 10pt, "
        f"{style}}}]}}}}\n",
    }
    report = Report()
    checked = check_game(MemoryGame(files), report, checks=())
    assert checked is not None, report.findings
    (face,) = checked.laid.scenes.values()
    return face.items


@pytest.mark.parametrize(
    ("percent", "same"),
    [
        ("leading: 160%", "leading: 1.6em"),
        ("leading: 100% + 2pt", "leading: 1em + 2pt"),
        ("tracking: 5%", "tracking: 50"),
        ("stroke: black, stroke-width: 4%", "stroke: black, stroke-width: 0.04em"),
    ],
)
def test_percent_is_of_the_type_size(percent: str, same: str) -> None:
    assert items_of(percent) == items_of(same)
    assert items_of(percent) != items_of("leading: 1.3")
