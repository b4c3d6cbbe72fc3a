"""Rows of a table: added, written twice, taken out, moved; every other byte as it was.

In      the text of a YAML or CSV file, the place of a row.
Out     the text with its lines where they shall be. What stands between rows (comments, empty
        lines) stays in its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Literal, TypeVar

from msgspec import Struct

from cardgen.editing.csv_values import ScannedTable, find_csv_row, scan_table
from cardgen.editing.refusal import RefusedError
from cardgen.editing.yaml_styles import is_plain, line_end, quote_double
from cardgen.editing.yaml_values import RowPlace, find_row, read_structure
from cardgen.read.syntax.yaml_structure import YamlPart, YamlStructure

RowChange = Literal["duplicate", "delete", "up", "down"]
T = TypeVar("T")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


class _Lines(Struct):
    """The lines of a text, their ends kept, and which of them each row has."""

    lines: list[str]
    rows: list[tuple[int, int]]
    """The first line of each row, and the one after its last."""
    ending: str

    def changed(self, number: int, change: RowChange) -> str:
        first, last = self.rows[number]
        if change == "delete":
            return self.joined([*self.lines[:first], *self.lines[last:]])
        if change == "duplicate":
            block = self.lines[first:last]
            return self.joined([*self.lines[:last], *block, *self.lines[last:]])
        upper, lower = sorted((self.rows[number], self.rows[number + _STEPS[change]]))
        return self.joined(
            [
                *self.lines[: upper[0]],
                *self.lines[lower[0] : lower[1]],
                *self.lines[upper[1] : lower[0]],
                *self.lines[upper[0] : upper[1]],
                *self.lines[lower[1] :],
            ]
        )

    def inserted(self, number: int, line: str) -> str:
        """The text with a line below a row."""
        last = self.rows[number][1]
        return self.joined([*self.lines[:last], line, *self.lines[last:]])

    def joined(self, lines: Sequence[str]) -> str:
        """The lines as a text that ends as it did: with a line end, or without one."""
        open_end = not self.lines[-1].endswith(("\n", "\r"))
        whole = [line if line.endswith(("\n", "\r")) else line + self.ending for line in lines]
        text = "".join(whole)
        return text.removesuffix(self.ending) if open_end else text


_STEPS = {"up": -1, "down": 1}


def change_yaml_row(text: str, place: RowPlace, change: RowChange) -> str:
    """Return the text of a YAML table with one of its rows written twice, taken out or moved.

    Raises:
        RefusedError: the row is not there any more, others depend on it, or the table is not
            written a row after the other.
    """
    structure = read_structure(text)
    row = find_row(structure, place)
    rows = structure.root.parts
    number = rows.index(row)
    said = _row_events(structure)
    _refuse_named(said[number])
    if change in _STEPS and 0 <= number + _STEPS[change] < len(rows):
        _refuse_named(said[number + _STEPS[change]])
    lines = _split(text)
    blocks = [_yaml_lines(lines, structure.root, part, text) for part in rows]
    _refuse_shared(blocks)
    wanted = _change_list(said, number, change)
    return _changed(_Lines(lines, blocks, line_end(text)), number, change, wanted, _reread_yaml)


def change_csv_row(text: str, place: RowPlace, change: RowChange, separator: str = "") -> str:
    """Return the text of a CSV table with one of its rows written twice, taken out or moved.

    Raises:
        RefusedError: the row is not there any more, or there is none to change places with.
    """
    table = scan_table(text, separator)
    number = find_csv_row(table, place) - 1
    rows = [_csv_lines(table, index) for index in range(1, len(table.rows))]
    wanted = [table.values[0], *_change_list(table.values[1:], number, change)]
    lines = _Lines(_split(text), rows, line_end(text))

    def reread(edited: str) -> list[list[str]]:
        return scan_table(edited, separator).values

    return _changed(lines, number, change, wanted, reread)


def _changed(
    lines: _Lines, number: int, change: RowChange, wanted: list[T], reread: Callable[[str], list[T]]
) -> str:
    edited = lines.changed(number, change)
    try:
        same = reread(edited) == wanted
    except RefusedError:
        same = False
    if not same:
        raise RefusedError("the row cannot be changed without changing something else")
    return edited


def _change_list(rows: Sequence[T], number: int, change: RowChange) -> list[T]:
    made = list(rows)
    if change == "delete":
        if len(made) == 1:
            raise RefusedError("it is the only row; a table has at least one")
        del made[number]
    elif change == "duplicate":
        made.insert(number + 1, made[number])
    else:
        other = number + _STEPS[change]
        if not 0 <= other < len(made):
            raise RefusedError(f"it is the {'first' if other < 0 else 'last'} row of its file")
        made[number], made[other] = made[other], made[number]
    return made


def _split(text: str) -> list[str]:
    return [found[0] for found in _LINE.finditer(text) if found[0]]


def add_yaml_row(text: str, place: RowPlace, key: str, value: str) -> str:
    """Return the text of a YAML table with a row of one value below one of its rows.

    Raises:
        RefusedError: the row is not there any more, or the table is not written a row after the
            other.
    """
    structure = read_structure(text)
    row = find_row(structure, place)
    number = structure.root.parts.index(row)
    lines = _split(text)
    blocks = [_yaml_lines(lines, structure.root, part, text) for part in structure.root.parts]
    _refuse_shared(blocks)
    table = _Lines(lines, blocks, line_end(text))
    said = _row_events(structure)
    indent = lines[blocks[number][0]][: structure.root.column] or " " * structure.root.column
    for written in (value, "'" + value.replace("'", "''") + "'", quote_double(value)):
        if written == value and not is_plain(value, row.style):
            continue
        body = f"{{{key}: {written}}}" if row.style == "{" else f"{key}: {written}"
        edited = table.inserted(number, f"{indent}- {body}")
        if _has_row(edited, said, number + 1, (key, value)):
            return edited
    raise RefusedError("the row cannot be added without changing something else")


def _has_row(edited: str, said: Sequence[object], number: int, entry: tuple[str, str]) -> bool:
    """Whether a text says what it did, but for a new row of one value."""
    try:
        now = _reread_yaml(edited)
    except RefusedError:
        return False
    if len(now) != len(said) + 1 or [*now[:number], *now[number + 1 :]] != list(said):
        return False
    row = now[number]
    return len(row) == 4 and [event[3:4] for event in row[1:3]] == [entry[:1], entry[1:]]


def add_csv_row(text: str, place: RowPlace, value: tuple[int, str], separator: str = "") -> str:
    """Return the text of a CSV table with a row of one value below one of its rows.

    Args:
        text: The file, without a byte order mark.
        place: Where the row above begins.
        value: The column, counted from 0, and what its cell says.
        separator: The one that the game states.

    Raises:
        RefusedError: the row is not there any more.
    """
    table = scan_table(text, separator)
    number = find_csv_row(table, place) - 1
    column, said = value
    cells = [""] * len(table.rows[0])
    cells[column] = said
    rows = [_csv_lines(table, index) for index in range(1, len(table.rows))]
    lines = _Lines(_split(text), rows, line_end(text))
    wanted = [*table.values[: number + 2], cells[: column + 1], *table.values[number + 2 :]]
    for written in (said, '"' + said.replace('"', '""').replace("\n", lines.ending) + '"'):
        cells[column] = written
        edited = lines.inserted(number, table.separator.join(cells))
        with suppress(RefusedError):
            if scan_table(edited, separator).values == wanted:
                return edited
    raise RefusedError("the row cannot be added without changing something else")


# --- YAML ------------------------------------------------------------------------------------


def _row_events(structure: YamlStructure) -> list[tuple[tuple[object, ...], ...]]:
    """What each row says."""
    starts = [part.index for part in structure.root.parts]
    ends = [*starts[1:], len(structure.events) - 1]
    return [tuple(structure.events[start:end]) for start, end in zip(starts, ends, strict=True)]


def _reread_yaml(text: str) -> list[tuple[tuple[object, ...], ...]]:
    return _row_events(read_structure(text))


def _refuse_named(events: Sequence[tuple[object, ...]]) -> None:
    for event in events:
        if event[0] == "alias" or (len(event) > 1 and event[1]):
            mark = "*" if event[0] == "alias" else "&"
            raise RefusedError(f"the row holds `{mark}{event[1]}`; change it in the file")


def _yaml_lines(lines: Sequence[str], root: YamlPart, part: YamlPart, text: str) -> tuple[int, int]:
    """The lines of a row: from its dash to the end of its last value."""
    first = part.line
    while first and not _begins_item(lines[first], root.column):
        first -= 1
    last = part.last
    content = text[last.start : last.end].rstrip(" \r\n")
    return first, last.line + len(re.findall(r"\r\n|\r|\n", content)) + 1


def _begins_item(line: str, column: int) -> bool:
    return line[:column].strip() == "" and re.match(r"-(\s|\Z)", line[column:]) is not None


def _refuse_shared(blocks: Sequence[tuple[int, int]]) -> None:
    """Rows in brackets may stand on one line."""
    for (_, end), (start, _) in pairwise(blocks):
        if start < end:
            raise RefusedError("the rows do not stand one below the other; edit the file")


# --- CSV -------------------------------------------------------------------------------------


def _csv_lines(table: ScannedTable, number: int) -> tuple[int, int]:
    row = table.rows[number]
    first = row[0].span.line - 1
    start, end = table.extent(row[-1])
    last = row[-1].span.line - 1 + len(re.findall(r"\r\n|\r|\n", table.text[start:end]))
    return first, last + 1
