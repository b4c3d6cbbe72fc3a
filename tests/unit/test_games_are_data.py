"""cardgen knows no game: the games of `card_data` are data."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT

WORDS = {
    "novelty": ("novelty", "motif", "wild", "eggplant", "lolita", "hodor", "chaotic", "drafting"),
    "paperback": ("paperback", "pilcrow", "dyslexic", "spacebar"),
    "leftovers": ("use or lose", "gingham"),
    "war-of-the-words": ("sealed fate", "raise the dead", "go fish"),
    "banned-books": ("banned", "brarian", "censor"),
}
"""Words of each game that a program for all games has no use for."""

ALL = [word for words in WORDS.values() for word in words]
KINDS = (".py", ".json", ".yaml", ".md", ".html", ".js", ".css")


@pytest.mark.parametrize("word", ALL)
def test_the_package_holds_no_word_of_a_game(word: str) -> None:
    pattern = re.compile(rf"\b{word}", re.IGNORECASE)
    for path in sorted((ROOT / "cardgen").rglob("*")):
        if path.suffix in KINDS:
            found = pattern.search(path.read_text("utf-8"))
            assert found is None, path


@pytest.mark.parametrize("game", WORDS)
def test_the_words_it_looks_for_are_words_of_the_game(game: str) -> None:
    files = [file for file in (ROOT / "card_data" / game).iterdir() if file.is_file()]
    text = "".join(file.read_text("utf-8").lower() for file in files)
    assert [word for word in WORDS[game] if word not in text] == []


def test_no_module_of_the_package_is_named_after_a_game() -> None:
    games = {folder.name for folder in (ROOT / "card_data").iterdir() if folder.is_dir()}
    names = {path.stem.replace("_", "-") for path in (ROOT / "cardgen").rglob("*.py")}
    assert games & names == set()
    assert len(games) == len(WORDS)
