"""What is offered while a file cannot be read: that is when somebody types in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.core.findings import Finding
from cardgen.lsp.live_game import LiveGame
from cardgen.lsp.names import list_names

FILES = {
    "game.yaml": """\
game: Typed
palette: {sand: "#eeddaa"}
fonts: {text: EBGaramond-Regular.ttf}
decks:
  beasts: {cards: beasts.yaml, size: mini, front: front}
""",
    "layouts.yaml": """\
styles:
  body: {font: text, size: 9pt, color: sand}
layouts:
  front:
    safe: [{text: "{{ name }}", style: body}]
""",
    "beasts.yaml": "- {id: fox, name: Fox}\n",
}


@pytest.fixture
def game(tmp_path: Path) -> LiveGame:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    game = LiveGame(tmp_path)
    game.look({})
    return game


def type_in(game: LiveGame, file: str, old: str, new: str) -> tuple[Finding, ...]:
    assert old in FILES[file]
    return game.look({game.folder / file: FILES[file].replace(old, new)}).findings


def names(game: LiveGame, kind: str) -> list[str]:
    assert game.sound is not None
    return list_names(game.sound, kind)


@pytest.mark.parametrize(
    ("file", "old", "new", "kind", "known"),
    [
        ("layouts.yaml", "style: body}]", "style: ", "style", ["body"]),
        ("layouts.yaml", "style: body}]", 'style: "', "layout", ["front"]),
        ("beasts.yaml", "name: Fox}", "na", "card", ["beasts/fox"]),
        ("game.yaml", "size: mini", "size: [", "card", ["beasts/fox"]),
        ("game.yaml", ", size: mini", "", "card", ["beasts/fox"]),
    ],
)
def test_names_of_a_file_that_cannot_be_read_are_known_from_before(
    game: LiveGame, file: str, old: str, new: str, kind: str, known: list[str]
) -> None:
    assert type_in(game, file, old, new)
    assert names(game, kind) == known


def test_what_can_be_read_again_counts(game: LiveGame) -> None:
    type_in(game, "layouts.yaml", "style: body}]", "style: ")
    type_in(game, "layouts.yaml", "  body:", "  title: {font: text, size: 9pt}\n  body:")
    assert names(game, "style") == ["title", "body"]


def test_a_file_that_could_never_be_read_hides_no_others(tmp_path: Path) -> None:
    """A game may be opened as it was left."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text + ("{" if name == "beasts.yaml" else ""), "utf-8")
    game = LiveGame(tmp_path)
    game.look({})
    more = FILES["layouts.yaml"].replace("  body:", "  title: {font: text, size: 9pt}\n  body:")
    game.look({tmp_path / "layouts.yaml": more})
    assert names(game, "style") == ["title", "body"]


def test_a_file_that_is_gone_hides_no_others(game: LiveGame) -> None:
    (game.folder / "beasts.yaml").unlink()
    type_in(game, "layouts.yaml", "  body:", "  title: {font: text, size: 9pt}\n  body:")
    assert names(game, "style") == ["title", "body"]
