"""A cell of a CSV table: found, and written in the table's own dialect.

In      the text of a file, the place of a row and the name of a column, the new value.
Out     the text with the value in it; every other character as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from cardgen.core.findings import Finding
from cardgen.editing.refusal import RefusedError
from cardgen.editing.yaml_styles import line_end
from cardgen.editing.yaml_values import RowPlace
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.tables.delimited import find_separator, has_rare_ends, scan_rows

_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_QUOTED = re.compile(r'"(?:[^"]++|"")*+"')
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")


class ScannedTable(Struct):
    """A table that was scanned, with the offsets of its lines."""

    text: str
    separator: str
    rows: list[list[ScalarNode]]
    starts: list[int]
    """Where each line begins; lines end as the scanner says."""

    def offset(self, cell: ScalarNode) -> int:
        """Where a cell begins, its quote counted in."""
        return self.starts[cell.span.line - 1] + cell.span.column - 1

    def extent(self, cell: ScalarNode) -> tuple[int, int]:
        """Where a cell begins and ends, its quotes counted in, blanks around it not."""
        start = self.offset(cell)
        quoted = _QUOTED.match(self.text, start)
        if quoted:
            return start, quoted.end()
        plain = re.compile(rf"[^{re.escape(self.separator)}\r\n]*").match(self.text, start)
        return start, start + len(plain[0].rstrip() if plain else "")

    @property
    def values(self) -> list[list[str]]:
        """What the cells say; cells that are missing at the end of a row are empty."""
        return [without_tail([cell.text for cell in row]) for row in self.rows]


def scan_table(text: str, separator: str = "") -> ScannedTable:
    """Scan a table without losing a place.

    Raises:
        RefusedError: a quote is never closed, text stands after one, or its rows end at none of
            the usual line ends.
    """
    if has_rare_ends(text):
        raise RefusedError("the rows of the table end at rare line ends; save it with usual ones")
    findings: list[Finding] = []
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    rows = list(scan_rows(text, "", findings, separator))
    if any(finding.severity == "error" for finding in findings):
        raise RefusedError("the quotes of the table are not in order; mend them in the file")
    stated = re.match(r'"?sep=(.)', plain, re.IGNORECASE)
    mark = separator or (stated[1] if stated else find_separator(plain))
    starts = [found.start() for found in _LINES.finditer(text)]
    return ScannedTable(text, mark, rows, starts)


def edit_csv_value(
    text: str, place: RowPlace, header: int, old: str, new: str, separator: str = ""
) -> str:
    """Return the text of a table with another value in one of its cells.

    Args:
        text: The file, without a byte order mark.
        place: Where the row begins.
        header: The column, counted from 0.
        old: What the cell says, so that nothing is written over a newer value.
        new: What it shall say.
        separator: The one that the game states.

    Raises:
        RefusedError: the row or the value is not there any more, or cannot be written.
    """
    if CONTROL.search(new):
        raise RefusedError("the text holds a character that prints nothing; delete it")
    table = scan_table(text, separator)
    number = find_csv_row(table, place)
    row = table.rows[number]
    if (row[header].text if header < len(row) else "") != old:
        raise RefusedError("the value was changed meanwhile")
    wanted = [list(cells) for cells in table.values]
    cells = wanted[number] + [""] * (header + 1 - len(wanted[number]))
    cells[header] = new
    wanted[number] = without_tail(cells)
    if not wanted[number]:
        raise RefusedError("the row would be empty, and so no card; delete the row instead")
    for start, end, written in list_cell_ways(table, row, header, new):
        edited = text[:start] + written + text[end:]
        if is_table(edited, table.separator if separator else "", wanted):
            return edited
    raise RefusedError("the text cannot be written here without changing something else")


def find_csv_row(table: ScannedTable, place: RowPlace) -> int:
    """Return the number of the row that begins at a place, counted from 0 with the headers.

    Raises:
        RefusedError: none does.
    """
    for number, row in enumerate(table.rows):
        span = row[0].span
        if number and (span.line, span.column) == (place.line, place.column):
            return number
    raise RefusedError("the row was changed or moved meanwhile")


def is_table(text: str, separator: str, wanted: Sequence[Sequence[str]]) -> bool:
    try:
        return scan_table(text, separator).values == wanted
    except RefusedError:
        return False


def without_tail(cells: list[str]) -> list[str]:
    while cells and not cells[-1]:
        cells.pop()
    return cells


def list_cell_ways(
    table: ScannedTable, row: Sequence[ScalarNode], header: int, new: str
) -> Iterator[tuple[int, int, str]]:
    """Ways to write a cell: what is replaced, from where to where, and by what."""
    if header < len(row):
        cell = row[header]
        start, end = table.extent(cell)
        before, is_plain = "", cell.plain
    else:
        start = end = table.extent(row[-1])[1]
        before, is_plain = table.separator * (header + 1 - len(row)), True
    for guard in ("", "'"):
        if is_plain and not new.startswith('"'):
            yield start, end, before + guard + new
        quoted = (guard + new).replace('"', '""').replace("\n", line_end(table.text))
        yield start, end, f'{before}"{quoted}"'
