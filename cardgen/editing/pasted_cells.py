"""Several values of one table written at once: a block or a column that was pasted.

In      rows of one file, fields of them with what they say and what they shall say.
Out     one change of that file; or a refusal, and nothing is changed.
Not here  which cells are meant (`preview.edit_routes`), one value (`editing.game_editor`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from cardgen.editing.edit_history import FileChange
from cardgen.editing.game_editor import EditableRow, OpenTable, open_table
from cardgen.editing.refusal import RefusedError

MAX_CELLS = 1_000


class PastedCell(Struct, frozen=True):
    """A value that is pasted."""

    row: EditableRow
    card: str
    field: str
    old: str | None
    """What the row said when the page was told of it; None if it has no such field."""
    new: str


def paste_cells(folder: Path, cells: Sequence[PastedCell]) -> FileChange:
    """Return the change that gives several fields other texts.

    Raises:
        RefusedError: one of them cannot be changed here; the message says which, and why.
    """
    if not 0 < len(cells) <= MAX_CELLS:
        raise RefusedError(f"from 1 to {MAX_CELLS:,} cells are pasted at once")
    if len({cell.row.file for cell in cells}) > 1:
        raise RefusedError("the cells stand in several files; paste into one after the other")
    table = open_table(folder, cells[0].row)
    text = table.text.text
    for cell in sorted(cells, key=_place, reverse=True):  # what stands below may move
        if (cell.old or "") == cell.new:
            continue
        own = OpenTable(table.data, table.text, cell.row)
        try:
            text = own.edit(text, cell.field, cell.old, cell.new)
        except RefusedError as error:
            raise RefusedError(f"`{cell.field}` of {cell.card}: {error}") from None
    return table.change(text, f"{len(cells)} cells of {cells[0].row.file}")


def _place(cell: PastedCell) -> tuple[int, int]:
    return cell.row.place.line, cell.row.place.column
