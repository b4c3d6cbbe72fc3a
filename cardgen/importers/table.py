"""Import a table of cards: CSV, a workbook, JSON.

In      the table; pictures that its cells name, if they lie beside it.
Out     a game with a deck for each sheet, the table as it is, guessed types, plain layouts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.findings import Finding, Report
from cardgen.files.file_names import Names, slug, why_unfit
from cardgen.files.memory_game import MemoryGame
from cardgen.importers.anki import begins_as_notes, is_anki, read_notes
from cardgen.importers.contract import (
    ImportedFile,
    ImportedGame,
    Importer,
    ImportFault,
    find_beside,
    read_source,
    split_source,
)
from cardgen.importers.game_text import game_yaml, layouts_yaml, quote
from cardgen.read.models.tables import WORKBOOKS
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.tables.headers import is_like_copies
from cardgen.read.tables.reading import DELIMITED, JSON, JSON_LINES, TableSource, read_rows
from cardgen.read.tables.values import parse_plain_text

_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".svg")
_TITLES = ("name", "title", "card", "card_name", "karten_name", "label", "front")
_ROOM, _LONG_HEIGHT = 70.0, 8.0
"""Millimeters: below the title of a poker card; of these for a long text at least."""
_NUMBERS = ("number", "numbers", "nombre", "count")
_NUMBERED = re.compile(r"_\d{1,3}")
"""The field of a column whose head is a small number."""
_SHOWN = 5
PICTURE_FOLDERS = ("", "art", "images", "img", "pictures")
"""Where the pictures of a table are looked for, from its own folder."""
_HTML = re.compile(r"<(?:b|strong|i|em|br|p|div)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_LONG = 40
"""Characters from which on a text is set in the room that is left."""


class TableColumn(Struct, frozen=True):
    """A column of a table as a field."""

    name: str
    texts: tuple[str, ...]
    pictures: bool = False
    copies: bool = False
    """Whether it says how often a card is printed, under another name."""
    kind: str = ""
    """`list` or `mapping`, if JSON has it as such."""

    @property
    def html(self) -> bool:
        """Whether it holds HTML that cards can print."""
        return not self.kind and any(map(_HTML.search, self.texts))

    @property
    def type(self) -> str:
        if self.kind:
            return self.kind
        values = [parse_plain_text(text) for text in self.texts if text]
        if values and all(isinstance(value, int) for value in values):
            return "integer"
        if values and all(isinstance(value, int | float) for value in values):
            return "number"
        if self.html:
            return "text"
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
        file, _ = split_source(source)
        kind = file.suffix.lower()
        return file.is_file() and (kind in kinds or (kind == ".txt" and begins_as_notes(file)))

    def read(self, source: Path, title: str) -> Mapping[str, ImportedFile]:
        source, only = split_source(source)
        data = read_source(source)
        if is_anki(data):
            data, source = read_notes(data, str(source)), source.with_suffix(".tsv")
        table = {f"cards{source.suffix.lower()}": data}
        files = ImportedGame(table)
        folders = [source.parent / name for name in PICTURE_FOLDERS]
        decks, layouts, names = {}, [], Names()
        for sheet, path in _deck_tables(source, data, only):
            deck = names.take(sheet)
            columns = read_columns(path, table, source.name)
            columns = [add_pictures(column, folders, files) for column in columns]
            decks[deck] = _deck_text(path, columns, deck)
            layouts.append(_layout_text(deck, columns))
        if not decks:
            raise ImportFault(f"`{source}` holds no cards")
        files["game.yaml"] = game_yaml(title, decks, notes=files.notes).encode()
        files["layouts.yaml"] = layouts_yaml(layouts).encode()
        return files


def _deck_tables(source: Path, data: bytes, only: str) -> list[tuple[str, str]]:
    """The name of each deck, and its table below the game; of one sheet, if it is named."""
    file = f"cards{source.suffix.lower()}"
    if source.suffix.lower() not in WORKBOOKS:
        return [(slug(source.stem) or "cards", file)]
    sheets = _sheets(source, data)
    if only and only not in sheets:
        known = ", ".join(f"`{name}`" for name in sheets)
        raise ImportFault(f"`{source}` has no sheet `{only}`; its sheets: {known}")
    return [
        (slug(sheet) or "cards", f"{file}#{sheet}")
        for sheet in ([only] if only else sheets)
        if only or read_columns(f"{file}#{sheet}", {file: data}, strict=False)
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
    path: str, files: Mapping[str, bytes], shown: str = "", *, strict: bool = True
) -> list[TableColumn]:
    """The columns of a table, the number of copies left out.

    Args:
        path: The table below the new game.
        files: What is there.
        shown: What messages call the file, as it is imported.
        strict: Whether a fault of the table is one of the import.

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
        raise ImportFault(_describe_faults(errors, file, shown or file))
    names = dict.fromkeys(name for row in rows for name in row.entries if name != "copies")
    if strict:
        _refuse_values(names)
    columns = [_column(name, rows) for name in names]
    if any("copies" in row.entries for row in rows):
        return columns
    counted = next((column for column in columns if _is_copies(column)), None)
    return [replace(one, copies=True) if one is counted else one for one in columns]


