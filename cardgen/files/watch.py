"""See when a game's files change.

In      a game's folder.
Out     one signal for each save, however many files it touched.
Not here  reading what changed.

Watched are the game folder and the nearest `fonts/` and `textures/` above it; what a game has read
of its project beside them, a layout that it includes, is looked at in every pause. Output, hidden
files, what editors leave beside a file while they save it and what programs say (`> check.log`)
are passed over. A folder that was
replaced by another of its name, as by a checkout or a restored backup, is watched anew; that one
is moved away is told.
"""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator, Generator, Iterable, Iterator, Sequence
from contextlib import aclosing, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from msgspec import Struct

from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import ASSET_FOLDERS
from cardgen.files.input_record import FileStamp, is_as_recorded, take_stamp
from cardgen.files.output_swap import FILE_LIST

if TYPE_CHECKING:
    import asyncio

    from watchfiles import Change


class _Pace(TypedDict):
    """How watchers wait, in milliseconds."""

    step: int
    debounce: int
    rust_timeout: int
    yield_on_timeout: bool
    ignore_permission_denied: bool


_PACE: _Pace = {
    "step": 12,  # without a change, and a save is over: editors write a file in several steps
    "debounce": 120,  # tell of it then, even if files go on changing
    "rust_timeout": 100,  # look whether to stop
    "yield_on_timeout": True,
    "ignore_permission_denied": True,
}
_LEFTOVERS = ("~", ".swp", ".swx", ".tmp", ".bak", "4913", ".log")


class SaveFilter(Struct, frozen=True):
    """Whether a path is one of the game's own."""

    roots: tuple[Path, ...]
    apart: tuple[Path, ...] = ()
    """Folders that are written, not read."""

    def __call__(self, _change: Change, path: str) -> bool:
        file = Path(path)
        if file.name.endswith(_LEFTOVERS) or any(file.is_relative_to(one) for one in self.apart):
            return False
        for root in self.roots:
            if file.is_relative_to(root):
                inside = file.relative_to(root).parts
                hidden = any(part.startswith(".") for part in inside)
                return not (hidden or _is_output(file, root) or _is_said_to(file))
        return False


def _is_output(file: Path, root: Path) -> bool:
    """Whether a file lies in a folder below `root` that cardgen wrote, or is one."""
    folders = [one for one in (file, *file.parents) if root in one.parents]
    return any((folder / FILE_LIST).exists() for folder in folders)


def _is_said_to(file: Path) -> bool:
    """Whether what this process says is written to a file: each save would be told of, and that
    would be a save."""
    for stream in (1, 2):
        with suppress(OSError):  # no stream, or no file any more
            if os.path.samestat(os.fstat(stream), file.stat()):
                return True
    return False


def watched_folders(game: DiskGame) -> tuple[Path, ...]:
    """The folders whose files a game may show."""
    found = [game.folder]
    for name in ASSET_FOLDERS:
        above = (parent / name for parent in game.folder.parents)
        nearest = next((folder for folder in above if folder.is_dir()), None)
        if nearest is not None:
            found.append(nearest)
    return tuple(found)


def save_filter(game: DiskGame, output: Path | None = None) -> SaveFilter:
    roots, apart = watched_folders(game), [game.folder / "output"]
    if output is not None:
        apart += [output.resolve(), output.resolve() / game.name]
    holds_game = (one for one in apart if any(root.is_relative_to(one) for root in roots))
    return SaveFilter(roots, tuple(set(apart).difference(holds_game)))


FolderIdentity = frozenset[tuple[Path, int, int]]
"""The folders that are there, with the numbers by which the system tells them apart."""


def identify_folders(games: Sequence[DiskGame]) -> FolderIdentity:
    """Return which folders games have files in now; none if a game's own folder is not there."""
    found = set()
    for game in games:
        for folder in watched_folders(game):
            try:
                known = folder.stat()
            except OSError:
                return frozenset()
            found.add((folder, known.st_dev, known.st_ino))
    return frozenset(found)


