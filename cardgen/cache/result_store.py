"""What was worked out of something, kept from one run to the next: plain data by key.

In      results that took long, each under a key that stands for all it depends on but the program.
Out     the same, if the program is the one that made them.
Not here  what keys are made of (`cache.content_key`).

All results of a project are one file of MessagePack in the user's cache: nothing in it can be
run, and a harmed one counts as empty. It is read when the first result is asked for, and written
whole at the end of a run that added to it, with what another run has added meanwhile; of two at
the very same moment the last one stays. What was used longest ago goes first. Where nothing can be
written, nothing is kept. Safe to delete at any time.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from cardgen.cache.build_fingerprint import program
from cardgen.cache.content_key import UNPACKABLE
from cardgen.cache.project_cache import keep_project_cache, project_cache
from cardgen.cache.sealed_bytes import seal_bytes, unseal_bytes
from cardgen.files.atomic_write import write_atomically
from cardgen.files.regular_files import read_regular

MOST = 50_000
"""Results of a project."""
MAX_BYTES = 50_000_000


State = tuple[int, int, int]
"""A file's number, size and time."""


class _File(Struct, frozen=True, array_like=True):
    program: str
    results: dict[bytes, Any]


class ResultStore:
    """The results of one project, or of one run if there is no project."""

    def __init__(
        self, project: Path | None, name: str = "results", most_bytes: int = MAX_BYTES
    ) -> None:
        """Open a store; nothing is read yet.

        Args:
            project: Whose results they are.
            name: Of the file.
            most_bytes: If there are more, what this run did not use goes.
        """
        self._project, self._most_bytes = project, most_bytes
        self._file = project_cache(project) / name if project else None
        self._known: dict[bytes, Any] | None = None
        self._state: State | None = None
        """How the file was when it was read."""
        self._used: dict[bytes, Any] = {}
        self.starts: dict[tuple[str, str], int] = {}
        """Where entries of layouts begin: results say where in them something is."""
        self.added: dict[bytes, Any] = {}
        """Results of this run, not saved yet."""

    def get(self, key: bytes) -> Any:
        """Return a result; None if there is none, so that None cannot be kept."""
        found = self._used.get(key)
        if found is None:
            found = self._read().get(key)
            if found is not None:
                self._used[key] = found
        return found

    def put(self, key: bytes, result: Any) -> None:
        """Keep a result: lists, dictionaries, texts, numbers."""
        self._used[key] = self.added[key] = result

    def take_added(self) -> dict[bytes, Any]:
        """Return what was added and not saved, for another store to save."""
        taken, self.added = self.added, {}
        return taken

    def begin_next(self) -> ResultStore:
        """Return a store in memory for the next run, which knows what this one used."""
        following = ResultStore(None)
        following._known = self._used
        following.starts = self.starts
        return following

    def save(self) -> None:
        """Write what was added, for the next run."""
        if self._file is None or self._project is None or not self.added:
            return
        if self._state != _find_state(self._file):
            self._known = None  # another run has added to it meanwhile
        rest = {key: one for key, one in self._read().items() if key not in self._used}
        results = dict(list({**rest, **self._used}.items())[-MOST:])
        packed = _pack_results(results)
        if len(packed) > self._most_bytes:
            packed = _pack_results(self._used)
        if len(packed) > 2 * self._most_bytes:
            return  # it would not be read
        with suppress(OSError):
            write_atomically(self._file, seal_bytes(packed), private=True)
            keep_project_cache(self._project)
        self.added = {}

    def forget_unused(self) -> None:
        """Let go of what this run did not ask for; whoever asks for it now has it read again."""
        if self._file is not None:
            self._known = None

    def _read(self) -> dict[bytes, Any]:
        if self._known is None:
            self._state = _find_state(self._file) if self._file else None
            self._known = _read_results(self._file, 2 * self._most_bytes) if self._file else {}
        return self._known


def _find_state(file: Path) -> State | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _pack_results(results: dict[bytes, Any]) -> bytes:
    """A file of results; those that have no form in it (half a character) are left out."""
    try:
        return msgspec.msgpack.encode(_File(program(), results))
    except UNPACKABLE:
        sound = {key: one for key, one in results.items() if _is_packable(one)}
        return msgspec.msgpack.encode(_File(program(), sound))


def _is_packable(result: Any) -> bool:
    try:
        msgspec.msgpack.encode(result)
    except UNPACKABLE:
        return False
    return True


def _read_results(file: Path, most_bytes: int) -> dict[bytes, Any]:
    try:
        packed = unseal_bytes(read_regular(file, most_bytes))
        stored = msgspec.msgpack.decode(packed or b"", type=_File)
    except (OSError, msgspec.DecodeError, RecursionError):
        return {}
    return stored.results if stored.program == program() else {}
