"""Run the checks in a separate process, so that they do not delay the pictures.

In      a game's folder.
Out     all findings of the game on disk.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from cardgen.core.findings import Finding

Answer = tuple[Finding, ...] | str
"""The findings, or a one-line description of an internal error."""


class CheckProcessError(Exception):
    """The checks raised an exception; the message describes it."""


class CheckProcess:
    """A child process that checks one game on request."""

    def __init__(self, folder: Path, edition: str = "") -> None:
        self.game = folder, edition
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        self._lock = threading.Lock()
        self._closed = False

    async def find_findings(self, *, pixels: bool) -> tuple[Finding, ...] | None:
        """Return all findings, or None if the process was killed (the next call restarts it).

        Raises:
            CheckProcessError: the checks raised an exception.
        """
        answer = await asyncio.to_thread(self._request, pixels)
        if isinstance(answer, str):
            raise CheckProcessError(answer)
        return answer

    def _request(self, pixels: bool) -> Answer | None:
        with self._lock:
            if self._closed:
                return None
            if self._line is None:
                self._start()
            assert self._line is not None
            try:
                self._line.send(pixels)
                answer: Answer = self._line.recv()
            except (EOFError, OSError):
                self._line = None
                return None
            return answer

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # there are threads already
        self._line, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(*self.game, other), daemon=True)
        self._process.start()
        other.close()

    def close(self) -> None:
        """Kill the process, and start none again."""
        self._closed = True
        self._kill()

    def rest(self) -> None:
        """End the process until the next request."""
        with self._lock:
            self._kill()
            self._line = None

    def _kill(self) -> None:
        """Kill the process; it writes nothing, so nothing can be lost."""
        if self._process is not None:
            self._process.kill()
            self._process.join()


def _serve(folder: Path, edition: str, line: Connection) -> None:
    """Answer requests until the connection is closed; runs in the child process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(5)
    try:
        while True:
            line.send(_answer(folder, edition, pixels=line.recv()))
    except (EOFError, OSError):
        return


def _answer(folder: Path, edition: str, *, pixels: bool) -> Answer:
    from cardgen.files.disk_game import DiskGame
    from cardgen.preview.session import run_checks

    try:
        return run_checks(DiskGame(folder, edition), pixels=pixels)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