class SharedFiles:
    """The files of its project that a game shares with others, as it has read them."""

    def __init__(self) -> None:
        self._told: dict[tuple[DiskGame, Path], FileStamp] = {}

    def find_saved(self, game: DiskGame) -> frozenset[Path]:
        """Return those that are no longer as they were read; each save once, as who is told of
        it may not come to read the file."""
        return frozenset(file for file in _list_changed(game) if self._note(game, file))

    def _note(self, game: DiskGame, file: Path) -> bool:
        now = take_stamp(file)
        is_new = self._told.get((game, file)) != now
        self._told[game, file] = now
        return is_new


class Whereabouts:
    """Whether the folders of games are there. Of one that is moved away with its project, or
    comes back with it, the system tells nothing."""

    def __init__(self, games: Iterable[DiskGame]) -> None:
        self._known = {game: game.folder.is_dir() for game in games}

    def find_moved(self) -> list[DiskGame]:
        """Return the games whose folders went or came since they were last looked for."""
        now = {game: game.folder.is_dir() for game in self._known}
        moved = [game for game, is_there in now.items() if is_there != self._known[game]]
        self._known = now
        return moved


def _list_changed(game: DiskGame) -> Iterator[Path]:
    """What is included by a path that leads out of the game's folder, and has changed since."""
    for file, state in game.inputs.shared.items():
        if not is_as_recorded(file, state):
            yield file


async def iterate_saves_async(
    game: DiskGame, stop: asyncio.Event
) -> AsyncIterator[frozenset[Path]]:
    """The files of each save, until `stop` is set; none where nothing was saved for a moment,
    the first time as soon as saves are seen."""
    from watchfiles import awatch

    replaced: frozenset[Path] = frozenset()
    shared, whereabouts = SharedFiles(), Whereabouts([game])
    while not stop.is_set():
        ours, watched = save_filter(game), identify_folders([game])
        saves = awatch(*ours.roots, watch_filter=ours, stop_event=stop, **_PACE)
        async with aclosing(saves) as each:
            async for changes in each:
                saved = frozenset(Path(path) for _, path in changes)
                moved = frozenset(one.folder for one in whereabouts.find_moved())
                yield replaced | saved | moved | shared.find_saved(game)
                replaced = frozenset()
                if _are_replaced([game], watched):
                    replaced = frozenset(ours.roots)
                    break  # what is saved from now on is seen by the next watcher


def iterate_saves(
    games: Sequence[DiskGame], output: Path, stop: threading.Event | None = None
) -> Iterator[tuple[DiskGame, ...]]:
    """The games that each save changed, none where nothing was saved for a moment.

    Args:
        games: Those to watch. As soon as saves are seen the first item comes.
        output: What is written there is no save.
        stop: Set it to end.

    Raises:
        KeyboardInterrupt: Ctrl-C.
    """
    replaced, shared, whereabouts = False, SharedFiles(), Whereabouts(games)
    while stop is None or not stop.is_set():
        watched = identify_folders(games)
        with closing(_iterate_changes(games, output, stop)) as saves:
            for changed in saves:
                others = [game for game in games if shared.find_saved(game)]
                others += whereabouts.find_moved()
                yield tuple(games) if replaced else tuple(dict.fromkeys((*changed, *others)))
                replaced = _are_replaced(games, watched)
                if replaced:
                    break


def _are_replaced(games: Sequence[DiskGame], watched: FolderIdentity) -> bool:
    """Return whether the folders that are there now are others than those that are watched."""
    now = identify_folders(games)
    return bool(now) and now != watched


def _iterate_changes(
    games: Sequence[DiskGame], output: Path, stop: threading.Event | None
) -> Generator[tuple[DiskGame, ...], None, None]:
    from watchfiles import watch

    ours = {game: save_filter(game, output) for game in games}
    roots = dict.fromkeys(root for one in ours.values() for root in one.roots)

    def wanted(change: Change, path: str) -> bool:
        return any(one(change, path) for one in ours.values())

    for changes in watch(*roots, watch_filter=wanted, stop_event=stop, **_PACE):
        yield tuple(game for game, one in ours.items() if any(one(*each) for each in changes))
