"""Pictures that were made before, as bytes.

In      a key that stands for all that a picture depends on.
Out     its bytes, if they are kept.
Not here  the store itself (`cache.face_cache`), what a key is made of (who makes the picture).
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec import Struct

from cardgen.cache.face_cache import FaceCache, checksum


class PictureCache(Struct, frozen=True):
    """The store of faces, with bytes in place of files; `folder` is for files on their way."""

    store: FaceCache | None
    folder: Path

    def fetch(self, key: str, suffix: str) -> bytes | None:
        file = self.folder / f"{key}{suffix}"
        if self.store is None or self.store.fetch(key, file) is None:
            return None
        return file.read_bytes()

    def keep(self, key: str, suffix: str, data: bytes) -> None:
        if self.store is not None:
            file = self.folder / f"{key}{suffix}"
            file.write_bytes(data)
            self.store.keep(key, file, checksum(data), hashlib.sha256(data).hexdigest())
