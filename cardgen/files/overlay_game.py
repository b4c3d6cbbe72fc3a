"""A game of which some files are in memory, and the others where another game has them.

In      a game; files that stand in the place of its own.
Out     the same game with these files.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardgen.files.game_files import Asset, GameFiles
from cardgen.files.input_record import InputRecord, State
from cardgen.files.memory_game import MemoryGame


class OverlayGame:
    """Files in memory over those of a folder."""

    def __init__(self, files: Mapping[str, str | bytes], below: GameFiles, name: str) -> None:
        self._memory, self._below = MemoryGame(files), below
        self.name, self.label = name, ""

    @property
    def folder(self) -> Path | None:
        return self._below.folder

    @property
    def edition(self) -> str:
        return self._below.edition

    @property
    def project(self) -> Path | None:
        """None: what is in memory is not remembered from one build to the next."""
        return None

    @property
    def inputs(self) -> InputRecord:
        return InputRecord()

    def begin_record(self, states: Mapping[Path, State] | None = None) -> None:
        """Nothing is recorded."""

    def in_edition(self, name: str) -> OverlayGame:
        return OverlayGame(self._memory.files, self._below.in_edition(name), self.name)

    def text(self, path: str) -> str:
        return self._holder(path).text(path)

    def shared_text(self, path: str) -> str:
        return self._holder(path).shared_text(path)

    def table(self, path: str) -> bytes:
        return self._holder(path).table(path)

    def exists(self, path: str) -> bool:
        return self._memory.exists(path) or self._below.exists(path)

    def asset(self, path: str) -> Asset:
        return self._holder(path).asset(path)

    def own_files(self) -> tuple[str, ...]:
        return self._memory.own_files()

    def asset_names(self) -> tuple[str, ...]:
        return self._below.asset_names()

    def _holder(self, path: str) -> GameFiles:
        return self._memory if self._memory.exists(path) else self._below
