"""The rows of a game as they can be edited: what each of their fields holds in its file.

In      a game's folder, the game as it was read, the row of a card.
Out     the texts of its fields, or why one is not edited here; changes of files.
Not here  which card is meant (`preview.edit_routes`), writing (`editing.edit_history`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from cardgen.editing.csv_values import ScannedTable, find_csv_row, scan_table
from cardgen.editing.edit_history import FileChange
from cardgen.editing.open_table import (
    TWO_COLUMNS,
    YAML,
    EditableRow,
    explain_computed,
    find_key,
    name_headers,
    name_keys,
    open_table,
)
from cardgen.editing.refusal import RefusedError
from cardgen.editing.table_rows import (
    RowChange,
    add_csv_row,
    add_yaml_row,
    change_csv_row,
    change_yaml_row,
)
from cardgen.editing.yaml_lists import edit_yaml_list, find_items
from cardgen.editing.yaml_values import RowPlace, find_row, read_structure
from cardgen.read.game import GameSpec
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.models.tables import TableSpec
from cardgen.read.syntax.yaml_structure import YamlPart, YamlStructure
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.copies import COPIES
from cardgen.read.tables.file_patterns import compile_pattern
from cardgen.read.tables.reading import DELIMITED


class EditableField(Struct, frozen=True):
    """A field of a row: what its file says, and whether that can be edited here."""

    name: str
    text: str | None = None
    """As it stands in the file, quotes and escapes undone; None if it does not stand there."""
    refused: str = ""
    """Why it is not edited here."""
    choices: tuple[str, ...] = ()
    """The only values that the field may have."""
    items: tuple[str, ...] | None = None
    """Of a list of texts its items, in the place of `text`."""


def find_editable_row(spec: GameSpec, deck: str, card: CardSpec) -> EditableRow:
    """Return the row of a card.

    Raises:
        RefusedError: its table is of a kind that is not edited here.
    """
    file = card.span.path
    if not file.lower().endswith((*YAML, *DELIMITED)):
        kind = file.rpartition(".")[2]
        raise RefusedError(f"a .{kind} table is edited in the program that made it")
    declared = spec.decks[deck]
    table = next((one for one in declared.cards if _is_of(one, file)), None)
    place = RowPlace(card.span.line, card.span.column)
    return EditableRow(declared, file, place, table)


def _is_of(table: TableSpec, file: str) -> bool:
    return table.path == file or compile_pattern(table.path).fullmatch(file) is not None


def describe_row(folder: Path, row: EditableRow) -> list[EditableField]:
    """Return the fields of a row as their file holds them now.

    Raises:
        RefusedError: the row is not where it was, or its file cannot be read.
    """
    table = open_table(folder, row)
    if table.is_yaml:
        return list(_describe_yaml(read_structure(table.text.text), row))
    return list(_describe_csv(scan_table(table.text.text, table.separator), row))


def edit_field(folder: Path, row: EditableRow, name: str, old: str | None, new: str) -> FileChange:
    """Return the change that gives a field another text.

    Args:
        folder: The game's.
        row: The row.
        name: The field.
        old: Its text as `describe_row` gave it.
        new: What it shall be.

    Raises:
        RefusedError: it cannot be changed here; the message says why.
    """
    table = open_table(folder, row)
    edited = table.edit(table.text.text, name, old, new)
    return table.change(edited, f"{name} of {row.file}:{row.place.line}")


def edit_items(
    folder: Path, row: EditableRow, name: str, old: Sequence[str], new: Sequence[str]
) -> FileChange:
    """Return the change that gives a field, which is a list of texts, other items.

    Raises:
        RefusedError: it cannot be changed here; the message says why.
    """
    table = open_table(folder, row)
    if not table.is_yaml:
        raise RefusedError("a cell is one text; edit it as that")
    key = find_key(find_row(read_structure(table.text.text), row.place), row, name)
    edited = edit_yaml_list(table.text.text, row.place, key, old, new)
    return table.change(edited, f"{name} of {row.file}:{row.place.line}")


def add_row(folder: Path, row: EditableRow, name: str, value: str) -> FileChange:
    """Return the change that adds a row of one value below another row.

    Raises:
        RefusedError: it cannot be added here; the message says why.
    """
    table = open_table(folder, row)
    text = table.text.text
    refused = explain_computed(row.deck.fields.get(name))
    if refused or not value.strip():
        raise RefusedError(refused or f"write the `{name}` of the new row")
    if table.is_yaml:
        key = find_key(find_row(read_structure(text), row.place), row, name)
        edited = add_yaml_row(text, row.place, key, value)
    else:
        column = table.find_column(text, name)
        edited = add_csv_row(text, row.place, (column, value), table.separator)
    return table.change(edited, f"a row below {row.file}:{row.place.line}")


def change_row(folder: Path, row: EditableRow, change: RowChange) -> FileChange:
    """Return the change that writes a row twice, takes it out or moves it.

    Raises:
        RefusedError: it cannot be changed here; the message says why.
    """
    table = open_table(folder, row)
    text = table.text.text
    if table.is_yaml:
        edited = change_yaml_row(text, row.place, change)
    else:
        edited = change_csv_row(text, row.place, change, table.separator)
    return table.change(edited, f"{change} {row.file}:{row.place.line}")


def _field(name: str, text: str | None, deck: DeckSpec, refused: str = "") -> EditableField:
    declared = deck.fields.get(name)
    choices = tuple(declared.one_of) if declared else ()
    return EditableField(name, text, refused or explain_computed(declared), choices)


def _missing(deck: DeckSpec, there: Sequence[str]) -> Iterator[EditableField]:
    """Declared fields, and the copies, that a row does not have."""
    for name, declared in deck.fields.items():
        if name not in there:
            refused = "it is a mapping; write it in the file" if declared.type == "mapping" else ""
            yield _field(name, None, deck, refused)
    if not {COPIES[0], COPIES[1]} & set(there):
        yield _field(COPIES[0], None, deck)


# --- YAML ------------------------------------------------------------------------------------


def _describe_yaml(structure: YamlStructure, row: EditableRow) -> Iterator[EditableField]:
    names = name_keys(row.deck)
    there: list[str] = []
    for key, value in find_row(structure, row.place).entries:
        if key.value == "<<" and not key.style:
            continue
        name = names.get(key.value, key.value)
        there.append(name)
        items = find_items(value)
        if items:
            yield EditableField(
                name, refused=explain_computed(row.deck.fields.get(name)), items=tuple(items)
            )
            continue
        refused = _why_not_yaml(value)
        yield _field(name, None if refused else value.value, row.deck, refused)
    yield from _missing(row.deck, there)


def _why_not_yaml(value: YamlPart) -> str:
    if value.kind == "alias":
        return f"it is `*{value.anchor}`, written elsewhere"
    if value.anchor:
        return f"it has a name, `&{value.anchor}`; edit it in the file"
    return "" if value.kind == "scalar" else f"it is a {value.kind}; edit it in the file"


# --- CSV -------------------------------------------------------------------------------------


def _describe_csv(table: ScannedTable, row: EditableRow) -> Iterator[EditableField]:
    cells = table.rows[find_csv_row(table, row.place)]
    headers = name_headers(table, row)
    for index, name in enumerate(headers):
        if name and headers.index(name) == index:
            refused = TWO_COLUMNS if headers.count(name) > 1 else ""
            yield _field(name, cells[index].text if index < len(cells) else "", row.deck, refused)
    for field in _missing(row.deck, headers):
        yield _field(field.name, None, row.deck, "the table has no such column")
