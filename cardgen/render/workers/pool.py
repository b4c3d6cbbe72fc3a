"""Worker processes: a pool that starts early, survives a killed worker, and may be absent.

In      a function and its arguments.
Out     its results, in order.

The pool is behind `concurrent.futures.Executor`, so that other executors can take its
place. Starting it before the game is read hides the start-up of its processes; where hardly
anything will have to be rendered, it starts when there is work for two.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from types import TracebackType
from typing import TYPE_CHECKING, Generic, TypeVar

from cardgen.core import address_space
from cardgen.render.workers.raster_calls import load_rasterizer

if TYPE_CHECKING:
    from multiprocessing.synchronize import Lock

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
            self._pool = _start_pool(self.count)
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
        futures = [_submitted(self._pool, function, argument) for argument in arguments]
        for future, argument in zip(futures, arguments, strict=True):
            yield _result(future, function, argument)

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
        while self._waiting:
            future, argument = self._waiting.popleft()
            yield _result(future, self._function, argument)
            self._send(1)

    def close(self) -> None:
        """Give up what is not finished; nothing of it runs on after this."""
        self._arguments = iter(())
        futures = [future for future, _ in self._waiting if future is not None]
        self._waiting.clear()
        wait([future for future in futures if not future.cancel()])

    def _send(self, count: int) -> None:
        assert self._pool is not None
        for argument in islice(self._arguments, count):
            future = _submitted(self._pool, self._function, argument)
            self._waiting.append((future, argument))


def _start_pool(count: int) -> Executor | None:
    """Processes that get ready by themselves; None where a system has none to give, or no
    semaphores: then all is done in this one."""
    context, others = _context(), set(multiprocessing.active_children())
    try:
        pool = ProcessPoolExecutor(count, context, _prepare, (context.Lock(),))
        for _ in range(count):
            pool.submit(_warm)
    except (OSError, ImportError, NotImplementedError):
        return None
    except RuntimeError:  # the system has processes, but no thread to look after them
        for worker in set(multiprocessing.active_children()) - others:
            worker.kill()
        return None
    return pool


def _submitted(pool: Executor, function: Callable[[A], R], argument: A) -> Future[R] | None:
    try:
        return pool.submit(function, argument)
    except (BrokenProcessPool, OSError):  # it died, or no process can be had any more
        return None


def _result(future: Future[R] | None, function: Callable[[A], R], argument: A) -> R:
    try:
        return future.result() if future is not None else function(argument)
    except BrokenProcessPool:
        return function(argument)


def _most_workers() -> int:
    return _MOST if sys.platform == "win32" else max(_MOST, os.cpu_count() or 1)


def default_count() -> int:
    """One worker a core that this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def _context() -> multiprocessing.context.BaseContext:
    """Fork where that is safe (Linux, no threads yet): a worker is there at once."""
    safe = sys.platform.startswith("linux") and threading.active_count() == 1
    return multiprocessing.get_context("fork" if safe else "spawn")


def _prepare(turn: Lock) -> None:
    """Leave Ctrl-C to the parent, which ends the pool; and do not outlive it if it is killed."""
    global _turn
    _turn = turn
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        threading.Thread(target=_follow_parent, daemon=True).start()
    except (RuntimeError, MemoryError):  # no memory for a worker: the pool does without it
        os._exit(1)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


_turn: Lock | None = None
"""Held by the worker that gets ready."""
_PATIENCE = 2.0


def _warm() -> None:
    """Import what the first task needs, while the parent reads on: one worker after the other,
    so that they share what the parent leaves free."""
    mine = _turn is not None and _turn.acquire(timeout=_PATIENCE)
    load_rasterizer()
    if mine and _turn is not None:
        _turn.release()
