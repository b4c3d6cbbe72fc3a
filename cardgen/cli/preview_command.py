"""Show one game, or all games of a project, in the browser.

In      games, options as they were typed.
Out     a preview that runs until Ctrl-C; its address, printed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.cli.print_commands import open_version
from cardgen.cli.shortages import refuse_little_memory
from cardgen.cli.terminal import UsageError
from cardgen.core.address_space import LEAST_FOR_WORKERS

if TYPE_CHECKING:
    from cardgen.files.disk_game import DiskGame
    from cardgen.preview.launch import PreviewOptions
    from cardgen.preview.shelf_games import ShelfEntry


def show_game(game: DiskGame, options: PreviewOptions, against: str) -> None:
    """Show one game, beside its version `against` if that is named."""
    _refuse_little_memory()
    from cardgen.preview.launch import serve

    other = open_version(game, against) if against else None
    asked = replace(options, printed=_find_print(game, options.printed), other=other)
    serve(game, asked, lambda url: print(f"{game.name}: {url} (Ctrl-C ends)", flush=True))


def show_games(
    list_games: Callable[[], Sequence[DiskGame]], options: PreviewOptions, against: str
) -> None:
    """Show the shelf of all games, also of those that are added while it runs; one that has no
    version `against` says so there."""
    _refuse_little_memory()
    from cardgen.preview.launch_shelf import serve_shelf
    from cardgen.preview.shelf_games import ShelfSource

    source = ShelfSource(list_games, lambda game: _make_entry(game, options, against))
    entries = [source.make_entry(game) for game in list_games()]
    if against and all(entry.note for entry in entries):
        raise UsageError(entries[0].note)
    names = ", ".join(entry.game.name for entry in entries)

    def say(address: str) -> None:
        print(f"{names}: {address} (Ctrl-C ends)", flush=True)

    serve_shelf(source, entries, options, say)


def _refuse_little_memory() -> None:
    """Say that the system's bound is too low: a server has threads, and each maps 64 MB."""
    refuse_little_memory("cardgen preview", LEAST_FOR_WORKERS)


def _make_entry(game: DiskGame, options: PreviewOptions, against: str) -> ShelfEntry:
    """Return how a game is shown on the shelf."""
    from cardgen.pipeline.print_sources import SourceError, open_source
    from cardgen.preview.shelf_games import ShelfEntry
    from cardgen.prints.records import RecordError

    note, other = "", None
    try:
        other = open_source(game, against) if against else None
    except (SourceError, RecordError) as error:
        note = str(error)
    return ShelfEntry(game, replace(options, printed=_find_print(game, None), other=other), note)


def _find_print(game: DiskGame, named: Path | None) -> Path:
    """Return the build to compare with: that which was named, or the game's own."""
    return named.resolve() if named else Path("output") / game.name / game.edition / "mpc"
