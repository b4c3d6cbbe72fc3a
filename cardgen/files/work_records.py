"""What runs have under way, so that the next run can clean up after one that was killed.

In      the folders that a run is about to make.
Out     a record of them in the user's cache, locked for as long as the run lives.

A folder is cardgen's if a record names it: its name holds a random id, and the record lies where
no game can put one. A run is over when its record can be locked. Neither names nor ages tell, so
that nothing is ever removed that looks like a leftover and is somebody's own.

    BEGIN   a record is written, then the folders are made
    END     the folders are gone or in their places, then the record goes
    KILLED  the record is there, and nobody holds its lock: `sweep` finishes or undoes the work
    CTRL-C  at any point whatever: `abandon_work` does it before the process ends
"""

from __future__ import annotations

import json
import os
import secrets
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from cardgen.files.atomic_write import is_real_folder, remove_file, remove_tree
from cardgen.files.file_lock import FileLock, LockedError, locked, try_lock
from cardgen.files.user_cache import user_cache

_FOLDER = "under-way"


class WorkRecord(Struct, frozen=True):
    """Folders that one run works with, by what they are for."""

    id: str
    paths: Mapping[str, Path]


Finish = Callable[[WorkRecord], None]
"""Puts right what a killed run left half done."""

_under_way: dict[str, tuple[int, WorkRecord]] = {}
"""What this process has begun and not ended, with the process that began it: forks have copies."""


def new_id() -> str:
    """Return an id that nobody can guess, for names of folders that are being written."""
    return secrets.token_hex(8)


class WorkUnderWay:
    """Work that is recorded until it ends. Without a cache there is no record: what a killed run
    leaves behind then stays, which harms nobody."""

    def __init__(self, id_: str, **paths: Path) -> None:
        self.id = id_
        self._record = _begin(id_, paths)

    def end(self) -> None:
        """Forget the work: its folders are gone or in their places."""
        _end(self.id, self._record)


class TemporaryFolder:
    """A folder for a run's own use, gone with it; see `tempfile.TemporaryDirectory`."""

    def __init__(self, *, near: Path | None = None) -> None:
        """Make the folder.

        Args:
            near: A place on the disk where it is best, which need not be there yet: files can
                then be linked. Left out, or where no folder can be made there, it is where the
                system has such folders.
        """
        import tempfile

        id_ = new_id()
        parent = Path(tempfile.gettempdir())
        above = _nearest_folder(near) if near is not None else parent
        same_disk = above.stat().st_dev == parent.stat().st_dev
        usual = parent / f"cardgen-{id_}"
        places = [usual] if same_disk else [above / f".cardgen-{id_}", usual]
        path, record = _make_folder(id_, *places)
        self.name = str(path)
        self._finalizer = weakref.finalize(self, _discard, id_, path, record, os.getpid())

    def __enter__(self) -> str:
        return self.name

    def __exit__(self, *_error: object) -> None:
        self.cleanup()

    def cleanup(self) -> None:
        """Remove the folder and all that is in it."""
        self._finalizer()


def _make_folder(id_: str, place: Path, *others: Path) -> tuple[Path, tuple[Path, FileLock] | None]:
    """Make the first of some folders that can be made; return it and its record."""
    record = _begin(id_, {"folder": place})
    try:
        place.mkdir(mode=0o700)
    except OSError:
        _end(id_, record)
        if not others:
            raise
        return _make_folder(id_, *others)
    return place, record


def _nearest_folder(path: Path) -> Path:
    """The folder at a path, or the nearest one above it that is there."""
    path = path.absolute()
    return next(folder for folder in (path, *path.parents) if folder.is_dir())


def sweep(finish: Finish) -> None:
    """Clean up after runs that are over.

    Args:
        finish: Called with each record before the folder that it names is removed. If it
            raises an `OSError`, the record stays for the next run.
    """
    cache = user_cache()
    if cache is None:
        return
    with suppress(OSError), locked(cache / "sweep.lock"):
        for file in sorted((cache / _FOLDER).glob("*.json")):
            with suppress(OSError, LockedError):
                _sweep_one(file, finish)


def abandon_work(finish: Finish) -> None:
    """Clean up after this process itself, which was interrupted at any point whatever.

    Args:
        finish: As for `sweep`.
    """
    cache = user_cache()
    for id_, (process, record) in list(_under_way.items()):
        if process == os.getpid():
            with suppress(OSError):
                _undo(record, finish)
                if cache is not None:
                    remove_file(cache / _FOLDER / f"{id_}.json")


def _sweep_one(file: Path, finish: Finish) -> None:
    lock = try_lock(file)
    try:
        record = _read(file)
        if record is not None:
            _undo(record, finish)
    finally:
        lock.release()
    remove_file(file)


def _undo(record: WorkRecord, finish: Finish) -> None:
    finish(record)
    folder = record.paths.get("folder")
    if folder is not None and record.id in folder.name and is_real_folder(folder):
        remove_tree(folder)


def _read(file: Path) -> WorkRecord | None:
    """A record as far as it was written; a run that was killed meanwhile had made nothing."""
    try:
        paths = json.loads(file.read_bytes())
        return WorkRecord(file.stem, {name: Path(path) for name, path in paths.items()})
    except (ValueError, AttributeError, TypeError, RecursionError):
        return None


def _begin(id_: str, paths: Mapping[str, Path]) -> tuple[Path, FileLock] | None:
    _under_way[id_] = (os.getpid(), WorkRecord(id_, paths))
    cache = user_cache()
    if cache is None:
        return None
    file = cache / _FOLDER / f"{id_}.json"
    data = json.dumps({name: str(path.absolute()) for name, path in paths.items()})
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with locked(cache / "sweep.lock"):  # no sweep sees a record before it is locked
            lock = try_lock(file)
            file.write_text(data, "utf-8")
    except (OSError, LockedError):
        return None
    return file, lock


def _end(id_: str, record: tuple[Path, FileLock] | None) -> None:
    if record is not None:
        file, lock = record
        lock.release()
        with suppress(OSError):
            remove_file(file)
    _under_way.pop(id_, None)


def _discard(id_: str, path: Path, record: tuple[Path, FileLock] | None, process: int) -> None:
    """Remove a folder, in the process that made it: forked copies leave it alone."""
    if os.getpid() == process:
        remove_tree(path)
        _end(id_, record)
