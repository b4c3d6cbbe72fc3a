"""Swatches stand at colors, and at nothing that looks like one."""

from __future__ import annotations

import pytest

from cardgen.lsp.symbols import list_colors
from cardgen.lsp.text_lines import TextLines


@pytest.mark.parametrize(
    ("file", "line", "count"),
    [
        ("game.yaml", "palette: {sand: \"#eeddaa\", ink: '#111'}", 2),
        ("game.yaml", 'about: "card #123 of the #abcdef set"  # no #fff', 0),
        ("layouts.yaml", "fill: \"{{ '#fff' if light else '#000000' }}\"", 2),
        ("beasts.csv", "Fox,#eeddaa,#112233", 2),
        ("beasts.csv", "Fox #123,see #abc", 0),
        ("rules.md", "Draw until [the deck runs out](#decks-that-run-out) or [ends](#add).", 0),
    ],
)
def test_a_swatch_stands_at_a_color_alone(file: str, line: str, count: int) -> None:
    assert len(list(list_colors(None, (), file, TextLines(line, file)))) == count
