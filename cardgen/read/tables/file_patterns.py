"""A path of a table that stands for several files: `cards/*.yaml`.

In      the path, the files of a game.
Out     those that it finds.
"""

from __future__ import annotations

import re

from cardgen.files.game_files import GameFiles
from cardgen.files.spelling import compose

_MAX_MARKS = 12
"""Of `*` and `?` in a pattern: each more multiplies the ways in which a name may fit."""


def is_pattern(path: str) -> bool:
    """Whether a path may stand for several files."""
    return any(mark in path for mark in "*?")


def find_tables(pattern: str, files: GameFiles) -> list[str]:
    """The files of the game that a pattern finds, by name: `*` stays in its folder.

    Hidden files are left out, and those that spreadsheet programs make of a table that is open.
    """
    marks = pattern.count("*") + pattern.count("?")
    if marks > _MAX_MARKS:
        return []
    found = compile_pattern(compose(pattern))
    names = (name for name in files.own_files() if found.fullmatch(name))
    return [name for name in names if not name.rpartition("/")[2].startswith((".", "~$"))]


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """What the names that a pattern stands for are like."""
    return re.compile(_regular(pattern))


def _regular(pattern: str) -> str:
    parts = re.split(r"(\*\*/?|\*|\?)", pattern.replace("\\", "/").removeprefix("./"))
    known = {"*": "[^/]*", "?": "[^/]", "**": ".*", "**/": "(?:.*/)?"}
    return "".join(known.get(part, re.escape(part)) for part in parts)
