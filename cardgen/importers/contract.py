"""The `Importer` class: what an importer is, and what it makes.

An importer reads what another program left and makes the files of a game. It writes nothing: the
caller puts the files into a new folder. Importers are found through the entry points of the group
`cardgen.importers`, those of cardgen itself included (`importers.registry`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from cardgen.files.game_files import MAX_ASSET_BYTES, MAX_TABLE_BYTES
from cardgen.files.regular_files import TooLargeError, read_regular
from cardgen.read.models.tables import split_sheet

ImportedFile = bytes | Path
"""What a file of the new game holds, or the file that it is a copy of (`find_beside`)."""


class ImportedGame(dict[str, ImportedFile]):
    """The files of a new game, with what its designer is told of them."""

    def __init__(self, files: Mapping[str, ImportedFile]) -> None:
        super().__init__(files)
        self.notes: list[str] = []


class ImportFault(ValueError):
    """A source cannot be imported; the message is one clear sentence."""


class Importer(ABC):
    """Makes a game of a file or folder of another program."""

    name: str
    """The entry point's name."""
    about: str
    """One line on what it reads."""

    @abstractmethod
    def accepts(self, source: Path) -> bool:
        """Whether a file or folder is one that it reads, as far as a glance tells."""

    @abstractmethod
    def read(self, source: Path, title: str) -> Mapping[str, ImportedFile]:
        """Make a game.

        Args:
            source: The file or folder.
            title: The new game's name.

        Returns:
            The game's files by their path below its folder; `game.yaml` is one of them. An
            `ImportedGame` says more about them.

        Raises:
            ImportFault: It cannot be done.
        """


def read_source(source: Path, limit: int = MAX_TABLE_BYTES) -> bytes:
    """A file that is imported.

    Raises:
        ImportFault: it cannot be read, or is too large.
    """
    try:
        return read_regular(source, limit)
    except TooLargeError:
        raise ImportFault(f"`{source}` is over {limit // 1_000_000} MB") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ImportFault(f"`{source}` cannot be read ({reason})") from None


def split_source(source: Path) -> tuple[Path, str]:
    """A source and, where it is a sheet of a workbook (`cards.xlsx#Places`), the sheet's name."""
    if source.exists():
        return source, ""
    file, sheet = split_sheet(str(source))
    return Path(file), sheet


def find_beside(folder: Path, name: str) -> Path | None:
    """A file below a folder that is imported, by a name that stands in what is imported; None if
    there is none.

    Raises:
        ImportFault: it is a link that leads out of the folder.
    """
    try:
        file = (folder / name).resolve()
        found = file.is_file()
    except (OSError, ValueError, RuntimeError):  # RuntimeError: links in a circle
        return None
    if found and not file.is_relative_to(folder.resolve()):
        raise ImportFault(f"`{folder / name}` leads out of the folder that is imported")
    return file if found else None


_TOLD_LAYOUTS = ("layout.yml", "layout.yaml")
_TOLD_KINDS = (".xml", ".csv", ".tsv", ".xlsx", ".xlsm", ".xls", ".ods")


def find_source_in(folder: Path) -> Path | None:
    """The file of a folder that says what its cards are: a layout of Squib, an order or a table."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name[0] not in ".~")
    layouts = (file for file in files if file.name in _TOLD_LAYOUTS)
    tables = (file for kind in _TOLD_KINDS for file in files if file.suffix.lower() == kind)
    return next(chain(layouts, tables), None)


def read_imported(file: ImportedFile) -> bytes:
    """What a file of the new game holds.

    Raises:
        ImportFault: it cannot be read, or is too large.
    """
    return file if isinstance(file, bytes) else read_source(file, MAX_ASSET_BYTES)
