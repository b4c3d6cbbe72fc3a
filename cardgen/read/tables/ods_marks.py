"""What an OpenDocument sheet has and cards do not take over: looks of cells and words, pictures.

In      the parsed document, one of its sheets.
Out     findings: struck-through cells, words that are bold or italic, cells with pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from cardgen.core.findings import Finding
from cardgen.read.tables.cells import (
    MAX_COLUMNS,
    formatted_words,
    pasted_pictures,
    struck_cells,
)
from cardgen.read.tables.ods_counts import count_repeats

_SPACE = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
_TABLE, _TEXT, _STYLE, _FORMAT = (
    _SPACE % name for name in ("table", "text", "style", "xsl-fo-compatible")
)
_PICTURE = f"{_SPACE % 'drawing'}image"
_NONE = ("", "none", "normal")
_STRUCK = f"{_STYLE}text-line-through-style"
_LOOKS = (_STRUCK, f"{_FORMAT}font-weight", f"{_FORMAT}font-style", f"{_STYLE}text-position")


def find_marks(
    root: ElementTree.Element, sheet: ElementTree.Element, place: str
) -> Iterator[Finding]:
    """The struck-through cells of a sheet, each cell with words of a look of their own, and the
    cells with a picture."""
    if sheet.find(f".//{_PICTURE}") is not None:
        yield from _list_pictures(sheet, place)
    struck, formatted = _styles(root, "table-cell", (_STRUCK,)), _styles(root, "text", _LOOKS)
    if not struck and not formatted:
        return
    found: list[tuple[int, int]] = []
    for row, column, cell in _cells(sheet):
        if cell.get(f"{_TABLE}style-name") in struck and cell.find(f"{_TEXT}p") is not None:
            found.append((row, column))
        spans = (span.get(f"{_TEXT}style-name") for span in cell.iter(f"{_TEXT}span"))
        if not formatted.isdisjoint(spans):
            yield formatted_words(place, row, column)
    if found:
        yield struck_cells(place, found)


def _list_pictures(sheet: ElementTree.Element, place: str) -> Iterator[Finding]:
    """The cells below the headers that pictures belong to."""
    cells = _cells(sheet)
    found = [
        (row, column) for row, column, cell in cells if cell.find(f".//{_PICTURE}") is not None
    ]
    if below := [at for at in found if at[0] > 1]:
        yield pasted_pictures(place, below)


def _styles(root: ElementTree.Element, family: str, looks: tuple[str, ...]) -> frozenset[str]:
    """The names of the styles of a family that have one of these looks."""
    return frozenset(
        style.get(f"{_STYLE}name", "")
        for style in root.iter(f"{_STYLE}style")
        if style.get(f"{_STYLE}family") == family
        for part in style.iter(f"{_STYLE}text-properties")
        if any(part.get(look, "") not in _NONE for look in looks)
    )


def _cells(sheet: ElementTree.Element) -> Iterator[tuple[int, int, ElementTree.Element]]:
    """The cells of a sheet with the numbers of their rows and columns."""
    number = 1
    for row in sheet.iter(f"{_TABLE}table-row"):
        column = 1
        for cell in row:
            if column <= MAX_COLUMNS:
                yield number, column, cell
            column += count_repeats(cell, "columns")
        number += count_repeats(row, "rows")
