"""A sheet of an OpenDocument workbook (`.ods`) → the texts that its cells show.

In      the bytes of the file, the name of a sheet.
Out     rows of texts; findings for cells that hold an error.

The file holds the shown text of every cell beside its value (`text:p`), and that is what is
read; calamine gives values only. Repeated cells are unfolded as far as anything follows them.

Source  OASIS Open Document Format 1.3, Part 3, 9.1 (tables).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from xml.etree import ElementTree

from cardgen.core.findings import Finding
from cardgen.read.tables.archive import open_archive, parse_part
from cardgen.read.tables.cells import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_UNPACKED_BYTES,
    WorkbookError,
    empty_formula,
    error_cell,
    find_sheet,
    hidden_columns,
    hidden_rows,
    unknown_look,
    wide_cell,
)
from cardgen.read.tables.ods_counts import count_repeats, read_count
from cardgen.read.tables.ods_marks import find_marks
from cardgen.read.tables.row_budget import MAX_ROWS
from cardgen.read.tables.unread_sheets import find_unread_sheets

_CONTENT = "content.xml"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_VALUES = tuple(f"{_OFFICE}{kind}value" for kind in ("string-", "boolean-", "date-", "time-", ""))
"""Where the value of a cell is that some program wrote without the text that it shows."""
_FORMATTED = ("percentage", "currency", "date", "time")
_BLANKS = re.compile(r"[ \t\r\n]+")
"""Any run of them is one blank (ODF 1.3, Part 3, 6.1.2)."""
_ERRORS = ("#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#N/A", "#NUM!", "Err:")


def read_ods(
    data: bytes, file: str, wanted: str, findings: list[Finding]
) -> tuple[str, Iterator[tuple[int, list[str]]]]:
    """The name of a sheet, and its rows with their numbers.

    Raises:
        WorkbookError: there is no such sheet, or this is no workbook of a bearable size.
    """
    root = _parse(data)
    sheets = {sheet.get(f"{_TABLE}name", ""): sheet for sheet in _sheets(root)}
    name = find_sheet(list(sheets), wanted)
    place = f"{file}#{name}"
    findings.extend(find_marks(root, sheets[name], place))
    if not wanted and len(sheets) > 1:
        hidden = _list_hidden_styles(root)
        seen = {n: one for n, one in sheets.items() if one.get(f"{_TABLE}style-name") not in hidden}
        findings += find_unread_sheets(file, name, {n: _heads(one) for n, one in seen.items()})
    return place, _rows(sheets[name], place, findings)


def ods_sheets(data: bytes) -> tuple[list[str], Collection[str]]:
    """The names of a workbook's sheets, hidden ones last, and which of them are hidden.

    Raises:
        WorkbookError: this is no workbook of a bearable size.
    """
    root = _parse(data)
    styles = _list_hidden_styles(root)
    named = {sheet.get(f"{_TABLE}name", ""): sheet for sheet in _sheets(root)}
    return list(named), {n for n, s in named.items() if s.get(f"{_TABLE}style-name") in styles}


def _parse(data: bytes) -> ElementTree.Element:
    with open_archive(data, "OpenDocument", _CONTENT) as parts:
        if parts.getinfo(_CONTENT).file_size > MAX_UNPACKED_BYTES // 2:
            raise WorkbookError(f"is over {MAX_UNPACKED_BYTES // 2_000_000} MB when it is unpacked")
        return parse_part(parts, _CONTENT)


def _heads(sheet: ElementTree.Element) -> list[str]:
    """The first row of a sheet that holds anything, if another does."""
    rows = (_filled_texts(row) for row in sheet.iter(f"{_TABLE}table-row"))
    filled = filter(None, rows)
    heads = next(filled, [])
    return heads if next(filled, None) else []


def _filled_texts(row: ElementTree.Element) -> list[str]:
    """What stands in the cells of a row that hold anything."""
    return [text for cell in row if (text := "".join(cell.itertext()).strip())]


def _list_hidden_styles(root: ElementTree.Element) -> set[str | None]:
    """Styles of sheets that the program does not show."""
    return {
        style.get(f"{_STYLE}name")
        for style in root.iter(f"{_STYLE}style")
        for part in style.iter(f"{_STYLE}table-properties")
        if part.get(f"{_TABLE}display") == "false"
    }


def _sheets(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    hidden = _list_hidden_styles(root)
    name = f"{_TABLE}style-name"
    yield from sorted(root.iter(f"{_TABLE}table"), key=lambda sheet: sheet.get(name) in hidden)


def _rows(
    sheet: ElementTree.Element, place: str, findings: list[Finding]
) -> Iterator[tuple[int, list[str]]]:
    number, total = 0, 0
    hidden: list[int] = []
    unseen, filled = _list_hidden_columns(sheet), set[int]()
    spans: dict[int, tuple[int, str]] = {}  # by column: rows that a merged cell still covers
    for row in sheet.iter(f"{_TABLE}table-row"):
        texts = _texts(row, place, number + 1, spans, findings)
        repeated = count_repeats(row, "rows")
        if any(texts) and row.get(f"{_TABLE}visibility", "visible") != "visible":
            hidden += range(number + 1, number + 1 + min(repeated, MAX_ROWS))
        filled |= {column for column, text in enumerate(texts, 1) if text and column in unseen}
        for index in range(repeated if any(texts) else 0):
            total += len(texts)
            if total > MAX_CELLS:
                raise WorkbookError(f"has over {MAX_CELLS} cells")
            yield number + index + 1, texts
        number += repeated
    if hidden:
        findings.append(hidden_rows(place, hidden))
    if filled:
        findings.append(hidden_columns(place, sorted(filled)))


def _list_hidden_columns(sheet: ElementTree.Element) -> frozenset[int]:
    found: list[int] = []
    number = 0
    for column in sheet.iter(f"{_TABLE}table-column"):
        times = min(count_repeats(column, "columns"), MAX_COLUMNS + 1 - number)
        if column.get(f"{_TABLE}visibility", "visible") != "visible":
            found += range(number + 1, number + 1 + times)
        number += times
    return frozenset(found)


def _texts(
    row: ElementTree.Element,
    place: str,
    number: int,
    spans: dict[int, tuple[int, str]],
    findings: list[Finding],
) -> list[str]:
    texts: list[str] = []
    for cell in row:
        if cell.tag not in _CELLS:
            continue
        text, times = _shown(cell), count_repeats(cell, "columns")
        fault = _fault_of(cell, text, (place, number, len(texts) + 1))
        if fault is not None:
            findings.append(fault)
            text = "" if fault.severity == "error" else text
        if text and len(texts) + times > MAX_COLUMNS:
            raise WorkbookError(
                f"has a cell in column {len(texts) + times}, too far from the first"
            )
        times = min(times, MAX_COLUMNS + 1 - len(texts))
        if cell.tag == _CELLS[1]:  # what it holds itself is not shown
            texts += [_covering(spans, len(texts) + index) for index in range(times)]
            continue
        _note_span(cell, spans, len(texts), text)
        wide = read_count(cell, f"{_TABLE}number-columns-spanned")
        if text and wide > 1 and number > 1:
            findings.append(wide_cell(place, number, (len(texts) + 1, len(texts) + wide)))
        texts += [text] * times
    while texts and not texts[-1]:
        texts.pop()
    return texts


def _fault_of(cell: ElementTree.Element, text: str, at: tuple[str, int, int]) -> Finding | None:
    """What is wrong with what a cell shows; `at` is its sheet, row and column."""
    kind = cell.get(f"{_OFFICE}value-type", "")
    formula = cell.get(f"{_TABLE}formula")
    if formula and (text.startswith(_ERRORS) or cell.get(f"{_CALC}value-type") == "error"):
        return error_cell(*at, text)
    if formula and not (text or kind):
        return empty_formula(*at)
    if text and kind in _FORMATTED and cell.find(f"{_TEXT}p") is None:
        return unknown_look(*at, text)
    return None


def _note_span(
    cell: ElementTree.Element, spans: dict[int, tuple[int, str]], column: int, text: str
) -> None:
    rows = read_count(cell, f"{_TABLE}number-rows-spanned")
    columns = read_count(cell, f"{_TABLE}number-columns-spanned")
    for covered in range(column, column + min(columns, MAX_COLUMNS)):
        if rows > 1 or columns > 1:
            spans[covered] = (rows, text)
        else:
            spans.pop(covered, None)


def _covering(spans: dict[int, tuple[int, str]], column: int) -> str:
    """The text of the merged cell that covers a column."""
    return spans.get(column, (0, ""))[1]


def _shown(cell: ElementTree.Element) -> str:
    """The lines of a cell as they are shown."""
    lines = ["".join(_pieces(line)) for line in cell.findall(f"{_TEXT}p")]
    if not lines:
        value = next((cell.attrib[name] for name in _VALUES if name in cell.attrib), "")
        return value.upper() if cell.get(f"{_OFFICE}value-type") == "boolean" else value
    return "\n".join(lines).strip()


def _pieces(line: ElementTree.Element) -> Iterator[str]:
    """The characters of a line; runs of blanks, tabs and breaks are elements."""
    yield _BLANKS.sub(" ", line.text or "")
    for inner in line:
        if inner.tag == f"{_TEXT}s":
            yield " " * min(read_count(inner, f"{_TEXT}c"), 1000)
        elif inner.tag == f"{_TEXT}line-break":
            yield "\n"
        elif inner.tag == f"{_TEXT}tab":
            yield "\t"
        elif not inner.tag.startswith(_OFFICE):  # annotations stand beside the text
            yield from _pieces(inner)
        yield _BLANKS.sub(" ", inner.tail or "")
