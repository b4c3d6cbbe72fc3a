"""Files that Git LFS keeps: git itself holds a pointer, a few lines of text, in their place.

In      the bytes that git has; the folder of a repository's store.
Out     what the pointer says; the content, if it is in the store.

Nothing is fetched, and content that is not what the pointer says is none.

Source  https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from msgspec import Struct

from cardgen.files.regular_files import read_regular

_POINTER = re.compile(
    rb"version https://(?:git-lfs\.github\.com|hawser\.github\.com)/spec/v1\n(?:ext-[^\n]*\n)*"
    rb"oid sha256:([0-9a-f]{64})\nsize ([0-9]{1,18})\n?"
)
_LONGEST = 1024
ONLY_A_POINTER = "is kept by Git LFS, and only its pointer is here: `git lfs pull` brings the file"
"""The reason why a file cannot be had that git has not fetched."""
FETCH = "`git lfs install` once, then `git lfs pull`; in GitHub Actions, check out with `lfs: true`"
"""What to do about it."""


class LfsPointer(Struct, frozen=True):
    """The digest and the size of a file's content."""

    sha256: str
    size: int


def parse_pointer(data: bytes) -> LfsPointer | None:
    """Return what a pointer says; None if the bytes are a file of their own."""
    found = _POINTER.fullmatch(data) if len(data) < _LONGEST else None
    return LfsPointer(found[1].decode("ascii"), int(found[2])) if found else None


def is_pointer(data: bytes) -> bool:
    """Whether git has only a pointer here in place of a file, whatever ends its lines."""
    return len(data) < _LONGEST and parse_pointer(data.replace(b"\r\n", b"\n")) is not None


def read_stored(store: Path, pointer: LfsPointer) -> bytes | None:
    """Return a file's content out of a repository's store (its `.git`); None if it is not there."""
    name = pointer.sha256
    try:
        data = read_regular(store / "lfs" / "objects" / name[:2] / name[2:4] / name, pointer.size)
    except OSError:
        return None
    return data if hashlib.sha256(data).hexdigest() == name else None
