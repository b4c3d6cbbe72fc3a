"""`docs/translating.md`: its game is whole, and its commands run."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.samples import ROOT

PAGE = (ROOT / "docs" / "translating.md").read_text("utf-8")
FILES = dict(re.findall(r"```yaml\n# ([\w.-]+)\n(.*?)```", PAGE, re.DOTALL)) | dict(
    re.findall(r"```markdown\n<!-- ([\w.-]+) -->\n(.*?)```", PAGE, re.DOTALL)
)
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]


def run(folder: Path, command: str) -> str:
    program, *arguments = shlex.split(command)
    assert program == "cardgen"
    done = subprocess.run(
        [sys.executable, "-m", "cardgen", *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def fables(tmp_path: Path) -> Path:
    folder = tmp_path / "fables"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_the_commands_of_the_page_run_in_their_order(fables: Path) -> None:
    assert set(FILES) == {"game.yaml", "beasts.yaml", "layouts.yaml", "rules.md", "terms-de.yaml"}
    for command in COMMANDS:
        run(fables, command)
    assert (fables / "translations" / "de.po").is_file()
    assert (fables / "output" / "fables" / "de" / "proof").is_dir()


def test_the_status_says_what_is_done(fables: Path) -> None:
    assert run(fables, "cardgen translate update").startswith("de: 0 % done: 0 of ")
    path = fables / "translations" / "de.po"
    text = path.read_text("utf-8")
    path.write_text(text.replace('"Fox"\nmsgstr ""', '"Fox"\nmsgstr "Fuchs"'), "utf-8")
    assert ": 1 of " in run(fables, "cardgen translate status")


@pytest.mark.parametrize("name", re.findall(r"checks\.md#([a-z-]+)", PAGE))
def test_the_findings_of_the_page_are_explained(name: str) -> None:
    assert f"### {name}\n" in (ROOT / "docs" / "checks.md").read_text("utf-8")
