"""Start the preview of all games of a project: one process, a port for the shelf and each game.

In      games, how to show them.
Out     a server that runs until Ctrl-C.
Not here  the preview of one game (`preview.launch`), what the shelf shows (`preview.game_shelf`),
        games that come and go (`preview.shelf_games`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.cache.entry_store import EntryStore
from cardgen.files.disk_game import DiskGame
from cardgen.preview.game_shelf import make_shelf_app
from cardgen.preview.launch import (
    HOST,
    PreviewOptions,
    PreviewServer,
    listen,
    load_token,
    open_browser,
    server_config,
)
from cardgen.preview.server import ServerSettings
from cardgen.preview.shelf_games import ShelfEntry, ShelfGames, ShelfSource


def serve_shelf(
    source: ShelfSource,
    entries: Sequence[ShelfEntry],
    options: PreviewOptions,
    say: Callable[[str], None],
) -> None:
    """Show all games of a project until Ctrl-C.

    Args:
        source: The games, as they come and go.
        entries: Those that there are now, two or more.
        options: Where the shelf is shown.
        say: Told the shelf's address once the server listens.

    Raises:
        NoPortError: no port is free.
    """
    listening = listen(options.port)
    port = listening.getsockname()[1]
    token = load_token(DiskGame(entries[0].game.project), EntryStore("preview"))
    games = ShelfGames(source, entries, port)
    app = make_shelf_app(games, ServerSettings(token, port))

    def ready() -> None:
        address = f"http://{HOST}:{port}/?token={token}"
        say(address)
        if options.browser:
            open_browser(address)

    try:
        PreviewServer(server_config(app), ready, games.stop).run([listening])
    finally:
        games.stop()
        listening.close()
