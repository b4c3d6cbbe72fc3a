"""Faces that were rendered before: a store of files by what is in them.

In      a key that stands for everything a file's bytes depend on; a finished file.
Out     the file, linked or copied to where it is wanted, if it is there and whole.
Not here  what the key is made of (`render.workers.face_painting`).

It lies in the user's cache, never in a game's folder (`cache.project_cache`), may be deleted at any
time, and is safe under two
builds at once: an entry is a file whose name says all of it (key, checksum, SHA-256), and
appears whole or not at all. What was cut short or changed is noticed by its checksum and
made anew. Where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import deflate
from msgspec import Struct

from cardgen.files.atomic_write import (
    link_or_copy,
    remove_file,
    with_temporary_name,
    write_atomically,
)
from cardgen.files.regular_files import read_regular

_ABANDONED = 3600.0
_LARGEST = 1_000_000_000
"""Bytes of a face."""
_MOST_DIGITS = 15
LIMIT = 4_000_000_000
"""Bytes that the store may hold; `CARDGEN_CACHE_MB` sets another bound."""


class CachedFace(Struct, frozen=True):
    """A kept file: its name is `key-crc-sha256.ext`."""

    file: Path
    crc: int
    sha256: str


def checksum(data: bytes) -> int:
    return int(deflate.crc32(data))


class FaceCache:
    """The faces kept in one folder; see the module."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "faces"
        self._uses = folder / "uses"
        self._entries: dict[str, CachedFace] | None = None
        self._touched: dict[str, None] = {}
        self.found = self.made = 0
        """Faces that were there, and faces that had to be made."""

    def is_empty(self) -> bool:
        return not self._known()

    def fetch(self, key: str, file: Path) -> str | None:
        """Put the face of `key` at `file`; gives its SHA-256, or None if there is none."""
        sha256 = self.recall(key, file)
        if sha256 is None:
            self.made += 1
        else:
            self.found += 1
        return sha256

    def knows(self, key: str) -> bool:
        """Whether there is an entry of `key`, whole or not."""
        return key in self._known()

    def recall(self, key: str, file: Path) -> str | None:
        """Put a file that is no face at `file`, as `fetch` does; nobody counts it."""
        self._touched[key] = None
        entry = self._known().get(key)
        if entry is None or not self._put(key, entry, file):
            return None
        return entry.sha256

    def _put(self, key: str, entry: CachedFace, file: Path) -> bool:
        if self._read(key, entry) is None:
            return False
        try:
            file.unlink(missing_ok=True)
            link_or_copy(entry.file, file)
        except OSError:
            return False
        return True

    def read(self, key: str) -> bytes | None:
        """The bytes of a file that is no face, which nobody counts; None if there is none."""
        self._touched[key] = None
        entry = self._known().get(key)
        return self._read(key, entry) if entry is not None else None

    def _read(self, key: str, entry: CachedFace) -> bytes | None:
        """The bytes of an entry, which is dropped if it is harmed."""
        try:
            data = read_regular(entry.file, _LARGEST)
        except OSError:
            return None
        if checksum(data) == entry.crc:
            return data
        self._drop(key)
        return None

    def keep(self, key: str, file: Path, crc: int, sha256: str) -> None:
        """Remember a finished file."""
        entry = self._name(key, crc, sha256, file.suffix)
        self._add(key, entry, lambda beside: link_or_copy(file, beside))

    def keep_data(self, key: str, suffix: str, data: bytes) -> None:
        """Remember bytes for `read`."""
        entry = self._name(key, checksum(data), hashlib.sha256(data).hexdigest(), suffix)
        self._add(key, entry, lambda beside: beside.write_bytes(data))

    def _name(self, key: str, crc: int, sha256: str, suffix: str) -> CachedFace:
        file = self.folder / key[:2] / f"{key}-{crc:08x}-{sha256}{suffix}"
        return CachedFace(file, crc, sha256)

    def _add(self, key: str, entry: CachedFace, make: Callable[[Path], object]) -> None:
        """Have a file appear as an entry, or keep nothing."""
        try:
            entry.file.parent.mkdir(parents=True, exist_ok=True)
            with_temporary_name(entry.file, make)
        except OSError:
            return
        if self._entries is not None:
            self._entries[key] = entry

    def used(self, build: str) -> None:
        """Note what this build made use of, and drop the longest unused if there is too much."""
        self.note_uses(build)
        with suppress(OSError):
            self._bound()

    def note_uses(self, name: str) -> None:
        """Note under a name what this process made use of so far."""
        with suppress(OSError):
            write_atomically(self._uses / name, "\n".join(self._touched).encode())

    # --- inside ------------------------------------------------------------------------

    def _known(self) -> dict[str, CachedFace]:
        if self._entries is None:
            self._entries = {entry.file.name[:32]: entry for entry in self._listed()}
        return self._entries

    def _listed(self) -> Iterator[CachedFace]:
        try:
            folders = sorted(self.folder.iterdir())
        except OSError:
            return
        for folder in folders:
            for name in _names(folder):
                entry = _entry(folder, name)
                if entry is not None:
                    yield entry

    def _drop(self, key: str) -> None:
        entry = self._known().pop(key, None)
        if entry is not None:
            with suppress(OSError):
                remove_file(entry.file)

    def _bound(self) -> None:
        """Drop entries in the order of the last build that used them."""
        sizes = {key: entry.file.stat().st_size for key, entry in self._fresh().items()}
        over = sum(sizes.values()) - _limit()
        if over <= 0:
            return
        last: dict[str, int] = {}
        for rank, file in enumerate(self._builds()):
            last |= dict.fromkeys(file.read_text("ascii", "replace").split("\n"), rank + 1)
        for key in sorted(sizes, key=lambda key: (last.get(key, 0), key)):
            self._drop(key)
            over -= sizes[key]
            if over <= 0:
                return

    def _fresh(self) -> dict[str, CachedFace]:
        self._entries = None
        return self._known()

    def _builds(self) -> list[Path]:
        files = [file for file in self._uses.iterdir() if not file.name.startswith(".")]
        return sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name))


def _names(folder: Path) -> list[str]:
    """The files in a folder."""
    try:
        with os.scandir(folder) as found:
            entries = list(found)
        for entry in entries:
            if entry.name.startswith(".") and _is_abandoned(entry):
                remove_file(Path(entry.path))
    except OSError:
        return []
    return [entry.name for entry in entries]


def _is_abandoned(entry: os.DirEntry[str]) -> bool:
    """Whether a build that was killed left a file here half made."""
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > _ABANDONED


def _entry(folder: Path, name: str) -> CachedFace | None:
    key, _, rest = name.partition(".")[0].partition("-")
    crc, _, sha256 = rest.partition("-")
    if len(key) != 32 or len(crc) != 8 or len(sha256) != 64:
        return None
    try:
        return CachedFace(folder / name, int(crc, 16), sha256)
    except ValueError:
        return None


def _limit() -> int:
    """The bound in bytes; a number of more digits than a disk has bytes bounds nothing."""
    given = os.environ.get("CARDGEN_CACHE_MB", "").strip()
    if not is_size(given):
        return LIMIT
    return int(given) * 1_000_000 if len(given) <= _MOST_DIGITS else sys.maxsize


def is_size(text: str) -> bool:
    """Whether a text is a whole number of megabytes, written in digits."""
    return text.isascii() and text.isdecimal()
