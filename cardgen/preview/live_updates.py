"""Keep the game state up to date and send events to every open page.

In      a `GameState`, its game's files as they are saved; what the page itself has written.
Out     events, in order.
Not here  how events travel (`preview.server`).

A save is read and reported at once, one of the page without waiting for the system to tell of it;
the checks run once the files have been quiet for a moment, first those that need no pixels. Network
disks may never tell of a save: the files are looked at, too, when a page opens, when the checks are
done, and every few seconds in which nothing happens.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from msgspec import Struct, field

from cardgen.core.findings import Finding
from cardgen.files.watch import iterate_saves_async
from cardgen.preview.game_state import GameState
from cardgen.preview.page_state import Data

Judge = Callable[[bool], Awaitable[tuple[Finding, ...] | None]]
"""Returns all findings of the game on disk; True includes the rules that need pixels."""

Event = tuple[str, Data]

_QUIET_SECONDS = 0.15
_IDLE_SECONDS = 5
"""A page that hears nothing for much longer says so (`static/line.js`)."""
_MAX_QUEUED = 200
"""Events queued for one page; a page that falls further behind reloads the whole state."""


class LiveUpdates(Struct):
    """Follows a game's files and publishes events."""

    game_state: GameState
    judge: Judge
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    watchers: set[asyncio.Queue[Event | None]] = field(default_factory=set)
    """Queues that get every event, though no page of this game is behind them."""
    _listeners: set[asyncio.Queue[Event | None]] = field(default_factory=set)
    _judging: asyncio.Task[None] | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _edited: asyncio.Event = field(default_factory=asyncio.Event)
    _settled: asyncio.Event = field(default_factory=asyncio.Event)
    _runs: bool = False
    _edits: set[Path] = field(default_factory=set)
    """Files that the page wrote."""

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follow the game until the block ends."""
        following = asyncio.create_task(self._follow())
        editing = asyncio.create_task(self._follow_edits())
        self._settled.set()
        self._runs = True
        try:
            yield
        finally:
            self._runs = False
            self.stop()
            for task in (following, editing, self._judging):
                if task is not None:
                    task.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await task

    def stop(self) -> None:
        """Close all event streams before the server shuts down."""
        self.stopping.set()
        for queue in self._listeners | self.watchers:
            queue.put_nowait(None)

    async def _follow(self) -> None:
        async for saved in iterate_saves_async(self.game_state.game, self.stopping):
            if saved or not self.ready.is_set():  # what is saved while it is read is seen
                async with self._turn:
                    if await asyncio.to_thread(self._is_known_edit, saved):
                        self._judge_again(self.game_state.session.state.revision)
                    else:
                        await self._refresh()
                self.ready.set()

    def note_edit(self, file: Path) -> None:
        """Read the game again now: the page wrote a file of it."""
        self._edits.add(file)
        self._settled.clear()
        self._edited.set()

    async def settle(self) -> None:
        """Wait until what the page wrote is read."""
        if self._runs:
            await self._settled.wait()

    async def _follow_edits(self) -> None:
        while True:
            await self._edited.wait()
            self._edited.clear()
            async with self._turn:
                await self._refresh()
            if not self._edited.is_set():
                self._settled.set()

    def _is_known_edit(self, saved: frozenset[Path]) -> bool:
        """Whether a save is one of the page, was read when the page made it, and no check that may
        have seen another save in between is done."""
        own = bool(saved) and saved <= self._edits
        return own and not self.game_state.session.state.judged and self.game_state.has_read(saved)

    async def _refresh(self) -> None:
        self._stop_judging()
        try:
            change = await asyncio.to_thread(self.game_state.refresh)
        except Exception as error:  # the next save may fix it
            self._edits.clear()
            self.tell("fault", self.game_state.failed(error))
            return
        self.tell("change", change)
        self._judge_again(change["revision"])

    def _stop_judging(self) -> None:
        if self._judging is not None:
            self._judging.cancel()

    def _judge_again(self, revision: int) -> None:
        self._stop_judging()
        self._judging = asyncio.create_task(self._judged(revision))

    async def _judged(self, revision: int) -> None:
        """Run the checks and publish their findings; report internal errors."""
        try:
            await self._found(revision)
        except Exception as error:
            self.tell("fault", self.game_state.failed(error))

    async def _found(self, revision: int) -> None:
        await asyncio.sleep(_QUIET_SECONDS)
        await self._detail()
        for pixels in (False, True):
            if self.game_state.session.state.judged:
                return
            findings = await self.judge(pixels)
            if findings is None:
                return
            news = await asyncio.to_thread(self.game_state.judged, revision, findings, final=pixels)
            if news is None:
                return
            self.tell("findings", news)
            await self._detail()
        await self._look_for_saves()

    async def _look_for_saves(self) -> None:
        """Have the game read again if a file was saved, and the system did not tell of it."""
        if self.ready.is_set() and not await asyncio.to_thread(self.game_state.is_current):
            self._edited.set()

    async def _detail(self) -> None:
        self.tell("details", await asyncio.to_thread(self.game_state.details))

    # --- listeners ---------------------------------------------------------------------

    def tell(self, name: str, data: Data) -> None:
        for queue in self.watchers:
            queue.put_nowait((name, data))
        for queue in tuple(self._listeners):
            if queue.qsize() >= _MAX_QUEUED:
                queue.put_nowait(None)  # too far behind: the page reconnects and reloads
                self._listeners.discard(queue)
            else:
                queue.put_nowait((name, data))

    @property
    def has_listeners(self) -> bool:
        """Whether any page is open."""
        return bool(self._listeners)

    async def events(self) -> AsyncIterator[Event | None]:
        """Iterate over future events; None after some seconds without one."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            data = self.game_state.data
            yield "hello", {"told": data["told"], "run": self.game_state.run}
            await self._look_for_saves()
            while not self.stopping.is_set():
                try:
                    event = await asyncio.wait_for(queue.get(), _IDLE_SECONDS)
                except TimeoutError:
                    await self._look_for_saves()
                    yield None
                    continue
                if event is None:
                    return
                yield event
        finally:
            self._listeners.discard(queue)
