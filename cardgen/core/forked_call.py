"""Functions that run in a copy of this process, while it goes on.

In      functions, the type of what they return.
Out     what each returned there, sent as MessagePack; if that failed, what it returns here.

Only on Linux, in a process without threads and with a second core (`can_fork`); where no process
can be had, the function runs here. What fails in the copy is run here, and fails here.
"""

from __future__ import annotations

import os
import select
import signal
import struct
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import BinaryIO, Generic, TypeVar

import msgspec
from msgspec import Struct

from cardgen.core.entry_lines import as_number

if sys.platform != "win32":
    import fcntl

T = TypeVar("T")

_LENGTH = struct.Struct("<Q")
_PIPE_BYTES = 1 << 20
"""What a copy may send before anybody reads it; more, and it waits."""


def can_fork() -> bool:
    """Whether a copy of this process is safe to make and has a core of its own."""
    if not sys.platform.startswith("linux") or threading.active_count() > 1:
        return False
    return len(os.sched_getaffinity(0)) > 1


class ForkedCalls(Generic[T]):
    """Calls under way in one copy of this process, one after the other, or to be made in this."""

    def __init__(
        self,
        calls: Sequence[Callable[[], T]],
        kind: type[T],
        *,
        forks: bool,
        gently: bool = False,
    ) -> None:
        """Begin the calls; `close` must be called. Unless `forks`, `next_result` makes them.

        Args:
            calls: Made one after the other.
            kind: What each returns.
            forks: Whether they are made in a copy.
            gently: Whether a copy that nobody wants any more has something to clean up.
        """
        self._calls, self._kind = deque(calls), kind
        self._end = signal.SIGTERM if gently or sys.platform == "win32" else signal.SIGKILL
        self._copy = _fork(calls) if forks else None

    def is_ready(self) -> bool:
        """Whether the copy has sent something that nobody has had yet, or has ended."""
        return self._copy is not None and bool(select.select([self._copy.pipe], [], [], 0)[0])

    def next_result(self) -> T:
        """Wait for the first call whose result nobody has had yet, and return what it returned."""
        call = self._calls.popleft()
        try:
            sent = _receive(self._copy.pipe) if self._copy else b""
            return msgspec.msgpack.decode(sent, type=self._kind)
        except msgspec.DecodeError:
            self.close()
            return call()

    def close(self) -> None:
        """End calls whose results nobody wants."""
        copy, self._copy = self._copy, None
        if copy is not None:
            copy.pipe.close()
            with suppress(OSError):
                os.kill(copy.process, self._end)
                os.waitpid(copy.process, 0)


class ForkedCall(Generic[T]):
    """A call under way in a copy of this process, or still to be made in this one."""

    def __init__(self, call: Callable[[], T], kind: type[T], *, forks: bool) -> None:
        """Begin a call; `result` or `close` must be called. Unless `forks`, `result` makes it."""
        self._calls = ForkedCalls([call], kind, forks=forks)

    def result(self) -> T:
        """Wait for the call, and return what it returned."""
        found = self._calls.next_result()
        self.close()
        return found

    def close(self) -> None:
        """End a call whose result nobody wants."""
        self._calls.close()


class _Copy(Struct, frozen=True):
    """A copy of this process, and what it writes."""

    process: int
    pipe: BinaryIO


def _fork(calls: Sequence[Callable[[], object]]) -> _Copy | None:
    """A copy that makes calls; None where no process can be had."""
    try:
        reading, writing = os.pipe()
    except OSError:
        return None
    with suppress(OSError):
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
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
        _work(calls, reading, writing)
    os.close(writing)
    return _Copy(process, os.fdopen(reading, "rb"))


def _work(calls: Sequence[Callable[[], object]], reading: int, writing: int) -> None:
    """The copy's whole life: whatever happens, it never goes on as if it were the process."""
    code = 1
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            for call in calls:
                packed = msgspec.msgpack.encode(call(), enc_hook=as_number)
                pipe.write(_LENGTH.pack(len(packed)))
                pipe.write(packed)
                pipe.flush()
        code = 0
    except BaseException:  # the parent makes the call again, and says what is wrong
        code = 1
    finally:
        os._exit(code)


def _receive(pipe: BinaryIO) -> bytes:
    """What the copy sends of a call; nothing, if it failed."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return b""
    (length,) = _LENGTH.unpack(head)
    sent = pipe.read(length)
    return sent if len(sent) == length else b""
