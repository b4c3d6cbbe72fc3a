"""The one door to files: reading a game, finding its assets, writing output, the clock.

In      paths as a designer wrote them, relative to the game folder.
Out     bytes; output files that appear whole or not at all.
Not here  what the bytes mean (`read`, `bind`).

A game may come from a stranger: nothing outside the game folder, the project's `fonts/`
and `textures/` and the files shipped with cardgen is ever read, and no file over its
limit. `MemoryGame` is the double that tests use.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Protocol

ASSET_FOLDERS = ("fonts", "textures")
MAX_TEXT_BYTES = 8_000_000
MAX_ASSET_BYTES = 64_000_000
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

    @property
    def name(self) -> str:
        return self.folder.name

    def text(self, path: str) -> str:
        file = self._inside(self.folder, _clean(path))
        if file is None:
            raise UnreadableError("does not exist")
        return decode(_read(file, MAX_TEXT_BYTES))

    def exists(self, path: str) -> bool:
        return (self.folder / path).is_file()

    def asset(self, path: str) -> Asset:
        pure = _clean(path)
        for root, candidate in self._candidates(pure):
            file = self._inside(root, candidate)
            if file is not None:
                return Asset(str(pure), _read(file, MAX_ASSET_BYTES))
        raise UnreadableError(
            "is not in the game folder, nor in a `fonts/` or `textures/` above it"
        )

    def asset_names(self) -> tuple[str, ...]:
        """Files that could be meant, for did-you-mean."""
        found = {f"{name}/{f.name}" for name in ASSET_FOLDERS for f in self._listed(name)}
        return tuple(sorted(found))

    def _listed(self, name: str) -> Iterator[Path]:
        for root in self._roots(name):
            if (root / name).is_dir():
                yield from sorted(f for f in (root / name).iterdir() if f.is_file())

    def _candidates(self, pure: PurePosixPath) -> Iterator[tuple[Path, PurePosixPath]]:
        yield self.folder, pure
        folders = ASSET_FOLDERS if len(pure.parts) == 1 else ()
        for name in folders:
            yield from ((root / name, pure) for root in self._roots(name))
        if pure.parts and pure.parts[0] in ASSET_FOLDERS and len(pure.parts) > 1:
            inner = PurePosixPath(*pure.parts[1:])
            yield from ((root / pure.parts[0], inner) for root in self._roots(pure.parts[0]))

    def _roots(self, name: str) -> Iterator[Path]:
        """The game, the nearest folder above it that has `name`, what cardgen ships."""
        yield self.folder
        above = (parent for parent in self.folder.parents if (parent / name).is_dir())
        nearest = next(above, None)
        if nearest is not None:
            yield nearest
        yield shipped()

    @staticmethod
    def _inside(root: Path, pure: PurePosixPath) -> Path | None:
        try:
            file = (root / pure).resolve()
            known = file.is_file()
        except (OSError, ValueError):
            return None
        if not known:
            return None
        if not file.is_relative_to(root.resolve()):
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


@dataclass
class MemoryGame:
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

    Files that cardgen did not write stay where they were. On any failure the last good
    output stays as it was.

    Raises:
        UnwritableError: the folder cannot be made or replaced.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _recover(folder)
        staged = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        staged.chmod(0o755)
    except OSError as error:
        raise UnwritableError(f"cannot write to {folder}: {error.strerror}") from None
    try:
        output = Output(staged)
        yield output
        output.write(_RECORD, ("\n".join(output.names) + "\n").encode())
        _swap(folder, staged)
    except OSError as error:
        raise UnwritableError(f"cannot write to {folder}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(staged, ignore_errors=True)


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
    if folder.exists():
        folder.rename(_old(folder))
    staged.rename(folder)
    if _old(folder).exists():
        _clear(_old(folder), folder)


def _clear(old: Path, folder: Path) -> None:
    """Carry over what cardgen did not write, then drop the rest."""
    record = old / _RECORD
    ours = set(record.read_text().splitlines()) | {_RECORD} if record.is_file() else set()
    for file in sorted(old.rglob("*")):
        name = file.relative_to(old).as_posix()
        if file.is_file() and name not in ours and not (folder / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            file.rename(folder / name)
    shutil.rmtree(old)
