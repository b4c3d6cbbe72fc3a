"""Names for files, made of what designers wrote: the only place where they are.

In      names of a game, a deck, a card's id.
Out     names that Windows, macOS and Linux take, each given out once.

Letters and digits of every script stay, in lower case and composed form (NFC): `Größe` becomes
`größe`, nothing is transliterated. Everything else becomes a hyphen. A name has at most 100
bytes, so that a path has room for folders.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

MAX_BYTES = 100
_MAX_SLUG = 80
_MAX_PART = 40
_MAX_STEM = 80
"""Bytes of a name that is given out: an ending has room after it."""
_MAX_COMPONENT = 255
"""Bytes of a name that every file system takes."""

_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)
"""Names that Windows keeps for itself, with any ending."""
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_REFUSED = re.compile(r'[\x00-\x1f\x7f<>:"\\|?*]')
"""Characters that Windows does not take."""


def slug(text: str) -> str:
    """`Noah's Ark` → `noahs-ark`: lower case, hyphens, nothing a file name minds."""
    if text.isascii() and text.isalnum():
        return _cut(text.lower(), _MAX_SLUG)
    plain = unicodedata.normalize("NFC", text).lower().replace("'", "").replace("’", "")
    if not plain.isascii():
        plain = "".join(c if c.isalnum() or _is_mark(c) else " " for c in plain)
        return _cut("-".join(plain.split()), _MAX_SLUG)
    return _cut(re.sub(r"[\W_]+", "-", plain).strip("-"), _MAX_SLUG)


def file_name(text: str, instead: str = "game") -> str:
    """`Noah's Ark!` → `noahs-ark`; `CON` → `con-game`, as Windows has no file `con`."""
    name = slug(text)
    return f"{name}-{instead}" if is_device(name) else name or instead


def part_name(text: str, instead: str = "deck") -> str:
    """Return a part of a file's name: `text` as it is where every system takes it, else what
    `file_name` makes of it; short enough that a few parts make a name."""
    if not _PLAIN.fullmatch(text) or is_device(text):
        text = file_name(text, instead)
    return fit_name(text, most=_MAX_PART)


def is_device(name: str) -> bool:
    """Whether Windows takes a file of that name, whatever its ending, for a device."""
    return name.partition(".")[0].rstrip(" ").casefold() in _DEVICES


def fit_name(stem: str, ending: str = "", most: int = MAX_BYTES) -> str:
    """Return `stem` and `ending`, the stem shortened if both have more than `most` bytes.

    What is cut off becomes a number made of the whole, so that different names stay different.
    """
    room = most - len(ending.encode())
    if len(stem.encode()) <= room:
        return stem + ending
    mark = hashlib.blake2b(stem.encode(), digest_size=4).hexdigest()
    return f"{_cut(stem, room - len(mark) - 1)}-{mark}{ending}"


def why_unfit(path: str) -> str:
    """Say why a relative path is no name for an output file on every system; "" if it is."""
    for name in path.split("/"):
        if name in ("", ".", ".."):
            return "it does not lie below the output folder"
        if _REFUSED.search(name) or name[-1] in " .":
            return "some systems have no such name"
        if is_device(name):
            return f"`{name}` is a device on Windows"
        if len(name.encode("utf-8", "replace")) > _MAX_COMPONENT:
            return "it is too long"
    return ""


class Names:
    """Gives out names; one that is taken, by us or by Windows, gets a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, wanted: str) -> str:
        """`wanted`, or `wanted-2`, `wanted-3` … if that is taken; shortened if it is long."""
        folder, slash, stem = wanted.rpartition("/")
        wanted = folder + slash + fit_name(stem, most=_MAX_STEM)
        name, number = wanted, 2
        while name.casefold() in self._taken or is_device(name):
            name = f"{wanted}-{number}"
            number += 1
        self._taken.add(name.casefold())
        return name


def _is_mark(character: str) -> bool:
    """Whether a character is part of a letter: the vowels of many scripts are."""
    return unicodedata.category(character)[0] == "M"


def _cut(text: str, most: int) -> str:
    """At most so many bytes of a text, whole characters, no hyphen at the end."""
    return text.encode()[:most].decode("utf-8", "ignore").rstrip("-")
