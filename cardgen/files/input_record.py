"""Which files a run has read, and how they were when it read them.

In      each read, and each look for a file that is not there.
Out     the state of every input, to compare with what lies on the disk later.

A file that is saved while a run goes on was read before or after: only the state noted at the
moment of reading tells which. A file that is read twice and differs was read in two states; no
later state equals it, so the run counts as out of date.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

State = list[Any] | None
"""Size, time in nanoseconds and hash of a file; None if it is not there.

The time is 0 where it proves nothing: a file that was saved just before it was read may be saved
again within the same tick of the file system's clock.
"""
PRESENT: State = ["present"]
"""A file that was looked for, found, and not read."""
MIXED: State = ["mixed"]
"""A file that was read in two states, or could not be: no state equals it."""
_RECENT = 2_000_000_000
"""Nanoseconds after which two saves differ in their time on every file system (FAT: 2 s)."""


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

    def note_read(self, path: Path, time_before: int, data: bytes) -> None:
        """Note the bytes of a file, and its time as it was before they were read."""
        self._note(path, _state_of(time_before, data))

    def note_file(self, path: Path) -> None:
        """Note a file as it is now."""
        try:
            time_before = path.stat().st_mtime_ns
            self.note_read(path, time_before, path.read_bytes())
        except OSError:
            self.note_unreadable(path)

    def note_absent(self, path: Path) -> None:
        self._note(path, None)

    def note_present(self, path: Path) -> None:
        self._note(path, PRESENT)

    def note_unreadable(self, path: Path) -> None:
        """Note a file that may be read another time."""
        self._note(path, MIXED)

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
        return [first[0], 0, *first[2:]]  # the same bytes at another time
    return MIXED


def _state_of(time_before: int, data: bytes) -> State:
    recent = time.time_ns() - time_before < _RECENT
    return [len(data), 0 if recent else time_before, _digest_of(data)]


def _digest_of(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def is_recorded(data: bytes, state: State) -> bool:
    """Whether bytes are those of a file when it was recorded."""
    if state is None or state in (PRESENT, MIXED):
        return False
    return bool(state[2:] == [_digest_of(data)])


def is_as_recorded(path: Path, state: State) -> bool:
    """Whether a file is now as it was when it was recorded. A file of another time is read."""
    try:
        status = path.stat()
    except OSError:
        return state is None
    if state is None or state == MIXED:
        return False
    if state == PRESENT:
        return path.is_file()
    size, time_then, digest = state
    if status.st_size != size:
        return False
    return bool(status.st_mtime_ns == time_then or _digest(path) == digest)


def _digest(path: Path) -> str | None:
    try:
        return _digest_of(path.read_bytes())
    except OSError:
        return None
