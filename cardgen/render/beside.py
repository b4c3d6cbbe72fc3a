"""A function worked out in a copy of this process, while this one goes on.

In      a function without arguments; what it returns can be pickled.
Out     its result.

A copy has all that this process has in memory, so nothing is sent but the result. Where
there can be no copies (Windows, macOS), or one ends without a result, the function is called
here when the result is asked for. The copy must write no files, and touch no worker: of the
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
from typing import Generic, TypeVar

R = TypeVar("R")


class Beside(Generic[R]):
    """Work that begins when this is made."""

    def __init__(self, function: Callable[[], R]) -> None:
        self._function = function
        self._pid = 0
        self._source = -1
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
        self._pid, self._source = pid, source

    def result(self) -> R:
        """What the function returns; waits for it. Raises what it raises."""
        data = b""
        if self._pid:
            with os.fdopen(self._source, "rb") as answer:
                data = answer.read()
            os.waitpid(self._pid, 0)
            self._pid = 0
        if not data:
            return self._function()
        value: R = pickle.loads(data)
        return value

    def close(self) -> None:
        """Give up what is not finished."""
        if self._pid:
            os.close(self._source)
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
