"""A YAML file of a game that is not there: what to do about it."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read.file_trees import read_tree


@pytest.mark.parametrize(
    ("there", "hint"),
    [
        ("beasts.yaml", "put it back: a game begins with it"),
        ("games.yaml", "put it back: a game begins with it"),
        ("game.yml", "rename `game.yml` to `game.yaml`"),
        ("Game.yaml", "rename `Game.yaml` to `game.yaml`"),
    ],
)
def test_a_game_that_lost_its_first_file_is_not_sent_to_another(there: str, hint: str) -> None:
    report = Report()
    assert read_tree(MemoryGame({there: "- {name: Fox}\n"}), "game.yaml", report, None) is None
    (found,) = report.findings
    assert (found.code, found.hint) == ("unreadable-file", hint)
