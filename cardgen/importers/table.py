"""Import a table of cards: CSV, a workbook, JSON.

In      the table; pictures that its cells name, if they lie beside it.
Out     a game with a deck for each sheet, the table as it is, guessed types, plain layouts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from cardgen.core.findings import Report
from cardgen.files.file_names import Names, slug, why_unfit
from cardgen.files.game_files import MemoryGame
from cardgen.importers.contract import (
    ImportedFile,
    Importer,
    ImportFault,
    find_beside,
    read_source,
)
from cardgen.importers.game_text import game_yaml, layouts_yaml, quote
from cardgen.read.models.tables import WORKBOOKS
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode
from cardgen.read.tables.cards import parse_plain_text
from cardgen.read.tables.reading import DELIMITED, JSON, JSON_LINES, TableSource, read_rows

_PICTURES = (".png", ".jpg", ".jpeg", ".svg")
_TITLES = ("name", "title", "card", "card_name", "karten_name", "label")
_LONG = 40
"""Characters from which on a text is set in the room that is left."""


class TableColumn(Struct, frozen=True):
    """A column of a table as a field."""

    name: str
    texts: tuple[str, ...]
    pictures: bool = False

    @property
    def type(self) -> str:
        values = [parse_plain_text(text) for text in self.texts if text]
        if values and all(isinstance(value, int) for value in values):
            return "integer"
        if values and all(isinstance(value, int | float) for value in values):
            return "number"
        parts = sum(";" in text or "|" in text for text in self.texts)
        return "list" if self.texts and parts * 2 > len(self.texts) else "text"

    @property
    def is_long(self) -> bool:
        return max(map(len, self.texts), default=0) > _LONG


class TableImporter(Importer):
    """Reads a table of cards."""

    name = "table"
    about = "a table of cards (CSV, .xlsx, .xls, .ods, JSON)"

    def accepts(self, source: Path) -> bool:
        kinds = (*DELIMITED, *WORKBOOKS, *JSON, *JSON_LINES)
        return source.is_file() and source.suffix.lower() in kinds

    def read(self, source: Path, title: str) -> Mapping[str, ImportedFile]:
        data = read_source(source)
        table = {f"cards{source.suffix.lower()}": data}
        files: dict[str, ImportedFile] = dict(table)
        decks, layouts, names = {}, [], Names()
        for sheet, path in _deck_tables(source, data):
            deck = names.take(sheet)
            columns = read_columns(path, table)
            columns = [add_pictures(column, (source.parent,), files) for column in columns]
            decks[deck] = _deck_text(path, columns, deck)
            layouts.append(_layout_text(deck, columns))
        if not decks:
            raise ImportFault(f"`{source}` holds no cards")
        files["game.yaml"] = game_yaml(title, decks).encode()
        files["layouts.yaml"] = layouts_yaml(layouts).encode()
        return files


def _deck_tables(source: Path, data: bytes) -> list[tuple[str, str]]:
    """The name of each deck, and its table below the game."""
    file = f"cards{source.suffix.lower()}"
    if source.suffix.lower() not in WORKBOOKS:
        return [(slug(source.stem) or "cards", file)]
    return [
        (slug(sheet) or "cards", f"{file}#{sheet}")
        for sheet in _sheets(source, data)
        if read_columns(f"{file}#{sheet}", {file: data}, strict=False)
    ]


def _sheets(source: Path, data: bytes) -> list[str]:
    """The names of a workbook's sheets."""
    from cardgen.read.tables.cells import WorkbookError
    from cardgen.read.tables.reading import sheet_names

    try:
        return sheet_names(data, source.suffix.lower())
    except WorkbookError as error:
        raise ImportFault(f"`{source}` {error}") from None


def read_columns(
    path: str, files: Mapping[str, bytes], *, strict: bool = True
) -> list[TableColumn]:
    """The columns of a table, the number of copies left out.

    Raises:
        ImportFault: it cannot be read.
    """
    from cardgen.read.models.tables import split_sheet

    file, sheet = split_sheet(path)
    rows: list[MappingNode] = []
    report = Report()

    def take(node: Node) -> None:
        if isinstance(node, MappingNode):
            rows.append(node)

    sound = read_rows(MemoryGame(files), TableSource(file, sheet=sheet), {}, take, report)
    errors = [f for f in report.findings if f.severity == "error"]
    if strict and (errors or not sound):
        raise ImportFault("; ".join(f"{f.span}: {f.message}" for f in errors[:3]))
    names = dict.fromkeys(name for row in rows for name in row.entries if name != "copies")
    return [TableColumn(name, tuple(_text(row.value(name)) for row in rows)) for name in names]


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, ScalarNode) else ""


def add_pictures(
    column: TableColumn, folders: Sequence[Path], files: dict[str, ImportedFile]
) -> TableColumn:
    """The column, as one of pictures if all that it names are there; these join the game."""
    named = [text for text in column.texts if text]
    if not named or not all(text.lower().endswith(_PICTURES) for text in named):
        return column
    found = {text: _picture(folders, text) for text in dict.fromkeys(named)}
    if any(path is None for path in found.values()):
        return column
    files |= {text: path for text, path in found.items() if path is not None}
    return TableColumn(column.name, column.texts, pictures=True)


def _picture(folders: Sequence[Path], text: str) -> Path | None:
    """The picture of that name below the first folder that has it."""
    if why_unfit(text):
        return None
    found = (find_beside(folder, text) for folder in folders)
    return next((path for path in found if path is not None), None)


def _deck_text(path: str, columns: Sequence[TableColumn], deck: str) -> str:
    fields = ", ".join(f"{quote(c.name)}: {c.type}" for c in columns)
    head = f"cards: {quote(path)}, size: poker, front: {quote(deck)}, back: back"
    return f"{{{head}, fields: {{{fields}}}}}"


def _layout_text(deck: str, columns: Sequence[TableColumn]) -> str:
    """A title, short fields a line each, pictures, and long texts in what room is left."""
    shown = [column for column in columns if any(column.texts) and column.name != "id"]
    title = next((c for c in shown if c.name.casefold() in _TITLES and not c.pictures), None)
    title = title or next((c for c in shown if not c.pictures and c.type == "text"), None)
    lines = [f"  {quote(deck)}:", "    bleed:", "      - {shape: rectangle, fill: paper}"]
    lines += ["    safe:", "      - column:"]
    if title is not None:
        lines.append(f'          - {{text: "{{{{ {title.name} }}}}", style: title, height: 10mm}}')
    for column in shown:
        if column is not title:
            lines.append(_element(column))
    lines += [
        "        left: 0",
        "        right: 0",
        "        top: 0",
        "        bottom: 0",
        "        gap: 1mm",
    ]
    return "\n".join(lines) + "\n"


def _element(column: TableColumn) -> str:
    value, when = f"{{{{ {column.name} }}}}", f"when: {column.name} is not none"
    if column.pictures:
        return f'          - {{picture: "{value}", height: 35mm, fit: contain, {when}}}'
    if column.is_long:
        return f'          - {{text: "{value}", style: body, grow: 1, {when}}}'
    label = column.name.replace("_", " ").strip()
    return f'          - {{text: "{label}: {value}", style: body, height: 4.5mm, {when}}}'
