"""cardgen knows no game: Novelty is data."""

from __future__ import annotations

import re

import pytest

from tests.conftest import NOVELTY, ROOT

WORDS = (
    "novelty", "motif", "wild", "vowel", "consonant", "eggplant", "lolita", "hodor",
    "chaotic", "scrabble", "draft",
)  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_the_package_holds_no_word_of_the_game(word: str) -> None:
    pattern = re.compile(rf"\b{word}", re.IGNORECASE)
    for path in sorted((ROOT / "cardgen").rglob("*")):
        if path.suffix in (".py", ".json", ".yaml", ".md"):
            found = pattern.search(path.read_text("utf-8"))
            assert found is None, path


def test_the_words_it_looks_for_are_words_of_the_game() -> None:
    text = "".join(path.read_text("utf-8").lower() for path in NOVELTY.glob("*.yaml"))
    assert all(word in text for word in ("novelty", "motif", "wild", "eggplant", "hodor"))
