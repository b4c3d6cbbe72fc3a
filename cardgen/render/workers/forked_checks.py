"""A function worked out in a copy of this process, while this one goes on.

In      a function without arguments; what it returns can be pickled.
Out     its result.

A copy has all that this process has in memory, so nothing is sent but the result. Where
there can be no copies (Windows, macOS), or one ends or hangs without a result, the function is
called here when the result is asked for. The copy must write no files, and touch no worker: of the
threads that look after those it has none.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from select import select
from typing import IO, Generic, TypeVar

R = TypeVar("R")

PATIENCE = 120.0
"""Seconds that a copy may take to answer; then it hangs."""


class Beside(Generic[R]):
    """Work that begins when this is made."""

    def __init__(self, function: Callable[[], R]) -> None:
        self._function = function
        self._pid = 0
        self._answer: IO[bytes] | None = None
        if sys.platform.startswith("linux"):
            with suppress(OSError):
                self._begin()

    def _begin(self) -> None:
        source, sink = os.pipe()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # of threads: see above
                pid = os.fork()
        except OSError:
            os.close(source)
            os.close(sink)
            raise
        if pid == 0:
            os.close(source)
            _answer(self._function, sink)
        os.close(sink)
        self._pid, self._answer = pid, os.fdopen(source, "rb")

    def result(self) -> R:
        """What the function returns; waits for it. Raises what it raises."""
        data = self._told()
        self.close()
        if not data:
            return self._function()
        value: R = pickle.loads(data)
        return value

    def _told(self) -> bytes:
        """The answer of the copy; nothing, if it died or says nothing for long."""
        if self._answer is None:
            return b""
        ready, _, _ = select([self._answer], [], [], PATIENCE)
        return self._answer.read() if ready else b""

    def close(self) -> None:
        """Give up what is not finished."""
        if self._answer is not None:
            self._answer.close()
            self._answer = None
        if self._pid:
            with suppress(OSError):
                os.kill(self._pid, signal.SIGKILL)
                os.waitpid(self._pid, 0)
            self._pid = 0


def _answer(function: Callable[[], object], sink: int) -> None:
    """In the copy: work it out, say it, and end. Whatever goes wrong here goes wrong again
    in the parent, which knows how to tell of it."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        data = pickle.dumps(function(), pickle.HIGHEST_PROTOCOL)
        with os.fdopen(sink, "wb") as out:
            out.write(data)
    finally:
        os._exit(0)
