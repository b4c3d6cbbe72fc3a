"""The old output folder makes way for the new one.

In      an output folder, and the new one staged beside it.
Out     the new one in its place; what cardgen did not write is carried over.

Folders are renamed, which takes no time; what is left of the old one is then removed. Where the
folder itself cannot be renamed (on Windows: somebody's current folder, or a file in it is open),
its files are moved one by one, and moved back if one of them may not be.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from msgspec import Struct

from cardgen.files.atomic_write import is_real_folder, move, remove_file, remove_tree

FILE_LIST = ".cardgen-files"
"""Names what cardgen wrote into a folder; where it is, there is output."""
_CHUNK = 2**20
_MAX_LIST = 2**22


class BlockedError(Exception):
    """Something stands in the way, and nothing was changed; the message says what."""


class Swap(Struct, frozen=True):
    """An output folder and its two neighbors, whose names nobody can guess."""

    folder: Path
    id: str

    @property
    def staged(self) -> Path:
        """Where the new output is written."""
        return self.folder.with_name(f".{self.folder.name}-{self.id}")

    @property
    def old(self) -> Path:
        """Where the old output is while the new one takes its place."""
        return self.folder.with_name(f".{self.folder.name}-{self.id}-old")

    @property
    def given_up(self) -> Path:
        """Where the new output is while it is removed."""
        return self.folder.with_name(f".{self.folder.name}-{self.id}-gone")

    def discard(self) -> None:
        """Remove the new output, into which a worker may just be writing: under another name,
        so that the worker finds no place for a further file."""
        with suppress(OSError):
            self.staged.rename(self.given_up)
        for left in (self.given_up, self.staged):
            remove_tree(left)

    def keep_times(self) -> None:
        """Give files that come out as they were the times of the old ones: what is new there is
        what has changed. A kept face stays the very file that the store has, and need not be
        compared again."""
        if is_real_folder(self.folder):
            for name in listed_files(self.folder):
                with suppress(OSError, ValueError):
                    _keep_time(self.folder / name, self.staged / name)

    def put_in_place(self) -> None:
        """Put the new output in the place of the old, which comes back if that fails.

        Raises:
            BlockedError: something of the designer's has no place in the new output, or a
                file may not be replaced.
            OSError: the new output cannot be moved.
        """
        if not self.folder.exists():
            move(self.staged, self.folder)
            return
        _refuse_if_blocked(self.folder, self.staged)
        try:
            move(self.folder, self.old)
        except PermissionError:
            self._replace_files()
            return
        try:
            move(self.staged, self.folder)
        except BaseException:
            if not self.folder.exists():
                move(self.old, self.folder)
            raise
        self._clear_old()

    def recover(self) -> None:
        """Finish or undo a swap that was cut short."""
        remove_tree(self.given_up)
        if is_real_folder(self.old):
            if os.path.lexists(self.folder):
                self._clear_old()
            else:
                move(self.old, self.folder)

    def _clear_old(self) -> None:
        """Carry over what cardgen did not write, then drop the rest."""
        _refuse_if_blocked(self.old, self.folder)
        written = listed_files(self.old)
        for name in list(_foreign(self.old, self.folder, written)):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            move(self.old / name, self.folder / name)
        _remove_written(self.old, written)

    def _replace_files(self) -> None:
        """Move the old files away and the new ones in, one by one; all of them, or none."""
        moved: list[tuple[Path, Path]] = []
        try:
            for name in sorted(listed_files(self.folder), key=FILE_LIST.__eq__):
                _move_file(self.folder / name, self.old / name, moved)
            for name in sorted(listed_files(self.staged), key=FILE_LIST.__ne__):
                _move_file(self.staged / name, self.folder / name, moved)
        except BaseException as error:
            for source, target in reversed(moved):
                with suppress(OSError):
                    move(target, source)
            remove_tree(self.old)
            if isinstance(error, PermissionError):
                name = Path(error.filename or "").name
                raise BlockedError(
                    f"`{name}` there is open in another program, or may not be changed; "
                    "close it and build again: what was rendered is kept"
                ) from None
            raise
        remove_tree(self.old)


def listed_files(folder: Path) -> frozenset[str]:
    """Return the files that cardgen wrote into a folder, and the list itself."""
    record = folder / FILE_LIST
    try:
        if not stat.S_ISREG(record.lstat().st_mode):
            return frozenset()
        with record.open("rb") as file:
            data = file.read(_MAX_LIST + 1)
    except OSError:
        return frozenset()
    if len(data) > _MAX_LIST:  # none that cardgen wrote
        return frozenset()
    names = data.decode("utf-8", "replace").split("\n")
    return frozenset((*filter(_is_inside, names), FILE_LIST))


def _is_inside(name: str) -> bool:
    """Whether a name that somebody may have written into the list stays in the folder."""
    return not name.startswith("/") and ".." not in name.split("/")


def _move_file(source: Path, target: Path, moved: list[tuple[Path, Path]]) -> None:
    if os.path.lexists(source) and not source.is_dir() and is_real_folder(source.parent):
        target.parent.mkdir(parents=True, exist_ok=True)
        move(source, target)
        moved.append((source, target))


def _keep_time(old: Path, new: Path) -> None:
    before, after = old.lstat(), new.lstat()
    regular = stat.S_ISREG(before.st_mode) and stat.S_ISREG(after.st_mode)
    twins = regular and before.st_size == after.st_size
    if twins and before.st_ino != after.st_ino and _same_content(old, new):
        os.utime(new, ns=(before.st_atime_ns, before.st_mtime_ns))


def _same_content(one: Path, other: Path) -> bool:
    """Whether two files of one size hold the same; mostly one chunk, as there are hundreds."""
    with one.open("rb", buffering=0) as first, other.open("rb", buffering=0) as second:
        while part := first.read(_CHUNK):
            if part != second.read(_CHUNK):
                return False
    return True


def _remove_written(old: Path, written: frozenset[str]) -> None:
    """Remove files and the folders that they leave empty. What cannot be removed stays: it is
    no longer the output."""
    for top, folders, files in os.walk(old, topdown=False):
        for file in sorted(files, key=FILE_LIST.__eq__):  # the list last: it says what may go
            if (Path(top) / file).relative_to(old).as_posix() in written:
                with suppress(OSError):
                    remove_file(Path(top) / file)
        del folders
        with suppress(OSError):
            Path(top).rmdir()


def _foreign(old: Path, new: Path, written: frozenset[str], inside: str = "") -> Iterator[str]:
    """What cardgen did not write, each as the largest folder that can be moved whole."""
    for entry in sorted((old / inside).iterdir()):
        name = entry.relative_to(old).as_posix()
        folder = is_real_folder(entry)
        shared = folder and (
            is_real_folder(new / name) or any(one.startswith(f"{name}/") for one in written)
        )
        if shared:
            yield from _foreign(old, new, written, name)
        elif folder or entry.is_symlink() or name not in written:
            yield name


def _refuse_if_blocked(old: Path, new: Path) -> None:
    """Stop while nothing has moved yet, if something of the designer's has no place in `new`."""
    for name in _foreign(old, new, listed_files(old)):
        above = [new / parent for parent in PurePosixPath(name).parents]
        if os.path.lexists(new / name) or any(
            os.path.lexists(p) and not is_real_folder(p) for p in above
        ):
            raise BlockedError(
                f"cardgen did not write `{name}` there, and needs its place; move it elsewhere"
            )
