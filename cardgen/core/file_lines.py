"""The lines of a file as its reader counts them, and so the places of findings.

In      a text, the name of its file.
Out     its lines.

YAML ends a line at U+0085, U+2028 and U+2029 too; every other file of a game, and an editor, goes
on in the same line. `str.splitlines` ends one at form feeds as well, which nobody else does.
"""

from __future__ import annotations

import re

YAML_FILES = (".yaml", ".yml")
YAML_ENDS = "\x85\u2028\u2029"
"""What ends a line in YAML alone."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n|[\r\n]|\Z)")
_YAML_LINE = re.compile(rf"[^\r\n{YAML_ENDS}]*(?:\r\n|[\r\n{YAML_ENDS}]|\Z)")


def split_lines(text: str, file: str) -> list[str]:
    """The lines of a text, their ends kept."""
    pattern = _YAML_LINE if file.endswith(YAML_FILES) else _LINE
    return [found[0] for found in pattern.finditer(text) if found[0]]


def strip_end(line: str) -> str:
    """A line without its end."""
    return line.rstrip(f"\r\n{YAML_ENDS}")
