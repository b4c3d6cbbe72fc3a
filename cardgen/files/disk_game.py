"""A game folder on disk.

In      paths as a designer wrote them.
Out     the bytes of files in the game, in the nearest `fonts/` and `textures/` above it, in what
        cardgen ships; a record of what was read.
Not here  what a game in memory is (`files.memory_game`).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path, PurePosixPath

from cardgen.files.game_files import (
    A_FOLDER,
    ASSET_FOLDERS,
    FOLDER_LEADS_NOWHERE,
    LEADS_NOWHERE,
    LEADS_OUT,
    MAX_ASSET_BYTES,
    MAX_LISTED,
    MAX_TABLE_BYTES,
    MAX_TEXT_BYTES,
    Asset,
    UnreadableError,
    clean_path,
    decode,
    refuse_pointer,
)
from cardgen.files.input_record import InputRecord, State, take_stamp
from cardgen.files.output_swap import FILE_LIST
from cardgen.files.regular_files import TooLargeError, read_regular
from cardgen.files.spelling import compose, list_forms, spelled_on_disk

OUTSIDE_PROJECT = "lies outside the project's folder; only files inside it are read"


class DiskGame:
    """A game folder on disk."""

    def __init__(self, folder: Path, edition: str = "") -> None:
        self.folder = spelled_on_disk(folder.resolve())
        self.label = _shown(folder)
        self.edition = edition
        self.inputs = InputRecord()

    def in_edition(self, name: str) -> DiskGame:
        other = copy(self)
        other.edition = name
        return other

    @property
    def project(self) -> Path:
        """The folder that holds the game, or several of them under `card_data`."""
        above = self.folder.parent
        return above.parent if above.name == "card_data" else self.folder

    @property
    def name(self) -> str:
        return self.folder.name

    def text(self, path: str) -> str:
        return decode(self._own(path, MAX_TEXT_BYTES))

    def shared_text(self, path: str) -> str:
        if PurePosixPath(path).is_absolute() or ":" in path or "\0" in path or "\\" in path:
            raise UnreadableError(OUTSIDE_PROJECT)
        files = [self.folder / form for form in list_forms(path)]
        return decode(self._known(self._shared_folder(), files, MAX_TEXT_BYTES))

    def _shared_folder(self) -> Path:
        """The folder that files which games share must not lead out of: the project's, or that
        of the repository that the game is in."""
        if self.project != self.folder:
            return self.project
        own = (above for above in (self.folder, *self.folder.parents) if (above / ".git").exists())
        return next(own, self.folder)

    def table(self, path: str) -> bytes:
        return refuse_pointer(self._own(path, MAX_TABLE_BYTES))

    def _own(self, path: str, limit: int) -> bytes:
        """A file in the game folder itself."""
        files = [self.folder / clean_path(form) for form in list_forms(path)]
        return self._known(self.folder, files, limit)

    def _known(self, folder: Path, files: Sequence[Path], limit: int) -> bytes:
        """The first of these files below a folder, one of which must be there."""
        for file in files:
            data = self._read(folder, file, limit)
            if data is not None:
                return data
        raise UnreadableError(_why_none(files) or "does not exist")

    def exists(self, path: str) -> bool:
        return any(self._has(self.folder / form) for form in list_forms(path))

    def _has(self, wanted: Path) -> bool:
        try:
            found = wanted.is_symlink() or (wanted.exists() and not wanted.is_dir())
        except (OSError, ValueError):
            found = False
        note = self.inputs.note_present if found else self.inputs.note_absent
        note(wanted)
        return found

    def asset(self, path: str) -> Asset:
        pure = clean_path(path)
        for form in list_forms(path):
            for limit, candidate in self._candidates(clean_path(form)):
                data = self._read(limit, candidate, MAX_ASSET_BYTES)
                if data is not None:
                    return Asset(str(pure), refuse_pointer(data))
        files = [
            file for form in list_forms(path) for _, file in self._candidates(clean_path(form))
        ]
        missing = "is not in the game folder, nor in a `fonts/` or `textures/` above it"
        raise UnreadableError(_why_none(files) or missing if pure.name else missing)

    def asset_names(self) -> tuple[str, ...]:
        """Files that could be meant, for did-you-mean."""
        found = {f"{name}/{f.name}" for name in ASSET_FOLDERS for f in self._listed(name)}
        return tuple(sorted(map(compose, found)))

    def own_files(self) -> tuple[str, ...]:
        """Files in the game's own folder by composed names, output and hidden ones left aside."""
        found: list[str] = []
        for top, folders, files in os.walk(self.folder):
            if FILE_LIST in files:  # cardgen's own output
                folders.clear()
                continue
            folders[:] = sorted(name for name in folders if name[0] != "." and name != "output")
            paths = (Path(top) / name for name in files if name[0] != ".")
            found += [compose(path.relative_to(self.folder).as_posix()) for path in paths]
            if len(found) > MAX_LISTED:
                break
        return tuple(sorted(found[:MAX_LISTED]))

    def begin_record(self, states: Mapping[Path, State] | None = None) -> None:
        """Forget what was read: what follows is another run, that makes use of `states`."""
        self.inputs = InputRecord(states)

    def _read(self, folder: Path, wanted: Path, limit: int) -> bytes | None:
        """A file's bytes, recorded as they were read; None if there is none."""
        file = _inside(folder, wanted)
        if file is None:
            self.inputs.note_absent(wanted)
            return None
        before = take_stamp(wanted)  # saved while it is read, it is newer than recorded
        try:
            data = _read(file, limit)
        except UnreadableError:
            self.inputs.note_unreadable(wanted)
            raise
        self.inputs.note_read(wanted, before, data)
        return data

    def _listed(self, name: str) -> Iterator[Path]:
        for limit, folder in self._asset_folders(name):
            if folder.is_dir() and folder.resolve().is_relative_to(limit.resolve()):
                yield from sorted(f for f in folder.iterdir() if f.is_file())

    def _candidates(self, pure: PurePosixPath) -> Iterator[tuple[Path, Path]]:
        """Where an asset may be, each with the folder that it must not lead out of."""
        yield self.folder, self.folder / pure
        if len(pure.parts) == 1:
            for name in ASSET_FOLDERS:
                yield from ((limit, root / pure) for limit, root in self._asset_folders(name))
        elif pure.parts and pure.parts[0] in ASSET_FOLDERS:
            inner = PurePosixPath(*pure.parts[1:])
            folders = self._asset_folders(pure.parts[0])
            yield from ((limit, root / inner) for limit, root in folders)

    def _asset_folders(self, name: str) -> Iterator[tuple[Path, Path]]:
        """`name` in the game, in the nearest folder above that has it, in what cardgen ships.

        The first may be a stranger's, and stays in the game; the others are the designer's
        own, and may be links themselves.
        """
        yield self.folder, self.folder / name
        nearest = self._nearest_above(name)
        if nearest is not None:
            yield nearest, nearest
        yield shipped_folder() / name, shipped_folder() / name

    def _nearest_above(self, name: str) -> Path | None:
        """The nearest folder of that name above the game. It is recorded, as files of one further
        away are found when it is gone; and nearer places that have none, as one that is made there
        comes first."""
        for parent in self.folder.parents:
            if _is_folder(parent / name):
                self.inputs.note_folder(parent / name)
                return parent / name
            self.inputs.note_absent(parent / name)
        return None


