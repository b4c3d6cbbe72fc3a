"""The commands there are, in the order in which `--help` lists them."""

from __future__ import annotations

from typing import Annotated

import typer

from cardgen.cli import (
    calibrate_command,
    commands,
    lsp_command,
    order_command,
    print_commands,
    reference,
    statistics_command,
    translate_command,
)
from cardgen.version import __version__

app = typer.Typer(
    name="cardgen",
    help="Plain-text card definitions in, print-ready cards out.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

for _command in (
    commands.build,
    commands.check,
    commands.preview,
    lsp_command.lsp,
    statistics_command.stats,
    print_commands.diff,
    print_commands.print_tag,
    print_commands.prints,
    order_command.order,
    translate_command.translate,
    reference.explain,
    reference.schema,
    reference.sizes,
    reference.targets,
    commands.new,
    commands.import_,
    calibrate_command.calibrate,
):
    app.command(_command.__name__.rstrip("_").replace("_", "-"))(_command)


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        print(f"cardgen {__version__}")
        raise typer.Exit(0)