def _refuse_values(names: Iterable[str]) -> None:
    """Refuse a first row that is a card: a column is seldom called `3`."""
    number = next((name[1:] for name in names if _NUMBERED.fullmatch(name)), None)
    if number is not None:
        message = f"`{number}` stands in the first row, which must be the heads of the columns"
        raise ImportFault(f"{message}: put a row with their names above the cards")


def _column(name: str, rows: Sequence[MappingNode]) -> TableColumn:
    values = [row.value(name) for row in rows]
    kinds = {type(value) for value in values}
    kind = "mapping" if MappingNode in kinds else "list" if SequenceNode in kinds else ""
    return TableColumn(name, tuple(map(_text, values)), kind=kind)


def _is_copies(column: TableColumn) -> bool:
    """Whether a column says how often cards are printed (`Anzahl`), and does not number them."""
    whole = all(text.isascii() and text.isdigit() for text in column.texts if text)
    numbered = [str(number) for number in range(1, len(column.texts) + 1)] == [*column.texts]
    words = column.name.casefold().split("_")
    if len(words) > 1:  # a `Card Number` may be any
        words = [word for word in words if word not in _NUMBERS]
    return is_like_copies("_".join(words)) and whole and any(column.texts) and not numbered


def _describe_faults(errors: Sequence[Finding], file: str, shown: str) -> str:
    """The first faults of a table, with what may be done about them."""
    told = [f"{str(f.span).replace(file, shown, 1)}: {f.message}" for f in errors[:3]]
    more = f"; and {len(errors) - 3} more" if len(errors) > 3 else ""
    hint = ""
    if any(f.code in ("csv-row", "csv-column") for f in errors):
        hint = ". The first row must be the heads of the columns: delete titles above it"
        hint += f", or import one sheet, `{shown}#Sheet`" if Path(file).suffix in WORKBOOKS else ""
    return "; ".join(told) + more + hint


def _text(node: Node | None) -> str:
    """A text, or the items of a list; of a mapping nothing."""
    if isinstance(node, SequenceNode):
        return "; ".join(map(_text, node.items))
    return node.text if isinstance(node, ScalarNode) else ""


def add_pictures(column: TableColumn, folders: Sequence[Path], game: ImportedGame) -> TableColumn:
    """The column, as one of pictures if all that it names are such files and one of them is
    there. Those that are there join the game; the others are `missing-picture` in it. Paths of
    Windows are read as cards read them."""
    named = list(dict.fromkeys(text.replace("\\", "/") for text in column.texts if text))
    if not named or not all(text.lower().endswith(_PICTURES) for text in named):
        return column
    found = {text: _picture(folders, text) for text in named}
    fit = not any(map(why_unfit, named))
    if not (fit and all(found.values())):
        game.notes.append(_describe_lost(column.name, found, folders, fit=fit))
    if not any(found.values()) or not fit:
        return column
    game |= {text: path for text, path in found.items() if path is not None}
    return TableColumn(column.name, column.texts, pictures=True)


