"""Start the preview on this machine, and end it.

In      a game, a port, what to say once it listens.
Out     a server that runs until Ctrl-C.
Not here  printing (`cli`), what is served (`preview.server`).
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import logging
import os
import re
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from msgspec import Struct
from starlette.types import ASGIApp

from cardgen.cache.entry_store import EntryStore
from cardgen.core.findings import Finding
from cardgen.files.disk_game import DiskGame
from cardgen.preview.check_process import CheckProcess
from cardgen.preview.game_state import GameState
from cardgen.preview.live_updates import LiveUpdates
from cardgen.preview.server import EDITOR, ServerSettings, make_app
from cardgen.preview.timed_connection import TimedConnection
from cardgen.prints.snapshot import PrintSnapshot

HOST = "127.0.0.1"
_LOG = logging.getLogger("uvicorn.error")
_PORTS_TRIED = 50
"""How many ports are tried, counted from the requested one."""
_MOST_THREADS = 16
"""Those that read several games, or wait for their checks, leave some for the pages."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}\Z")


class NoPortError(Exception):
    """No port can be had; the message is one clear sentence."""


class PreviewOptions(Struct, frozen=True):
    """Options of `cardgen preview`."""

    port: int = 8765
    browser: bool = True
    printed: Path | None = None
    editor: str = EDITOR
    edits: bool = False
    other: PrintSnapshot | None = None
    """The version to compare with."""


def serve(game: DiskGame, options: PreviewOptions, say: Callable[[str], None]) -> None:
    """Show a game until Ctrl-C.

    Args:
        game: The game.
        options: Where and how.
        say: Told the address once the server listens.

    Raises:
        NoPortError: no port is free.
    """
    listening = listen(options.port)
    port = listening.getsockname()[1]
    token = load_token(game, EntryStore("preview"))
    settings = ServerSettings(token, port, options.editor, options.edits)
    checks = CheckProcess(game.folder, game.edition)

    async def judge(pixels: bool) -> tuple[Finding, ...] | None:
        return await checks.find_findings(pixels=pixels)

    live = LiveUpdates(GameState(game, options.printed, options.other), judge)
    address = f"http://{HOST}:{port}/?token={settings.token}"

    def ready() -> None:
        say(address)
        if options.browser:
            open_browser(address)

    def end() -> None:
        live.stop()
        checks.close()

    config = server_config(make_app(live, settings))
    try:
        PreviewServer(config, ready, end).run([listening])
    finally:
        checks.close()
        listening.close()


def open_browser(address: str) -> None:
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def server_config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=2,
        ws="none",
        http=TimedConnection,
    )


class AbandonedThreads(ThreadPoolExecutor):
    """Threads that the end of the event loop does not wait for: a game that is being read, or
    looked at by a check, may take seconds. Requests that write have been answered before."""

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = True) -> None:
        del wait
        super().shutdown(wait=False, cancel_futures=cancel_futures)


class PreviewServer(uvicorn.Server):
    """Calls `ready` once it listens, and `end` at shutdown: open event streams are closed then,
    and nobody waits for games that are still read or checked."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], end: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._end = end

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(FailedConnections().handle)
        loop.set_default_executor(AbandonedThreads(_MOST_THREADS, "preview"))
        await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end()
        await super().shutdown(sockets)


class GameServer(uvicorn.Server):
    """Serves one game in the loop of the shelf's server, which alone hears signals."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()


class FailedConnections:
    """Says once that connections wait; asyncio would write a traceback for each of them."""

    def __init__(self) -> None:
        self._said = False

    def handle(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            if not self._said:
                _LOG.warning("no more connections (%s): others wait", error.strerror)
            self._said = True
        elif not _waited_in_vain(context):
            loop.default_exception_handler(context)


def _waited_in_vain(context: Mapping[str, Any]) -> bool:
    """Whether asyncio came back to a server that was closed while connections waited."""
    closed = isinstance(context.get("exception"), ValueError)
    return closed and "_start_serving" in str(context.get("message"))


def listen(port: int) -> socket.socket:
    """A socket on this machine alone: on `port`, or the next free one; any for 0.

    Raises:
        NoPortError: none is free.
    """
    for wanted in range(port, port + _PORTS_TRIED) if port else (0,):
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two programs share a port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((HOST, wanted))
        except (OSError, OverflowError):
            made.close()
        else:
            return made
    raise NoPortError(f"no port from {port} on is free; write another with --port, or 0 for any")


def load_token(game: DiskGame, cache: EntryStore) -> str:
    """Return this game's access token: unguessable, and kept in the user's cache so that an
    open page reconnects after a restart."""
    folder = hashlib.sha256(os.fsencode(game.folder)).hexdigest()[:32]
    name = f"preview-{folder}"
    known = (cache.get(name) or b"").decode("ascii", "replace")
    if _TOKEN.match(known):
        return known
    token = secrets.token_urlsafe(32)
    cache.put(name, token.encode())
    return token
