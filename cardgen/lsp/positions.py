"""Places in files: cardgen's lines and columns from 1, editors' from 0 in UTF-16.

In      `Span`s, lines of text.
Out     ranges of the protocol, and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from lsprotocol import types

from cardgen.core.findings import Span


def count_units(text: str) -> int:
    """How many UTF-16 units a text takes."""
    return len(text) + sum(ord(sign) > 0xFFFF for sign in text)


def find_column(line: str, units: int) -> int:
    """The column, from 0 in characters, of a place given in UTF-16 units."""
    for column, sign in enumerate(line):
        if units <= 0:
            return column
        units -= 2 if ord(sign) > 0xFFFF else 1
    return len(line)


def make_range(span: Span, lines: Sequence[str]) -> types.Range:
    """The range of a span, within the text."""
    number = min(max(0, span.line - 1), max(0, len(lines) - 1))
    line = lines[number] if lines else ""
    start = min(max(0, span.column - 1), len(line))
    end = min(max(span.end_column - 1, start), len(line))
    return types.Range(
        types.Position(number, count_units(line[:start])),
        types.Position(number, count_units(line[:end])),
    )


def has_place(span: Span, line: int, column: int) -> bool:
    """Whether a place, from 1 in characters, lies in a span or at its end."""
    return span.line == line and span.column <= column <= span.end_column


def path_of(uri: str) -> Path | None:
    """The file that a URI names, links followed; None for what is on no disk."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    try:
        return Path(url2pathname(unquote(parts.path))).resolve()
    except (OSError, ValueError):
        return None
