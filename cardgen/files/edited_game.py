"""A game on disk with files that an editor has open and has not saved.

In      a folder; texts that stand in the place of its files.
Out     the same game with these texts.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from cardgen.files.disk_game import DiskGame
from cardgen.files.input_record import FileStamp


class EditedGame(DiskGame):
    """A game folder, some files of which are read from an editor's buffers."""

    def __init__(
        self, folder: Path, buffers: Mapping[Path, str] | Mapping[Path, bytes], edition: str = ""
    ) -> None:
        """Make a view of a game.

        Args:
            folder: The game's folder.
            buffers: Texts, or the bytes of a whole file, by the path of their file, links followed.
            edition: The edition that is meant.
        """
        super().__init__(folder, edition)
        self._buffers = buffers

    def _read(self, folder: Path, wanted: Path, limit: int) -> bytes | None:
        text = self._find_buffer(folder, wanted)
        if text is None:
            return super()._read(folder, wanted, limit)
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        self.inputs.note_read(wanted, FileStamp(os.path.realpath(wanted), []), data)
        return data

    def _find_buffer(self, folder: Path, wanted: Path) -> str | bytes | None:
        """What the editor has of a file; of one that games share only below `folder`."""
        if ".." not in wanted.parts:
            return self._buffers.get(wanted)
        path = wanted.resolve()
        return self._buffers.get(path) if path.is_relative_to(folder.resolve()) else None

    def exists(self, path: str) -> bool:
        return self.folder / path in self._buffers or super().exists(path)
