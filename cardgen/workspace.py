"""The one door to files: reading a game, finding its assets, writing output, the clock.

In      paths as a designer wrote them, relative to the game folder.
Out     bytes; output files that appear whole or not at all.
Not here  what the bytes mean (`read`, `bind`).

A game may come from a stranger: nothing outside the game folder, the project's `fonts/`
and `textures/` and the files shipped with cardgen is ever read, and no file over its
limit. `MemoryGame` is the double that tests use.
"""

from __future__ import annotations

import filecmp
import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Protocol

from msgspec import Struct

ASSET_FOLDERS = ("fonts", "textures")
MAX_LISTED = 5_000
MAX_TEXT_BYTES = 8_000_000
MAX_ASSET_BYTES = 64_000_000
_ABANDONED = 60.0
"""Seconds after which the unfinished output of a process that is gone may be dropped."""
_RECORD = ".cardgen-files"


class UnreadableError(Exception):
    """A file cannot be had; `reason` completes the sentence «`name` …»."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UnwritableError(Exception):
    """The output folder cannot be written; the message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A font or picture file: what identifies it, and its bytes."""

    name: str
    data: bytes = field(repr=False, compare=False)


class Game(Protocol):
    """A game folder, on disk or in memory."""

    @property
    def name(self) -> str: ...

    @property
    def label(self) -> str:
        """Put before a file's name where a person reads it."""
        ...

    def text(self, path: str) -> str: ...

    def exists(self, path: str) -> bool: ...

    def asset(self, path: str) -> Asset: ...

    def asset_names(self) -> tuple[str, ...]: ...

    def own_files(self) -> tuple[str, ...]:
        """Files in the game's own folder, by path; shared folders are left aside."""
        ...


def decode(data: bytes) -> str:
    """UTF-8 text, a byte order mark dropped.

    Raises:
        UnreadableError: the bytes are not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UnreadableError(f"is not UTF-8 text (line {line})") from None


def _clean(path: str) -> PurePosixPath:
    pure = PurePosixPath(path.replace("\\", "/"))
    if pure.is_absolute() or ".." in pure.parts or ":" in path or "\0" in path:
        raise UnreadableError("lies outside the game folder; only paths inside it are read")
    return pure


class DiskGame:
    """A game folder on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.label = _shown(folder)
        self.seen: set[Path] = set()
        """Files that were read or looked for."""

    @property
    def project(self) -> Path:
        """The folder that holds the game, or several of them under `card_data`."""
        above = self.folder.parent
        return above.parent if above.name == "card_data" else self.folder

    @property
    def name(self) -> str:
        return self.folder.name

    def text(self, path: str) -> str:
        self.seen.add(self.folder / _clean(path))
        file = _inside(self.folder, self.folder / _clean(path))
        if file is None:
            raise UnreadableError("does not exist")
        return decode(_read(file, MAX_TEXT_BYTES))

    def exists(self, path: str) -> bool:
        self.seen.add(self.folder / path)
        return (self.folder / path).is_file()

    def asset(self, path: str) -> Asset:
        pure = _clean(path)
        for limit, candidate in self._candidates(pure):
            self.seen.add(candidate)
            file = _inside(limit, candidate)
            if file is not None:
                return Asset(str(pure), _read(file, MAX_ASSET_BYTES))
        raise UnreadableError(
            "is not in the game folder, nor in a `fonts/` or `textures/` above it"
        )

    def asset_names(self) -> tuple[str, ...]:
        """Files that could be meant, for did-you-mean."""
        found = {f"{name}/{f.name}" for name in ASSET_FOLDERS for f in self._listed(name)}
        return tuple(sorted(found))

    def own_files(self) -> tuple[str, ...]:
        """Files in the game's own folder, output and hidden ones left aside."""
        found: list[str] = []
        for top, folders, files in os.walk(self.folder):
            if _RECORD in files:  # cardgen's own output
                folders.clear()
                continue
            folders[:] = sorted(name for name in folders if name[0] != "." and name != "output")
            paths = (Path(top) / name for name in files if name[0] != ".")
            found += [path.relative_to(self.folder).as_posix() for path in paths]
            if len(found) > MAX_LISTED:
                break
        return tuple(sorted(found[:MAX_LISTED]))

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
        above = (parent / name for parent in self.folder.parents if (parent / name).is_dir())
        nearest = next(above, None)
        if nearest is not None:
            yield nearest, nearest
        yield shipped() / name, shipped() / name


