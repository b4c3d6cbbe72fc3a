"""The code of plug-ins as it lies on the disk: what is kept of their work depends on it.

In      entry points.
Out     those that are not ours; their files; a text that changes with them. Nothing of them is
        imported.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from cardgen.cache.entry_points import EntryPoint, list_entry_points


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
    return [entry for entry in list_entry_points(group) if not entry.is_own]


def _file_state(file: Path) -> str:
    try:
        status = file.stat()
    except OSError:
        return str(file)
    return f"{file}:{status.st_size}:{status.st_mtime_ns}"
