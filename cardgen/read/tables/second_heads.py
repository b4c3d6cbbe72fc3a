"""Rows that are the heads of another table: two stacked on one sheet, or pasted into one file.

In      the headers of a table, its rows one after the other.
Out     whether a row names fields.

A row names fields if it says what the headers say, or mostly their words, and no numbers. Below an
empty row one word of theirs is enough where the first column has it; without any, the row names
fields if each cell is one word, none as another, also where only numbers stand above and below.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.read.syntax.nodes import ScalarNode

_FEWEST = 3
"""So many words in a row are heads, where none of them is known."""
_SHORTEST = 3
"""A word in place of a number has so many letters: `X` and `?` are costs."""

Row = Sequence[ScalarNode]


class SecondHeads:
    """What is seen of a table while its rows go by."""

    def __init__(self, headers: Sequence[str]) -> None:
        self._headers = list(headers)
        self._words = {text.casefold() for text in headers if text}
        self._above: Row = ()
        self._doubted: Row = ()
        """The row above, if it is one of words where numbers were."""
        self._numbers: frozenset[int] | None = None
        """The columns that have a number in each row so far."""

    def find(self, cells: Row) -> Row | None:
        """Return a row that names fields: this one, or the one above."""
        above, self._above = self._above, cells
        if self._names_fields(cells, above):
            return cells
        doubted, self._doubted = self._doubted, ()
        numbers = _number_columns(cells)
        if self._numbers is None:
            self._numbers = numbers
        elif not numbers >= self._numbers:
            if self._has_words_for_numbers(cells) and _is_below_gap(cells, above):
                self._doubted = cells
            else:
                self._numbers &= numbers
        return doubted if doubted and numbers & (self._numbers or set()) else None

    def _names_fields(self, cells: Row, above: Row) -> bool:
        shared = sum(cell.text.casefold() in self._words for cell in cells)
        if not shared or len(self._headers) == 1:
            return False
        filled = sum(bool(cell.text) for cell in cells)
        if any(cell.text.isdecimal() and cell.text not in self._words for cell in cells):
            return False
        if shared > 1 and 2 * shared >= filled:
            return True
        same = cells[0].text.casefold() == self._headers[0].casefold() and filled > 1
        return same and _is_below_gap(cells, above)

    def _has_words_for_numbers(self, cells: Row) -> bool:
        words = [cell.text for cell in cells if cell.text]
        if not self._numbers or len(set(words)) < max(_FEWEST, len(words)):
            return False
        if not all(map(str.isidentifier, words)):
            return False
        return all(i < len(cells) and len(cells[i].text) >= _SHORTEST for i in self._numbers)


def _number_columns(cells: Row) -> frozenset[int]:
    return frozenset(i for i, cell in enumerate(cells) if cell.text.isdecimal())


def _is_below_gap(cells: Row, above: Row) -> bool:
    """Whether an empty row stands above; a cell of several lines is none."""
    if not above:
        return False
    lines = sum(cell.text.count("\n") for cell in above if not cell.span.cell)
    return cells[0].span.line > above[0].span.line + 1 + lines
