"""A sheet of an Excel workbook (`.xlsx`, `.xlsm`) → the texts that its cells show.

In      the bytes of the file, the name of a sheet.
Out     rows of texts; findings for cells that show no value.
Not here  what the cells mean (`read.tables.grid`).

calamine reads the values. It does not say how a cell is formatted, so the sheet's XML is
searched for the cells that have a format, which are few. The archive is measured before it is
unpacked, and the sheet before calamine makes room for every cell up to its corner.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection, Iterator, Sequence
from datetime import date, time, timedelta
from itertools import accumulate, repeat
from typing import Any

from msgspec import Struct

from cardgen.core.findings import Finding
from cardgen.read.tables.archive import UNREADABLE, open_archive, parse_part, read_part
from cardgen.read.tables.cells import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_UNPACKED_BYTES,
    WorkbookError,
    column_number,
    early_day,
    empty_formula,
    error_cell,
    find_sheet,
    hidden_columns,
    hidden_rows,
    is_shortened,
    no_date,
    picture_cell,
    shortened_number,
    unknown_format,
    wide_cell,
)
from cardgen.read.tables.merged_cells import cover_rows
from cardgen.read.tables.number_formats import (
    BUILT_IN,
    GENERAL,
    NoDateError,
    UnknownFormatError,
    show_general,
    show_text,
    show_value,
    shows_early_day,
)
from cardgen.read.tables.unread_sheets import find_unread_sheets
from cardgen.read.tables.xlsx_cells import CELL, CELL_END, NEAR, value_of
from cardgen.read.tables.xlsx_extent import measure_sheet
from cardgen.read.tables.xlsx_marks import find_marks
from cardgen.read.tables.xlsx_words import find_formatted_words

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_RELATION = re.compile(r"\}id\Z")
_ROW_END = re.compile(rb"</(?:\w+:)?row>")
_KIND = re.compile(rb'\bt="(\w+)"')
_TAG = re.compile(rb"<[^<>]*>")
_NEAR_TOP = 200_000
"""Bytes of a sheet among which the heads of its columns stand."""
_STYLE = re.compile(rb'\bs="(\d+)"')
_ERROR = re.compile(rb'\bt="e"')
_RICH_VALUE = re.compile(rb'\bvm="')
"""Of a cell that shows what no formula gives: a picture that was placed in it, mostly."""
_NO_VALUE = re.compile(
    rb"\s*<(?:\w+:)?f\b(?:[^<>]*/>|[^<>]*>[^<]*</(?:\w+:)?f>)\s*(?:<v\s*/>|<v></v>)?\s*</"
)
_TEXT_RESULT = re.compile(rb'\bt="str"')
_HIDDEN_ROW = re.compile(rb'<(?:\w+:)?row\s(?=[^<>]*\bhidden="(?:1|true)")[^<>]*\br="(\d{1,7})"')
_HIDDEN_COLUMN = re.compile(rb'<(?:\w+:)?col\s[^<>]*\bhidden="(?:1|true)"[^<>]*>')
_FIRST_COLUMN, _LAST_COLUMN = (
    re.compile(rb"\b" + name + rb'="(\d{1,7})"') for name in (b"min", b"max")
)


class _Worksheet(Struct):
    """What calamine does not tell of a sheet."""

    formats: dict[tuple[int, int], str]
    """Codes of number formats by row and column, where they are not the general one."""
    findings: list[Finding]
    hidden: Sequence[int] = ()
    """Filled rows that the program does not show."""
    hidden_columns: Sequence[int] = ()
    """Filled columns that it does not show."""


def read_xlsx(
    data: bytes, file: str, wanted: str, findings: list[Finding]
) -> tuple[str, Iterator[tuple[int, list[str]]]]:
    """The name of a sheet, and its rows with their numbers.

    Raises:
        WorkbookError: there is no such sheet, or this is no workbook of a bearable size.
    """
    from python_calamine import CalamineError, load_workbook

    parts = _open_archive(data)
    try:
        paths, hidden = _sheet_paths(parts)
        name = find_sheet(list(paths), wanted)
        xml = parts.read(paths[name])
        place = f"{file}#{name}"
        _check_size(xml)
        sheet = _look_through(xml, _formats(parts), place)
        sheet.findings += find_formatted_words(parts, xml, place)
        sheet.findings += find_marks(parts, paths[name], xml, place)
        book = load_workbook(io.BytesIO(data))
        found = book.get_sheet_by_name(name)
    except (CalamineError, LookupError, ValueError, SyntaxError, zipfile.BadZipFile):
        raise WorkbookError(UNREADABLE) from None
    findings += sheet.findings
    if sheet.hidden:
        findings.append(hidden_rows(place, sheet.hidden))
    if sheet.hidden_columns:
        findings.append(hidden_columns(place, sheet.hidden_columns))
    findings += _wide_cells(found, place)
    if not wanted and len(paths) - len(hidden) > 1:
        shown = [one for one in paths if one not in hidden]
        known = {path: _heads(_top_of(parts, path)) for path in {paths[one] for one in shown}}
        heads = {one: known[paths[one]] for one in shown}
        findings += find_unread_sheets(file, name, heads)
    return place, _rows(found, sheet, place, findings)


def xlsx_sheets(data: bytes) -> tuple[list[str], Collection[str]]:
    """The names of a workbook's sheets, hidden ones last, and which of them are hidden.

    Raises:
        WorkbookError: this is no workbook of a bearable size.
    """
    try:
        paths, hidden = _sheet_paths(_open_archive(data))
        return list(paths), hidden
    except (LookupError, ValueError):
        raise WorkbookError(UNREADABLE) from None


def _open_archive(data: bytes) -> zipfile.ZipFile:
    """The archive, its parts measured by unpacking them once."""
    parts = open_archive(data, "Excel", "xl/workbook.xml")
    if sum(part.file_size for part in parts.infolist()) > MAX_UNPACKED_BYTES:
        raise WorkbookError(f"is over {MAX_UNPACKED_BYTES // 1_000_000} MB when it is unpacked")
    for name in parts.namelist():
        read_part(parts, name)
    return parts


def _top_of(parts: zipfile.ZipFile, path: str) -> bytes:
    """The beginning of a sheet, and a byte more where it is longer."""
    with parts.open(path) as file:
        return file.read(_NEAR_TOP + 1)


def _heads(xml: bytes) -> list[tuple[bytes, bytes, bytes]]:
    """The first row of a sheet that holds anything, if another does: columns, kinds and values as
    they are stored; texts of one workbook are numbers that are equal where they are."""
    rows = map(_stored_cells, _ROW_END.split(xml[:_NEAR_TOP])[:-1])
    filled = filter(None, rows)
    heads = next(filled, [])
    return heads if len(xml) > _NEAR_TOP or next(filled, None) else []


def _stored_cells(row: bytes) -> list[tuple[bytes, bytes, bytes]]:
    """The cells of a row that hold anything."""
    found = []
    for cell in CELL.finditer(row):
        end = CELL_END.search(row, cell.end(), cell.end() + NEAR)
        kind = _KIND.search(cell[0])
        value = _TAG.sub(b"", row[cell.end() : end.start()]) if end else b""
        if value and not cell[0].endswith(b"/>"):
            found.append((cell[1], kind[1] if kind else b"", value))
    return found


def _sheet_paths(parts: zipfile.ZipFile) -> tuple[dict[str, str], Collection[str]]:
    """The part of each sheet by its name, in the order of their tabs; hidden ones come last, and
    are named once more."""
    book = parse_part(parts, "xl/workbook.xml")
    relations = parse_part(parts, "xl/_rels/workbook.xml.rels")
    names = frozenset(parts.namelist())
    targets = {r.get("Id", ""): r.get("Target", "") for r in relations}
    found: dict[str, str] = {}
    hidden: list[str] = []
    for sheet in (*book.iter(f"{_MAIN}sheet"), *book.iter(f"{_STRICT}sheet")):
        key = next((value for name, value in sheet.items() if _RELATION.search(name)), "")
        target = targets.get(key, "")
        whole = target.startswith(("/", "xl/"))
        path = target.lstrip("/") if whole else f"xl/{target}"
        name = sheet.get("name", "")
        if path in names and "chartsheets" not in path and name not in found:
            found[name] = path
            hidden += [name] if sheet.get("state", "visible") != "visible" else []
    return {name: found[name] for name in sorted(found, key=hidden.__contains__)}, hidden


def _formats(parts: zipfile.ZipFile) -> list[str]:
    """The code of the number format of each cell style."""
    if "xl/styles.xml" not in parts.namelist():
        return []
    root = parse_part(parts, "xl/styles.xml")
    space = _MAIN if root.tag.startswith(_MAIN) else _STRICT
    own = {f.get("numFmtId"): f.get("formatCode", "") for f in root.iter(f"{space}numFmt")}
    styles = root.find(f"{space}cellXfs")
    codes = []
    for style in styles if styles is not None else ():
        number = style.get("numFmtId", "0")
        code = own.get(number)
        codes.append(BUILT_IN.get(int(number), f"no. {number}") if code is None else code)
    return codes


def _check_size(xml: bytes) -> None:
    """Refuse a sheet with a cell so far out that all room up to it cannot be had."""
    rows, columns = measure_sheet(xml)
    if columns > MAX_COLUMNS or rows * columns > MAX_CELLS:
        raise WorkbookError(f"has a cell in row {rows} or column {columns}, too far from the first")


def _look_through(xml: bytes, codes: Sequence[str], place: str) -> _Worksheet:
    """The formats of cells, and the cells that hold no value."""
    special = {i for i, code in enumerate(codes) if code not in (GENERAL, "@", "")}
    sheet = _Worksheet({}, [])
    for found in CELL.finditer(xml):
        tag = found[0]
        style = _STYLE.search(tag) if special else None
        if style and int(style[1]) in special:
            row, column = int(found[2]), column_number(found[1])
            sheet.formats[row, column] = codes[int(style[1])]
        if _ERROR.search(tag):
            value = value_of(xml, found.end())
            row, column = int(found[2]), column_number(found[1])
            shown = value[1].decode("ascii", "replace") if value else "#ERROR"
            rich = _RICH_VALUE.search(tag) and shown == "#VALUE!"
            report = picture_cell(place, row, column) if rich else None
            sheet.findings.append(report or error_cell(place, row, column, shown))
        elif tag.endswith(b"/>") or _TEXT_RESULT.search(tag):
            continue  # an empty text is a result too
        elif _NO_VALUE.match(xml, found.end()):
            row, column = int(found[2]), column_number(found[1])
            sheet.findings.append(empty_formula(place, row, column))
    hidden = [int(found[1]) for found in _HIDDEN_ROW.finditer(xml)]
    filled = _filled_rows(xml) if hidden else frozenset()
    sheet.hidden = [row for row in hidden if row in filled]
    sheet.hidden_columns = _list_hidden_columns(xml)
    return sheet


def _list_hidden_columns(xml: bytes) -> list[int]:
    """Columns with a cell that holds anything, of those that the program does not show."""
    marks = [0] * (MAX_COLUMNS + 2)
    for tag in set(_HIDDEN_COLUMN.findall(xml)):
        first, last = _FIRST_COLUMN.search(tag), _LAST_COLUMN.search(tag)
        if first and last and int(first[1]) <= min(int(last[1]), MAX_COLUMNS):
            marks[int(first[1])] += 1
            marks[min(int(last[1]), MAX_COLUMNS) + 1] -= 1
    unseen = {column for column, depth in enumerate(accumulate(marks)) if depth}
    if not unseen:
        return []
    cells = (found for found in CELL.finditer(xml) if not found[0].endswith(b"/>"))
    filled = {column_number(found[1]) for found in cells}
    return sorted(filled & unseen)


def _filled_rows(xml: bytes) -> frozenset[int]:
    """The rows with a cell that holds anything."""
    cells = (found for found in CELL.finditer(xml) if not found[0].endswith(b"/>"))
    return frozenset(int(found[2]) for found in cells)


def _rows(
    found: Any, sheet: _Worksheet, place: str, findings: list[Finding]
) -> Iterator[tuple[int, list[str]]]:
    """calamine gives every row from the first, and columns from the first that is filled."""
    first = found.start[1] if found.start else 0
    merged = [
        (top + 1, left + 1, bottom + 1, right + 1)
        for (top, left), (bottom, right) in found.merged_cell_ranges or ()
    ]
    rows = list(found.iter_rows()) if merged else found.iter_rows()
    last = found.end or (-1, -1)
    covers = cover_rows(merged, last[0] + 1, last[1] + 1) if merged else repeat({})
    for number, (values, covered) in enumerate(zip(rows, covers, strict=False), 1):
        texts = [""] * first
        for column, value in enumerate(values, first + 1):
            row, base = covered.get(column, (number, column))
            if column in covered:  # what the cell holds itself is not shown
                value = rows[row - 1][base - 1 - first] if base - first > 0 else ""
            texts.append(_shown(value, sheet, place, (row, base), findings))
        yield number, texts


def _wide_cells(found: Any, place: str) -> Iterator[Finding]:
    """Merged cells below the headers that cover several columns."""
    start = found.start[0] if found.start else 0
    for (top, left), (_, right) in found.merged_cell_ranges or ():
        if right > left and top > start:
            yield wide_cell(place, top + 1, (left + 1, right + 1))


def _shown(
    value: Any, sheet: _Worksheet, place: str, at: tuple[int, int], findings: list[Finding]
) -> str:
    code = sheet.formats.get(at, GENERAL)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    try:
        if isinstance(value, str):
            text = value.replace("\r\n", "\n").replace("\r", "\n").strip()
            return text if code == GENERAL or not text else show_text(text, code)
        if isinstance(value, date | time | timedelta) or code != GENERAL:
            shown = show_value(value, code)
            if shows_early_day(value, code):
                findings.append(early_day(place, *at, shown))
            return shown
        shown = show_general(value)
        if is_shortened(shown):
            findings.append(shortened_number(place, *at, shown))
        return shown
    except (UnknownFormatError, ArithmeticError, LookupError, ValueError) as error:
        shown = show_general(value) if isinstance(value, int | float) else str(value).strip()
        report = no_date if isinstance(error, NoDateError) else unknown_format
        findings.append(report(place, *at, code, shown))
        return shown
