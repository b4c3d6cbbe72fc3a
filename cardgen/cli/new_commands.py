"""The commands that make a new game: arguments → calls.

In      arguments.
Out     a folder with a game in it; what the calls write.
Not here  the games themselves (`scaffold`), what other programs left (`importers`).
"""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.cli.arguments import PathType, argument, command, quote_argument
from cardgen.cli.terminal import UsageError


@command("new")
@argument("name", "Folder of the new game; its name is the game's.")
@click.option(
    "--from",
    "table",
    type=PathType(),
    metavar="FILE",
    help="Table of cards to begin with: CSV, .xlsx …",
)
def new(*, name: str, table: Path | None) -> None:
    """Start a small, complete game to change into your own."""
    if table is not None:
        _import_game(table, name)
        return
    from cardgen.scaffold import ScaffoldError, make_game

    try:
        folder, files = make_game(Path(name))
    except ScaffoldError as error:
        raise UsageError(str(error)) from None
    print(f"{folder.as_posix()}/: {', '.join(files)}")
    print(f"now try: cardgen build {quote_argument(folder.as_posix())}")


@command("import")
@argument("source", "Table, Squib layout, order XML, or pictures.", type=PathType())
@argument("name", "Folder of the new game; its name is the game's.")
def import_(*, source: Path, name: str) -> None:
    """Make a new game of what another program left."""
    _import_game(source, name)


def _import_game(source: Path, name: str) -> None:
    from cardgen.importers.contract import ImportFault
    from cardgen.scaffold import ScaffoldError, import_game

    try:
        folder, files, notes = import_game(source, Path(name))
    except (ScaffoldError, ImportFault) as error:
        raise UsageError(str(error)) from None
    more = f" and {len(files) - 8} more" if len(files) > 8 else ""
    print(f"{folder.as_posix()}/: {', '.join(files[:8])}{more}")
    for note in notes:
        print(f"note: {note}")
    print(f"now try: cardgen build {quote_argument(folder.as_posix())} -t sheets")
