"""Changes to the files of a game: written, undone and made again, in the order they came.

In      a game's folder, changed texts of its files.
Out     files written whole; what each change did, line by line.
"""

from __future__ import annotations

import difflib
import threading
from collections.abc import Callable, Sequence
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


Side = Callable[[FileChange], bytes]


class EditHistory:
    """The changes of one session. Methods may be called from several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.done: list[FileChange] = []
        self.undone: list[FileChange] = []
        self._told: set[str] = set()
        """Files of which was said that another program has changed them."""
        self._lock = threading.Lock()

    def make(self, change: FileChange) -> None:
        """Write a change.

        Raises:
            RefusedError: the file is another by now, or cannot be written.
        """
        with self._lock:
            self._write(change.file, change.before, change.after)
            self._told.discard(change.file)
            self.done = [*self.done[-MAX_KEPT + 1 :], change]
            self.undone.clear()

    def undo(self) -> FileChange:
        """Take the last change back whose file is as that change left it.

        A change that another program has written over is refused once, and then passed over:
        it is no reason to keep those before it, in other files.

        Raises:
            RefusedError: there is none, or its file was changed since.
        """
        with self._lock:
            number = self._choose(self.done, "undo", lambda change: change.after)
            change = self.done[number]
            self._write(change.file, change.after, change.before)
            self.undone.append(self.done.pop(number))
            return change

    def redo(self) -> FileChange:
        """Make the change again that was undone last; as `undo` otherwise.

        Raises:
            RefusedError: there is none, or its file was changed since.
        """
        with self._lock:
            number = self._choose(self.undone, "make again", lambda change: change.before)
            change = self.undone[number]
            self._write(change.file, change.before, change.after)
            self.done.append(self.undone.pop(number))
            return change

    def _choose(self, changes: Sequence[FileChange], what: str, side: Side) -> int:
        """Return which change is the next one.

        Raises:
            RefusedError: there is none, or its file was changed and nobody was told yet.
        """
        if not changes:
            raise RefusedError(f"there is nothing to {what}")
        faults: dict[str, str] = {}
        for number, change in reversed(tuple(enumerate(changes))):
            fault = faults[change.file] = self._find_fault(change.file, side(change))
            if not fault:
                return number
            if change.file not in self._told:
                self._told.add(change.file)
                raise RefusedError(f"{fault}; {what} once more to pass its changes over")
        raise RefusedError(f"there is nothing left to {what}: {'; '.join(faults.values())}")

    def _find_fault(self, file: str, data: bytes) -> str:
        """Say why a file is not as a change left it; "" if it is."""
        try:
            same = find_own_file(self.folder, file).read_bytes() == data
        except RefusedError as error:
            return str(error)
        except OSError as error:
            return f"{file} cannot be read: {error.strerror}"
        return "" if same else f"{file} was saved by another program since"

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
