"""Changes to the files of a game: written, undone and made again, in the order they came.

In      a game's folder, changed texts of its files.
Out     files written whole; what each change did, line by line.
"""

from __future__ import annotations

import difflib
import threading
from pathlib import Path

from msgspec import Struct

from cardgen.editing.refusal import RefusedError
from cardgen.files.atomic_write import find_link
from cardgen.files.replace_unchanged import ChangedFileError, replace_unchanged

MAX_KEPT = 500
"""Changes that can be undone."""


class FileChange(Struct, frozen=True):
    """A file before and after a change."""

    file: str
    before: bytes
    after: bytes
    about: str
    """What was done, in a few words."""

    def difference(self) -> list[str]:
        """The lines that went and came, marked `-` and `+`."""
        old, new = (data.decode("utf-8", "replace") for data in (self.before, self.after))
        shown = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
        return [line for line in list(shown)[2:] if line[:2] != "@@"]


class EditHistory:
    """The changes of one session. Methods may be called from several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.done: list[FileChange] = []
        self.undone: list[FileChange] = []
        self._lock = threading.Lock()

    def make(self, change: FileChange) -> None:
        """Write a change.

        Raises:
            RefusedError: the file is another by now, or cannot be written.
        """
        with self._lock:
            self._write(change.file, change.before, change.after)
            self.done = [*self.done[-MAX_KEPT + 1 :], change]
            self.undone.clear()

    def undo(self) -> FileChange:
        """Take the last change back.

        Raises:
            RefusedError: there is none, or its file was changed since.
        """
        with self._lock:
            if not self.done:
                raise RefusedError("there is nothing to undo")
            change = self.done[-1]
            self._write(change.file, change.after, change.before)
            self.undone.append(self.done.pop())
            return change

    def redo(self) -> FileChange:
        """Make the change again that was undone last.

        Raises:
            RefusedError: there is none, or its file was changed since.
        """
        with self._lock:
            if not self.undone:
                raise RefusedError("there is nothing to make again")
            change = self.undone[-1]
            self._write(change.file, change.before, change.after)
            self.done.append(self.undone.pop())
            return change

    def _write(self, file: str, before: bytes, after: bytes) -> None:
        path = find_own_file(self.folder, file)
        try:
            replace_unchanged(path, before, after)
        except ChangedFileError:
            raise RefusedError(
                f"{file} was saved by another program meanwhile; look at it, and try again"
            ) from None
        except OSError as error:
            raise RefusedError(f"{file} cannot be written: {error.strerror}") from None


def find_own_file(folder: Path, file: str) -> Path:
    """Return the path of a file of the game.

    Raises:
        RefusedError: it lies outside the game's folder, or behind a link.
    """
    path = folder.joinpath(*file.split("/"))
    inside = all(part not in ("", ".", "..") for part in file.split("/")) and "\\" not in file
    if not inside or find_link(path, folder) or not path.is_file():
        raise RefusedError(f"{file} is no file of this game's folder, or a link")
    return path
