"""Keep a board up to date, and tell every page that is open.

In      a board, its game's files as they are saved.
Out     events, in the order in which things happened.
Not here  how events travel (`preview.server`).

A save is read at once and told of at once; the checks run when the files have been quiet
for a moment, first those that need no pixels.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

from msgspec import Struct, field

from cardgen.core.findings import Finding
from cardgen.files.watch import iterate_saves_async
from cardgen.preview.game_state import Board
from cardgen.preview.page_state import Data

Judge = Callable[[bool], Awaitable[tuple[Finding, ...] | None]]
"""Gives all findings of the game as it lies on disk; True: those of pixels too."""

Event = tuple[str, Data]

_QUIET = 0.15
_MOST_WAITING = 200
"""Events that a page may be behind; one that sleeps longer reads the whole state anew."""


class Live(Struct):
    """A board that follows its game."""

    board: Board
    judge: Judge
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _listeners: set[asyncio.Queue[Event | None]] = field(default_factory=set)
    _judging: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Read the game and follow it, until the block ends."""
        following = asyncio.create_task(self._follow())
        try:
            yield
        finally:
            self.stop()
            for task in (following, self._judging):
                if task is not None:
                    task.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await task

    def stop(self) -> None:
        """Let go of everybody who listens: the server is about to end."""
        self.stopping.set()
        for queue in self._listeners:
            queue.put_nowait(None)

    async def _follow(self) -> None:
        async for saved in iterate_saves_async(self.board.game, self.stopping):
            if saved or not self.ready.is_set():  # what is saved while it is read is seen
                await self._refresh()
                self.ready.set()

    async def _refresh(self) -> None:
        if self._judging is not None:
            self._judging.cancel()
        try:
            change = await asyncio.to_thread(self.board.refresh)
        except Exception as error:  # whatever it is, the next save may mend it
            self.tell("fault", self.board.failed(error))
            return
        self.tell("change", change)
        self._judging = asyncio.create_task(self._judged(change["revision"]))

    async def _judged(self, revision: int) -> None:
        """Findings in full, once nobody is typing."""
        try:
            await self._found(revision)
        except Exception as error:
            self.tell("fault", self.board.failed(error))

    async def _found(self, revision: int) -> None:
        await asyncio.sleep(_QUIET)
        await self._detail()
        for pixels in (False, True):
            if self.board.session.state.judged:
                return
            findings = await self.judge(pixels)
            if findings is None:
                return
            news = await asyncio.to_thread(self.board.judged, revision, findings, final=pixels)
            if news is None:
                return
            self.tell("findings", news)
            await self._detail()

    async def _detail(self) -> None:
        self.tell("details", await asyncio.to_thread(self.board.details))

    # --- listeners ---------------------------------------------------------------------

    def tell(self, name: str, data: Data) -> None:
        for queue in tuple(self._listeners):
            if queue.qsize() >= _MOST_WAITING:
                queue.put_nowait(None)  # too far behind: it comes back and starts afresh
                self._listeners.discard(queue)
            else:
                queue.put_nowait((name, data))

    async def events(self) -> AsyncIterator[Event | None]:
        """What happens from now on; None every few seconds in which nothing does."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            data = self.board.data
            yield "hello", {"told": data["told"], "run": self.board.run}
            while not self.stopping.is_set():
                try:
                    event = await asyncio.wait_for(queue.get(), 15)
                except TimeoutError:
                    yield None
                    continue
                if event is None:
                    return
                yield event
        finally:
            self._listeners.discard(queue)
