"""Cells in the XML of an Excel sheet: their tags, and what is between them."""

from __future__ import annotations

import re

CELL = re.compile(rb'<(?:\w+:)?c\s[^<>]*?\br="([A-Z]{1,3})(\d{1,7})"[^<>]*>')
"""The tag that opens a cell, with its column and row."""
CELL_END = re.compile(rb"</(?:\w+:)?c>")
NEAR = 40_000
"""Bytes after a cell's tag within which its end stands."""
_VALUE = re.compile(rb"<(?:\w+:)?v>([^<]*)<")


def value_of(xml: bytes, start: int) -> re.Match[bytes] | None:
    """What is between the tags of a cell as its value; nothing is looked for in later cells."""
    end = CELL_END.search(xml, start, start + NEAR)
    return _VALUE.search(xml, start, end.start()) if end else None
