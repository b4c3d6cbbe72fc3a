"""The table at the end of `cardgen check`: its lines, plain so that they can be kept, and its text.

Not here  what the lines say (`report.summary`).
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from msgspec import Struct

from cardgen.core.printable_text import escape_controls


class SummaryLine(Struct, frozen=True):
    """A line of the table; `expected` is "" where nothing is expected."""

    deck: str
    what: str
    found: int
    expected: str

    @property
    def good(self) -> bool:
        return self.expected in ("", str(self.found))


def draw_table(lines: Sequence[SummaryLine], *, color: bool) -> str:
    """The lines as a table for a terminal, counts that are off in red; without a column for what
    is expected where nothing is."""
    head = ("deck", "", "found", "expected" if any(line.expected for line in lines) else "")
    rows = [(line.deck, line.what, str(line.found), line.expected) for line in lines]
    widths = [max(map(_width, column)) for column in zip(head, *rows, strict=True)]
    drawn = [_draw_row(head, widths)]
    for line, row in zip(lines, rows, strict=True):
        text = _draw_row(row, widths)
        drawn.append(text if line.good or not color else f"\x1b[31m{text}\x1b[0m")
    return "\n".join(drawn)


def _draw_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Names to the left, numbers to the right."""
    pairs = list(zip(cells, widths, strict=True))
    names = [escape_controls(cell) + " " * (width - _width(cell)) for cell, width in pairs[:2]]
    numbers = [cell.rjust(width) for cell, width in pairs[2:]]
    return "  ".join((*names, *numbers)).rstrip()


def _width(text: str) -> int:
    """How many columns of a terminal a text takes: wide letters two, accents none."""
    shown = (c for c in escape_controls(text) if not combining(c))
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in shown)
