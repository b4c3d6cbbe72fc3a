"""A process beside the server, for work that would take the interpreter from the pictures.

In      what the process answers with, requests one after the other.
Out     its answers; the process is started by the first request, and again after it was killed.
Not here  what is asked for (`preview.check_process`, `preview.draft_check`).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import weakref
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

Answers = Callable[..., Callable[[Any], Any]]
"""Called once in the process, with the arguments for it; returns what answers each request."""


class NoAnswerError(Exception):
    """Answering a request raised an exception; the message describes it."""


class ChildProcess:
    """A process that answers requests. Methods may be called from several threads."""

    def __init__(self, answers: Answers, *arguments: object) -> None:
        self.process: BaseProcess | None = None
        """The one that was started last."""
        self._given = answers, arguments
        self._line: Connection | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._kill: Callable[[], object] = bool

    def ask(self, request: object) -> Any:
        """Return the answer, or None if the process was killed (the next call restarts it).

        Raises:
            NoAnswerError: there is no answer but an exception.
        """
        with self._lock:
            if self._closed:
                return None
            line = self._line = self._line or self._start()
            try:
                line.send(request)
                fault, answer = line.recv()
            except (EOFError, OSError):
                self._line = None
                return None
        if fault:
            raise NoAnswerError(fault)
        return answer

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")  # there are threads already
        line, other = context.Pipe()
        process = context.Process(target=_serve, args=(*self._given, other), daemon=True)
        process.start()
        other.close()
        self.process = process
        self._kill = weakref.finalize(self, _end, process)
        if self._closed:
            self._kill()
        return line

    def close(self) -> None:
        """Kill the process, and start none again."""
        self._closed = True
        self._kill()

    def rest(self) -> None:
        """End the process until the next request."""
        with self._lock:
            self._kill()
            self._line = None


def _end(process: BaseProcess) -> None:
    """Kill a process; it writes nothing, so nothing can be lost."""
    process.kill()
    process.join()


def _serve(answers: Answers, arguments: tuple[object, ...], line: Connection) -> None:
    """Answer requests until the connection is closed; runs in the child process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(5)
    answer = answers(*arguments)
    try:
        while True:
            line.send(_answer(answer, line.recv()))
    except (EOFError, OSError):
        return


def _answer(answer: Callable[[Any], Any], request: object) -> tuple[str, Any]:
    try:
        return "", answer(request)
    except Exception as error:
        return f"{type(error).__name__}: {error}", None
