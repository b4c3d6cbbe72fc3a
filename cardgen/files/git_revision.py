"""A game as it was in a git revision: read from git's own store, the work tree left alone.

In      a game's folder, a revision as git understands it (`HEAD~3`, `v1.0`, a hash), or one and the
        folder that held the game in it (`HEAD~3:card_data/old-name`).
Out     the game's files, those of its submodules and of Git LFS too, as far as they are here.

Not here  git itself (`files.git_store`).

The bytes of a file are had when they are first asked for. Links are followed nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath

from cardgen.files.game_files import ASSET_FOLDERS, UnreadableError
from cardgen.files.git_store import (
    LINK,
    GitBlob,
    GitListing,
    RevisionError,
    find_commit,
    git_line,
    list_files,
    read_blob,
)
from cardgen.files.memory_game import MemoryGame

_MOST_LISTED = 5
SUBMODULE = "160000"


def has_commits(folder: Path) -> bool:
    """Whether a folder lies in a git repository with a commit, and git is there to read it."""
    try:
        return bool(find_commit(folder, "HEAD"))
    except RevisionError:
        return False


def game_at(folder: Path, revision: str) -> MemoryGame:
    """Return a game as it was in a revision.

    Raises:
        RevisionError: git is not there, knows no such revision, or the revision no such game.
    """
    commit, inside = _find_place(folder, revision)
    listing = list_files(folder, commit)
    if f"{inside}game.yaml" not in listing.blobs:
        raise RevisionError(_no_game(inside or folder.name, revision, listing))
    top = Path(git_line(folder, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape"))
    blobs = listing.blobs | _list_submodules(top, listing, inside)
    return MemoryGame(RevisionFiles(_files_of(inside, blobs)), folder.name)


def _find_place(folder: Path, revision: str) -> tuple[str, str]:
    """The commit, and the game's folder in it with a slash behind, "" at the top."""
    try:
        commit = find_commit(folder, revision)
    except RevisionError:
        name, colon, path = revision.partition(":")
        if not (name and colon):
            raise
        inside = PurePosixPath(path).as_posix()
        return find_commit(folder, name), "" if inside == "." else f"{inside}/"
    prefix = git_line(folder, "rev-parse", "--show-prefix").decode("utf-8", "surrogateescape")
    return commit, prefix


def _no_game(place: str, revision: str, listing: GitListing) -> str:
    """That there is no game, and where there are some: a folder may have had another name."""
    end = "/game.yaml"
    folders = [path.removesuffix(end) for path in listing.blobs if path.endswith(end)]
    name = revision.partition(":")[0]
    told = f"there is no game in `{place.rstrip('/')}` at `{name}`"
    if not folders:
        return told
    listed = ", ".join(f"`{name}:{path}`" for path in folders[:_MOST_LISTED])
    more = len(folders) - _MOST_LISTED
    return f"{told}; there is {listed}" + (f" and {more} more" if more > 0 else "")


class RevisionFiles(Mapping[str, bytes]):
    """The files of a game, by path from its folder, each read when it is asked for."""

    def __init__(self, blobs: Mapping[str, GitBlob]) -> None:
        self._blobs = blobs
        self._read: dict[str, bytes] = {}

    def __getitem__(self, path: str) -> bytes:
        if path not in self._blobs and (absent := self._absent_submodule(path)):
            raise RevisionError(
                f"`{path}` is in the submodule `{absent}`, which is not here as it was; "
                "`git submodule update --init` brings it"
            )
        blob = self._blobs[path]
        if blob.mode == LINK:
            raise UnreadableError("is a link, which is not followed in a revision")
        if path not in self._read:
            self._read[path] = read_blob(path, blob)
        return self._read[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._blobs)

    def __len__(self) -> int:
        return len(self._blobs)

    def __contains__(self, path: object) -> bool:
        return path in self._blobs or (isinstance(path, str) and self._absent_submodule(path) != "")

    def _absent_submodule(self, path: str) -> str:
        """The submodule that would hold a file, if it is not here."""
        above = (parent.as_posix() for parent in PurePosixPath(path).parents)
        found = ((self._blobs.get(folder), folder) for folder in above)
        return next((name for blob, name in found if blob and blob.mode == SUBMODULE), "")

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The files that are links."""
        return tuple(path for path, blob in self._blobs.items() if blob.mode == LINK)


def _list_submodules(top: Path, listing: GitListing, inside: str) -> dict[str, GitBlob]:
    """The files of the submodules that a game may ask for, by path from the top; of one that is
    not here, or not at its commit, there is an entry for the folder alone."""
    wanted = (inside, *(f"{up}{name}/" for up in _folders_above(inside) for name in ASSET_FOLDERS))
    found: dict[str, GitBlob] = {}
    for path, commit in listing.submodules.items():
        if f"{path}/".startswith(wanted):
            folder = top / path
            blobs = _list_submodule(folder, commit)
            found |= {f"{path}/{name}": blob for name, blob in blobs.items()}
            if not blobs:
                found[path] = GitBlob(SUBMODULE, commit, 0, folder)
    return found


def _list_submodule(folder: Path, commit: str) -> dict[str, GitBlob]:
    """The files of a submodule; none if it is not here: git would ask the repository around it."""
    if folder.is_symlink() or not (folder / ".git").exists():
        return {}
    try:
        return list_files(folder, find_commit(folder, commit)).blobs
    except RevisionError:
        return {}


def _files_of(inside: str, blobs: Mapping[str, GitBlob]) -> dict[str, GitBlob]:
    """A game's own files, and those of the nearest `fonts/` and `textures/` above it."""
    made: dict[str, GitBlob] = {}
    for name in ASSET_FOLDERS:
        above = next((top for top in _folders_above(inside) if _has(f"{top}{name}/", blobs)), None)
        if above is not None:
            made |= _below(above, f"{above}{name}/", blobs)
    return made | _below(inside, inside, blobs)


def _folders_above(inside: str) -> Iterator[str]:
    for parent in PurePosixPath(inside).parents if inside else ():
        yield "" if str(parent) == "." else f"{parent}/"


def _has(head: str, blobs: Mapping[str, GitBlob]) -> bool:
    return any(path.startswith(head) for path in blobs)


def _below(top: str, head: str, blobs: Mapping[str, GitBlob]) -> dict[str, GitBlob]:
    return {path.removeprefix(top): blob for path, blob in blobs.items() if path.startswith(head)}
