"""What fits in the head and the cells of a card table in CSV.

In      the lines of the table, a place in it, the game as it was when it was sound.
Out     the column that a place stands in; whether that is its head.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from cardgen.read.tables.delimited import find_separator

TABLES = (".csv", ".tsv")


class CellPlace(Struct, frozen=True):
    """A cell that is typed."""

    column: str
    """The head of its column; "" in the head itself, and where there is none."""
    is_head: bool
    others: tuple[str, ...]
    """The heads of the other columns."""
    text: str
    """What stands in the cell before the cursor, without a quote."""
    separator: str = ","
    is_quoted: bool = False
    is_closed: bool = True
    """Whether a quote behind the cursor ends the cell."""

    @property
    def tail(self) -> re.Pattern[str]:
        """Matches the rest of the cell."""
        if self.is_quoted:
            return re.compile(r'(?:[^"]|"")*(?=")|')
        return re.compile(f"[^{re.escape(self.separator)}]*")


def write_cell(text: str, cell: CellPlace) -> str:
    """A text as it may stand where the cursor is: in quotes where its signs would part cells."""
    doubled = text.replace('"', '""')
    if cell.is_quoted:
        return doubled if cell.is_closed else f'{doubled}"'
    is_plain = not {cell.separator, '"', "\n", "\r"} & {*text} and text == text.strip()
    return text if is_plain else f'"{doubled}"'


def find_cell(lines: Sequence[str], line: int, column: int) -> CellPlace:
    """Return the cell at a place; line and column from 0."""
    first = next((n for n, text in enumerate(lines) if text.strip() and not _states(text)), 0)
    separator = find_separator("\n".join(lines[:20]))
    heads = tuple(cell.strip().strip('"') for cell in _split(lines[first], separator))
    before = _split(lines[line][:column] if line < len(lines) else "", separator)
    number = len(before) - 1
    is_head = line <= first
    named = heads[number] if not is_head and number < len(heads) else ""
    others = tuple(head for n, head in enumerate(heads) if n != number)
    typed = before[-1].lstrip()
    is_quoted = typed.startswith('"')
    behind = lines[line][column:] if line < len(lines) else ""
    return CellPlace(
        named, is_head, others, typed.removeprefix('"'), separator, is_quoted, '"' in behind
    )


def _states(text: str) -> bool:
    """Whether a line states the separator, as Excel writes it."""
    return text.lower().lstrip('"').startswith("sep=")


def _split(text: str, separator: str) -> list[str]:
    """The cells of a line; quotes may be open at its end."""
    cells, quoted = [""], False
    for sign in text:
        quoted ^= sign == '"'
        if sign == separator and not quoted:
            cells.append("")
        else:
            cells[-1] += sign
    return cells
