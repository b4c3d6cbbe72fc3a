"""The archive that a workbook is: open it, and have the bytes of its parts.

In      the bytes of a file.
Out     the archive; parts of it.
Not here  what is in the parts (`read.tables.xlsx`, `read.tables.ods`).

Whatever a file that is damaged, or made to do harm, leads Python's `zipfile` to is one error here,
in words of our own.
"""

from __future__ import annotations

import io
import zipfile
from copy import copy
from xml.etree import ElementTree

from cardgen.read.tables.cells import MAX_UNPACKED_BYTES, WorkbookError

MAX_ELEMENTS = 1_000_000
"""Of one XML part, which takes 330 bytes each in memory."""
MAX_DEPTH = 100
"""Of elements within elements; programs write about ten."""
UNREADABLE = (
    "is no Excel workbook that can be read: open it in a spreadsheet program, and save it again"
)
_OLD = b"\xd0\xcf\x11\xe0"
"""Old workbooks begin so, and so do new ones that need a password."""
_LOCKED = 1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_OTHERS = {
    "xl/workbook.xml": "is an Excel workbook: call it `.xlsx`",
    "xl/workbook.bin": "is a binary Excel workbook: save it as .xlsx",
    "content.xml": "is an OpenDocument file: call it `.ods`, or save it as .xlsx",
}


def open_archive(data: bytes, kind: str, main: str) -> zipfile.ZipFile:
    """Open a workbook.

    Args:
        data: The file.
        kind: What it is called: `Excel`, `OpenDocument`.
        main: The part that it must have.

    Raises:
        WorkbookError: it is no such workbook, or can be unpacked by nobody.
    """
    try:
        parts = zipfile.ZipFile(io.BytesIO(data))
    except Exception:  # zipfile raises anything at all on a damaged list of parts
        more = ", or needs a password" if data.startswith(_OLD) else ""
        raise WorkbookError(f"is no {kind} workbook{more}") from None
    names = frozenset(parts.namelist())
    if main not in names:
        other = next((said for name, said in _OTHERS.items() if name in names), "")
        raise WorkbookError(other or f"is no {kind} workbook: it has no part `{main}`")
    if any(part.flag_bits & _LOCKED for part in parts.infolist()):
        raise WorkbookError("needs a password: save it without one")
    if any(part.compress_type not in _METHODS for part in parts.infolist()):
        raise WorkbookError("is packed in a way that is not read: save it again")
    return parts


def read_part(parts: zipfile.ZipFile, name: str) -> bytes:
    """Return the bytes of a part of a bearable size.

    Raises:
        WorkbookError: it is too large, or damaged.
        KeyError: there is no such part.
    """
    part = copy(parts.getinfo(name))
    if part.file_size > MAX_UNPACKED_BYTES:
        raise WorkbookError(f"is over {MAX_UNPACKED_BYTES // 1_000_000} MB when it is unpacked")
    part.file_size += 1  # calamine unpacks all that is there, whatever the list of parts says
    try:
        with parts.open(part) as file:
            data = file.read(part.file_size)  # without a bound, all of it is unpacked first
    except Exception:  # and here, too
        raise WorkbookError(f"is damaged: its part `{name}` cannot be unpacked") from None
    if len(data) == part.file_size:
        raise WorkbookError(f"is damaged: its part `{name}` is longer than it says")
    return data


def parse_part(parts: zipfile.ZipFile, name: str) -> ElementTree.Element:
    """Parse an XML part of a workbook, once it is known to be of a bearable size.

    Raises:
        WorkbookError: it is too large, or damaged.
        KeyError: there is no such part.
    """
    data = read_part(parts, name)
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise WorkbookError("declares entities, which no workbook needs")
    if data.count(b"<") - data.count(b"</") > MAX_ELEMENTS:
        raise WorkbookError(f"has a part of more than {MAX_ELEMENTS:,} elements; save it as CSV")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, LookupError, ValueError):
        raise WorkbookError(f"is damaged: its part `{name}` is no XML that can be read") from None
    return _refuse_depth(root, name)


def _refuse_depth(root: ElementTree.Element, name: str) -> ElementTree.Element:
    level = [root]
    for _ in range(MAX_DEPTH):
        level = [inner for element in level for inner in element]
        if not level:
            return root
    raise WorkbookError(f"is damaged: its part `{name}` nests elements over {MAX_DEPTH} deep")