def _inside(limit: Path, file: Path) -> Path | None:
    """The file, links followed; None if there is none.

    Raises:
        UnreadableError: it lies outside `limit`.
    """
    try:
        file = file.resolve()
        known = file.is_file()
    except (OSError, ValueError, RuntimeError):  # RuntimeError: links in a circle
        return None
    if not known:
        return None
    if not file.is_relative_to(limit.resolve()):
        raise UnreadableError("is a link that leads outside the game folder")
    return file


def shipped() -> Path:
    """Where the fonts and textures that come with cardgen are."""
    package = Path(__file__).resolve().parent
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
        if file.stat().st_size > limit:
            raise UnreadableError(f"is over {limit // 1_000_000} MB, the limit for such a file")
        return file.read_bytes()
    except OSError as error:
        raise UnreadableError(f"cannot be read ({error.strerror})") from None


def read_named(name: str, folders: Iterable[Path], limit: int) -> bytes:
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


class MemoryGame(Struct):
    """A game in a dictionary of paths and contents, for tests and previews."""

    files: Mapping[str, str | bytes]
    name: str = "game"
    label: str = ""

    def text(self, path: str) -> str:
        _clean(path)
        if path not in self.files:
            raise UnreadableError("does not exist")
        content = self.files[path]
        return content if isinstance(content, str) else decode(content)

    def exists(self, path: str) -> bool:
        return path in self.files

    def asset(self, path: str) -> Asset:
        _clean(path)
        for name in (path, *(f"{folder}/{path}" for folder in ASSET_FOLDERS)):
            if name in self.files:
                content = self.files[name]
                return Asset(path, content.encode() if isinstance(content, str) else content)
        return DiskGame(shipped()).asset(path)

    def own_files(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def asset_names(self) -> tuple[str, ...]:
        return tuple(sorted(n for n in self.files if n.split("/")[0] in ASSET_FOLDERS))


class Cache:
    """Bytes that took long to make, kept between runs; safe to delete at any time.

    An entry carries the hash of its content: one that was cut short or changed is not
    given back. Where nothing can be written, nothing is kept.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or _cache_folder()

    def get(self, key: str) -> bytes | None:
        try:
            stored = (self.folder / key).read_bytes()
        except OSError:
            return None
        digest, data = stored[:32], stored[32:]
        return data if hashlib.sha256(data).digest() == digest else None

    def put(self, key: str, data: bytes) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder)
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(data).digest() + data)
            Path(name).replace(self.folder / key)
        except OSError:
            return


def _cache_folder() -> Path:
    """Where this system keeps what programs can make again."""
    given = os.environ.get("CARDGEN_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "cardgen"


def clock() -> float:
    """Seconds from a fixed moment, for durations only; no output depends on it."""
    return time.monotonic()


class Output:
    """A folder being written beside its final place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: set[str] = set()

    def path(self, name: str) -> Path:
        """Where to write file `name` (a relative path with `/`); its folder exists."""
        self._names.add(name)
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def write(self, name: str, data: bytes) -> None:
        self.path(name).write_bytes(data)

    def link(self, name: str, existing: str) -> None:
        """Make `name` the same file as `existing`: a hard link, or a copy where links fail."""
        source, file = self.folder / existing, self.path(name)
        try:
            os.link(source, file)
        except OSError:
            shutil.copyfile(source, file)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._names))


