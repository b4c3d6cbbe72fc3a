"""Where a text stands in its file that is not written there letter for letter, on one line.

In      the text as it was read, what the file has in its place.
Out     `WrittenLine`s: from where on both go on alike; nothing where that cannot be told.

YAML takes the indentation of further lines away, and makes blanks of line ends where it folds; in
quotes a few letters stand for one. Everything else is the same, in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

WrittenLine = tuple[int, int, int]
"""An offset in the text; how many lines below the first of its place; the column from 1."""

YAML_ESCAPES = {
    '"': re.compile(r"\\(?:x\w{2}|u\w{4}|U\w{8}|.)"),
    "'": re.compile("''"),
}
"""What stands for one letter between quotation marks."""
CELL_ESCAPES = re.compile('""|\n')
JSON_ESCAPES = re.compile(r"\\(?:u[dD][89abAB]\w{2}\\u[dD][c-fC-F]\w{2}|u\w{4}|.)")
_BLANKS = " \t\n"
_MOST = 10_000
"""Lines and escapes of one text: what is wrong in a longer one is told at the whole of it."""


def align_lines(
    text: str, lines: Sequence[str], *, below: int = 0, column: int = 1
) -> tuple[WrittenLine, ...]:
    """Return where the lines of a text begin, those that hold anything.

    Args:
        text: As it was read.
        lines: What it is written in, from its first line on.
        below: How many lines the first of these is below the place of the text.
        column: Where the first of them begins; the others begin where something stands.
    """
    if len(lines) > _MOST:
        return ()
    found, at = list[WrittenLine](), 0
    for number, line in enumerate(lines):
        body = line.strip(_BLANKS)
        if not body:
            continue
        start = text.find(body, at)
        if start < 0 or text[at:start].strip(_BLANKS):
            return ()
        found.append((start, below + number, (1 if number else column) + line.find(body)))
        at = start + len(body)
    return () if text[at:].strip(_BLANKS) else tuple(found)


def align_escapes(
    text: str, raw: str, escapes: re.Pattern[str], *, column: int
) -> tuple[WrittenLine, ...]:
    """Return where a text goes on as it is written.

    Args:
        text: As it was read.
        raw: What it is written as, without quotation marks.
        escapes: Matches what stands for one letter; line ends, where they may stand.
        column: Where `raw` begins.
    """
    found = [(0, 0, column)]
    offset, below, start = 0, 0, 0
    for escape in escapes.finditer(raw):
        if len(found) > 2 * _MOST:
            return ()
        offset += escape.start() - start
        column += escape.start() - start
        found.append((offset, below, column))
        offset, start = offset + 1, escape.end()
        is_end = escape[0] == "\n"
        below, column = (below + 1, 1) if is_end else (below, column + len(escape[0]))
        found.append((offset, below, column))
    return tuple(found) if offset + len(raw) - start == len(text) else ()
