"""Output folders: whole when they are seen, or as they were.

In      files by their names below the folder.
Out     the folder, in the place of the one before; what cardgen did not write stays in it.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

_ABANDONED = 60.0
"""Seconds after which the unfinished output of a process that is gone may be dropped."""
_GULP = 2**20
FILE_LIST = ".cardgen-files"
"""Names what cardgen wrote into a folder; where it is, there is output."""


class UnwritableError(Exception):
    """The output folder cannot be written; the message is one clear sentence."""


class OutputFolder:
    """A folder being written beside its final place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: set[str] = set()

    def path(self, name: str) -> Path:
        """Where to write file `name` (a relative path with `/`); its folder exists."""
        self._names.add(name)
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def write(self, name: str, data: bytes) -> None:
        self.path(name).write_bytes(data)

    def link(self, name: str, existing: str) -> None:
        """Make `name` the same file as `existing`: a hard link, or a copy where links fail."""
        source, file = self.folder / existing, self.path(name)
        try:
            os.link(source, file)
        except OSError:
            shutil.copyfile(source, file)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._names))


@contextmanager
def replace_output(folder: Path) -> Iterator[OutputFolder]:
    """Write a whole output folder, and put it in place only when all of it is there.

    What cardgen did not write stays where it was; where it is in the way, nothing is
    written. On any failure the last good output stays as it was. A link is followed.

    Raises:
        UnwritableError: the folder cannot be made or replaced.
    """
    shown, folder = folder, Path(os.path.realpath(folder))
    try:
        if folder.exists() and not folder.is_dir():
            raise UnwritableError(f"cannot write to {shown}: it is a file")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _alone(folder.parent):
            _recover(folder)
            _sweep(folder)
        prefix = f".{folder.name}-{os.getpid()}-"
        staged = Path(tempfile.mkdtemp(prefix=prefix, dir=folder.parent))
        staged.chmod(0o755)
    except OSError as error:
        raise UnwritableError(f"cannot write to {shown}: {error.strerror}") from None
    try:
        output = OutputFolder(staged)
        yield output
        output.write(FILE_LIST, ("\n".join(output.names) + "\n").encode())
        with _alone(folder.parent):
            _keep_unchanged(folder, staged)
            _swap(folder, staged)
    except OSError as error:
        raise UnwritableError(f"cannot write to {shown}: {error.strerror or error}") from None
    finally:
        _drop(staged)


@contextmanager
def _alone(parent: Path) -> Iterator[None]:
    """Let no other build move folders below `parent` meanwhile. Where the file system knows no
    locks, there is none."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    door = os.open(parent, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(door, fcntl.LOCK_EX)
        yield
    finally:
        os.close(door)


def _drop(folder: Path) -> None:
    """Remove a folder into which a worker may just be writing: under another name, so that the
    worker finds no place for a further file."""
    gone = folder.with_name(f"{folder.name}-gone")
    with suppress(OSError):
        folder.rename(gone)
    for left in (gone, folder):
        shutil.rmtree(left, ignore_errors=True)


def _keep_unchanged(folder: Path, staged: Path) -> None:
    """Give files that come out as they were the times of the old ones: what is new there is
    what has changed. A kept face stays the very file that the store has, and need not be
    compared again."""
    if not folder.is_dir():
        return
    for name in _written(folder):
        old, new = folder / name, staged / name
        try:
            before, after = old.lstat(), new.lstat()
        except OSError:
            continue
        files = stat.S_ISREG(before.st_mode) and stat.S_ISREG(after.st_mode)
        twins = files and before.st_size == after.st_size
        if twins and before.st_ino != after.st_ino and _same(old, new):
            os.utime(new, ns=(before.st_atime_ns, before.st_mtime_ns))


def _same(one: Path, other: Path) -> bool:
    """Whether two files of one size hold the same; a face at a gulp, as there are hundreds."""
    with one.open("rb", buffering=0) as first, other.open("rb", buffering=0) as second:
        while part := first.read(_GULP):
            if part != second.read(_GULP):
                return False
    return True


def _sweep(folder: Path) -> None:
    """Drop what builds that were killed left behind: their process is gone, and nothing
    was written there for a while."""
    for left in folder.parent.glob(f".{folder.name}-*-*"):
        pid = left.name.removeprefix(f".{folder.name}-").partition("-")[0]
        if pid.isdigit() and left.is_dir() and not left.is_symlink() and not _runs(int(pid)):
            age = time.time() - left.stat().st_mtime
            if age > _ABANDONED:
                shutil.rmtree(left, ignore_errors=True)


def _runs(pid: int) -> bool:
    """Whether a process is there, as far as this system tells."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _old(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}-old")


def _recover(folder: Path) -> None:
    """Finish or undo a swap that was cut short."""
    old = _old(folder)
    if old.is_dir():
        if folder.exists():
            _clear(old, folder)
        else:
            old.rename(folder)


def _swap(folder: Path, staged: Path) -> None:
    """Put the new output in the place of the old, which comes back if that fails."""
    old = _old(folder)
    if not folder.exists():
        staged.rename(folder)
        return
    _refuse_if_blocked(folder, staged)
    folder.rename(old)
    try:
        staged.rename(folder)
    except BaseException:
        if not folder.exists():
            old.rename(folder)
        raise
    _clear(old, folder)


def _clear(old: Path, folder: Path) -> None:
    """Carry over what cardgen did not write, then drop the rest."""
    _refuse_if_blocked(old, folder)
    written = _written(old)
    for name in list(_foreign(old, folder, written)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (old / name).rename(folder / name)
    for top, _, files in os.walk(old, topdown=False):
        for file in sorted(files, key=FILE_LIST.__eq__):  # the record last: it says what may go
            if (Path(top) / file).relative_to(old).as_posix() in written:
                (Path(top) / file).unlink()
        Path(top).rmdir()


def written_files(folder: Path) -> tuple[str, ...]:
    """The files that cardgen wrote into an output folder, by its own list, in order."""
    return tuple(sorted(name for name in _written(folder) if name))


def _written(folder: Path) -> frozenset[str]:
    """The files that cardgen wrote into an output folder, by its own list."""
    record = folder / FILE_LIST
    if record.is_symlink() or not record.is_file():
        return frozenset()
    names = record.read_bytes().decode("utf-8", "replace").split("\n")
    return frozenset((*names, FILE_LIST))


def _foreign(old: Path, new: Path, written: frozenset[str], inside: str = "") -> Iterator[str]:
    """What cardgen did not write, each as the largest folder that can be moved whole."""
    for entry in sorted((old / inside).iterdir()):
        name = entry.relative_to(old).as_posix()
        folder = entry.is_dir() and not entry.is_symlink()
        shared = folder and (
            (new / name).is_dir() or any(one.startswith(f"{name}/") for one in written)
        )
        if shared:
            yield from _foreign(old, new, written, name)
        elif folder or entry.is_symlink() or name not in written:
            yield name


def _refuse_if_blocked(old: Path, new: Path) -> None:
    """Stop while nothing has moved yet, if something of the designer's has no place in `new`."""
    for name in _foreign(old, new, _written(old)):
        above = [new / parent for parent in PurePosixPath(name).parents]
        if os.path.lexists(new / name) or any(p.exists() and not p.is_dir() for p in above):
            raise UnwritableError(
                f"cannot write to {old}: cardgen did not write `{name}` there, and needs its "
                "place; move it elsewhere"
            )
