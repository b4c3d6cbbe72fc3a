"""`docs/editions.md`: its game is whole, its commands run and write where it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.edition_checks import check_views
from cardgen.read.game import list_editions
from tests.support.doc_pages import list_commands, read_page, run_command, write_files

PAGE = read_page("editions.md")


@pytest.fixture
def fables(tmp_path: Path) -> Path:
    return write_files(tmp_path / "fables", PAGE)


def test_the_game_of_the_page_and_all_its_editions_are_without_errors(fables: Path) -> None:
    names = list_editions(DiskGame(fables))
    assert names == ("corrected", "lux", "travel", "big")
    report = check_views([DiskGame(fables, name) for name in ("", *names)])
    assert [f"{f.code}: {f.message}" for f in report.findings if f.severity == "error"] == []


@pytest.mark.slow
@pytest.mark.parametrize("command", list_commands(PAGE))
def test_the_commands_of_the_page_run(command: str, fables: Path) -> None:
    run_command(fables, command)
    named = re.findall(r"--edition (\w+)", command) if " build " in command else []
    folders = [""] * ("all" in named) + [name for name in named if name != "all"]
    if "all" in named:
        folders += ["corrected", "lux", "travel", "big"]
    for folder in folders:
        assert (fables / "output" / "fables" / folder / "proof").is_dir()


def test_a_build_of_the_game_as_it_is_says_that_there_are_corrections(fables: Path) -> None:
    def last_line(*arguments: str) -> str:
        return run_command(fables, " ".join(("cardgen build -t proof", *arguments))).splitlines()[
            -1
        ]

    reminder = "as given: `--edition corrected` prints its corrections"
    assert reminder in last_line()
    assert reminder in last_line(), "said of an unchanged build too"
    assert reminder not in last_line("--edition", "corrected")
