"""Merged cells of a sheet: in which cell stands what a covered one shows.

In      the corners of the merged cells, how far the sheet is filled.
Out     row by row, the columns that are covered.

A file of a few hundred bytes can merge whole sheets, and list the same merge a million times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.read.tables.cells import MAX_CELLS, WorkbookError

Corners = tuple[int, int, int, int]
"""First row, first column, last row, last column, counted from 1."""
Covered = dict[int, tuple[int, int]]
"""By column, the row and column of the cell that is shown there."""


def cover_rows(merged: Iterable[Corners], rows: int, columns: int) -> Iterator[Covered]:
    """Yield what merged cells cover of each of the first rows.

    Raises:
        WorkbookError: they cover more cells than a sheet may have.
    """
    waiting = sorted(_clip(merged, rows, columns), reverse=True)
    open_ones: list[Corners] = []
    for row in range(1, rows + 1):
        open_ones = [one for one in open_ones if one[2] >= row]
        while waiting and waiting[-1][0] <= row:
            open_ones.append(waiting.pop())
        yield {
            column: (top, left)
            for top, left, _, right in open_ones
            for column in range(left, right + 1)
        }


def _clip(merged: Iterable[Corners], rows: int, columns: int) -> list[Corners]:
    """The merged cells as far as the sheet is filled."""
    found, total = [], 0
    for top, left, bottom, right in merged:
        bottom, right = min(bottom, rows), min(right, columns)
        if bottom < top or right < left:
            continue
        total += (bottom - top + 1) * (right - left + 1)
        if total > MAX_CELLS:
            raise WorkbookError(f"merges more than {MAX_CELLS:,} cells, the limit")
        found.append((top, left, bottom, right))
    return found
