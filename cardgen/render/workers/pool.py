"""Worker processes: a pool that starts early, survives a killed worker, and may be absent.

In      a function and its arguments.
Out     its results, in order.

The pool is behind `concurrent.futures.Executor`, so that other executors can take its
place. Starting it before the game is read hides the start-up of its processes; where hardly
anything will have to be rendered, it starts when there is work for two.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from types import TracebackType
from typing import TYPE_CHECKING, Generic, TypeVar

from cardgen.core import address_space

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

_MOST = 61
"""Windows waits for no more at once; more than cores gain nothing anywhere."""

A = TypeVar("A")
R = TypeVar("R")


class Workers:
    """Runs functions in `count` processes, or in this one if `count` is 1; or where another
    executor has them run."""

    def __init__(
        self, count: int = 1, executor: Executor | None = None, *, late: bool = False
    ) -> None:
        """Start nothing yet.

        Args:
            count: Processes.
            executor: Runs the functions elsewhere.
            late: Whether processes are started only when there is work for two of them.
        """
        self.count = max(1, min(count, _most_workers()))
        if self.count > 1 and executor is None and not address_space.has_room_for_workers():
            self.count = 1
        self.away = executor is not None
        """Workers may be on other machines: they see none of our files."""
        self._pool, self._late = executor, late

    def __enter__(self) -> Workers:
        if not self._late:
            self._start()
        return self

    def _start(self) -> None:
        self._late = False
        if self.count > 1 and not self.away:
            from cardgen.render.workers.process_pool import start_pool

            self._pool = start_pool(self.count)
            if self._pool is None:
                self.count = 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None and not self.away:  # a cluster is not ours to end
            self._pool.shutdown(wait=True, cancel_futures=True)

    def map(self, function: Callable[[A], R], arguments: Sequence[A]) -> Iterator[R]:
        """Results in order. What a dying pool leaves undone is done here."""
        if self._late and len(arguments) > 1:
            self._start()
        if self._pool is None or len(arguments) < 2:
            yield from map(function, arguments)
            return
        from cardgen.render.workers.process_pool import submit, take_result

        futures = [submit(self._pool, function, argument) for argument in arguments]
        for future, argument in zip(futures, arguments, strict=True):
            yield take_result(future, function, argument)

    def stream(
        self, function: Callable[[A], R], arguments: Iterator[A], ahead: int
    ) -> Stream[A, R]:
        """Start work on arguments that come one by one, at most `ahead` under way."""
        if self._late:
            first = tuple(islice(arguments, 2))
            arguments = chain(first, arguments)
            if len(first) > 1:
                self._start()
        stream = Stream(self._pool, function, arguments)
        stream.start(ahead)
        return stream


class Stream(Generic[A, R]):
    """Work under way, and its results in order."""

    def __init__(
        self, pool: Executor | None, function: Callable[[A], R], arguments: Iterator[A]
    ) -> None:
        self._pool, self._function, self._arguments = pool, function, arguments
        self._waiting: deque[tuple[Future[R] | None, A]] = deque()

    def start(self, ahead: int) -> None:
        """Send the first arguments; without a pool, the work is done as it is asked for."""
        if self._pool is not None:
            self._send(ahead)

    def __iter__(self) -> Iterator[R]:
        if self._pool is None:
            yield from map(self._function, self._arguments)
            return
        from cardgen.render.workers.process_pool import take_result

        while self._waiting:
            future, argument = self._waiting.popleft()
            yield take_result(future, self._function, argument)
            self._send(1)

    def close(self) -> None:
        """Give up what is not finished; nothing of it runs on after this."""
        self._arguments = iter(())
        futures = [future for future, _ in self._waiting if future is not None]
        self._waiting.clear()
        if futures:
            from cardgen.render.workers.process_pool import end_futures

            end_futures(futures)

    def _send(self, count: int) -> None:
        from cardgen.render.workers.process_pool import submit

        assert self._pool is not None
        for argument in islice(self._arguments, count):
            future = submit(self._pool, self._function, argument)
            self._waiting.append((future, argument))


def _most_workers() -> int:
    return _MOST if sys.platform == "win32" else max(_MOST, os.cpu_count() or 1)


def default_count() -> int:
    """One worker a core that this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1
