"""`docs/editions.md`: its game is whole, its commands run and write where it says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.files.game_files import DiskGame
from cardgen.pipeline.edition_checks import check_views
from cardgen.read.game import list_editions
from tests.support.samples import ROOT

PAGE = (ROOT / "docs" / "editions.md").read_text("utf-8")
FILES = dict(re.findall(r"```yaml\n# ([\w.-]+)\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]


@pytest.fixture
def fables(tmp_path: Path) -> Path:
    folder = tmp_path / "fables"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_the_game_of_the_page_and_all_its_editions_are_without_errors(fables: Path) -> None:
    names = list_editions(DiskGame(fables))
    assert names == ("corrected", "lux", "travel", "big")
    report = check_views([DiskGame(fables, name) for name in ("", *names)])
    assert [f"{f.code}: {f.message}" for f in report.findings if f.severity == "error"] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_run(command: str, fables: Path) -> None:
    program, *arguments = shlex.split(command)
    assert program == "cardgen"
    run = subprocess.run(
        [sys.executable, "-m", "cardgen", *arguments],
        cwd=fables, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    named = re.findall(r"--edition (\w+)", command) if " build " in command else []
    folders = [""] * ("all" in named) + [name for name in named if name != "all"]
    if "all" in named:
        folders += ["corrected", "lux", "travel", "big"]
    for folder in folders:
        assert (fables / "output" / "fables" / folder / "proof").is_dir()


def test_a_build_of_the_game_as_it_is_says_that_there_are_corrections(fables: Path) -> None:
    def last_line(*arguments: str) -> str:
        run = subprocess.run(
            [sys.executable, "-m", "cardgen", "build", "-t", "proof", *arguments],
            cwd=fables, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return run.stdout.splitlines()[-1]

    reminder = "as given: `--edition corrected` prints its corrections"
    assert reminder in last_line()
    assert reminder in last_line(), "said of an unchanged build too"
    assert reminder not in last_line("--edition", "corrected")
