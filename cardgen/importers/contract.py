"""The `Importer` class: what an importer is, and what it makes.

An importer reads what another program left and makes the files of a game. It writes nothing: the
caller puts the files into a new folder. Importers are found through the entry points of the group
`cardgen.importers`, those of cardgen itself included (`importers.registry`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path


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
    def read(self, source: Path, title: str) -> Mapping[str, bytes]:
        """Make a game.

        Args:
            source: The file or folder.
            title: The new game's name.

        Returns:
            The game's files by their path below its folder; `game.yaml` is one of them.

        Raises:
            ImportFault: It cannot be done.
        """
