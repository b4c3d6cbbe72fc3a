"""Cells of an Excel sheet some of whose words are bold, italic, underlined, struck through, raised.

In      the archive of a workbook, the XML of a sheet.
Out     findings: cards do not take such looks over.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from cardgen.core.findings import Finding
from cardgen.read.tables.archive import parse_part
from cardgen.read.tables.cells import column_number, formatted_words
from cardgen.read.tables.xlsx_cells import CELL, CELL_END, NEAR, value_of

_INLINE = re.compile(rb'\bt="inlineStr"')
_PREFIX = re.compile(rb"<(/?)\w+:")
_SHARED_TEXT = re.compile(rb'\bt="s"')
_OWN_FORMATS = frozenset(("b", "i", "u", "strike", "vertAlign"))


def find_formatted_words(parts: zipfile.ZipFile, xml: bytes, place: str) -> Iterator[Finding]:
    """Cells some of whose words are bold or italic; most workbooks have none."""
    yield from _formatted_inline(xml, place)
    name = "xl/sharedStrings.xml"
    data = parts.read(name) if name in parts.namelist() else b""
    if not re.search(rb"<(?:\w+:)?r>", data):
        return
    formatted = {str(i).encode() for i, text in enumerate(parse_part(parts, name))
                 if _has_formatted_run(text)}  # fmt: skip
    for found in CELL.finditer(xml):
        if formatted and _SHARED_TEXT.search(found[0]):
            value = value_of(xml, found.end())
            if value and value[1].strip() in formatted:
                yield formatted_words(place, int(found[2]), column_number(found[1]))


def _formatted_inline(xml: bytes, place: str) -> Iterator[Finding]:
    """The same of texts that stand in their cells, as some programs write them."""
    for found in CELL.finditer(xml) if _INLINE.search(xml) else ():
        end = CELL_END.search(xml, found.end(), found.end() + NEAR)
        if end is None or not _INLINE.search(found[0]):
            continue
        inner = _PREFIX.sub(rb"<\1", xml[found.end() : end.start()])
        if b"<r>" in inner:
            text = ElementTree.fromstring(b'<c xmlns="main">' + inner + b"</c>")
            if any(map(_has_formatted_run, text)):
                yield formatted_words(place, int(found[2]), column_number(found[1]))


def _has_formatted_run(text: ElementTree.Element) -> bool:
    """Whether some letters are bold, italic, underlined, struck through or raised, others not."""
    looks = []
    for run in text:
        if not run.tag.endswith("}r") or not "".join(run.itertext()).strip():
            continue
        marks = (mark.tag.rpartition("}")[2] for part in run for mark in part)
        looks.append(frozenset(marks) & _OWN_FORMATS)
    return len(set(looks)) > 1