def _describe_lost(
    name: str, found: Mapping[str, Path | None], folders: Sequence[Path], *, fit: bool
) -> str:
    """Which pictures of a column were not found, and what the cards show in their place."""
    lost = [text for text, path in found.items() if path is None]
    shown = ", ".join(f"`{text}`" for text in lost[:_SHOWN])
    more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
    places = ", ".join(f"`{folder}`" for folder in dict.fromkeys(folders) if folder.is_dir())
    counted = f"{len(found) - len(lost)} of the {len(found)} pictures that `{name}` names were"
    told = f"{counted} found in {places}; not {shown}{more}"
    if not fit:
        return f"{told}: write names of files below the table's folder, and import again"
    if len(lost) < len(found):
        return f"{told}: put them into the game's folder"
    return f"{told}: cards print the names; put the files beside the table, and import again"


def _picture(folders: Sequence[Path], text: str) -> Path | None:
    """The picture of that name below the first folder that has it."""
    if why_unfit(text):
        return None
    found = (find_beside(folder, text) for folder in folders)
    return next((path for path in found if path is not None), None)


def _deck_text(path: str, columns: Sequence[TableColumn], deck: str) -> str:
    fields = ", ".join(
        f"copies: {{from: {quote(c.name)}}}" if c.copies else f"{quote(c.name)}: {_field(c)}"
        for c in columns
    )
    head = f"cards: {quote(path)}, size: poker, front: {quote(deck)}, back: back"
    return f"{{{head}, fields: {{{fields}}}}}"


def _field(column: TableColumn) -> str:
    return "{markup: html}" if column.html else column.type


def _layout_text(deck: str, columns: Sequence[TableColumn]) -> str:
    """A title, short fields a line each, pictures, and long texts in what room is left."""
    printed = [column for column in columns if column.name != "id" and not column.copies]
    shown = [column for column in printed if any(column.texts)]
    title = next((c for c in shown if c.name.casefold() in _TITLES and not c.pictures), None)
    title = title or next((c for c in shown if not c.pictures and c.type == "text"), None)
    lines = [f"  {quote(deck)}:", "    bleed:", "      - {shape: rectangle, fill: paper}"]
    lines += ["    safe:", "      - column:"]
    if title is not None:
        value = f'text: "{{{{ {title.name} }}}}", style: title, height: 10mm{_markup(title)}'
        lines.append(f"          - {{{value}}}")
    rest = [column for column in shown if column is not title]
    line, picture = _heights(rest)
    lines += [_element(column, line, picture) for column in rest]
    lines += [
        "        left: 0",
        "        right: 0",
        "        top: 0",
        "        bottom: 0",
        "        gap: 1mm",
    ]
    return "\n".join(lines) + "\n"


def _heights(columns: Sequence[TableColumn]) -> tuple[float, float]:
    """How high a short field and a picture may be, in millimeters, for all to fit the card."""
    pictures = sum(column.pictures for column in columns)
    long = sum(column.is_long and not column.pictures for column in columns)
    short = len(columns) - pictures - long
    line, picture, room = 4.5, 35.0, _ROOM - long * _LONG_HEIGHT
    if pictures:
        picture = min(picture, max(10.0, (room - short * (line + 1)) / pictures - 1))
        room -= pictures * (picture + 1)
    if short:
        line = min(line, max(1.8, room / short - 1))
    return line, picture


def _markup(column: TableColumn) -> str:
    """What an element says of its markup: the styles read none, as texts of tables hold stars."""
    return ", markup: yes" if column.html else ""


def _element(column: TableColumn, line: float, picture: float) -> str:
    value = f"{{{{ {column.name} }}}}"
    when = f"when: {column.name} is not none{_markup(column)}"
    if column.pictures:
        return f'          - {{picture: "{value}", height: {picture:.3g}mm, fit: contain, {when}}}'
    if column.is_long:
        return f'          - {{text: "{value}", style: body, grow: 1, {when}}}'
    label = column.name.replace("_", " ").strip()
    return f'          - {{text: "{label}: {value}", style: body, height: {line:.3g}mm, {when}}}'
