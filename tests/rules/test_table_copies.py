"""Copies of a table that nothing reads are pointed at, and other files are not."""

from __future__ import annotations

import pytest

from cardgen.check.rules.source.table_copies import find_unread_copies
from tests.rules.test_consistency import subject
from tests.rules.test_reading import GOOD


def found(name: str, *, cards: str = "cards.yaml") -> list[str]:
    """What is told of a file beside the table of the cards."""
    game = GOOD["game.yaml"].replace("cards.yaml", cards, 1)
    files = {"game.yaml": game, name: GOOD["cards.yaml"]}
    return [finding.message for finding in find_unread_copies(subject(files))]


@pytest.mark.parametrize(
    "name",
    [
        "cards (1).yaml",
        "cards(2).yaml",
        "Copy of cards.yaml",
        "cards - Copy (2).yaml",
        "cards copy.yaml",
        "cards (Max's conflicted copy 2024-05-01).yaml",
        "cards (Konflikt in Kopie von Max 2024-05-01).yaml",
    ],
)
def test_a_copy_that_nothing_reads_is_pointed_at(name: str) -> None:
    assert found(name) == [f"nothing reads `{name}`, which is called as a copy of `cards.yaml`"]


@pytest.mark.parametrize("name", ["beasts (1).yaml", "cards (old).yaml", "cards (1).txt", "b.csv"])
def test_another_file_is_left_alone(name: str) -> None:
    assert found(name) == []


@pytest.mark.parametrize("cards", ['[cards.yaml, "cards (1).yaml"]', '"*cards*.yaml"'])
def test_a_copy_that_is_read_is_left_alone(cards: str) -> None:
    assert found("cards (1).yaml", cards=cards) == []
