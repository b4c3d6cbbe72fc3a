"""What a large game sets aside: values in a temporary file, read again when they are wanted.

In      bytes; values that can be pickled.
Out     the same, by the place that they were given.
Not here  what is worth setting aside, and when (`read.tables.cards`, `bind.card.face_bodies`,
        `layout.face.scene_store`).

The file has no name and goes with its `DiskStore`. Threads and forked copies of the process may
read at the same time: reading moves nothing that they share. What many values have in common
(fonts, pictures, grounds) is kept once, in memory.
"""

from __future__ import annotations

import io
import os
import pickle
import tempfile
import threading
import weakref
import zlib
from collections.abc import Callable, Hashable
from typing import IO, Any

MAX_IN_MEMORY = 600
"""How many of a kind (rows, faces) stay in memory as they are."""
LARGE_GAME = 2 * MAX_IN_MEMORY
"""Faces from which on nothing is kept that can be worked out again: so few would gain by it."""

_LEVEL = 1
_LENGTH = 4
"""Bytes that say how long a value is in the file, and whether it is packed."""
_PACKED_FROM = 1_000
"""Bytes of a value that is packed. To prepare zlib for a row of a table takes a fifth of the time
in which the row is read, and saves half of its bytes."""


class DiskStore:
    """Bytes in a file, packed where they are many."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._end = 0
        self._turn = threading.Lock()

    def put(self, data: bytes) -> int:
        """Set bytes aside; gives their place."""
        is_packed = len(data) >= _PACKED_FROM
        stored = zlib.compress(data, _LEVEL) if is_packed else data
        head = (len(stored) << 1 | is_packed).to_bytes(_LENGTH, "little")
        with self._turn:
            file, place = self._opened(), self._end
            file.seek(place)
            file.write(head + stored)
            self._end += _LENGTH + len(stored)
        return place

    def get(self, place: int) -> bytes:
        """The bytes of a place."""
        head = int.from_bytes(self._read(_LENGTH, place), "little")
        stored = self._read(head >> 1, place + _LENGTH)
        return zlib.decompress(stored) if head & 1 else stored

    def _opened(self) -> IO[bytes]:
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="cardgen-", buffering=0)  # noqa: SIM115
            weakref.finalize(self, self._file.close)
        return self._file

    def _read(self, length: int, place: int) -> bytes:
        assert self._file is not None
        if hasattr(os, "pread"):  # leaves the file's position, which forked processes share
            return os.pread(self._file.fileno(), length, place)
        with self._turn:
            self._file.seek(place)
            return self._file.read(length)


class _Pickler(pickle.Pickler):
    """Writes shared values as their numbers. By a method: Python 3.13.0 takes no attribute."""

    def __init__(
        self,
        out: IO[bytes],
        is_shared: Callable[[Any], bool],
        shared: list[Any],
        numbers: dict[Hashable, int],
    ) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self._is_shared, self._shared, self._numbers = is_shared, shared, numbers

    def persistent_id(self, value: Any) -> int | None:
        if not self._is_shared(value):
            return None
        if value not in self._numbers:
            self._numbers[value] = len(self._shared)
            self._shared.append(value)
        return self._numbers[value]


class _Unpickler(pickle.Unpickler):
    """Reads numbers as the values they stand for."""

    def __init__(self, packed: IO[bytes], shared: list[Any]) -> None:
        super().__init__(packed)
        self._shared = shared

    def persistent_load(self, number: Any) -> Any:
        return self._shared[number]


class PickleStore:
    """Values in a spool. Those for which `is_shared` holds stay in memory, equal ones once."""

    def __init__(self, is_shared: Callable[[Any], bool]) -> None:
        self._is_shared = is_shared
        self._store = DiskStore()
        self._shared: list[Any] = []
        self._numbers: dict[Hashable, int] = {}
        self._last: tuple[int, Any] | None = None
        """What was read last, with its place: it is often wanted again at once."""

    def put(self, value: Any) -> int:
        """Set a value aside; gives its place."""
        out = io.BytesIO()
        _Pickler(out, self._is_shared, self._shared, self._numbers).dump(value)
        return self._store.put(out.getvalue())

    def get(self, place: int) -> Any:
        """An equal value."""
        last = self._last
        if last is None or last[0] != place:
            packed = io.BytesIO(self._store.get(place))
            last = self._last = place, _Unpickler(packed, self._shared).load()
        return last[1]
