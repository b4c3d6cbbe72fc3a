"""Notes as Anki exports them (*Notes in Plain Text*) → a table with heads.

In      a text that begins with lines such as `#separator:tab`, and has no row of heads.
Out     the same notes below a row of heads, separated by tabs.
Not here  what becomes of the table (`importers.table`).

Source  the Anki manual, "Text Files": `#columns:` names the columns, `#tags column:3` and others
        say which are no fields of the note.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cardgen.core.findings import Finding
from cardgen.files.game_files import MAX_TABLE_BYTES
from cardgen.files.regular_files import TooLargeError, read_regular
from cardgen.importers.contract import ImportFault
from cardgen.read.tables.delimited import scan_rows

_SAID = re.compile(r"#(?P<name>[a-z ]+):(?P<value>.*)")
_SPECIAL = {
    "guid column": "guid",
    "notetype column": "notetype",
    "deck column": "deck_name",
    "tags column": "tags",
}
_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "}
_SIDES = ("Front", "Back")
_NEEDS_QUOTES = re.compile(r'["\t\n]')


def begins_as_notes(file: Path) -> bool:
    """Whether a file is an export of Anki, as far as a glance tells."""
    try:
        return is_anki(read_regular(file, MAX_TABLE_BYTES))
    except (OSError, ValueError, TooLargeError):
        return False


def is_anki(data: bytes) -> bool:
    """Whether a file is an export of Anki, by the line that it begins with."""
    return data.removeprefix(b"\xef\xbb\xbf").startswith((b"#separator:", b"#html:"))


def read_notes(data: bytes, file: str) -> bytes:
    """Return the notes of an export of Anki as a table with heads, separated by tabs.

    Raises:
        ImportFault: it is no text.
    """
    try:
        lines = data.decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    except UnicodeDecodeError:
        raise ImportFault(f"`{file}` is not UTF-8 text") from None
    said: dict[str, str] = {}
    while lines and (found := _SAID.fullmatch(lines[0])):
        said[found["name"]] = found["value"].strip()
        lines.pop(0)
    separator = _SEPARATORS.get(said.get("separator", "tab").lower(), said.get("separator", "\t"))
    faults: list[Finding] = []
    rows = [[cell.text for cell in row]
            for row in scan_rows("\n".join(lines), file, faults, separator[:1])]  # fmt: skip
    width = max(map(len, rows), default=0)
    heads = _name_columns(said, width, separator)
    return "".join("\t".join(map(_quoted, row)) + "\n" for row in (heads, *rows)).encode()


def _name_columns(said: Mapping[str, str], width: int, separator: str) -> list[str]:
    """The heads of columns: those that the export names, else Front, Back, Field_3 …"""
    special = {said[name]: head for name, head in _SPECIAL.items() if name in said}
    named = said["columns"].split(separator) if said.get("columns") else []
    heads, sides = [], 0
    for number in range(1, width + 1):
        head = special.get(str(number), "")
        if not head:
            head = named[number - 1].strip() if number <= len(named) else ""
            head = head or (_SIDES[sides] if sides < len(_SIDES) else f"Field_{sides + 1}")
            sides += 1
        heads.append(head)
    return heads


def _quoted(cell: str) -> str:
    doubled = cell.replace('"', '""')
    return f'"{doubled}"' if _NEEDS_QUOTES.search(cell) else cell