def _inside(limit: Path, file: Path) -> Path | None:
    """The file, links followed; None if there is none.

    Raises:
        UnreadableError: it lies outside `limit`, or in a folder that may not be opened.
    """
    try:
        file = file.resolve()
        known = not stat.S_ISDIR(file.stat().st_mode)
    except PermissionError as error:
        raise UnreadableError(f"cannot be read ({error.strerror})") from None
    except (OSError, ValueError, RuntimeError):  # RuntimeError: links in a circle
        return None
    if not known:
        return None
    if not file.is_relative_to(limit.resolve()):
        raise UnreadableError(LEADS_OUT)
    return file


def _why_none(files: Sequence[Path]) -> str:
    """What is there by the name of a file that is none; "" if nothing is."""
    if any(map(_is_folder, files)):
        return A_FOLDER
    if any(map(_is_link, files)):
        return LEADS_NOWHERE
    above = {folder for file in files for folder in file.parents}
    return FOLDER_LEADS_NOWHERE if any(map(_is_broken, above)) else ""


def _is_broken(folder: Path) -> bool:
    return _is_link(folder) and not _is_folder(folder)


def _is_folder(file: Path) -> bool:
    try:
        return file.is_dir()
    except (OSError, ValueError):  # no name that a file may have
        return False


def _is_link(file: Path) -> bool:
    try:
        return file.is_symlink()
    except (OSError, ValueError):
        return False


def shipped_folder() -> Path:
    """Where the fonts and textures that come with cardgen are."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "shipped"
    return installed if installed.is_dir() else package.parent


def _shown(folder: Path) -> str:
    try:
        relative = folder.resolve().relative_to(Path.cwd())
    except ValueError:
        return f"{folder.resolve().as_posix()}/"
    return "" if relative == Path() else f"{relative.as_posix()}/"


def _read(file: Path, limit: int) -> bytes:
    try:
        return read_regular(file, limit)
    except TooLargeError:
        raise UnreadableError(
            f"is over {limit // 1_000_000} MB, the limit for such a file"
        ) from None
    except OSError as error:
        raise UnreadableError(f"cannot be read ({error.strerror})") from None


def read_option_file(name: str, folders: Iterable[Path], limit: int) -> bytes:
    """A file that an option names: a whole path, or one below the first folder that has it.

    Raises:
        UnreadableError: there is none, or it is no file of at most `limit` bytes.
    """
    for folder in folders:
        try:
            file = folder / Path(name).expanduser()
            if file.is_file():
                return _read(file, limit)
        except (ValueError, RuntimeError):  # no path at all, or nobody's home
            break
    raise UnreadableError("does not exist")
