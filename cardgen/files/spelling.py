"""Names of files and folders as they are spelled on disk, where that is not as they are typed.

In      a path as it was typed.
Out     the same path as the system itself spells it, as in what it tells of changes; the forms of
        Unicode that a name may have on disk.

macOS and Windows find `Deck` under `DECK`, and macOS under either Unicode form. Archives and
clouds carry the decomposed names of macOS to systems that find a file under its own form alone.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path, PurePosixPath

_MOST_FORMS = 32
"""Forms of a path that are tried: five names of two forms each."""


def compose(path: str) -> str:
    """Return a path in composed form (NFC), in which names are compared."""
    return path if path.isascii() else unicodedata.normalize("NFC", path)


def plain_path(path: str) -> str:
    """Return a path as a game lists the file that it leads to: composed, without `./`, doubled
    slashes and those of Windows."""
    return compose(PurePosixPath(path.strip().replace("\\", "/")).as_posix())


def list_forms(path: str) -> tuple[str, ...]:
    """Return a path as it was typed, then in other forms of Unicode that look the same.

    Each of its names has a form of its own: a folder may come from one system, a file in it
    from another.
    """
    if path.isascii():
        return (path,)
    names = [dict.fromkeys((name, *_forms_of(name))) for name in path.split("/")]
    return tuple(map("/".join, islice(product(*names), _MOST_FORMS)))


def _forms_of(name: str) -> Iterator[str]:
    return (unicodedata.normalize(form, name) for form in ("NFC", "NFD"))


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
    return next((one for one in listed if fold_name(one) == fold_name(name)), name)


def fold_name(name: str) -> str:
    """A name as systems know it that tell neither its case nor its Unicode form."""
    return unicodedata.normalize("NFC", name).casefold()
