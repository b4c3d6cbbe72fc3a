"""Run the checks in a separate process, so that they do not delay the pictures.

In      a game's folder.
Out     all findings of the game on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from cardgen.core.findings import Finding
from cardgen.preview.child_process import ChildProcess


class CheckProcess:
    """A child process that checks one game on request."""

    def __init__(self, folder: Path, edition: str = "") -> None:
        self.child = ChildProcess(_open_game, folder, edition)
        self.close = self.child.close
        self.rest = self.child.rest

    async def find_findings(self, *, pixels: bool) -> tuple[Finding, ...] | None:
        """Return all findings, or None if the process was killed (the next call restarts it).

        Raises:
            NoAnswerError: the checks raised an exception.
        """
        found: tuple[Finding, ...] | None = await asyncio.to_thread(self.child.ask, pixels)
        return found


def _open_game(folder: Path, edition: str) -> Callable[[bool], tuple[Finding, ...]]:
    from cardgen.files.disk_game import DiskGame
    from cardgen.preview.session import run_checks

    return lambda pixels: run_checks(DiskGame(folder, edition), pixels=pixels)
