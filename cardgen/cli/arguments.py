"""What commands have in common: how they are declared, arguments, how a paragraph is told."""

from __future__ import annotations

import math
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from cardgen.cli.terminal import UsageError
from cardgen.cli.usage_faults import BLANK_HINT, refuse_blanks, refuse_repeated


class Command(click.Command):
    """A command whose `--help` describes its arguments, as Click itself does from 8.5 on.

    It takes no empty texts, and no option twice of which one value counts.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options and arguments."""
        _, _, typed = self.make_parser(ctx).parse_args(args=list(args))
        refuse_repeated(ctx, typed)
        left = super().parse_args(ctx, args)
        refuse_blanks(ctx)
        return left

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments, then the options."""
        arguments = [one for one in self.params if isinstance(one, Argument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([(one.human_readable_name, one.about) for one in arguments])
        super().format_options(ctx, formatter)


class Argument(click.Argument):
    """An argument with its line of help."""

    def __init__(self, declarations: Sequence[str], *, about: str, **settings: Any) -> None:
        super().__init__(declarations, **settings)
        self.about = f"{about}  [required]" if self.required else about


class WholeNumberType(click.types.IntParamType):
    """A whole number between bounds; what is none is told with them."""

    name = "whole number"

    def __init__(self, least: int, most: int | None = None) -> None:
        self.least, self.most = least, most
        self.bounds = f"from {least} to {most}" if most is not None else f"from {least} on"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or number < self.least or (self.most or number) < number:
            self.fail(f"write a whole number {self.bounds}, not `{value}`", param, ctx)
        return number


class PathType(click.Path):
    """A path; one without a name would be the current folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the path."""
        if not str(value).strip():
            required = param is not None and param.required
            self.fail(f"nothing is given{'' if required else BLANK_HINT}", param, ctx)
        return super().convert(value, param, ctx)


class _PixelsPerInch(click.types.FloatParamType):
    """Pixels per inch."""

    name = "number"
    least, most = 72, 1200

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number; NaN is neither above nor below any bound."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not self.least <= number <= self.most:
            self.fail(f"write a number from {self.least} to {self.most}, not `{value}`", param, ctx)
        return number


def command(name: str) -> Callable[[Callable[..., object]], click.Command]:
    """Make a command of a function, whose docstring is its help."""
    return click.command(name, cls=Command)


def argument(
    name: str, about: str, **settings: Any
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Declare an argument of the command below; it is required unless said otherwise."""
    return click.argument(name, cls=Argument, about=about, **settings)


def require_names(
    context: click.Context, option: click.Parameter, value: str | tuple[str, ...]
) -> str | tuple[str, ...]:
    """Return the editions that were typed, if each is a name.

    Raises:
        UsageError: one is empty; a script's variable that is not set would print another game.
    """
    typed = context.get_parameter_source(option.name or "")
    given = typed is not None and typed.name == "COMMANDLINE"
    names = [value] if isinstance(value, str) else value
    if given and not all(name.strip() for name in names):
        raise UsageError("--edition: no name is given; leave it out for the game as it is")
    return value


game_argument = argument(
    "game", "A folder with a game.yaml, or a name in ./card_data.", required=False
)
set_option = click.option(
    "--set", "set_", multiple=True, metavar="NAME=VALUE", help="Set a constant of `vars:` anew."
)
edition_option = click.option(
    "--edition",
    default="",
    metavar="NAME",
    help="One of the game's editions.",
    callback=require_names,
)
editions_option = click.option(
    "--edition",
    multiple=True,
    metavar="NAME",
    help="An edition of the game, or `all`.",
    callback=require_names,
)
strict_option = click.option("--strict", is_flag=True, help="Warnings count as errors.")
output_option = click.option(
    "-o",
    "--output",
    type=PathType(),
    metavar="FOLDER",
    help="Output folder.",
    show_default="output",
)
dpi_option = click.option(
    "--dpi",
    type=_PixelsPerInch(),
    default=300,
    metavar="NUMBER",
    help=f"Pixels per inch, from {_PixelsPerInch.least} to {_PixelsPerInch.most}.",
    show_default=True,
)


def format_option(formats: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Declare `--format`, which the command itself holds against those it knows."""
    return click.option(
        "--format", "format_", default="human", metavar="NAME", help=formats, show_default=True
    )


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
    """Quote an argument for a command that is to be typed: Windows knows double quotes alone. A
    folder whose name begins with a dash is no option."""
    if text.startswith("-"):
        text = f"./{text}"
    windows: bool = sys.platform.startswith("win")
    if not windows:
        return shlex.quote(text)
    return f'"{text}"' if re.search(r"[^\w./\\:-]", text) else text


def paragraph(head: str, text: str, indent: int = 9) -> None:
    import textwrap

    lines = textwrap.wrap(text, 80, break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        print(f"{'' if number else head:<{indent}}{line}")
