"""The lines of a file as its reader counts them, and their places in an editor.

In      the text of a file; what an editor changed in it.
Out     lines without their ends, from which places are counted; the text as it is now.

YAML ends a line at U+0085, U+2028 and U+2029 too; an editor goes on in the same line. So places of
findings are counted in other lines than the editor's wherever one of these stands above them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import overload

from lsprotocol import types

from cardgen.core.file_lines import YAML_ENDS, YAML_FILES, split_lines, strip_end

_ENDS = re.compile(r"\r\n|[\r\n]")
"""The ends of an editor's lines."""


class TextLines(Sequence[str]):
    """The lines of a text, without their ends; the last one is empty where the text ends in one."""

    def __init__(self, text: str, file: str) -> None:
        """Split a text.

        Args:
            text: Without a byte order mark.
            file: Its name, which says how its reader counts lines.
        """
        self._starts: list[tuple[int, int]] | None = None
        """The editor's line in which each line begins, and the UTF-16 units before it there; None
        where both count the same lines."""
        if not file.endswith(YAML_FILES) or not any(end in text for end in YAML_ENDS):
            self._lines = _ENDS.split(text)
            return
        ended = split_lines(text, file)
        self._lines = [strip_end(line) for line in ended]
        self._starts = [(0, 0)]
        for line in ended:
            number, units = self._starts[-1]
            is_end = line.endswith(("\r", "\n"))
            self._starts.append((number + 1, 0) if is_end else (number, units + count_units(line)))
        if strip_end(ended[-1]) != ended[-1]:
            self._lines.append("")

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> list[str]: ...
    def __getitem__(self, number: int | slice) -> str | list[str]:
        return self._lines[number]

    def __len__(self) -> int:
        return len(self._lines)

    def locate(self, line: int, column: int) -> types.Position:
        """The editor's place of a line and a column, from 0 in characters, within the text."""
        line = min(max(0, line), len(self._lines) - 1)
        units = count_units(self._lines[line][: max(0, column)])
        number, before = self._starts[line] if self._starts else (line, 0)
        return types.Position(number, before + units)

    def find(self, place: types.Position) -> tuple[int, int]:
        """The line and column, from 0 in characters, of an editor's place, within the text; a place
        below the text is at its end."""
        last = len(self._lines) - 1
        if place.line > (self._starts[last][0] if self._starts else last):
            return last, len(self._lines[last])
        if self._starts is None:
            return place.line, find_column(self._lines[place.line], place.character)
        wanted = (place.line, place.character)
        for line, (start, end) in enumerate(pairwise(self._starts)):
            if start <= wanted < end:
                return line, find_column(self._lines[line], place.character - start[1])
        return last, find_column(self._lines[last], place.character - self._starts[last][1])


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


def change_text(text: str, changes: Iterable[types.TextDocumentContentChangeEvent]) -> str:
    """Return a text with what an editor changed in it; places beyond a line are at its end, as the
    protocol has it."""
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangePartial):
            start, end = (
                _find_offset(text, place) for place in (change.range.start, change.range.end)
            )
            text = f"{text[:start]}{change.text}{text[max(start, end) :]}"
        else:
            text = change.text
    return text


def _find_offset(text: str, place: types.Position) -> int:
    start = 0
    for _ in range(place.line):
        found = _ENDS.search(text, start)
        if found is None:
            return len(text)
        start = found.end()
    end = _ENDS.search(text, start)
    return start + find_column(text[start : end.start() if end else None], place.character)
