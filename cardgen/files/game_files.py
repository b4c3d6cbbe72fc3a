"""The one door to files that are read: a game, its assets; what can be made again; the clock.

In      paths as a designer wrote them, relative to the game folder.
Out     bytes.
Not here  what the bytes mean (`read`, `bind`), writing output (`outputs`).

A game may come from a stranger: nothing outside the game folder, the project's `fonts/`
and `textures/` and the files shipped with cardgen is ever read, and no file over its
limit. `files.disk_game` reads folders; `files.memory_game` is the double that tests use.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Protocol

from cardgen.files.input_record import InputRecord, State
from cardgen.files.lfs_pointer import FETCH, ONLY_A_POINTER, is_pointer

ASSET_FOLDERS = ("fonts", "textures")
MAX_LISTED = 5_000
MAX_TEXT_BYTES = 8_000_000
MAX_TABLE_BYTES = 16_000_000
"""Of a card table in a file of another program: CSV, a workbook, JSON."""
MAX_ASSET_BYTES = 64_000_000


A_FOLDER = "is a folder"
"""The reason why a file cannot be had where a folder has its name."""
LEADS_OUT = "is a link that leads outside the game folder"
LEADS_NOWHERE = "is a link to a file that is not there"
FOLDER_LEADS_NOWHERE = "is in a folder that is a link to one that is not there"
_COPY = "put the file itself in the link's place"
SAVE_AS_TEXT = "save it as UTF-8; editors ask for the encoding when they save"
_REMEDIES = {
    ONLY_A_POINTER: FETCH,
    LEADS_OUT: _COPY,
    LEADS_NOWHERE: _COPY,
    FOLDER_LEADS_NOWHERE: "put the folder itself in the link's place, or mend the link",
    "is not UTF-8": SAVE_AS_TEXT,
    "cannot be read (Permission denied": "let yourself read it: change its permissions",
    "cannot be read (Not a regular file": "put the file itself in its place",
}
"""What to do about reasons that say nothing of a file's name, by how they begin."""


class UnreadableError(Exception):
    """A file cannot be had; `reason` completes the sentence «`name` …»."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Asset:
    """A font or picture file: what identifies it, and its bytes."""

    name: str
    data: bytes = field(repr=False, compare=False)


def find_remedy(reason: str, otherwise: str = "") -> str:
    """What to do about a file that cannot be had; `otherwise`, where only its name is at fault."""
    known = next((hint for begin, hint in _REMEDIES.items() if reason.startswith(begin)), "")
    return known or otherwise or ("name a file" if reason == A_FOLDER else "")


class GameFiles(Protocol):
    """A game folder, on disk or in memory."""

    @property
    def name(self) -> str: ...

    @property
    def folder(self) -> Path | None:
        """Where it lies; None if it is in memory."""
        ...

    @property
    def project(self) -> Path | None:
        """The folder of the project whose builds are remembered; None if they are not."""
        ...

    @property
    def label(self) -> str:
        """Put before a file's name where a person reads it."""
        ...

    @property
    def edition(self) -> str:
        """Which of its editions is meant; "" for the game as it is."""
        ...

    def in_edition(self, name: str) -> GameFiles:
        """The same game as one of its editions; what it reads is recorded here too."""

    def text(self, path: str) -> str: ...

    def shared_text(self, path: str) -> str:
        """A text of the project, by its path from the game's folder: `../house-style.yaml`."""

    def table(self, path: str) -> bytes:
        """A card table that is no YAML, in whatever encoding."""
        ...

    def exists(self, path: str) -> bool: ...

    def asset(self, path: str) -> Asset: ...

    def asset_names(self) -> tuple[str, ...]: ...

    def own_files(self) -> tuple[str, ...]:
        """Files in the game's own folder, by path; shared folders are left aside."""
        ...

    @property
    def inputs(self) -> InputRecord:
        """What was read since the record began."""
        ...

    def begin_record(self, states: Mapping[Path, State] | None = None) -> None:
        """Forget what was read: what follows is another run, that makes use of `states`."""
        ...


def refuse_pointer(data: bytes) -> bytes:
    """The bytes of a file, given back.

    Raises:
        UnreadableError: Git LFS has them elsewhere.
    """
    if is_pointer(data):
        raise UnreadableError(ONLY_A_POINTER)
    return data


def decode(data: bytes) -> str:
    """UTF-8 text, a byte order mark dropped.

    Raises:
        UnreadableError: the bytes are not UTF-8, or Git LFS has the text elsewhere.
    """
    try:
        return refuse_pointer(data).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UnreadableError(f"is not UTF-8 text (line {line})") from None


def clean_path(path: str) -> PurePosixPath:
    """A path in the game folder, as it was typed.

    Raises:
        UnreadableError: it leads outside.
    """
    pure = PurePosixPath(path.replace("\\", "/"))
    if pure.is_absolute() or ".." in pure.parts or ":" in path or "\0" in path:
        raise UnreadableError("lies outside the game folder; only paths inside it are read")
    return pure


def clock() -> float:
    """Seconds from a fixed moment, for durations only; no output depends on it."""
    return time.monotonic()