@contextmanager
def replacing(folder: Path) -> Iterator[Output]:
    """Write a whole output folder, and put it in place only when all of it is there.

    What cardgen did not write stays where it was; where it is in the way, nothing is
    written. On any failure the last good output stays as it was. A link is followed.

    Raises:
        UnwritableError: the folder cannot be made or replaced.
    """
    shown, folder = folder, Path(os.path.realpath(folder))
    try:
        if folder.exists() and not folder.is_dir():
            raise UnwritableError(f"cannot write to {shown}: it is a file")
        folder.parent.mkdir(parents=True, exist_ok=True)
        _recover(folder)
        _sweep(folder)
        prefix = f".{folder.name}-{os.getpid()}-"
        staged = Path(tempfile.mkdtemp(prefix=prefix, dir=folder.parent))
        staged.chmod(0o755)
    except OSError as error:
        raise UnwritableError(f"cannot write to {shown}: {error.strerror}") from None
    try:
        output = Output(staged)
        yield output
        output.write(_RECORD, ("\n".join(output.names) + "\n").encode())
        _keep_unchanged(folder, staged)
        _swap(folder, staged)
    except OSError as error:
        raise UnwritableError(f"cannot write to {shown}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _keep_unchanged(folder: Path, staged: Path) -> None:
    """Give files that come out as they were the times of the old ones: what is new there is
    what has changed. A kept face stays the very file that the store has, and need not be
    compared again."""
    if not folder.is_dir():
        return
    for name in _written(folder):
        old, new = folder / name, staged / name
        try:
            before, after = old.lstat(), new.lstat()
        except OSError:
            continue
        twins = before.st_size == after.st_size and not stat.S_ISLNK(before.st_mode)
        if twins and before.st_ino != after.st_ino and filecmp.cmp(old, new, shallow=False):
            os.utime(new, ns=(before.st_atime_ns, before.st_mtime_ns))


def _sweep(folder: Path) -> None:
    """Drop what builds that were killed left behind: their process is gone, and nothing
    was written there for a while."""
    for left in folder.parent.glob(f".{folder.name}-*-*"):
        pid = left.name.removeprefix(f".{folder.name}-").partition("-")[0]
        if pid.isdigit() and left.is_dir() and not left.is_symlink() and not _runs(int(pid)):
            age = time.time() - left.stat().st_mtime
            if age > _ABANDONED:
                shutil.rmtree(left, ignore_errors=True)


def _runs(pid: int) -> bool:
    """Whether a process is there, as far as this system tells."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _old(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}-old")


def _recover(folder: Path) -> None:
    """Finish or undo a swap that was cut short."""
    old = _old(folder)
    if old.is_dir():
        if folder.exists():
            _clear(old, folder)
        else:
            old.rename(folder)


def _swap(folder: Path, staged: Path) -> None:
    """Put the new output in the place of the old, which comes back if that fails."""
    old = _old(folder)
    if not folder.exists():
        staged.rename(folder)
        return
    _refuse_if_blocked(folder, staged)
    folder.rename(old)
    try:
        staged.rename(folder)
    except BaseException:
        if not folder.exists():
            old.rename(folder)
        raise
    _clear(old, folder)


def _clear(old: Path, folder: Path) -> None:
    """Carry over what cardgen did not write, then drop the rest."""
    _refuse_if_blocked(old, folder)
    written = _written(old)
    for name in list(_foreign(old, folder, written)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (old / name).rename(folder / name)
    for top, _, files in os.walk(old, topdown=False):
        for file in sorted(files, key=_RECORD.__eq__):  # the record last: it says what may go
            if (Path(top) / file).relative_to(old).as_posix() in written:
                (Path(top) / file).unlink()
        Path(top).rmdir()


def written_files(folder: Path) -> tuple[str, ...]:
    """The files that cardgen wrote into an output folder, by its own list, in order."""
    return tuple(sorted(name for name in _written(folder) if name))


def _written(folder: Path) -> frozenset[str]:
    """The files that cardgen wrote into an output folder, by its own list."""
    record = folder / _RECORD
    if record.is_symlink() or not record.is_file():
        return frozenset()
    names = record.read_bytes().decode("utf-8", "replace").split("\n")
    return frozenset((*names, _RECORD))


def _foreign(old: Path, new: Path, written: frozenset[str], inside: str = "") -> Iterator[str]:
    """What cardgen did not write, each as the largest folder that can be moved whole."""
    for entry in sorted((old / inside).iterdir()):
        name = entry.relative_to(old).as_posix()
        folder = entry.is_dir() and not entry.is_symlink()
        shared = folder and (
            (new / name).is_dir() or any(one.startswith(f"{name}/") for one in written)
        )
        if shared:
            yield from _foreign(old, new, written, name)
        elif folder or entry.is_symlink() or name not in written:
            yield name


def _refuse_if_blocked(old: Path, new: Path) -> None:
    """Stop while nothing has moved yet, if something of the designer's has no place in `new`."""
    for name in _foreign(old, new, _written(old)):
        above = [new / parent for parent in PurePosixPath(name).parents]
        if os.path.lexists(new / name) or any(p.exists() and not p.is_dir() for p in above):
            raise UnwritableError(
                f"cannot write to {old}: cardgen did not write `{name}` there, and needs its "
                "place; move it elsewhere"
            )
