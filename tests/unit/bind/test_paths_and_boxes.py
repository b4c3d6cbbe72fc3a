"""Paths without a line and boxes without depth are refused with what to write instead."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

GAME = "game: G\ndecks: {d: {cards: d.yaml, size: poker, front: f}}\n"
SHAPE = "{shape: star, fill: '#000', width: 9mm, height: 9mm}"


def find(element: str, game: str = GAME) -> Finding:
    files = {
        "game.yaml": game,
        "d.yaml": "- {name: A, line: M0 0}\n",
        "layouts.yaml": f"layouts: {{f: {{safe: [{element}]}}}}\n",
    }
    report = Report()
    check_game(MemoryGame(files), report, checks=())
    (finding,) = report.findings
    return finding


@pytest.mark.parametrize("path", ["M0 0", "M0 0 Z", "M0 0 M9 9", "'{{ line }}'"])
def test_a_path_that_draws_no_line_is_refused(path: str) -> None:
    found = find(f"{{path: {path}, stroke: '#000', width: 9mm, height: 9mm}}")
    assert (found.code, "draws no line" in found.message) == ("bad-path", True)
    assert "M0 0 H10 V10 Z" in found.hint


def test_a_box_that_is_too_shallow_is_told_how_to_be_deeper() -> None:
    found = find(SHAPE, GAME + "boxes: {tuck: {holds: d, panels: {front: f}}}\n")
    assert found.code == "bad-box"
    assert found.hint == "put more cards into it, or make it deeper by `room:` or `extra:`"
