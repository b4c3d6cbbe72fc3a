"""The command lines that README and docs/ show are lines that the program takes.

Commands are not run: their names, options and arguments are held against those there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from cardgen.cli.application import app
from tests.conftest import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"^```\w*\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^(?:\$ )?cardgen ((?!--)[a-z-]+)\b(.*)", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])(--?[a-z][a-z-]*)")
ARGUMENT = re.compile(r"\[?\b([A-Z]+)\b(\])?…?")
"""`GAME`, `[GAME]`, `GAME…`; one that follows an option is its value."""
VALUE = re.compile(r"--?[a-z][a-z-]*[ =]\S+")


def commands() -> dict[str, click.Command]:
    context = click.Context(app)
    found = {name: app.get_command(context, name) for name in app.list_commands(context)}
    return {name: one for name, one in found.items() if one}


def shown() -> Iterator[tuple[str, str, str]]:
    """The page, the command and what stands behind it, of every line that is shown."""
    for page in PAGES:
        for block, span in CODE.findall(page.read_text("utf-8")):
            for name, rest in LINE.findall(block or span):
                yield page.name, name, rest.partition(" #")[0]


LINES = list(shown())


def test_lines_are_found_in_most_pages() -> None:
    assert len({page for page, _, _ in LINES}) > len(PAGES) / 2


@pytest.mark.parametrize(("page", "name", "rest"), LINES)
def test_a_line_names_a_command_and_options_that_there_are(page: str, name: str, rest: str) -> None:
    command = commands().get(name)
    assert command, f"{page}: there is no `cardgen {name}`"
    there = {word for one in command.params for word in (*one.opts, *one.secondary_opts)}
    assert set(OPTION.findall(rest)) <= there | {"--help", "-h"}, f"{page}: cardgen {name}{rest}"


@pytest.mark.parametrize(("page", "name", "rest"), LINES)
def test_a_line_names_the_arguments_in_their_order(page: str, name: str, rest: str) -> None:
    asked = [found.group(1) for found in ARGUMENT.finditer(VALUE.sub("", rest))]
    command = commands()[name]
    known = [
        word
        for one in command.params
        if isinstance(one, click.Argument)
        for word in re.findall(r"[A-Z]+", one.make_metavar(click.Context(command)))
    ]
    left = iter(known)
    assert all(one in left for one in asked), f"{page}: cardgen {name}{rest}; {known}"
