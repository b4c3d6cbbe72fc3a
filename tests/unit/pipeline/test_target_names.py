"""Targets that game.yaml names and that are none: what to write instead."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

GAME = "game: T\ndecks: {d: {cards: c.yaml, size: poker, front: f}}\n"


@pytest.mark.parametrize(
    ("build", "hint"),
    [
        ("all", "as `build: [mpc, sheets]`"),
        ("[sheets:paper=a4]", "write `sheets`, and its options under `targets:`"),
        ("[sheet:paper=a4]", "did you mean `sheets`?"),
    ],
)
def test_a_target_typed_as_on_the_command_line_is_told_its_place(build: str, hint: str) -> None:
    files = {
        "game.yaml": f"{GAME}build: {build}\n",
        "layouts.yaml": "layouts: {f: {bleed: [{shape: rectangle, fill: '#ffffff'}]}}\n",
        "c.yaml": "- {name: Fox}\n",
    }
    report = Report()
    check_game(MemoryGame(files), report, checks=())
    (found,) = [one for one in report.findings if one.code == "unknown-target"]
    assert hint in found.hint


@pytest.mark.parametrize("build", ["[sheet, pnp]", "[sheet, sheets]"])
def test_no_target_is_proposed_that_the_list_has_already(build: str) -> None:
    files = {
        "game.yaml": f"{GAME}build: {build}\n",
        "layouts.yaml": "layouts: {f: {bleed: [{shape: rectangle, fill: '#ffffff'}]}}\n",
        "c.yaml": "- {name: Fox}\n",
    }
    report = Report()
    check_game(MemoryGame(files), report, checks=())
    *_, found = [one for one in report.findings if one.code == "unknown-target"]
    assert found.hint == "`sheets` is named in this list already: leave it out"
