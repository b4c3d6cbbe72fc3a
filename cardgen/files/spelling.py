"""Names of folders as they are spelled on disk, where the system takes other spellings too.

In      a path as it was typed.
Out     the same path as the system itself spells it, as in what it tells of changes.

macOS and Windows find `Deck` under `DECK`, and macOS under either Unicode form.
"""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path


def spelled_on_disk(folder: Path) -> Path:
    """Return a folder by the names that its parents list; as it is, if they list no such name."""
    if not _ignores_case(folder):
        return folder
    found = Path(folder.anchor)
    for name in folder.parts[1:]:
        found /= _listed_name(found, name)
    return found


def _ignores_case(folder: Path) -> bool:
    other = str(folder).swapcase()
    try:
        return other != str(folder) and os.path.samefile(folder, other)  # noqa: PTH121
    except (OSError, ValueError):
        return False


def _listed_name(parent: Path, name: str) -> str:
    try:
        listed = os.listdir(parent)  # noqa: PTH208
    except OSError:
        return name
    if name in listed:
        return name
    return next((one for one in listed if _fold(one) == _fold(name)), name)


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
