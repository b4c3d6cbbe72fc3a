"""The games of a project that one preview shows, each with a server of its own.

In      the games that the project has now, and how to show each.
Out     for each its live state, its address, and what it is called.
Not here  the page that lists them (`preview.game_shelf`), signals (`preview.launch_shelf`).

A game that is added to the project is shown without a restart. Of one that is removed or renamed
the open pages are told before its server ends; if it returns, it has its old port and key, and
they go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from itertools import count

from msgspec import Struct

from cardgen.cache.entry_store import EntryStore
from cardgen.core.findings import Finding
from cardgen.files.disk_game import DiskGame
from cardgen.preview.check_process import CheckProcess
from cardgen.preview.game_state import GameState
from cardgen.preview.launch import (
    GameServer,
    PreviewOptions,
    listen,
    load_token,
    server_config,
)
from cardgen.preview.live_updates import Event, LiveUpdates
from cardgen.preview.server import ServerSettings, make_app

_LOG = logging.getLogger("uvicorn.error")
_LOOK_SECONDS = 1.0
_TELL_SECONDS = 0.2


class ShelfEntry(Struct, frozen=True):
    """A game to put on the shelf, and how to show it; `note` says what could not be had."""

    game: DiskGame
    options: PreviewOptions
    note: str = ""


class ShelfSource(Struct, frozen=True):
    """Which games there are, asked for time and again, and how each is shown."""

    list_games: Callable[[], Sequence[DiskGame]]
    make_entry: Callable[[DiskGame], ShelfEntry]


class ShelvedGame(Struct, frozen=True):
    """A game on the shelf: its folder's name, its state, its own server and address."""

    number: int
    name: str
    live: LiveUpdates
    checks: CheckProcess
    server: GameServer
    serving: asyncio.Task[None]
    port: int
    token: str
    note: str = ""
    """Why there is nothing to compare with, though that was asked for."""

    def stop(self) -> None:
        """Close its pages and end its checks and its server, which takes a moment."""
        self.live.stop()
        self.checks.close()
        self.server.should_exit = True


class ShelfGames:
    """The games on show, by their numbers; a number is never given twice."""

    def __init__(self, source: ShelfSource, first: Sequence[ShelfEntry], shelf: int) -> None:
        """Find a port for each of the `first` games, from that of the shelf on.

        Raises:
            NoPortError: none is free.
        """
        self.watchers: set[asyncio.Queue[Event | None]] = set()
        """Queues that get the events of all games, and one when a game comes or goes."""
        self.stopping = False
        self._source = source
        self._shelf = shelf
        self._next = shelf + 1
        self._games: dict[int, ShelvedGame] = {}
        self._numbers = count()
        self._ports: dict[str, int] = {}
        self._turn = asyncio.Semaphore(1)
        self._first = [(entry, self._listen(entry.game)) for entry in first]

    def __iter__(self) -> Iterator[ShelvedGame]:
        return iter(sorted(self._games.values(), key=lambda game: game.name))

    def find(self, number: int) -> ShelvedGame | None:
        return self._games.get(number)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve the games until the block ends."""
        while self._first:
            await self._open(*self._first.pop(0))
        following = asyncio.create_task(self._follow())
        try:
            yield
        finally:
            following.cancel()
            self.stop()
            await asyncio.gather(following, *(x.serving for x in self), return_exceptions=True)

    def stop(self) -> None:
        """Close all pages and end all checks before the server shuts down."""
        self.stopping = True
        for game in self:
            game.stop()
        while self._first:
            self._first.pop()[1].close()
        self._wake()

    def _wake(self) -> None:
        for queue in self.watchers:
            queue.put_nowait(None)

    # --- games that come and go --------------------------------------------------------

    async def _follow(self) -> None:
        missing: set[str] = set()
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                missing = await self._look(missing)
            except Exception as error:  # it is looked again in a moment
                _LOG.warning("the games of the project cannot be followed: %s", error)

    async def _look(self, missing: set[str]) -> set[str]:
        """Open the games that are new, close those that are missing a second time.

        Editors and checkouts put a file in the place of another; for a moment there is none.
        """
        listed = await asyncio.to_thread(self._source.list_games)
        names = {game.name for game in listed}
        gone = [shown for shown in self if shown.name not in names]
        for shown in gone:
            if shown.name in missing:
                await self._close(shown)
        known = {shown.name for shown in self}
        for added in (game for game in listed if game.name not in known):
            entry = await asyncio.to_thread(self._source.make_entry, added)
            await self._open(entry, self._listen(added))
            self._wake()
        return {shown.name for shown in gone}

    async def _close(self, game: ShelvedGame) -> None:
        """Tell the pages of a game that it is gone, then end it."""
        del self._games[game.number]
        try:
            game.live.tell("gone", {})
            await asyncio.sleep(_TELL_SECONDS)
        finally:
            game.stop()
        await game.serving

    async def _open(self, entry: ShelfEntry, listening: socket.socket) -> None:
        game, options = entry.game, entry.options
        checks = CheckProcess(game.folder, game.edition)
        state = GameState(game, options.printed, options.other)

        async def judge(pixels: bool) -> tuple[Finding, ...] | None:
            async with self._turn:
                found = await checks.find_findings(pixels=pixels)
            if pixels and not live.has_listeners:
                await asyncio.to_thread(checks.rest)
            return found

        live = LiveUpdates(state, judge, watchers=self.watchers)
        token, port = load_token(game, EntryStore("preview")), listening.getsockname()[1]
        settings = ServerSettings(token, port, options.editor, options.edits, self._shelf)
        server = GameServer(server_config(make_app(live, settings)))
        serving = asyncio.create_task(server.serve([listening]))
        listens = asyncio.create_task(server.listening.wait())
        number = next(self._numbers)
        self._games[number] = ShelvedGame(
            number, game.name, live, checks, server, serving, port, token, entry.note
        )
        await asyncio.wait((serving, listens), return_when="FIRST_COMPLETED")

    def _listen(self, game: DiskGame) -> socket.socket:
        """Return a socket for a game: on the port that it had, or a free one after the shelf's."""
        made = listen(self._ports.get(game.name, self._next))
        port = self._ports[game.name] = made.getsockname()[1]
        self._next = max(self._next, port + 1)
        return made
