"""Run the checks in a process of their own, so that they take no time from the pictures.

In      a game's folder.
Out     all findings of the game as it lies there.
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
"""The findings; or what went wrong in cardgen itself, in a line."""


class InspectionError(Exception):
    """The checks themselves failed; the message says how."""


class Inspector:
    """A process that judges one game whenever it is asked to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection | None = None
        self._turn = threading.Lock()

    async def findings(self, *, pixels: bool) -> tuple[Finding, ...] | None:
        """All findings; None if the process was killed (it is started anew next time).

        Raises:
            InspectionError: a fault in cardgen itself.
        """
        answer = await asyncio.to_thread(self._ask, pixels)
        if isinstance(answer, str):
            raise InspectionError(answer)
        return answer

    def _ask(self, pixels: bool) -> Answer | None:
        with self._turn:
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
        self._process = context.Process(target=_serve, args=(self.folder, other), daemon=True)
        self._process.start()
        other.close()

    def close(self) -> None:
        """End the process, whatever it is doing: it writes nothing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()


def _serve(folder: Path, line: Connection) -> None:
    """In the process: answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(5)
    try:
        while True:
            line.send(_judged(folder, pixels=line.recv()))
    except (EOFError, OSError):
        return


def _judged(folder: Path, *, pixels: bool) -> Answer:
    from cardgen.files.game_files import DiskGame
    from cardgen.preview.session import judgement

    try:
        return judgement(DiskGame(folder), pixels=pixels)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
