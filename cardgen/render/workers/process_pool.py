"""The processes of a pool: how they are started, given work, and ended.

In      a function and its arguments.
Out     its result, from whatever process.
Not here  when they are started, and in which order results are wanted (`render.workers.pool`).

This is imported when they are: a check, and a build after an edited word, have none.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, TypeVar

from cardgen.render.workers.raster_calls import load_rasterizer

if TYPE_CHECKING:
    from multiprocessing.synchronize import Lock

A = TypeVar("A")
R = TypeVar("R")


def start_pool(count: int) -> Executor | None:
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


def submit(pool: Executor, function: Callable[[A], R], argument: A) -> Future[R] | None:
    """Send an argument to a pool; None if the pool takes no more."""
    try:
        return pool.submit(function, argument)
    except (BrokenProcessPool, OSError):  # it died, or no process can be had any more
        return None


def take_result(future: Future[R] | None, function: Callable[[A], R], argument: A) -> R:
    """Wait for a result. What a dying pool left undone is done here."""
    try:
        return future.result() if future is not None else function(argument)
    except BrokenProcessPool:
        return function(argument)


def end_futures(futures: Sequence[Future[Any]]) -> None:
    """Give up what has not begun, and wait for the rest."""
    wait([future for future in futures if not future.cancel()])


def _context() -> multiprocessing.context.BaseContext:
    """Fork where that is safe (Linux, no threads yet): a worker is there at once."""
    safe = sys.platform.startswith("linux") and threading.active_count() == 1
    return multiprocessing.get_context("fork" if safe else "spawn")


def _prepare(turn: Lock) -> None:
    """Leave Ctrl-C to the parent, which ends the pool; and do not outlive it if it is killed."""
    global _turn
    _turn = turn
    _let_parent_first()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        threading.Thread(target=_follow_parent, daemon=True).start()
    except (RuntimeError, MemoryError):  # no memory for a worker: the pool does without it
        os._exit(1)


def _let_parent_first() -> None:
    """Run below the parent, whose work all faces wait for, where a system lets a process do so.

    As equals, a parent and a worker a core share the cores evenly, and faces that the parent has
    yet to lay out come too late. A cold build takes 0.92 of the time so (medians of 9 and of 11
    turns, two cores).
    """
    if sys.platform != "win32":
        os.nice(_NICENESS)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


_turn: Lock | None = None
"""Held by the worker that gets ready."""
_PATIENCE = 2.0
_NICENESS = 5
"""Of a worker: a third of the parent's share of a core that both want, and all of it otherwise."""


def _warm() -> None:
    """Import what the first task needs, while the parent reads on: one worker after the other,
    so that they share what the parent leaves free."""
    mine = _turn is not None and _turn.acquire(timeout=_PATIENCE)
    load_rasterizer()
    if mine and _turn is not None:
        _turn.release()
