"""The code of plug-ins as it lies on the disk: what is kept of their work depends on it.

In      entry points.
Out     those that are not ours; their files, what their code reads beside it among them; a text
        that changes with them. Nothing of them is imported.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from cardgen.cache.entry_points import EntryPoint, list_entry_points
from cardgen.files.input_record import InputRecord


def code_state(entry: EntryPoint) -> str:
    """Return what changes with the files of a plug-in."""
    return " ".join(sorted(map(_file_state, code_files(entry))))


def code_files(entry: EntryPoint) -> list[Path]:
    """Return the files of a plug-in: its module, or all that is in its package, a list of words or
    a template as well as its sources."""
    try:
        spec = find_spec(entry.module.partition(".")[0])
    except (ImportError, ValueError):
        return []
    if spec is None:
        return []
    if spec.submodule_search_locations is not None:
        return sorted(file for one in spec.submodule_search_locations for file in _walk(one))
    return [Path(spec.origin)] if spec.origin else []


def _walk(folder: str) -> Iterator[Path]:
    """The files of a package, without what Python makes of them."""
    for top, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (Path(top) / name for name in files)


@cache
def record_code(groups: tuple[str, ...]) -> InputRecord:
    """Return the files of all plug-ins of some groups as they were when this was first asked for:
    what this process runs is no later code."""
    record = InputRecord()
    for entry in (one for group in groups for one in plugin_entries(group)):
        for file in code_files(entry):
            record.note_file(file)
    return record


def plugin_entries(group: str) -> list[EntryPoint]:
    """Return the entry points of a group that are not our own."""
    return [entry for entry in list_entry_points(group) if not entry.is_own]


def _file_state(file: Path) -> str:
    try:
        status = file.stat()
    except OSError:
        return str(file)
    return f"{file}:{status.st_size}:{status.st_mtime_ns}"
