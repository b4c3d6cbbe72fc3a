"""What an Excel sheet says of its rows beside their values: totals of tables, struck-through cells.

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
from cardgen.read.tables.cells import column_number, parse_part, struck_cells, totals_row

_LAST_ROW = re.compile(r":\$?[A-Z]{1,3}\$?(\d{1,7})\Z")
_STYLED_CELL = re.compile(
    rb'<(?:\w+:)?c\s(?=[^<>]*\bs="(\d+)")[^<>]*?\br="([A-Z]{1,3})(\d{1,7})"[^<>/]*>'
)


def find_marks(parts: zipfile.ZipFile, path: str, xml: bytes, place: str) -> Iterator[Finding]:
    """The totals rows of the sheet that is the part ``path``, and its struck-through cells."""
    for row in _totals_rows(parts, path):
        yield totals_row(place, row)
    struck = _struck_styles(parts)
    styled = _STYLED_CELL.findall(xml) if struck else ()
    cells = [(int(row), column_number(c)) for style, c, row in styled if int(style) in struck]
    if cells:
        yield struck_cells(place, cells)


def _totals_rows(parts: zipfile.ZipFile, path: str) -> Iterator[int]:
    folder, name = posixpath.split(path)
    relations = f"{folder}/_rels/{name}.rels"
    if relations not in parts.namelist():
        return
    for relation in parse_part(parts, relations):
        target = relation.get("Target", "")
        part = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        if not relation.get("Type", "").endswith("/table") or part not in parts.namelist():
            continue
        table = parse_part(parts, part)
        last = _LAST_ROW.search(table.get("ref", ""))
        if last and table.get("totalsRowCount", "0") not in ("", "0"):
            yield int(last[1])


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
