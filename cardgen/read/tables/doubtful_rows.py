"""Rows of a table that do not look like cards: too short, a heading, a sum, a comment.

In      the cells of each row, below the headers.
Out     a warning at each, where most of the other rows are whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardgen.core.findings import Finding, Span
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.tables.second_heads import SecondHeads

_WIDE = 4
"""So many columns make a row of one cell look like a heading."""
_FULL = 3
"""Rows with so many cells are cards."""
_RARE = 5
"""One in so many rows may look like a heading, for it to be told."""
_COMMENT = re.compile(r"(?:#|//)\s*(?![0-9A-Fa-f]{3,8}\Z)[^\W\d_]")
"""What begins a comment elsewhere; `#1` and `#ffcc00` are values."""
_DASHES = re.compile(r":?-{3,}:?|:-+:?|-+:|\+-[-+]*\+")
"""A cell of the row below the headers of a Markdown table."""

_TOTALS = frozenset(
    "gesamt somme sum suma summa summe total totale totals totaal итого 合計".split()
)
"""What the last row of a table is called that adds up the others."""
_DIGITS = 9
_NUMBER = re.compile(r"\d[\d.,]*")


class RowDoubts:
    """What is counted while the rows of one table go by."""

    def __init__(self, names: Sequence[str], headers: Sequence[str] = ()) -> None:
        self.names, self._second = names, SecondHeads(headers)
        self._end = max((i for i, name in enumerate(names, 1) if name), default=0)
        self._short: list[tuple[Span, int]] = []
        self._lone: list[tuple[Span, str]] = []
        self._lone_columns: set[int] = set()
        self._begins_sections: list[bool] = []
        """Of each row but comments, whether it may be a heading."""
        self._comments: list[Span] = []
        self._dashes: list[Span] = []
        self._heads: list[Span] = []
        self._total: Span | None = None
        self._sums: dict[int, int] | None = None
        """What the whole numbers of each column add up to that begins with one."""
        self._whole = self._full = self._others = 0

    def count(self, cells: Sequence[ScalarNode]) -> None:
        """Look at a row."""
        if len(cells) < self._end:
            self._short.append((cells[0].span, len(cells)))
        else:
            self._whole += 1
        filled = [cell for cell in cells[: self._end] if cell.text]
        heads = self._second.find(cells)
        if heads is not None:
            self._heads.append(heads[0].span)
        if _COMMENT.match(cells[0].text):
            self._comments.append(cells[0].span)
            return
        self._others += 1
        self._begins_sections.append(False)
        adds_up = self._adds_up(cells)
        nameless = adds_up and not cells[0].text and _is_of_numbers(filled)
        self._total = cells[0].span if _is_total(filled) or nameless else None
        if heads is cells:
            return
        if filled and all(_DASHES.fullmatch(cell.text) for cell in filled):
            self._dashes.append(cells[0].span)
        elif len(filled) == 1 and not nameless:
            self._lone.append((filled[0].span, filled[0].text))
            self._lone_columns.add(cells.index(filled[0]))
            self._begins_sections[-1] = True
        elif len(filled) >= _FULL:
            self._full += 1

    def _adds_up(self, cells: Sequence[ScalarNode]) -> bool:
        """Whether a number of a row is the sum of those above it; they are counted from now on."""
        if self._sums is None:
            self._sums = {i: 0 for i, one in enumerate(cells[: self._end]) if one.text.isdecimal()}
        found = False
        for column, total in self._sums.items():
            text = cells[column].text if column < len(cells) else ""
            if text.isdecimal() and len(text) <= _DIGITS:
                number = int(text)
                found = found or number == total > 0
                self._sums[column] = total + number
        return found

    def findings(self, *, delimited: bool) -> Iterator[Finding]:
        """The warnings.

        Args:
            delimited: Whether the rows are lines, which say by themselves how many cells they have.
        """
        lone = self._lone if len(self.names) >= _WIDE else []
        lone = lone if len(lone) * _RARE <= self._full or self._are_sections() else []
        yield from self._doubt_marks()
        headings = {(span.file, span.line) for span, _ in lone}
        for span, text in lone:
            message = f"nothing but `{text}` stands in this row, and it is a card all the same"
            hint = "delete the row if it is a heading; else fill in how many `copies` there are"
            yield Finding("doubtful-row", message, span, "warning", hint=hint)
        if not delimited or len(self._short) >= self._whole:
            return
        for span, cells in self._short:
            if (span.file, span.line) not in headings:
                message = f"this row has {cells} cells, the header {self._end}"
                hint = "look for a missing separator; end the row with one for each empty cell"
                yield Finding("doubtful-row", message, span, "warning", hint=hint)

    def _are_sections(self) -> bool:
        """Whether rows of one cell are headings however many they are: the first row is one, each
        stands in the same column, and cards follow it."""
        first, last = self._begins_sections[:1], self._begins_sections[-1:]
        if first != [True] or last != [False] or len(self._lone_columns) > 1:
            return False
        beside = any(a and b for a, b in pairwise(self._begins_sections))
        return 1 < len(self._lone) < self._full and not beside

    def _doubt_marks(self) -> Iterator[Finding]:
        """Comments, where few rows look like one; rows of dashes, of headers and of sums."""
        few = len(self._comments) * 2 <= self._others
        for span in self._comments if few else ():
            message = "this row looks like a comment, and it is a card all the same"
            hint = "delete the row; a card that is not to be printed has `0` under `copies`"
            yield Finding("doubtful-row", message, span, "warning", hint=hint)
        for span in self._heads:
            message = "this row seems to name fields, and it is a card all the same"
            hint = "delete the row; tables with other heads are listed one by one under `cards:`"
            yield Finding("doubtful-row", message, span, "warning", hint=hint)
        if self._total is not None and self._others >= _FULL:
            message = "this row seems to add up those above it, and it is a card all the same"
            hint = "delete the row, or choose rows with `where:`"
            yield Finding("doubtful-row", message, self._total, "warning", hint=hint)
        for span in self._dashes:
            message = "nothing but dashes stands in this row, and it is a card all the same"
            hint = "delete the row: tables of cards have no line below the headers"
            yield Finding("doubtful-row", message, span, "warning", hint=hint)


def _is_total(filled: Sequence[ScalarNode]) -> bool:
    """Whether a row has nothing but the word for a sum, and numbers."""
    if not filled or filled[0].text.rstrip(": ").casefold() not in _TOTALS:
        return False
    return len(filled) > 1 and _is_of_numbers(filled[1:])


def _is_of_numbers(filled: Sequence[ScalarNode]) -> bool:
    return bool(filled) and all(_NUMBER.fullmatch(cell.text) for cell in filled)
