"""What holds for each of the four games beside Novelty: no findings, own words, licences."""

from __future__ import annotations

import pytest

from tests.support.game_data import GameData, runs

GAMES = {
    "leftovers": "001",
    "paperback": "002",
    "war-of-the-words": "003",
    "banned-books": "004",
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> GameData:
    return GameData(request.param, GAMES[request.param])


def test_a_game_is_without_findings(game: GameData) -> None:
    assert game.checked() == []


def test_no_six_words_in_a_row_are_those_of_the_design(game: GameData) -> None:
    """Credits are names, and names stay; single letters are no words."""
    design = runs(game.seed().replace("CREDITS", "").replace("Anca Gavril & Co.", ""))
    for name in game.files():
        if name.endswith((".yaml", ".csv", ".md")):
            shared = runs(game.text(name).partition("## Credits")[0]) & design
            assert [run for run in shared if sum(len(word) > 1 for word in run) > 2] == [], name


def test_every_font_has_its_licence_beside_it(game: GameData) -> None:
    families, licences = game.fonts()
    assert families
    assert {name.removesuffix(".txt").rpartition("-")[2] for name in licences} == families
    for name in licences:
        wanted = "APACHE LICENSE" if "APACHE" in name else "SIL OPEN FONT LICENSE"
        assert wanted in game.text(name).upper()
