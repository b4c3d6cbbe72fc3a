"""Tables as other programs save them, for tests: workbooks of Excel and LibreOffice."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import xlsxwriter

Cells = Sequence[Sequence[Any]]
_SPACES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
}


def workbook(rows: Cells, sheet: str = "Sheet1", before: Sequence[str] = ()) -> bytes:
    """An `.xlsx` file; a tuple is a value with its number format, `=…` a formula that failed."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    for name in before:
        book.add_worksheet(name)
    page = book.add_worksheet(sheet)
    formats: dict[str, Any] = {}
    for row, cells in enumerate(rows):
        for column, value in enumerate(cells):
            if isinstance(value, tuple):
                value, code = value
                style = formats.setdefault(code, book.add_format({"num_format": code}))
                if isinstance(value, date):
                    page.write_datetime(row, column, value, style)
                else:
                    page.write_number(row, column, value, style)
            elif isinstance(value, str) and value.startswith("="):
                page.write_formula(row, column, value, None, "#DIV/0!")
            elif isinstance(value, str):
                page.write_string(row, column, value)
            elif value is not None:
                page.write(row, column, value)
    book.close()
    return out.getvalue()


def workbook_of_sheets(sheets: Mapping[str, Cells], hidden: Sequence[str] = ()) -> bytes:
    """An `.xlsx` file with these sheets, in this order."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    for name, rows in sheets.items():
        page = book.add_worksheet(name)
        for row, cells in enumerate(rows):
            page.write_row(row, 0, cells)
        if name in hidden:
            page.hide()
    book.close()
    return out.getvalue()


def open_document(shown: Sequence[Sequence[str]], sheet: str = "Sheet1") -> bytes:
    """An `.ods` file whose cells show these texts."""
    rows = "".join(
        f"<table:table-row>{''.join(map(_cell, row))}</table:table-row>" for row in shown
    )
    spaces = " ".join(f"xmlns:{name}={quoteattr(space)}" for name, space in _SPACES.items())
    content = (
        f"<?xml version='1.0' encoding='UTF-8'?><office:document-content {spaces}><office:body>"
        f"<office:spreadsheet><table:table table:name={quoteattr(sheet)}>{rows}</table:table>"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        parts.writestr("content.xml", content)
    return out.getvalue()


def _row(texts: Sequence[str]) -> str:
    return f"<table:table-row>{''.join(map(_cell, texts))}</table:table-row>"


def _cell(text: str) -> str:
    if not text:
        return "<table:table-cell/>"
    lines = "".join(f"<text:p>{_line(line)}</text:p>" for line in text.split("\n"))
    return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'


def _line(line: str) -> str:
    return escape(line).replace("  ", ' <text:s text:c="1"/>')
