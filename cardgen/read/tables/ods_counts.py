"""How often a row, column or blank of an OpenDocument sheet stands, which it says of itself.

In      an element of the sheet.
Out     a number of at least 1 for repeats.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from cardgen.read.tables.cells import WorkbookError

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_COUNT = re.compile(r"[0-9]{1,9}\Z")


def count_repeats(element: ElementTree.Element, what: str) -> int:
    """Return how many `rows` or `columns` in a row an element stands for.

    Raises:
        WorkbookError: what it says is no number.
    """
    return max(1, read_count(element, f"{_TABLE}number-{what}-repeated"))


def read_count(element: ElementTree.Element, name: str) -> int:
    """Return a number of rows, columns or blanks, 1 if it is not given.

    Raises:
        WorkbookError: what is given is no number.
    """
    text = element.get(name, "1")
    if not _COUNT.match(text):
        raise WorkbookError(f"is damaged: `{name.rpartition('}')[2]}` is `{text[:20]}`")
    return int(text)
