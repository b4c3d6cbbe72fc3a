"""What git keeps: commits, their files, and the bytes of these.

In      a folder in a repository, names of revisions.
Out     hashes, listings, bytes.
Not here  which of the files are a game's (`files.git_revision`).

Nothing is checked out and nothing is written. A repository may be a stranger's: no hook, filter
or pager of it runs, and no missing object is fetched from a server.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from msgspec import Struct

from cardgen.files.game_files import MAX_ASSET_BYTES, UnreadableError
from cardgen.files.lfs_pointer import LfsPointer, parse_pointer, read_stored

_TIMEOUT = 60
_MOST_FILES = 50_000
LINK = "120000"
"""The mode of a symbolic link."""


class RevisionError(ValueError):
    """A revision cannot be read; the message is one clear sentence."""


class GitBlob(Struct, frozen=True):
    mode: str
    name: str
    size: int | None
    """None: git tells none, because there is no content here, or of some file of the commit."""
    folder: Path
    """Where git is asked for it: a submodule has a store of its own."""


class GitListing(Struct, frozen=True):
    """What a commit holds, by path from the top of its repository."""

    blobs: dict[str, GitBlob]
    submodules: dict[str, str]
    """The commit of each."""


def find_commit(folder: Path, revision: str) -> str:
    """Return the hash of a revision's commit.

    Raises:
        RevisionError: git is not there, or knows no such revision.
    """
    if revision.startswith("-") or "\0" in revision:
        raise RevisionError(f"`{revision}` is no revision")
    try:
        found = git_line(folder, "rev-parse", "--verify", "--quiet", "--end-of-options",
                     f"{revision}^{{commit}}")  # fmt: skip
    except _GitFailure:
        raise RevisionError(_unknown_revision(folder, revision)) from None
    return found.decode("ascii", "replace")


def _unknown_revision(folder: Path, revision: str) -> str:
    """That a revision is not known, and why that may be."""
    try:
        shallow = git_line(folder, "rev-parse", "--is-shallow-repository") == b"true"
    except RevisionError:
        return "the folder is in no git repository, or git cannot read it"
    told = f"git knows no revision `{revision}` here"
    return f"{told}; the clone is shallow, `git fetch --unshallow` completes it" * shallow or told


def read_blob(path: str, blob: GitBlob) -> bytes:
    """Return the bytes of a file, those that Git LFS keeps for it included.

    Raises:
        UnreadableError: it is too large.
        RevisionError: it is not in this clone.
    """
    try:
        size = blob.size
        if size is None:
            size = int(git_line(blob.folder, "cat-file", "-s", blob.name))
        _check_size(size)
        data = git_bytes(blob.folder, "cat-file", "blob", blob.name)
    except _GitFailure:
        raise RevisionError(
            f"`{path}` of the revision is missing or damaged in this clone; `git fsck` says more, "
            "and `git fetch --refetch` brings what a partial clone left out"
        ) from None
    pointer = parse_pointer(data)
    return _stored_content(path, blob, pointer) if pointer else data


def _check_size(size: int) -> None:
    if size > MAX_ASSET_BYTES:
        raise UnreadableError(f"is over {MAX_ASSET_BYTES // 1_000_000} MB")


def _stored_content(path: str, blob: GitBlob, pointer: LfsPointer) -> bytes:
    _check_size(pointer.size)
    common = git_line(blob.folder, "rev-parse", "--git-common-dir")
    store = blob.folder / common.decode("utf-8", "surrogateescape")
    stored = read_stored(store, pointer)
    if stored is None:
        raise RevisionError(
            f"`{path}` of the revision is kept by Git LFS and is not in this clone; "
            "`git lfs fetch --all` brings it"
        )
    return stored


def list_files(folder: Path, commit: str) -> GitListing:
    """Return every file of a commit, by path from the top of the repository.

    Raises:
        RevisionError: there are too many.
    """
    blobs: dict[str, GitBlob] = {}
    submodules: dict[str, str] = {}
    for line in _list_tree(folder, commit).split(b"\0"):
        head, _, raw = line.partition(b"\t")
        path = raw.decode("utf-8", "surrogateescape")
        match head.decode("ascii", "replace").split():
            case [mode, "blob", name, *size]:
                known = int(size[0]) if size and size[0].isdecimal() else None
                blobs[path] = GitBlob(mode, name, known, folder)
            case [_, "commit", name, *_]:
                submodules[path] = name
        if len(blobs) > _MOST_FILES:
            raise RevisionError(f"the revision has over {_MOST_FILES:,} files")
    return GitListing(blobs, submodules)


def _list_tree(folder: Path, commit: str) -> bytes:
    """The files, with their sizes if git has all of these: a partial clone has not."""
    how = ("ls-tree", "-r", "-z", "--full-tree")
    try:
        return git_bytes(folder, *how, "-l", commit)
    except _GitFailure:
        return git_bytes(folder, *how, commit)


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


def git_line(folder: Path, *arguments: str) -> bytes:
    """Return the one line that a git command prints."""
    return git_bytes(folder, *arguments).rstrip(b"\r\n")


def git_bytes(folder: Path, *arguments: str) -> bytes:
    """Return what a git command prints.

    Raises:
        RevisionError: git is not there, or the command failed.
    """
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
