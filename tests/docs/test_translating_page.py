"""`docs/translating.md`: its game is whole, and its commands run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.doc_pages import (
    list_commands,
    list_files,
    read_page,
    run_command,
    write_files,
)

PAGE = read_page("translating.md")


@pytest.fixture
def fables(tmp_path: Path) -> Path:
    return write_files(tmp_path / "fables", PAGE)


def test_the_commands_of_the_page_run_in_their_order(fables: Path) -> None:
    assert set(list_files(PAGE)) == {
        "game.yaml",
        "beasts.yaml",
        "layouts.yaml",
        "rules.md",
        "both.yaml",
        "terms-de.yaml",
    }
    for command in list_commands(PAGE):
        run_command(fables, command)
    assert (fables / "translations" / "de.po").is_file()
    assert (fables / "output" / "fables" / "de" / "proof").is_dir()


def test_the_status_says_what_is_done(fables: Path) -> None:
    assert run_command(fables, "cardgen translate update").startswith("de: 0 % done: 0 of ")
    path = fables / "translations" / "de.po"
    text = path.read_text("utf-8")
    path.write_text(text.replace('"Fox"\nmsgstr ""', '"Fox"\nmsgstr "Fuchs"'), "utf-8")
    assert ": 1 of " in run_command(fables, "cardgen translate status")


@pytest.mark.parametrize("name", re.findall(r"checks\.md#([a-z-]+)", PAGE))
def test_the_findings_of_the_page_are_explained(name: str) -> None:
    assert f"### {name}\n" in read_page("checks.md")
