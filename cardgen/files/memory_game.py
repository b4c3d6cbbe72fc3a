"""A game in a dictionary of paths and contents, for tests, previews and rows from Python."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.files.disk_game import OUTSIDE_PROJECT, DiskGame, shipped_folder
from cardgen.files.game_files import (
    A_FOLDER,
    ASSET_FOLDERS,
    Asset,
    UnreadableError,
    clean_path,
    decode,
    refuse_pointer,
)
from cardgen.files.input_record import InputRecord, State
from cardgen.files.spelling import compose, list_forms


class MemoryGame(Struct):
    """A game in a dictionary of paths and contents, for tests and previews."""

    files: Mapping[str, str | bytes]
    name: str = "game"
    label: str = ""
    edition: str = ""

    @property
    def folder(self) -> Path | None:
        return None

    @property
    def project(self) -> Path | None:
        return None

    @property
    def inputs(self) -> InputRecord:
        """Nothing: what is in memory stays as it is."""
        return InputRecord()

    def begin_record(self, states: Mapping[Path, State] | None = None) -> None:
        """Nothing is recorded."""

    def in_edition(self, name: str) -> MemoryGame:
        return replace(self, edition=name)

    def text(self, path: str) -> str:
        clean_path(path)
        return self.text_at(self._known(path))

    def shared_text(self, path: str) -> str:
        if path.startswith("../") and path in self.files:
            return self.text_at(path)
        if path.startswith(("..", "/")):
            raise UnreadableError(OUTSIDE_PROJECT)
        return self.text(path)

    def text_at(self, path: str) -> str:
        content = self.files[path]
        return content if isinstance(content, str) else decode(content)

    def table(self, path: str) -> bytes:
        clean_path(path)
        return self._bytes_at(self._known(path))

    def _bytes_at(self, path: str) -> bytes:
        content = self.files[path]
        return refuse_pointer(content.encode() if isinstance(content, str) else content)

    def _known(self, path: str) -> str:
        """The name of a file that must be there, in the form that it has."""
        for form in list_forms(path):
            if form in self.files:
                return form
        below = any(name.startswith(f"{path}/") for name in self.files)
        raise UnreadableError(A_FOLDER if below else "does not exist")

    def exists(self, path: str) -> bool:
        return any(form in self.files for form in list_forms(path))

    def asset(self, path: str) -> Asset:
        path = str(clean_path(path))
        for form in list_forms(path):
            for name in (form, *(f"{folder}/{form}" for folder in ASSET_FOLDERS)):
                if name in self.files:
                    return Asset(path, self._bytes_at(name))
        return DiskGame(shipped_folder()).asset(path)

    def own_files(self) -> tuple[str, ...]:
        return tuple(sorted(map(compose, self.files)))

    def asset_names(self) -> tuple[str, ...]:
        return tuple(n for n in self.own_files() if n.split("/")[0] in ASSET_FOLDERS)
