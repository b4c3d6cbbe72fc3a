"""Whether a build would change anything: what it read and wrote last time, and how it is now.

In      the command's own words, the files that a game was read from, the folders written.
Out     what the last build said, if not a byte of all that has changed since.

A stamp is a small file in `.cardgen/`. A file counts as unchanged if its size and time are;
where only the time differs, its content decides. Files that were looked for and not found
are remembered too, and the list of the game's own files: a new one may change what `check`
says. The program itself and the packages it runs on are part of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen import __version__
from cardgen.files.game_files import DiskGame
from cardgen.files.output_folder import written_files

State = list[Any] | None
"""Size, time in nanoseconds and hash of a file; None if it is not there."""


class Said(Struct, frozen=True):
    """What a build had to say."""

    findings: str
    """As text, for stderr."""
    counted: str
    what: str


class Stamp:
    """The stamp of one command in one project."""

    def __init__(self, project: Path, words: Iterable[str]) -> None:
        name = hashlib.blake2b("\0".join(words).encode(), digest_size=12).hexdigest()
        self.file = project / ".cardgen" / "builds" / f"{name}.json"

    def unchanged(self, game: DiskGame) -> Said | None:
        """What the last build said; None if this one may differ from it."""
        try:
            kept = json.loads(self.file.read_text("utf-8"))
            same = (
                kept["program"] == program()
                and kept["listing"] == _listing(game)
                and all(_same(Path(path), state) for path, state in kept["inputs"].items())
                and all(_whole(Path(path), files) for path, files in kept["outputs"].items())
            )
            return Said(**kept["said"]) if same else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def write(self, game: DiskGame, outputs: Iterable[Path], said: Said) -> None:
        """Remember a build that has just ended. Where nothing can be written, nothing is."""
        stamp = {
            "program": program(),
            "listing": _listing(game),
            "inputs": {str(path): _state(path) for path in sorted(game.seen)},
            "outputs": {str(folder.resolve()): _written(folder) for folder in outputs},
            "said": {
                "findings": said.findings,
                "counted": said.counted,
                "what": said.what,
            },
        }
        beside = self.file.with_name(f".{os.getpid()}-{self.file.name}")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(stamp), "utf-8")
            beside.replace(self.file)
        except OSError:
            return


def program() -> str:
    """The program as it is installed: its version and files, Python, and its packages."""
    found = hashlib.blake2b(f"{__version__} {sys.version}".encode(), digest_size=16)
    package = Path(__file__).parents[1]
    for top, folders, files in os.walk(package):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(files):
            status = (Path(top) / name).stat()
            found.update(f"{name} {status.st_size} {status.st_mtime_ns}".encode())
    for path in sys.path:
        if path.endswith("site-packages"):
            found.update(f"{path} {_time(Path(path))}".encode())
    return found.hexdigest()


def _time(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _listing(game: DiskGame) -> str:
    return hashlib.blake2b("\0".join(game.own_files()).encode(), digest_size=16).hexdigest()


def _state(path: Path) -> State:
    try:
        status = path.stat()
        data = path.read_bytes()
    except OSError:
        return None
    return [status.st_size, status.st_mtime_ns, hashlib.blake2b(data, digest_size=16).hexdigest()]


def _same(path: Path, state: State) -> bool:
    try:
        status = path.stat()
    except OSError:
        return state is None
    if state is None or status.st_size != state[0]:
        return False
    return status.st_mtime_ns == state[1] or _state(path) == [
        *state[:1],
        status.st_mtime_ns,
        state[2],
    ]


def _written(folder: Path) -> Mapping[str, list[int]]:
    return {name: _brief(folder / name) for name in written_files(folder)}


def _whole(folder: Path, files: Mapping[str, list[int]]) -> bool:
    """Whether a folder holds what was written there, untouched."""
    return bool(files) and all(_brief(folder / name) == brief for name, brief in files.items())


def _brief(file: Path) -> list[int]:
    try:
        status = file.stat()
    except OSError:
        return []
    return [status.st_size, status.st_mtime_ns]
