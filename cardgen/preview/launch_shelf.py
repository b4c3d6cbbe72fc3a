"""Start the preview of all games of a project: one process, a port for the shelf and each game.

In      games, how to show them.
Out     a server that runs until Ctrl-C.
Not here  the preview of one game (`preview.launch`), what the shelf shows (`preview.game_shelf`).
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from starlette.types import ASGIApp, Receive, Scope, Send

from cardgen.cache.entry_store import EntryStore
from cardgen.core.findings import Finding
from cardgen.files.game_files import DiskGame
from cardgen.preview.check_process import CheckProcess
from cardgen.preview.game_shelf import ShelvedGame, make_shelf_app
from cardgen.preview.game_state import GameState
from cardgen.preview.launch import (
    HOST,
    PreviewOptions,
    PreviewServer,
    listen,
    load_token,
    open_browser,
    server_config,
)
from cardgen.preview.live_updates import LiveUpdates
from cardgen.preview.server import ServerSettings, make_app


class ShelfEntry(Struct, frozen=True):
    """A game to put on the shelf, and how to show it; `note` says what could not be had."""

    game: DiskGame
    options: PreviewOptions
    note: str = ""


def serve_shelf(
    entries: Sequence[ShelfEntry], options: PreviewOptions, say: Callable[[str], None]
) -> None:
    """Show all games of a project until Ctrl-C.

    Args:
        entries: The games, two or more.
        options: Where the shelf is shown.
        say: Told the shelf's address once the server listens.

    Raises:
        NoPortError: no port is free.
    """
    sockets = _listen_often(options.port, len(entries) + 1)
    port, *others = (one.getsockname()[1] for one in sockets)
    token = load_token(DiskGame(entries[0].game.project), EntryStore("preview"))
    turn = asyncio.Semaphore(1)
    checks = [CheckProcess(one.game.folder, one.game.edition) for one in entries]
    games = [
        _make_game(entry, own, number, port, turn)
        for entry, own, number in zip(entries, checks, others, strict=True)
    ]
    shelf = make_shelf_app(games, ServerSettings(token, port))
    apps: dict[int, ASGIApp] = {port: shelf, **{game.port: game.app for game in games}}

    def ready() -> None:
        address = f"http://{HOST}:{port}/?token={token}"
        say(address)
        if options.browser:
            open_browser(address)

    def end() -> None:
        for game in games:
            game.live.stop()
        for one in checks:
            one.close()

    try:
        PreviewServer(server_config(PortDispatch(apps, port)), ready, end).run(sockets)
    finally:
        end()
        for one in sockets:
            one.close()


def _listen_often(port: int, count: int) -> list[socket.socket]:
    """Return so many sockets, from `port` on; any for 0."""
    made: list[socket.socket] = []
    for _ in range(count):
        made.append(listen(port))
        port = made[-1].getsockname()[1] + 1 if port else 0
    return made


def _make_game(
    entry: ShelfEntry, checks: CheckProcess, port: int, shelf: int, turn: asyncio.Semaphore
) -> ShelvedGame:
    """Make the state and the application of one game."""
    game, options = entry.game, entry.options
    state = GameState(game, options.printed, options.other)

    async def judge(pixels: bool) -> tuple[Finding, ...] | None:
        async with turn:
            found = await checks.find_findings(pixels=pixels)
        if pixels and not live.has_listeners:
            await asyncio.to_thread(checks.rest)
        return found

    live = LiveUpdates(state, judge)
    token = load_token(game, EntryStore("preview"))
    settings = ServerSettings(token, port, options.editor, options.edits, shelf)
    return ShelvedGame(game.name, live, make_app(live, settings), port, token, entry.note)


class PortDispatch:
    """An ASGI application that hands each request to the application of its port."""

    def __init__(self, apps: Mapping[int, ASGIApp], first: int) -> None:
        self.apps = apps
        self.first = first
        """The port whose application starts and ends with the server."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        port = self.first if scope["type"] == "lifespan" else scope["server"][1]
        await self.apps[port](scope, receive, send)
