"""Whether a file of YAML holds a list, as a table of cards does, and a layout of Squib does not.

In      a file.
Out     yes or no, as far as a glance tells.
"""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.files.game_files import MAX_TABLE_BYTES
from cardgen.files.regular_files import TooLargeError, read_regular
from cardgen.read.tables.reading import YAML

_BEFORE = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*|---[^\n]*|%[^\n]*)?\r?\n)*[ \t]*")
"""Comments, empty lines and what begins a document."""


def is_yaml_list(file: Path) -> bool:
    """Whether a file is called as YAML is, and begins as a list."""
    if file.suffix.lower() not in YAML or not file.is_file():
        return False
    try:
        data = read_regular(file, MAX_TABLE_BYTES)
    except (OSError, ValueError, TooLargeError):
        return False
    found = _BEFORE.match(data)
    start = data[found.end() : found.end() + 2] if found else b""
    return start[:1] == b"[" or start in (b"- ", b"-\n", b"-\r")
