"""Several values of one table written at once: a block or a column that was pasted.

In      rows of one file, fields of them with what they say and what they shall say.
Out     one change of that file; or a refusal, and nothing is changed.
Not here  which cells are meant (`preview.edit_routes`), one value (`editing.open_table`).

All are written at once (`editing.cell_blocks`). Where that does not do, halves of the rows are
tried, and the cells of one row in turn: the one that cannot be written says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from cardgen.editing.cell_blocks import CsvEdit, YamlEdit, edit_csv_block, edit_yaml_block
from cardgen.editing.csv_values import scan_table
from cardgen.editing.edit_history import FileChange
from cardgen.editing.open_table import (
    EditableRow,
    OpenTable,
    explain_computed,
    find_key,
    name_headers,
    open_table,
)
from cardgen.editing.refusal import RefusedError
from cardgen.editing.yaml_values import read_structure

MAX_CELLS = 1_000


class PastedCell(Struct, frozen=True):
    """A value that is pasted."""

    row: EditableRow
    card: str
    field: str
    old: str | None
    """What the row said when the page was told of it; None if it has no such field."""
    new: str


Rows = Sequence[Sequence[PastedCell]]
"""Cells that change, by the rows in which they stand, in the order of the file."""


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
    changed = [cell for cell in cells if (cell.old or "") != cell.new]
    rows = [tuple(row) for _, row in groupby(sorted(changed, key=_place), _place)]
    text = _edit_rows(table, table.text.text, rows)
    return table.change(text, f"{len(cells)} cells of {cells[0].row.file}")


def _place(cell: PastedCell) -> tuple[int, int]:
    return cell.row.place.line, cell.row.place.column


def _edit_rows(table: OpenTable, text: str, rows: Rows) -> str:
    """The text of a table with the cells of some rows changed; what stands below may move."""
    edited = _edit_at_once(table, text, [cell for row in rows for cell in row])
    if edited is not None:
        return edited
    if len(rows) == 1:
        return _edit_in_turn(table, text, rows[0])
    middle = len(rows) // 2
    return _edit_rows(table, _edit_rows(table, text, rows[middle:]), rows[:middle])


def _edit_in_turn(table: OpenTable, text: str, cells: Sequence[PastedCell]) -> str:
    for cell in cells:
        own = OpenTable(table.data, table.text, cell.row)
        try:
            text = own.edit(text, cell.field, cell.old, cell.new)
        except RefusedError as error:
            raise RefusedError(f"`{cell.field}` of {cell.card}: {error}") from None
    return text


def _edit_at_once(table: OpenTable, text: str, cells: Sequence[PastedCell]) -> str | None:
    """The text of a table with some cells changed; None if one of them is not changed so."""
    if any(explain_computed(cell.row.deck.fields.get(cell.field)) for cell in cells):
        return None
    if not cells:
        return text
    return _edit_yaml(text, cells) if table.is_yaml else _edit_csv(table, text, cells)


def _edit_yaml(text: str, cells: Sequence[PastedCell]) -> str | None:
    structure = read_structure(text)
    items = structure.root.parts if structure.root.kind == "list" else []
    rows = {(item.line + 1, item.column + 1): item for item in items if item.kind == "mapping"}
    edits = []
    for cell in cells:
        row = rows.get(_place(cell))
        if row is None or row.anchor:
            return None
        edits.append(YamlEdit(row, find_key(row, cell.row, cell.field), cell.old, cell.new))
    return edit_yaml_block(text, structure, edits)


def _edit_csv(table: OpenTable, text: str, cells: Sequence[PastedCell]) -> str | None:
    scanned = scan_table(text, table.separator)
    headers = name_headers(scanned, table.row)
    places = ((row[0].span.line, row[0].span.column) for row in scanned.rows)
    rows = {place: number for number, place in enumerate(places) if number}
    edits = []
    for cell in cells:
        if _place(cell) not in rows or headers.count(cell.field) != 1:
            return None
        column = headers.index(cell.field)
        edits.append(CsvEdit(rows[_place(cell)], column, cell.old or "", cell.new))
    return edit_csv_block(scanned, edits, table.separator)
