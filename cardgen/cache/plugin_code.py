"""What is installed as a part of cardgen, and the code of plug-ins as it lies on the disk: what
is kept of their work depends on it.

In      entry points.
Out     the distributions that bring them; their files; a text that changes with them. Nothing
        of them is imported.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

OWN = "cardgen"
"""The distribution of our own parts."""


def name_distributions(entries: Iterable[EntryPoint]) -> list[tuple[str, EntryPoint]]:
    """Return entry points in their order, each with the name of its distribution; "" if it has
    none. A distribution's name is read from its metadata, once for all of its entry points: one
    by one it was a tenth of a short command."""
    names: dict[int, str] = {id(None): ""}
    found = []
    for entry in entries:
        key = id(entry.dist)
        if key not in names and entry.dist:
            names[key] = entry.dist.name
        found.append((names[key], entry))
    return found


def code_state(entry: EntryPoint) -> str:
    """Return what changes with the files of a plug-in."""
    return " ".join(sorted(map(_file_state, code_files(entry))))


def code_files(entry: EntryPoint) -> list[Path]:
    """Return the sources of a plug-in: its module, or all of its package."""
    try:
        spec = find_spec(entry.module.partition(".")[0])
    except (ImportError, ValueError):
        return []
    origin = Path(spec.origin) if spec and spec.origin else None
    if origin is None:
        return []
    return sorted(origin.parent.rglob("*.py")) if origin.name == "__init__.py" else [origin]


def plugin_entries(group: str) -> list[EntryPoint]:
    """Return the entry points of a group that are not our own."""
    return [entry for name, entry in name_distributions(entry_points(group=group)) if name != OWN]


def _file_state(file: Path) -> str:
    try:
        status = file.stat()
    except OSError:
        return str(file)
    return f"{file}:{status.st_size}:{status.st_mtime_ns}"
