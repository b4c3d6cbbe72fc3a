"""What fits in the head and the cells of a card table in CSV.

In      the lines of the table, a place in it, the game as it was when it was sound.
Out     the column that a place stands in; whether that is its head.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cardgen.read.tables.delimited import find_separator

_LOOKED_AT = 20
"""Lines that the separator is found from."""


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
    goes_on: bool = False
    """Whether it begins in a line above: `text` is what stands in this one."""

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
    stated = next((text for text in lines[:first] if _states(text)), "").strip('"\t ')[4:5]
    separator = stated or find_separator("\n".join(lines[first : first + _LOOKED_AT]))
    begun = max(_list_starts(lines[: max(line, first) + 1], first), default=first)
    second = next((n for n in _list_starts(lines, first) if n > first), len(lines))
    heads = tuple(cell.strip().strip('"') for cell in _split(lines[first:second], separator))
    whole = lines[line] if line < len(lines) else ""
    before = _split([*lines[begun:line], whole[:column]], separator)
    number = len(before) - 1
    is_head = begun <= first
    named = heads[number] if not is_head and number < len(heads) else ""
    others = tuple(head for n, head in enumerate(heads) if n != number)
    typed, goes_on = before[-1].lstrip(), "\n" in before[-1]
    text = typed.rpartition("\n")[2] if goes_on else typed.removeprefix('"')
    return CellPlace(
        column=named, is_head=is_head, others=others, text=text, separator=separator,
        is_quoted=typed.startswith('"'), is_closed='"' in whole[column:], goes_on=goes_on,
    )  # fmt: skip


def _list_starts(lines: Sequence[str], first: int) -> Iterator[int]:
    """The lines in which rows begin; a cell in quotes may go on below."""
    is_open = False
    for number in range(first, len(lines)):
        if not is_open:
            yield number
        is_open ^= lines[number].count('"') % 2 == 1


def _states(text: str) -> bool:
    """Whether a line states the separator, as Excel writes it."""
    return text.lower().lstrip('"').startswith("sep=")


def _split(lines: Iterable[str], separator: str) -> list[str]:
    """The cells of a row; quotes may be open at its end."""
    cells, quoted = [""], False
    for sign in "\n".join(lines):
        quoted ^= sign == '"'
        if sign == separator and not quoted:
            cells.append("")
        else:
            cells[-1] += sign
    return cells
