"""Columns that stand apart from a table and are read as its own: a legend, counts, another table.

In      the headers of a table, its rows one after the other.
Out     a warning at the first header behind an empty column, where what is below it seems to be
        nothing of the cards: it begins where they begin and ends before or after them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardgen.core.findings import Finding
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.tables.headers import COPIES

_FEWEST = 2
"""So many rows less, or more, than the cards make another table."""

Row = Sequence[ScalarNode]


class ApartColumns:
    """What is seen of the columns behind a gap while the rows of a table go by."""

    def __init__(self, headers: Row, names: Sequence[str]) -> None:
        self._headers, self._names = headers, names
        self._gap = _find_gap(headers)
        """The empty column; 0 if there is none."""
        self._filled: list[tuple[bool, bool]] = []
        """Whether there is anything on either side of the gap, by row."""

    def look_at(self, cells: Row) -> None:
        """Look at a row."""
        if not self._gap:
            return
        if self._gap < len(cells) and cells[self._gap].text:
            self._gap = 0  # a column that was forgotten to be named
            return
        self._filled.append((_is_filled(cells[: self._gap]), _is_filled(cells[self._gap :])))

    def findings(self) -> Iterator[Finding]:
        """The warning."""
        if not self._gap or not self._ends_elsewhere():
            return
        apart = [i for i, name in enumerate(self._names) if name and i > self._gap]
        shown = ", ".join(f"`{self._headers[i].text}`" for i in apart)
        what = "stands apart from the other columns, and is a field"
        if len(apart) > 1:
            what = "stand apart from the other columns, and are fields"
        copies = next((i for i in apart if self._names[i] == COPIES), None)
        counts = f"; `{self._headers[copies].text}` counts them" if copies is not None else ""
        hint = "move what is another table, or a note, to a sheet of its own"
        yield Finding(
            "doubtful-column",
            f"{shown} {what} of the cards all the same{counts}",
            self._headers[apart[0]].span,
            "warning",
            hint=f"{hint}; delete the empty column if it is no other",
        )

    def _ends_elsewhere(self) -> bool:
        """Whether both sides begin with the first row, without a gap, and one ends before."""
        left, right = ([i for i, row in enumerate(self._filled, 1) if row[side]] for side in (0, 1))
        whole = all(rows == list(range(1, len(rows) + 1)) for rows in (left, right))
        return bool(left and right) and whole and abs(len(right) - len(left)) >= _FEWEST


def _find_gap(headers: Row) -> int:
    """The first empty header between two that are not."""
    named = [i for i, header in enumerate(headers) if header.text]
    return next((a + 1 for a, b in pairwise(named) if b > a + 1), 0)


def _is_filled(cells: Row) -> bool:
    return any(cell.text for cell in cells)
