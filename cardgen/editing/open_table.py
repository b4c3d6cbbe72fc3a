"""A table file that is open for changes, and what its rows and fields are called in it.

In      a game's folder, rows of its tables as they were read.
Out     the texts of tables, keys and columns; the text of a table with other values.
Not here  which card is meant, what the page is told of a row (`editing.game_editor`).
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from cardgen.editing.csv_values import ScannedTable, edit_csv_value, scan_table
from cardgen.editing.edit_history import FileChange, find_own_file
from cardgen.editing.refusal import RefusedError
from cardgen.editing.text_file import TextFile, read_text_file
from cardgen.editing.yaml_values import RowPlace, edit_entry, find_row, read_structure
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.models.tables import FieldSpec, TableSpec
from cardgen.read.syntax.yaml_structure import YamlPart
from cardgen.read.tables.headers import name_columns

YAML = (".yaml", ".yml")
TWO_COLUMNS = "the table has two columns of that name; rename one in the file"


class EditableRow(Struct, frozen=True):
    """A row of a table file."""

    deck: DeckSpec
    file: str
    place: RowPlace
    table: TableSpec | None


class OpenTable(Struct, frozen=True):
    """A table file that was read from the disk, and one of its rows."""

    data: bytes
    text: TextFile
    row: EditableRow

    @property
    def is_yaml(self) -> bool:
        return self.row.file.lower().endswith(YAML)

    @property
    def separator(self) -> str:
        given = self.row.table.separator if self.row.table else ""
        if not given and self.row.file.lower().endswith((".tsv", ".tab")):
            return "\t" if "\t" in self.text.text else ""
        return given

    def edit(self, text: str, name: str, old: str | None, new: str) -> str:
        """The text of the table, which may be edited already, with another value of the row.

        Raises:
            RefusedError: it cannot be changed here; the message says why.
        """
        refused = explain_computed(self.row.deck.fields.get(name))
        if refused:
            raise RefusedError(refused)
        place = self.row.place
        if self.is_yaml:
            structure = read_structure(text)
            entries = find_row(structure, place)
            key = find_key(entries, self.row, name)
            return edit_entry(text, structure, entries, (key, old, new))
        column = self.find_column(text, name)
        return edit_csv_value(text, place, column, old or "", new, self.separator)

    def find_column(self, text: str, name: str) -> int:
        """The column of a field, counted from 0."""
        headers = name_headers(scan_table(text, self.separator), self.row)
        if name not in headers:
            raise RefusedError(f"the table has no column for `{name}`; add one to its first row")
        if headers.count(name) > 1:
            raise RefusedError(TWO_COLUMNS)
        return headers.index(name)

    def change(self, text: str, about: str) -> FileChange:
        return FileChange(self.row.file, self.data, self.text.encode(text), about)


def open_table(folder: Path, row: EditableRow) -> OpenTable:
    path = find_own_file(folder, row.file)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RefusedError(f"{row.file} cannot be read: {error.strerror}") from None
    stated = row.table.encoding if row.table else ""
    return OpenTable(data, read_text_file(data, stated), row)


def explain_computed(declared: FieldSpec | None) -> str:
    return "it is worked out from other fields" if declared and declared.value else ""


def name_keys(deck: DeckSpec) -> dict[str, str]:
    return {spec.from_: name for name, spec in deck.fields.items() if spec.from_}


def find_key(entries: YamlPart, row: EditableRow, name: str) -> str:
    """What a field is called in its file, where the row has these entries."""
    names = name_keys(row.deck)
    for key, _ in entries.entries:
        if names.get(key.value, key.value) == name:
            return key.value
    declared = row.deck.fields.get(name)
    return declared.from_ or name if declared else name


def name_headers(table: ScannedTable, row: EditableRow) -> list[str]:
    return name_columns([cell.text for cell in table.rows[0]], row.deck.fields)
