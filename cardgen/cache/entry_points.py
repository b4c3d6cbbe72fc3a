"""What installed distributions say that they bring: entry points, read from their folders.

In      the folders of `sys.path`.
Out     `EntryPoint`s of our groups, each with the name and version of its distribution.
Not here  what they name (`check.engine.registry`, `targets.registry`, `importers.registry`).

`importlib.metadata` finds the same, and is asked where the path has more than folders or where
others find distributions too. It imports what reads e-mails and archives, and it and its answers
took a twentieth of a check after an edited word.

Source  Python Packaging User Guide, "Entry points specification", "Recording installed projects".
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache, reduce
from importlib import import_module
from importlib.machinery import PathFinder
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct

OWN = "cardgen"
"""The distribution of our own parts."""
_UNKNOWN = "unknown"
"""A distribution that says of itself not even its name."""
_GROUPS = "cardgen."
"""How the names of all our groups begin."""
_ENDS = (".dist-info", ".egg-info")
"""How the names of folders end in which distributions are described."""


class EntryPoint(Struct, frozen=True):
    """Where an object is that a distribution brings."""

    name: str
    value: str
    """`package.module:object`"""
    group: str
    distribution: str
    version: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is a part of cardgen itself."""
        return self.distribution == OWN

    @property
    def module(self) -> str:
        """The module that has the object."""
        return self.value.partition("[")[0].partition(":")[0].strip()

    def load(self) -> Any:
        """Import the module, and return the object.

        Raises:
            Exception: Whatever the module raises; or it has no such object.
        """
        names = self.value.partition("[")[0].partition(":")[2].strip()
        return reduce(getattr, filter(None, names.split(".")), import_module(self.module))


def list_entry_points(group: str) -> list[EntryPoint]:
    """Return the entry points of a group, as they were when one was first asked for. Of
    distributions with one name the first on the path counts."""
    path = tuple(sys.path)
    if _has_folders_alone(path):
        return [one for one in _read_folders(path) if one.group == group]
    return list(_ask_metadata(group))


def _has_folders_alone(path: tuple[str, ...]) -> bool:
    """Whether distributions are in folders of the path, and nowhere else."""
    finders = [one for one in sys.meta_path if hasattr(one, "find_distributions")]
    odd = any(one.endswith(".egg") or Path(one).is_file() for one in path)
    return finders == [PathFinder] and not odd


def _ask_metadata(group: str) -> Iterator[EntryPoint]:
    from importlib.metadata import entry_points

    for one in entry_points(group=group):
        name, version = (one.dist.name, one.dist.version) if one.dist else (_UNKNOWN, "")
        yield EntryPoint(one.name, one.value, group, name, version)


@lru_cache(maxsize=1)
def _read_folders(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    described = dict[str, Path]()
    for folder in path:
        for one in _list_described(Path(folder)):
            described.setdefault(_normalize(one.stem.partition("-")[0]), one)
    return tuple(chain.from_iterable(map(_read_distribution, described.values())))


def _list_described(folder: Path) -> list[Path]:
    """The folders in which the distributions of a folder are described."""
    try:
        return [one for one in folder.iterdir() if one.name.lower().endswith(_ENDS)]
    except OSError:
        return []


def _normalize(name: str) -> str:
    """The name of a distribution, however it is written."""
    return "-".join(filter(None, name.lower().replace("_", "-").replace(".", "-").split("-")))


def _read_distribution(folder: Path) -> Iterator[EntryPoint]:
    """The entry points of one distribution; its name is read only if any is of our groups."""
    written = _read_text(folder / "entry_points.txt")
    if f"[{_GROUPS}" not in written:
        return
    about, group = _read_headers(folder), ""
    name, version = about.get("name", _UNKNOWN), about.get("version", "")
    for line in map(str.strip, written.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1]
        elif group.startswith(_GROUPS) and "=" in line and not line.startswith("#"):
            entry, _, value = line.partition("=")
            yield EntryPoint(entry.strip(), value.strip(), group, name, version)


def _read_headers(folder: Path) -> dict[str, str]:
    """What a distribution says of itself, up to the first empty line."""
    written = _read_text(folder / "METADATA") or _read_text(folder / "PKG-INFO")
    lines = written.partition("\n\n")[0].splitlines()
    fields = (line.partition(":") for line in reversed(lines))
    return {name.lower(): value.strip() for name, _, value in fields}


def _read_text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""
