"""Whether a build would change anything: what it read and wrote last time, and how it is now.

In      the command's own words, the files that a game was read from, the folders written.
Out     what the last build said, if not a byte of all that has changed since.

A fingerprint is a small file in the user's cache. It holds the inputs as they were when they
were read (`files.input_record`): what is saved during a build is not in its print, and so a
change. A file counts as unchanged if its size, times and place are; where only the times differ,
its content decides.
Files that were looked for and not found are remembered too, and the lists of the game's own
files and of its fonts and textures: a new one may change what `check` says. The program itself
and the packages it runs on are part of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cardgen.cache.project_cache import project_cache
from cardgen.cache.sealed_bytes import seal_bytes, unseal_bytes
from cardgen.files.game_files import GameFiles
from cardgen.files.input_record import InputRecord, is_as_recorded
from cardgen.files.output_folder import written_files
from cardgen.version import __version__


class BuildFingerprint:
    """The inputs and outputs of one command in one project."""

    def __init__(self, project: Path, game: GameFiles, words: Iterable[str]) -> None:
        name = hashlib.blake2b(os.fsencode("\0".join(words)), digest_size=12).hexdigest()
        self.file = project_cache(project) / "builds" / f"{name}.json"
        self._game, self._program, self._listing = game, program(), _listing(game)

    @property
    def name(self) -> str:
        """What tells this command from others in the same project."""
        return self.file.stem

    def last(self) -> Any:
        """Return what the last build remembered, whatever has changed since; None if it was
        another program's, or nothing is known of it."""
        try:
            stored = self._read()
            return stored["result"] if stored["program"] == self._program else None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def unchanged(self) -> Any:
        """Return what the last build remembered, whose inputs count as read; None if this one may
        differ from it."""
        try:
            stored = self._read()
            inputs = {Path(path): state for path, state in stored["inputs"].items()}
            same = (
                stored["program"] == self._program
                and stored["listing"] == self._listing
                and all(is_as_recorded(path, was) for path, was in inputs.items())
                and all(_whole(Path(path), files) for path, files in stored["outputs"].items())
            )
            if same:
                self._game.begin_record(inputs)
            return stored["result"] if same else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def _read(self) -> Any:
        """What the file holds; None if it is harmed."""
        return json.loads(bytes(unseal_bytes(self.file.read_bytes()) or b"null"))

    def write(self, inputs: InputRecord, outputs: Iterable[Path], result: object) -> None:
        """Remember a build that has just ended. Where nothing can be written, nothing is.

        Args:
            inputs: The files that were read, as they were then; program and listing are those
                of the moment when the fingerprint was made.
            outputs: The folders that were written.
            result: What to remember of the build: plain data, for JSON.
        """
        states = sorted(inputs.states.items())
        fingerprint = {
            "program": self._program,
            "listing": self._listing,
            "inputs": {str(path): state for path, state in states},
            "outputs": {str(folder.resolve()): _written(folder) for folder in outputs},
            "result": result,
        }
        beside = self.file.with_name(f".{os.getpid()}-{self.file.name}")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(seal_bytes(json.dumps(fingerprint).encode()))
            beside.replace(self.file)
        except OSError:
            return


@cache
def program() -> str:
    """The program as it is installed: its version and files, Python, and its packages. As it was
    when it was first asked for: what this process runs is no later one."""
    found = hashlib.blake2b(f"{__version__} {sys.version}".encode(), digest_size=16)
    package = Path(__file__).parents[1]
    for top, folders, files in os.walk(package):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(files):
            status = (Path(top) / name).stat()
            found.update(f"{name} {status.st_size} {status.st_mtime_ns}".encode())
    for path in _package_folders():
        found.update(f"{path} {_time(path)}".encode())
    return found.hexdigest()


def _package_folders() -> list[Path]:
    """Where packages are: a new one, or another version, changes the time of such a folder. Not
    the current folder, into which output may be written, nor where the command itself lies:
    `cardgen` and `python -m cardgen` are one program."""
    others = (Path.cwd(), Path(sys.argv[0]).absolute().parent)
    return [path for path in map(Path, filter(None, sys.path)) if path not in others]


def _time(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _listing(game: GameFiles) -> str:
    names = "\0".join((*game.own_files(), "", *game.asset_names()))
    return hashlib.blake2b(os.fsencode(names), digest_size=16).hexdigest()


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
