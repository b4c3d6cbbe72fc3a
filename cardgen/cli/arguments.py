"""What commands have in common: arguments, how a paragraph is told."""

from __future__ import annotations

from typing import Annotated

import typer

GameArgument = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="A folder with a game.yaml, or a name in ./card_data."),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")]


def paragraph(head: str, text: str, indent: int = 9) -> None:
    import textwrap

    lines = textwrap.wrap(text, 80, break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        print(f"{'' if number else head:<{indent}}{line}")
