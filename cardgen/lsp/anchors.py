"""The anchor (`&body`) that an alias (`*body`) of YAML names.

In      the lines of a file, a place in them.
Out     where the anchor stands; None where the place is in no alias.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_ALIAS = re.compile(r"(?<![^\s,\[{])\*([^\s,\[\]{}]+)(?=[\s,\]}]|$)")
_ANCHOR = re.compile(r"(?<![^\s,\[{])&([^\s,\[\]{}]+)(?=[\s,\]}]|$)")


def find_anchor(lines: Sequence[str], line: int, column: int) -> tuple[int, tuple[int, int]] | None:
    """Return the line of the anchor, and the columns of its name; all from 0.

    An anchor that is there twice counts from where it stands: the last one above is meant.
    """
    for alias in _ALIAS.finditer(lines[line]):
        if alias.start() <= column <= alias.end():
            return _find_last(lines, line, alias)
    return None


def _find_last(
    lines: Sequence[str], line: int, alias: re.Match[str]
) -> tuple[int, tuple[int, int]] | None:
    for number in range(line, -1, -1):
        end = alias.start() if number == line else len(lines[number])
        found = [a for a in _ANCHOR.finditer(lines[number], 0, end) if a[1] == alias[1]]
        if found:
            return number, found[-1].span()
    return None
