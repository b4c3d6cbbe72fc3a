"""Swatches stand at colors, and at nothing that looks like one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from lsprotocol import types

from cardgen.core.color import Color
from cardgen.lsp import answers
from cardgen.lsp.specimens import draw_swatch
from cardgen.lsp.swatches import list_colors, write_color
from cardgen.lsp.text_lines import TextLines
from tests.support.open_games import OpenGame

GAME = """\
game: Typed
palette: {ink: "#112233", sky: rgb(0 128 255), veil: ink / 50%}
fonts: {text: EBGaramond-Regular.ttf}
decks: {beasts: {cards: beasts.yaml, size: mini, front: front}}
"""
LAYOUTS = """\
layouts:
  front:
    bleed: [{shape: rectangle, fill: veil}, {shape: line, stroke: "sky / 20%"}]
    safe: [{text: "{{ name }}", font: text, size: 9pt, color: ink}]
"""


@pytest.mark.parametrize(
    ("file", "line", "count"),
    [
        ("game.yaml", "palette: {sand: \"#eeddaa\", ink: '#111'}", 2),
        ("game.yaml", 'about: "card #123 of the #abcdef set"  # no #fff', 0),
        ("layouts.yaml", "fill: \"{{ '#fff' if light else '#000000' }}\"", 2),
        ("game.yaml", 'palette: {veil: "#eeddaa80", sky: rgb(29 111 138), mist: "sky / 50%"}', 2),
        ("layouts.yaml", "fill: hsl(199 65% 33% / 50%)  # a wave", 1),
        ("layouts.yaml", "- text: mixed of rgb(1 2 3) and more", 0),
        ("beasts.csv", "Fox,#eeddaa,#112233", 2),
        ("beasts.csv", "Fox #123,see #abc", 0),
        ("beasts.csv", 'Fox,#eeddaa / 50%,"rgb(1, 2, 3)", #fff8 ,hsl(120 50% 50% / 30%)', 4),
        ("beasts.tsv", "Fox\trgb(1, 2, 3)\tmixed of rgb(1 2 3)", 1),
        ("rules.md", "Draw until [the deck runs out](#decks-that-run-out) or [ends](#add).", 0),
    ],
)
def test_a_swatch_stands_at_a_color_alone(file: str, line: str, count: int) -> None:
    assert len(list(list_colors(None, (), file, TextLines(line, file)))) == count


def test_a_line_of_many_empty_cells_is_looked_through_at_once() -> None:
    lines = TextLines("\t" * 40_000 + "#eeddaa", "beasts.tsv")
    start = time.process_time()
    assert len(list(list_colors(None, (), "beasts.tsv", lines))) == 1
    assert time.process_time() - start < 5


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> OpenGame:
    folder = tmp_path_factory.mktemp("swatches")
    for name, text in (
        ("game.yaml", GAME),
        ("layouts.yaml", LAYOUTS),
        ("beasts.yaml", "- {name: Fox}\n"),
    ):
        (folder / name).write_text(text, "utf-8")
    return OpenGame(folder)


def list_swatches(game: OpenGame, file: str) -> dict[str, types.Color]:
    """What stands at each swatch of a file, and its color."""
    document = game.document(file)
    asked = types.DocumentColorParams(game.name(file))
    found = answers.list_document_colors(document, asked, game.documents)
    return {game.read(document.uri, one.range): one.color for one in found}


def test_a_color_is_shown_with_what_it_lets_through(game: OpenGame) -> None:
    blue, dark = (0.0, 128 / 255, 1.0), (17 / 255, 34 / 255, 51 / 255)
    assert list_swatches(game, "game.yaml") == {
        "#112233": types.Color(*dark, 1.0),
        "rgb(0 128 255)": types.Color(*blue, 1.0),
        "ink / 50%": types.Color(*dark, 0.5),
    }
    assert list_swatches(game, "layouts.yaml") == {
        "veil": types.Color(*dark, 0.5),
        "sky / 20%": types.Color(*blue, 0.2),
        "ink": types.Color(*dark, 1.0),
    }


def test_a_cell_that_lets_through_a_color_of_the_palette_is_one(game: OpenGame) -> None:
    row = 'Ink,"sky / 50%", ink / 20% ,sand / 50%,3 / 50%'
    lines = TextLines(row, "beasts.csv")
    found = list_colors(game.checked, (), "beasts.csv", lines)
    shown = {row[one.range.start.character : one.range.end.character] for one in found}
    assert shown == {"sky / 50%", "ink / 20%"}


@pytest.mark.parametrize(
    ("line", "typed", "written"),
    [
        ("fill: ink", "ink", '"#ff800080"'),
        ("fill: 'ink'", "'ink'", "'#ff800080'"),
        ("fill: ink / 50%", "ink / 50%", '"#ff800080"'),
        ('fill: "ink / 50%"', "ink / 50%", "#ff800080"),
        ("fill: rgb(1 2 3)", "rgb(1 2 3)", '"#ff800080"'),
        ('fill: "#112233"', "#112233", "#ff800080"),
        ("text: [a]{ink}", "ink", None),
    ],
)
def test_a_color_that_was_picked_keeps_what_it_lets_through(
    line: str, typed: str, written: str | None
) -> None:
    first = line.index(typed)
    color = types.Color(1.0, 0.5, 0.0, 128 / 255)
    assert write_color(color, line, first, first + len(typed), "layouts.yaml") == written


def test_cells_of_a_table_hold_colors_without_quotes() -> None:
    assert write_color(types.Color(1.0, 0.5, 0.0, 1.0), "Fox,#112233", 4, 11, "a.csv") == "#ff8000"


def test_a_color_is_drawn_on_white() -> None:
    assert draw_swatch(Color(0, 0, 0, alpha=0.0)) == draw_swatch(Color(255, 255, 255))
    assert draw_swatch(Color(0, 0, 0, alpha=0.5)) != draw_swatch(Color(0, 0, 0))


def test_a_palette_says_what_black_is(tmp_path: Path) -> None:
    for name, text in (
        ("game.yaml", GAME.replace("palette: {", 'palette: {black: "#112233", ')),
        ("layouts.yaml", LAYOUTS.replace("fill: veil", "fill: black")),
        ("beasts.yaml", "- {name: Fox}\n"),
    ):
        (tmp_path / name).write_text(text, "utf-8")
    found = list_swatches(OpenGame(tmp_path), "layouts.yaml")
    assert found["black"] == types.Color(17 / 255, 34 / 255, 51 / 255, 1.0)
