"""What commands have in common: arguments, how a paragraph is told."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli.terminal import UsageError

GameArgument = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="A folder with a game.yaml, or a name in ./card_data."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Set a constant of `vars:` anew."),
]


def require_name(context: typer.Context, option: typer.CallbackParam, value: str) -> str:
    """Return the edition that was typed, if it is a name.

    Raises:
        UsageError: it is empty; a script's variable that is not set would print another game.
    """
    _refuse_empty(context, option, [value])
    return value


def require_names(
    context: typer.Context, option: typer.CallbackParam, value: list[str] | None
) -> list[str]:
    """Return the editions that were typed, if each is a name; `require_name` tells the rest.

    The oldest Typer that is admitted takes no None for a list that a callback has seen.
    """
    _refuse_empty(context, option, value or [])
    return value or []


def _refuse_empty(
    context: typer.Context, option: typer.CallbackParam, names: Sequence[str]
) -> None:
    typed = context.get_parameter_source(option.name or "")
    given = typed is not None and typed.name == "COMMANDLINE"
    if given and not all(name.strip() for name in names):
        raise UsageError("--edition: no name is given; leave it out for the game as it is")


EditionOption = Annotated[
    str,
    typer.Option(
        "--edition", metavar="NAME", help="One of the game's editions.", callback=require_name
    ),
]
EditionsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--edition",
        metavar="NAME",
        help="An edition of the game, or `all`.",
        callback=require_names,
    ),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")]


def default_output() -> Path:
    """Return the output folder for which nobody gave a name.

    Raises:
        UsageError: it is a link: with a game that was passed on, it would be a stranger's.
    """
    folder = Path("output")
    if folder.is_symlink():
        raise UsageError("`output` is a link; name the folder that it leads to with -o")
    return folder


def quote_argument(text: str) -> str:
    """Quote an argument for a command that is to be typed: Windows knows double quotes alone."""
    windows: bool = sys.platform.startswith("win")
    if not windows:
        return shlex.quote(text)
    return f'"{text}"' if re.search(r"[^\w./\\:-]", text) else text


def paragraph(head: str, text: str, indent: int = 9) -> None:
    import textwrap

    lines = textwrap.wrap(text, 80, break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        print(f"{'' if number else head:<{indent}}{line}")
