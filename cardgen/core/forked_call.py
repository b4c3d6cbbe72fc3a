"""A function that runs in a copy of this process, while it goes on.

In      a function, the type of what it returns.
Out     what it returned there, sent as MessagePack; if that failed, what it returns here.

Only on Linux, in a process without threads and with a second core (`can_fork`); where no process
can be had, the function runs here. What fails in the copy is run here, and fails here.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")


def can_fork() -> bool:
    """Whether a copy of this process is safe to make and has a core of its own."""
    if not sys.platform.startswith("linux") or threading.active_count() > 1:
        return False
    return len(os.sched_getaffinity(0)) > 1


class ForkedCall(Generic[T]):
    """A call under way in a copy of this process, or still to be made in this one."""

    def __init__(self, call: Callable[[], T], kind: type[T], *, forks: bool) -> None:
        """Begin a call; `result` or `close` must be called. Unless `forks`, `result` makes it."""
        self._call, self._kind = call, kind
        self._copy = _fork(call) if forks else None

    def result(self) -> T:
        """Wait for the call, and return what it returned."""
        copy, self._copy = self._copy, None
        try:
            return msgspec.msgpack.decode(_receive(*copy) if copy else b"", type=self._kind)
        except msgspec.DecodeError:
            return self._call()

    def close(self) -> None:
        """End a call whose result nobody wants."""
        copy, self._copy = self._copy, None
        if copy is not None:
            process, reading = copy
            os.close(reading)
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)


def _fork(call: Callable[[], object]) -> tuple[int, int] | None:
    """The copy's process, and where it writes; None where no process can be had."""
    try:
        reading, writing = os.pipe()
    except OSError:
        return None
    try:
        with warnings.catch_warnings():
            # Python 3.12 warns of threads, also of those of libraries that wait for work
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        return None
    if process == 0:
        _work(call, reading, writing)
    os.close(writing)
    return process, reading


def _work(call: Callable[[], object], reading: int, writing: int) -> None:
    """The copy's whole life: whatever happens, it never goes on as if it were the process."""
    code = 1
    try:
        os.close(reading)
        packed = msgspec.msgpack.encode(call())
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(packed)
        code = 0
    except BaseException:  # the parent makes the call again, and says what is wrong
        code = 1
    finally:
        os._exit(code)


def _receive(process: int, reading: int) -> bytes:
    """All that the copy writes; nothing, if it failed."""
    with os.fdopen(reading, "rb") as pipe:
        sent = pipe.read()
    _, status = os.waitpid(process, 0)
    return sent if os.waitstatus_to_exitcode(status) == 0 else b""
