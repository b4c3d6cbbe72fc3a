"""Small things kept between runs: bytes by key, in the user's cache.

In      bytes that took long to make, under a key that stands for all they depend on.
Out     the same bytes, if they are there and whole.
Not here  rendered faces, which are large and linked (`cache.face_cache`).

An entry carries the hash of its content: one that was cut short or changed is not given back.
Where nothing can be written, nothing is kept. Safe to delete at any time.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from cardgen.cache.sealed_bytes import seal_bytes, unseal_bytes
from cardgen.files.atomic_write import remove_file, write_atomically
from cardgen.files.regular_files import read_regular
from cardgen.files.user_cache import user_cache

MAX_BYTES = 256_000_000
"""What a store may hold; what was written longest ago goes first."""


class EntryStore:
    """The entries of one kind."""

    def __init__(self, kind: str, folder: Path | None = None) -> None:
        above = folder or user_cache()
        self._folder = above / kind if above else None

    def get(self, key: str) -> bytes | None:
        """Return the bytes of an entry; None if there is none, or it is harmed."""
        if self._folder is None:
            return None
        try:
            data = unseal_bytes(read_regular(self._folder / key, MAX_BYTES))
        except OSError:
            return None
        return None if data is None else bytes(data)

    def put(self, key: str, data: bytes) -> None:
        """Keep bytes under a key."""
        if self._folder is not None:
            with suppress(OSError):
                write_atomically(self._folder / key, seal_bytes(data), private=True)
                self._drop_oldest(self._folder)

    def drop(self, key: str) -> None:
        """Forget an entry."""
        if self._folder is not None:
            with suppress(OSError):
                remove_file(self._folder / key)

    def _drop_oldest(self, folder: Path) -> None:
        """Keep the store within its bounds."""
        states = [(file.stat(), file) for file in folder.iterdir() if file.is_file()]
        room = MAX_BYTES
        for state, file in sorted(states, key=lambda at: -at[0].st_mtime_ns):
            room -= state.st_size
            if room < 0:
                remove_file(file)
