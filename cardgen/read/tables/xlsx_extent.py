"""How far the cells of an Excel sheet reach, before room is made for all of them.

In      the XML of a sheet.
Out     the last row and column; a `WorkbookError` where there is no telling.

calamine makes room for every cell up to the last one, and ends the whole process where there is
none. Nearly all programs write the place of each cell in one way, which is quickly searched for.
Any other sheet is read tag by tag, as calamine does: places in single quotes, behind blanks or in
small letters; cells without one, which stand beside the last.
"""

from __future__ import annotations

import re
from xml.parsers import expat

from cardgen.read.tables.cells import WorkbookError, column_number

_PLAIN_CELL = re.compile(rb'<c(?: (?!r=)[a-z]+="[^"<>]*")*? r="([A-Z]{1,3})(\d{1,7})"')
_ODD_CELLS = (b"<c>", b"<c/", b"<c\t", b"<c\n", b"<c\r", b":c>", b":c/", b":c ", b":c\t", b":c\n",
              b":c\r")  # fmt: skip
_PLACE = re.compile(r"([A-Za-z]{0,9})(\d{0,9})")


def measure_sheet(xml: bytes) -> tuple[int, int]:
    """Return the last row and the last column of a sheet.

    Raises:
        WorkbookError: it is no XML that can be read.
    """
    count = rows = columns = 0
    for found in _PLAIN_CELL.finditer(xml):
        count += 1
        rows, columns = max(rows, int(found[2])), max(columns, column_number(found[1]))
    if count == xml.count(b"<c ") and not any(sign in xml for sign in _ODD_CELLS):
        return rows, columns
    return _SheetReader().read(xml)


class _SheetReader:
    """Goes from cell to cell."""

    def __init__(self) -> None:
        self._row = self._column = 0
        self._rows = self._columns = 0

    def read(self, xml: bytes) -> tuple[int, int]:
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.StartDoctypeDeclHandler = self._refuse
        try:
            parser.Parse(xml, True)
        except (expat.ExpatError, LookupError, ValueError):
            raise WorkbookError("is damaged: its sheet is no XML that can be read") from None
        return self._rows, self._columns

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        if kind not in ("row", "c"):
            return
        place = _PLACE.match(attributes.get("r", ""))
        column, row = place.groups() if place else ("", "")
        if kind == "row":
            self._row, self._column = int(row) if row else self._row + 1, 0
            return
        self._row = int(row) if row else self._row
        self._column = column_number(column.upper().encode()) if column else self._column + 1
        self._rows = max(self._rows, self._row)
        self._columns = max(self._columns, self._column)

    def _refuse(self, *_declaration: object) -> None:
        raise WorkbookError("declares entities, which no workbook needs")
