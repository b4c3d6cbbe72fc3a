"""A game as it was in a git revision: read from git's own store, the work tree left alone.

In      a game's folder, a revision as git understands it (`HEAD~3`, `v1.0`, a hash).
Out     the game's files.

Nothing is checked out and nothing is written: `git cat-file` gives the bytes of each file when it
is first asked for. A repository may be a stranger's: no hook, filter or pager of it runs, no
missing object is fetched from a server, and links in it are followed nowhere.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath

from msgspec import Struct

from cardgen.files.game_files import ASSET_FOLDERS, MAX_ASSET_BYTES, MemoryGame, UnreadableError

_TIMEOUT = 60
_MOST_FILES = 50_000
_LINK = "120000"


class RevisionError(ValueError):
    """A revision cannot be read; the message is one clear sentence."""


class _Blob(Struct, frozen=True):
    mode: str
    name: str
    size: int


def is_in_git(folder: Path) -> bool:
    """Whether a folder lies in a git repository, and git is there to read it."""
    try:
        return bool(_git(folder, "rev-parse", "--show-toplevel"))
    except RevisionError:
        return False


def game_at(folder: Path, revision: str) -> MemoryGame:
    """Return a game as it was in a revision.

    Raises:
        RevisionError: git is not there, knows no such revision, or the revision no such game.
    """
    commit = find_commit(folder, revision)
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape"))
    inside = folder.resolve().relative_to(top.resolve()).as_posix()
    inside = "" if inside == "." else f"{inside}/"
    blobs = _list_blobs(folder, commit)
    if f"{inside}game.yaml" not in blobs:
        where = f"`{inside or folder.name}`"
        raise RevisionError(f"there is no game in {where} at `{revision}`")
    return MemoryGame(RevisionFiles(folder, _files_of(inside, blobs)), folder.name)


def find_commit(folder: Path, revision: str) -> str:
    """Return the hash of a revision's commit.

    Raises:
        RevisionError: git is not there, or knows no such revision.
    """
    if revision.startswith("-") or "\0" in revision:
        raise RevisionError(f"`{revision}` is no revision")
    try:
        found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options",
                     f"{revision}^{{commit}}")  # fmt: skip
    except _GitFailure:
        raise RevisionError(f"git knows no revision `{revision}` here") from None
    return found.decode("ascii", "replace")


class RevisionFiles(Mapping[str, bytes]):
    """The files of a game, by path from its folder, each read when it is asked for."""

    def __init__(self, folder: Path, blobs: Mapping[str, _Blob]) -> None:
        self._folder, self._blobs = folder, blobs
        self._read: dict[str, bytes] = {}

    def __getitem__(self, path: str) -> bytes:
        blob = self._blobs[path]
        if blob.mode == _LINK:
            raise UnreadableError("is a link, which is not followed in a revision")
        if blob.size > MAX_ASSET_BYTES:
            raise UnreadableError(f"is over {MAX_ASSET_BYTES // 1_000_000} MB")
        if path not in self._read:
            self._read[path] = _git_bytes(self._folder, "cat-file", "blob", blob.name)
        return self._read[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._blobs)

    def __len__(self) -> int:
        return len(self._blobs)

    def __contains__(self, path: object) -> bool:
        return path in self._blobs

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The files that are links."""
        return tuple(path for path, blob in self._blobs.items() if blob.mode == _LINK)


def _list_blobs(folder: Path, commit: str) -> dict[str, _Blob]:
    """Every file of a commit, by path from the top of the repository."""
    listed = _git_bytes(folder, "ls-tree", "-r", "-l", "-z", "--full-tree", commit)
    found: dict[str, _Blob] = {}
    for line in listed.split(b"\0"):
        head, tab, path = line.partition(b"\t")
        parts = head.decode("ascii", "replace").split()
        if tab and len(parts) == 4 and parts[1] == "blob":
            mode, _, name, size = parts
            found[path.decode("utf-8", "surrogateescape")] = _Blob(mode, name, int(size))
        if len(found) > _MOST_FILES:
            raise RevisionError(f"the revision has over {_MOST_FILES:,} files")
    return found


def _files_of(inside: str, blobs: Mapping[str, _Blob]) -> dict[str, _Blob]:
    """A game's own files, and those of the nearest `fonts/` and `textures/` above it."""
    made: dict[str, _Blob] = {}
    for name in ASSET_FOLDERS:
        above = next((top for top in _folders_above(inside) if _has(f"{top}{name}/", blobs)), None)
        if above is not None:
            made |= _below(above, f"{above}{name}/", blobs)
    return made | _below(inside, inside, blobs)


def _folders_above(inside: str) -> Iterator[str]:
    for parent in PurePosixPath(inside).parents if inside else ():
        yield "" if str(parent) == "." else f"{parent}/"


def _has(head: str, blobs: Mapping[str, _Blob]) -> bool:
    return any(path.startswith(head) for path in blobs)


def _below(top: str, head: str, blobs: Mapping[str, _Blob]) -> dict[str, _Blob]:
    return {path.removeprefix(top): blob for path, blob in blobs.items() if path.startswith(head)}


# --- git -------------------------------------------------------------------------------------


class _GitFailure(RevisionError):
    """git ended with an error."""


_QUIET = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}
_FOREIGN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY")


def _git(folder: Path, *arguments: str) -> bytes:
    return _git_bytes(folder, *arguments).rstrip(b"\r\n")


def _git_bytes(folder: Path, *arguments: str) -> bytes:
    environment = {name: text for name, text in os.environ.items() if name not in _FOREIGN}
    command = ["git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=", *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment | _QUIET,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT,
            check=False,
        )
    except FileNotFoundError:
        raise RevisionError("git is not installed, and it is what knows revisions") from None
    except subprocess.TimeoutExpired:
        raise RevisionError("git gave no answer within a minute") from None
    if done.returncode:
        raise _GitFailure("the folder is in no git repository, or git cannot read it")
    return done.stdout
