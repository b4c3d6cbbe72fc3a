"""What holds for each of the four games beside Novelty: no findings, own words, licences."""

from __future__ import annotations

import re

import pytest

from cardgen.layout.booklet.pages import lay_out_booklet
from tests.support.game_data import SPECIFICATIONS, GameData, fingerprint
from tests.support.small_games import checked

GAMES = ("leftovers", "paperback", "war-of-the-words", "banned-books")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> GameData:
    return GameData(request.param)


def test_a_game_is_without_findings(game: GameData) -> None:
    assert game.checked() == []


def test_no_six_words_in_a_row_are_those_of_the_design(game: GameData) -> None:
    """Credits are names, and names stay; single letters are no words."""
    for name in game.files():
        if name.endswith((".yaml", ".csv", ".md")):
            shared = game.copied(game.text(name).partition("## Credits")[0])
            assert [run for run in shared if sum(len(word) > 1 for word in run) > 2] == [], name


def test_words_of_the_design_would_be_found(game: GameData) -> None:
    known = (SPECIFICATIONS / f"{game.folder.name}-runs.txt").read_text("ascii").splitlines()
    assert len(known) > 300
    assert len(set(known)) == len(known)
    run = ("a", "run", "that", "is", "not", "there")
    assert fingerprint(run) not in known


def test_a_booklet_folds_from_whole_sheets_without_blank_pages(game: GameData) -> None:
    (booklet,) = checked(game.files()).bound.booklets
    assert len(lay_out_booklet(booklet).pages) % 4 == 0


def test_the_rules_end_with_who_made_the_game_and_what_it_is_set_in(game: GameData) -> None:
    last = game.text("rules.md").rpartition("\n## ")[2]
    assert last.startswith(("Credits\n", "Colophon\n"))
    assert "SIL Open Font License" in last


def test_a_box_says_for_how_many_players_of_what_age_and_for_how_long(game: GameData) -> None:
    said = game.text("layouts.yaml")
    (box,) = re.findall(r'text: "([^"]*(?i:players)[^"]*(?i:minutes|hour)[^"]*)"', said)
    assert re.search(r"\d–\d", box)
    assert re.search(r"(?i)ages? \d+", box)


def test_every_font_has_its_licence_beside_it(game: GameData) -> None:
    families, licences = game.fonts()
    assert families
    assert {name.removesuffix(".txt").rpartition("-")[2] for name in licences} == families
    for name in licences:
        wanted = "APACHE LICENSE" if "APACHE" in name else "SIL OPEN FONT LICENSE"
        assert wanted in game.text(name).upper()
