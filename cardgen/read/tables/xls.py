"""A sheet of an old Excel workbook (`.xls`) → the texts that its cells show.

In      the bytes of the file, the name of a sheet.
Out     rows of texts; findings for cells that hold an error.

xlrd, unlike calamine, tells how cells of these files are formatted. They have 65,536 rows and
256 columns at most.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

from cardgen.core.findings import Finding
from cardgen.read.tables.archive import UNREADABLE
from cardgen.read.tables.cells import (
    MAX_COLUMNS,
    WorkbookError,
    early_day,
    error_cell,
    find_sheet,
    formatted_words,
    hidden_columns,
    hidden_rows,
    is_shortened,
    no_date,
    shortened_number,
    struck_cells,
    unknown_format,
    wide_cell,
)
from cardgen.read.tables.merged_cells import cover_rows
from cardgen.read.tables.number_formats import (
    GENERAL,
    NoDateError,
    UnknownFormatError,
    show_general,
    show_text,
    show_value,
    shows_early_day,
)
from cardgen.read.tables.unread_sheets import find_unread_sheets


def read_xls(
    data: bytes, file: str, wanted: str, findings: list[Finding]
) -> tuple[str, Iterator[tuple[int, list[str]]]]:
    """The name of a sheet, and its rows with their numbers.

    Raises:
        WorkbookError: there is no such sheet, or this is no workbook.
    """
    book = _open(data)
    name = find_sheet(_sheet_names(book), wanted)
    place = f"{file}#{name}"
    sheet = book.sheet_by_name(name)
    findings += _doubts(book, sheet, place)
    if not wanted:
        heads = {one.name: _heads(one) for one in book.sheets() if not one.visibility}
        findings += find_unread_sheets(file, name, heads)
    return place, _rows(book, sheet, place, findings)


def xls_sheets(data: bytes) -> tuple[list[str], Collection[str]]:
    """The names of a workbook's sheets, hidden ones last, and which of them are hidden.

    Raises:
        WorkbookError: this is no workbook.
    """
    book = _open(data)
    return _sheet_names(book), {sheet.name for sheet in book.sheets() if sheet.visibility}


def _sheet_names(book: Any) -> list[str]:
    return [sheet.name for sheet in sorted(book.sheets(), key=lambda sheet: sheet.visibility != 0)]


def _heads(sheet: Any) -> list[str]:
    """The first row of a sheet that holds anything, if another does."""
    rows = ([str(v) for v in sheet.row_values(row) if v != ""] for row in range(sheet.nrows))
    filled = filter(None, rows)
    heads = next(filled, [])
    return heads if next(filled, None) else []


def _open(data: bytes) -> Any:
    import xlrd

    if data.startswith(b"PK"):
        raise WorkbookError("is a newer kind of workbook: call it `.xlsx`, or `.ods`")
    try:
        return xlrd.open_workbook(
            file_contents=data, formatting_info=True, ragged_rows=True, logfile=io.StringIO()
        )
    except Exception as error:  # xlrd raises whatever a damaged file leads it to
        locked = "encrypted" in str(error)
        reason = "needs a password: save it without one" if locked else UNREADABLE
        raise WorkbookError(reason) from None


def _doubts(book: Any, sheet: Any, place: str) -> Iterator[Finding]:
    """What the sheet has and cards do not: hidden rows, headings, formatted words."""
    filled = [row for row in range(sheet.nrows) if any(sheet.row_types(row))]
    hidden = [row + 1 for row in filled if _is_hidden(sheet, row)]
    if hidden:
        yield hidden_rows(place, hidden)
    unseen = [one for one, known in sorted(sheet.colinfo_map.items()) if known.hidden]
    columns = [one + 1 for one in unseen if _is_column_filled(sheet, one)]
    if columns:
        yield hidden_columns(place, columns)
    for top, _, left, right in sheet.merged_cells:
        if right - left > 1 and top > min(filled, default=0):
            yield wide_cell(place, top + 1, (left + 1, right))
    if struck := _list_struck(book, sheet):
        yield struck_cells(place, struck)
    for (row, column), runs in sheet.rich_text_runlist_map.items():
        fonts = [book.font_list[font] for _, font in runs if font < len(book.font_list)]
        if any(font.bold or font.italic or font.struck_out for font in fonts):
            yield formatted_words(place, row + 1, column + 1)


def _list_struck(book: Any, sheet: Any) -> list[tuple[int, int]]:
    """The filled cells that are struck through, by row and column."""
    fonts = {i for i, font in enumerate(book.font_list) if font.struck_out}
    styles = {i for i, style in enumerate(book.xf_list) if style.font_index in fonts}
    return [
        (row + 1, column + 1)
        for row in range(sheet.nrows if styles else 0)
        for column, cell in enumerate(sheet.row(row))
        if cell.xf_index in styles and cell.value not in ("", None)
    ]


def _is_column_filled(sheet: Any, column: int) -> bool:
    return any(column < sheet.row_len(n) and sheet.cell_type(n, column) for n in range(sheet.nrows))


def _is_hidden(sheet: Any, row: int) -> bool:
    known = sheet.rowinfo_map.get(row)
    return bool(known and known.hidden)


def _rows(
    book: Any, sheet: Any, place: str, findings: list[Finding]
) -> Iterator[tuple[int, list[str]]]:
    merged = [(top + 1, left + 1, bottom, right) for top, bottom, left, right in sheet.merged_cells]
    for row, covered in enumerate(cover_rows(merged, sheet.nrows, MAX_COLUMNS)):
        texts = []
        for column in range(max(sheet.row_len(row), max(covered, default=0))):
            base = covered.get(column + 1, (row + 1, column + 1))
            top, left = base[0] - 1, base[1] - 1
            filled = top < sheet.nrows and left < sheet.row_len(top)
            cell = sheet.cell(top, left) if filled else None
            at = row + 1, column + 1
            texts.append(_shown(book, cell, place, at, findings) if cell else "")
        yield row + 1, texts


def _shown(book: Any, cell: Any, place: str, at: tuple[int, int], findings: list[Finding]) -> str:
    import xlrd

    match cell.ctype:
        case xlrd.XL_CELL_TEXT:
            return _text(book, cell, place, at, findings)
        case xlrd.XL_CELL_BOOLEAN:
            return "TRUE" if cell.value else "FALSE"
        case xlrd.XL_CELL_ERROR:
            shown = xlrd.error_text_from_code.get(cell.value, "#ERROR")
            findings.append(error_cell(place, *at, shown))
            return ""
        case xlrd.XL_CELL_NUMBER | xlrd.XL_CELL_DATE:
            return _number(book, cell, place, at, findings)
    return ""


def _code(book: Any, cell: Any) -> str:
    with suppress(LookupError):
        return str(book.format_map[book.xf_list[cell.xf_index].format_key].format_str)
    return GENERAL


def _text(book: Any, cell: Any, place: str, at: tuple[int, int], findings: list[Finding]) -> str:
    text, code = str(cell.value).strip(), _code(book, cell)
    try:
        return show_text(text, code) if text and code != GENERAL else text
    except UnknownFormatError:
        findings.append(unknown_format(place, *at, code, text))
        return text


def _number(book: Any, cell: Any, place: str, at: tuple[int, int], findings: list[Finding]) -> str:
    import xlrd

    code = _code(book, cell)
    try:
        if code == GENERAL:
            shown = show_general(cell.value)
            if is_shortened(shown):
                findings.append(shortened_number(place, *at, shown))
            return shown
        if cell.ctype != xlrd.XL_CELL_DATE:
            return show_value(cell.value, code)
        value = cell.value
        moment = timedelta(days=value) if value < 1 and "[" in code else None
        day = moment or xlrd.xldate_as_datetime(value, book.datemode)
        shown = show_value(day, code)
        if shows_early_day(day, code):
            findings.append(early_day(place, *at, shown))
        return shown
    except (UnknownFormatError, ArithmeticError, LookupError, ValueError) as error:
        shown = show_general(cell.value)
        report = no_date if isinstance(error, NoDateError) else unknown_format
        findings.append(report(place, *at, code, shown))
        return shown
