"""Translations from the command line: what is asked of languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import cardgen
from tests.support.printed_games import write_game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path / "zoo")


def test_a_template_is_of_no_language(game: Path) -> None:
    run = cardgen("translate", "extract", "--language", "de", cwd=game)
    assert run.returncode == 2
    assert "`cardgen translate update --language de` makes a file for it" in run.stderr
    assert not (game / "translations").exists()


@pytest.mark.parametrize("typed", ["xx-invalid-zzzzzzzzzzzz", "d e", "../x"])
def test_what_is_no_language_makes_no_file(game: Path, typed: str) -> None:
    run = cardgen("translate", "update", "--language", typed, cwd=game)
    assert run.returncode == 2
    assert run.stderr.startswith("cardgen: --language: ")
    assert not (game / "translations").exists()


def test_a_file_that_no_edition_reads_is_told_as_such(game: Path) -> None:
    run = cardgen("translate", "update", "--language", "de", cwd=game)
    assert run.returncode == 0, run.stderr
    unread = "no edition reads it: add `de: {language: de}` under `editions:`"
    assert run.stdout.count(unread) == 1
    file = game / "game.yaml"
    file.write_text(file.read_text("utf-8") + "editions: {de: {language: de}}\n", "utf-8")
    assert "no edition" not in cardgen("translate", "status", cwd=game).stdout
