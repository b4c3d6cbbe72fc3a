"""What a table file holds where its name says something else.

In      the first bytes of the file, whether its name is that of a workbook.
Out     what it is and what to do, to complete «`cards.xls` …»; nothing if it may be what it says.

Web sites and databases call a page of HTML `.xls`, since spreadsheet programs open that too.
"""

from __future__ import annotations

import re

_HEAD = 512
_PAGE = re.compile(rb"\s*<(?:!doctype html|html|head|body|table)\b", re.IGNORECASE)
_SPREADSHEET_ML = re.compile(rb"\s*<\?xml\b")
_JSON = re.compile(rb'\s*(?:\[\s*)?\{\s*"[^"]*"\s*:')
_BINARY = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_SAVE = "open it in a spreadsheet program, and save it as .xlsx"


def describe_content(data: bytes, *, workbook: bool) -> str:
    """Say what a file is instead of a workbook, or instead of a CSV."""
    head = data[:_HEAD].removeprefix(b"\xef\xbb\xbf")
    what = "is no workbook but" if workbook else "holds"
    if _PAGE.match(head):
        return f"{what} a page in HTML: {_SAVE}"
    if workbook and _SPREADSHEET_ML.match(head):
        return f"{what} a text in XML: {_SAVE}"
    if _JSON.match(head):
        return f"{what} JSON: call it `.json`"
    is_text = head.strip() and b"\0" not in head and not head.startswith(_BINARY)
    if workbook and is_text and b"\n" in data[: _HEAD * 8] and head.isascii():
        return "is no workbook but a text: call it `.csv`"
    return ""
