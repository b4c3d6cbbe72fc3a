"""Pages of the documentation: the game that they show, and the commands that they type."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.support.commands import run_cardgen
from tests.support.samples import ROOT


def read_page(name: str) -> str:
    """The text of a page."""
    return (ROOT / "docs" / name).read_text("utf-8")


def list_files(page: str) -> dict[str, str]:
    """The files that a page shows, by the names in their first lines."""
    yaml = re.findall(r"```yaml\n# ([\w.-]+)\n(.*?)```", page, re.DOTALL)
    markdown = re.findall(r"```markdown\n<!-- ([\w.-]+) -->\n(.*?)```", page, re.DOTALL)
    return dict([*yaml, *markdown])


def list_commands(page: str) -> list[str]:
    """The commands that a page types, in order."""
    blocks: list[str] = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def write_files(folder: Path, page: str) -> Path:
    """The game of a page, in a new folder."""
    folder.mkdir()
    for name, text in list_files(page).items():
        (folder / name).write_text(text, "utf-8")
    return folder


def run_command(folder: Path, command: str) -> str:
    """Run a command of a page, which must end well; gives what it says."""
    program, *arguments = shlex.split(command)
    assert program == "cardgen"
    done = run_cardgen(*arguments, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
