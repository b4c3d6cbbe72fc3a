"""What an Excel sheet has beside the values of its rows: totals, struck-through cells, pictures.

In      the archive of a workbook, the XML of a sheet.
Out     findings: cards know of neither.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from cardgen.core.findings import Finding
from cardgen.read.tables.archive import parse_part
from cardgen.read.tables.cells import (
    column_number,
    pasted_pictures,
    struck_cells,
    totals_row,
)

_LAST_ROW = re.compile(r":\$?[A-Z]{1,3}\$?(\d{1,7})\Z")
_NUMBER = re.compile(r"[0-9]{1,7}")
_STYLED_CELL = re.compile(
    rb'<(?:\w+:)?c\s(?=[^<>]*\bs="(\d+)")[^<>]*?\br="([A-Z]{1,3})(\d{1,7})"[^<>/]*>'
)


def find_marks(parts: zipfile.ZipFile, path: str, xml: bytes, place: str) -> Iterator[Finding]:
    """The totals rows of the sheet that is the part ``path``, its struck-through cells and those
    with a picture on them."""
    for row in _totals_rows(parts, path):
        yield totals_row(place, row)
    struck = _struck_styles(parts)
    styled = _STYLED_CELL.findall(xml) if struck else ()
    cells = [(int(row), column_number(c)) for style, c, row in styled if int(style) in struck]
    if cells:
        yield struck_cells(place, cells)
    if pictures := sorted(set(_list_pictures(parts, path))):
        yield pasted_pictures(place, pictures)


def _totals_rows(parts: zipfile.ZipFile, path: str) -> Iterator[int]:
    for table in _related(parts, path, "table"):
        last = _LAST_ROW.search(table.get("ref", ""))
        if last and table.get("totalsRowCount", "0") not in ("", "0"):
            yield int(last[1])


def _list_pictures(parts: zipfile.ZipFile, path: str) -> Iterator[tuple[int, int]]:
    """The cells below the headers on which a picture begins."""
    for drawing in _related(parts, path, "drawing"):
        for anchor in drawing:
            start = anchor.find("{*}from")
            if start is None or anchor.find(".//{*}pic") is None:
                continue
            row, column = (start.findtext(f"{{*}}{name}", "").strip() for name in ("row", "col"))
            if _NUMBER.fullmatch(row) and _NUMBER.fullmatch(column) and int(row) > 0:
                yield int(row) + 1, int(column) + 1


def _related(parts: zipfile.ZipFile, path: str, kind: str) -> Iterator[ElementTree.Element]:
    """The parts of a kind that a sheet names as its own."""
    folder, name = posixpath.split(path)
    relations = f"{folder}/_rels/{name}.rels"
    if relations not in parts.namelist():
        return
    for relation in parse_part(parts, relations):
        target = relation.get("Target", "")
        part = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        if relation.get("Type", "").endswith(f"/{kind}") and part in parts.namelist():
            yield parse_part(parts, part)


def _struck_styles(parts: zipfile.ZipFile) -> frozenset[int]:
    """The cell styles whose font is struck through."""
    if "xl/styles.xml" not in parts.namelist() or b"strike" not in parts.read("xl/styles.xml"):
        return frozenset()
    root = parse_part(parts, "xl/styles.xml")
    struck = {str(i) for i, font in enumerate(_inside(root, "fonts")) if _is_struck(font)}
    styles = enumerate(_inside(root, "cellXfs"))
    return frozenset(i for i, style in styles if style.get("fontId", "0") in struck)


def _inside(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [part for found in root if found.tag.endswith(f"}}{name}") for part in found]


def _is_struck(font: ElementTree.Element) -> bool:
    marks = (mark for mark in font if mark.tag.endswith("}strike"))
    return any(mark.get("val", "1") not in ("0", "false") for mark in marks)
