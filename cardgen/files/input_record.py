"""Which files a run has read, and how they were when it read them.

In      each read, and each look for a file that is not there.
Out     the state of every input, to compare with what lies on the disk later.

A file that is saved while a run goes on was read before or after: only the state noted at the
moment of reading tells which. A file that is read twice and differs was read in two states; no
later state equals it, so the run counts as out of date.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

State = list[Any] | None
"""Size, times in nanoseconds, hash and place of a file; None if it is not there.

The times are those of its content and of its entry: `cp -p` and `touch -r` give a file the former
of another, nobody the latter. The number of the file follows them: two folders that change places
leave all times as they are, and files that were unpacked within one tick of the file system's clock
have the same. There are none where they prove nothing: a file that was saved just before it was
read may be saved again within the same tick. The place is where links lead: the same bytes
elsewhere may be where the game must not read.
"""
PRESENT: State = ["present"]
"""A file that was looked for, found, and not read."""
FOLDER: State = ["folder"]
"""A folder in which files were looked for, and in none further away."""
MIXED: State = ["mixed"]
"""A file that was read in two states, or could not be: no state equals it."""
_RECENT = 2_000_000_000
"""Nanoseconds after which two saves differ in their time on every file system (FAT: 2 s)."""


class FileStamp(Struct, frozen=True):
    """What tells, without reading it, that a file is as it was. There are no times of what lies
    in memory."""

    place: str
    times: list[int]
    """Of its content and of its entry, and the file's number."""


def take_stamp(file: Path) -> FileStamp:
    """Return the stamp of a file as it is now, to be taken before it is read."""
    try:
        times = _times_of(file.stat())
    except OSError:
        times = []
    return FileStamp(os.path.realpath(file), times)


def _times_of(status: os.stat_result) -> list[int]:
    return [status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


class InputRecord:
    """The inputs of one run; threads may add to it at the same time."""

    def __init__(self, states: Mapping[Path, State] | None = None) -> None:
        """Make a record.

        Args:
            states: Of inputs that are still in memory from an earlier run. One that is read
                again and differs was read in two states.
        """
        self._states: dict[Path, State] = dict(states or {})
        self._lock = threading.Lock()

    @property
    def states(self) -> Mapping[Path, State]:
        """Every file that was read or looked for, in no order."""
        with self._lock:
            return dict(self._states)

    @property
    def shared(self) -> Mapping[Path, State]:
        """Those files whose path leads out of the folder of a game: `include: ../house.yaml`."""
        way_out = f"{os.sep}..{os.sep}"
        return {path: state for path, state in self.states.items() if way_out in str(path)}

    def note_read(self, path: Path, before: FileStamp, data: bytes) -> None:
        """Note the bytes of a file, and its stamp as it was before they were read."""
        self._note(path, _state_of(before, data))

    def note_file(self, path: Path) -> None:
        """Note a file as it is now."""
        before = take_stamp(path)
        try:
            self.note_read(path, before, path.read_bytes())
        except OSError:
            self.note_unreadable(path)

    def note_absent(self, path: Path) -> None:
        self._note(path, None)

    def note_present(self, path: Path) -> None:
        self._note(path, PRESENT)

    def note_folder(self, path: Path) -> None:
        self._note(path, FOLDER)

    def note_unreadable(self, path: Path) -> None:
        """Note a file that may be read another time."""
        self._note(path, MIXED)

    def note_state(self, path: Path, state: State) -> None:
        """Note how another run read a file."""
        self._note(path, state)

    def _note(self, path: Path, state: State) -> None:
        with self._lock:
            first = self._states.get(path, state)
            self._states[path] = _combined(first, state)


def _combined(first: State, second: State) -> State:
    """One state for two reads of a file."""
    if first == second or (second == PRESENT and first is not None):
        return first
    if first == PRESENT and second is not None:
        return second
    if first and second and first[0] == second[0] and first[2:] == second[2:]:
        return [first[0], [], *first[2:]]  # the same bytes at another time
    return MIXED


def _state_of(before: FileStamp, data: bytes) -> State:
    recent = time.time_ns() - max(before.times[:2], default=0) < _RECENT
    return [len(data), [] if recent else before.times, _digest_of(data), before.place]


def _digest_of(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def is_recorded(data: bytes, state: State) -> bool:
    """Whether bytes are those of a file when it was recorded."""
    if state is None or state in (PRESENT, FOLDER, MIXED):
        return False
    return bool(state[2] == _digest_of(data))


def is_as_recorded(path: Path, state: State) -> bool:
    """Whether a file is now as it was when it was recorded. A file of other times is read."""
    try:
        status = path.stat()
    except OSError:
        return state is None
    if state is None or state == MIXED:
        return False
    if state == PRESENT:
        return path.is_file()
    if state == FOLDER:
        return path.is_dir()
    size, times, digest, place = state
    if status.st_size != size or os.path.realpath(path) != place:
        return False
    return bool(_times_of(status) == times or _digest(path) == digest)


def _digest(path: Path) -> str | None:
    try:
        return _digest_of(path.read_bytes())
    except OSError:
        return None
