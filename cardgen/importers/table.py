"""Import a table of cards: CSV, a workbook, JSON, YAML.

In      the table; pictures that its cells name, if they lie beside it.
Out     a game with a deck for each sheet, the table as it is, guessed types, plain layouts.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path

from cardgen.files.file_names import Names, slug
from cardgen.importers.anki import begins_as_notes, is_anki, read_notes
from cardgen.importers.contract import (
    ImportedFile,
    ImportedGame,
    Importer,
    ImportFault,
    read_source,
    split_source,
)
from cardgen.importers.game_text import BACK_LAYOUT, game_yaml, layouts_yaml, quote
from cardgen.importers.named_pictures import PICTURE_FOLDERS, add_pictures
from cardgen.importers.plain_layout import make_layout
from cardgen.importers.table_columns import (
    NoTableError,
    TableColumn,
    find_uncounted,
    read_columns,
)
from cardgen.importers.yaml_lists import is_yaml_list
from cardgen.read.models.tables import WORKBOOKS
from cardgen.read.tables.reading import DELIMITED, JSON, JSON_LINES


class TableImporter(Importer):
    """Reads a table of cards."""

    name = "table"
    about = "a table of cards (CSV, .xlsx, .xls, .ods, JSON, a list in YAML)"

    def accepts(self, source: Path) -> bool:
        kinds = (*DELIMITED, *WORKBOOKS, *JSON, *JSON_LINES)
        file, _ = split_source(source)
        kind = file.suffix.lower()
        if not file.is_file():
            return False
        return kind in kinds or is_yaml_list(file) or (kind == ".txt" and begins_as_notes(file))

    def read(self, source: Path, title: str) -> Mapping[str, ImportedFile]:
        source, only = split_source(source)
        data = read_source(source)
        if is_anki(data):
            data, source = read_notes(data, str(source)), source.with_suffix(".tsv")
        table = {f"cards{source.suffix.lower()}": data}
        files = ImportedGame(table)
        folders = [source.parent / name for name in PICTURE_FOLDERS]
        decks, layouts, names = {}, [], Names()
        names.take(BACK_LAYOUT)
        for sheet, path, columns in _deck_tables(source, table, only, files):
            deck = names.take(sheet)
            files.notes += _describe_columns(columns)
            columns = [add_pictures(column, folders, files) for column in columns]
            decks[deck] = _deck_text(path, columns, deck)
            layouts.append(make_layout(deck, columns))
        files["game.yaml"] = game_yaml(title, decks, notes=files.notes).encode()
        files["layouts.yaml"] = layouts_yaml(layouts).encode()
        return files


Deck = tuple[str, str, Sequence[TableColumn]]
"""Its name, its table below the game, and the columns of that."""


def _deck_tables(
    source: Path, table: Mapping[str, bytes], only: str, game: ImportedGame
) -> list[Deck]:
    """The decks of a table, or of the sheets of a workbook; sheets without cards are noted.

    Raises:
        ImportFault: a table cannot be read, or none holds cards.
    """
    (file,) = table
    if source.suffix.lower() not in WORKBOOKS:
        columns = read_columns(file, table, source.name)
        found: list[Deck] = [(slug(source.stem) or "cards", file, columns)] if columns else []
    else:
        found = list(_sheet_decks(source, table, only, game))
    if not found:
        raise ImportFault(f"`{source}` holds no cards")
    return found


def _sheet_decks(
    source: Path, table: Mapping[str, bytes], only: str, game: ImportedGame
) -> Iterator[Deck]:
    """A deck for each sheet that is seen; what is left out is noted.

    Raises:
        ImportFault: a sheet cannot be read, there is no such one, or none is a table of cards.
    """
    (file, data), faults = *table.items(), list[NoTableError]()
    names, hidden = _sheets(source, data)
    if only and only not in names:
        known = ", ".join(f"`{name}`" for name in names)
        raise ImportFault(f"`{source}` has no sheet `{only}`; its sheets: {known}")
    seen = [only] if only else [name for name in names if name not in hidden]
    game.notes += [_leave_hidden(source, name) for name in names if name not in seen and not only]
    for sheet in seen:
        others = [name for name in seen if name != sheet]
        try:
            columns = read_columns(f"{file}#{sheet}", table, source.name)
            yield slug(sheet) or "cards", f"{file}#{sheet}", columns
        except NoTableError as fault:
            faults.append(fault)
            game.notes += [] if fault.is_empty else [f"the sheet `{sheet}` is left out: {fault}"]
        except ImportFault as fault:
            one = f"; or import one sheet, as `{source.name}#{others[0]}`" if others else ""
            raise ImportFault(f"{fault}{one}") from None
    if len(faults) == len(seen) and faults:
        raise faults[0]


def _leave_hidden(source: Path, sheet: str) -> str:
    take = f"import `{source.name}#{sheet}` for a deck of it"
    return f"the sheet `{sheet}` is hidden, and left out: {take}"


def _sheets(source: Path, data: bytes) -> tuple[Sequence[str], Container[str]]:
    """The names of a workbook's sheets, and which of them are hidden."""
    from cardgen.read.tables.cells import WorkbookError
    from cardgen.read.tables.reading import sheet_names

    try:
        return sheet_names(data, source.suffix.lower())
    except WorkbookError as error:
        raise ImportFault(f"`{source}` {error}") from None


def _describe_columns(columns: Sequence[TableColumn]) -> Iterator[str]:
    """What of a table its cards do not have as its designer may think."""
    uncounted = find_uncounted(columns)
    if uncounted is not None:
        text = next(text for text in uncounted.texts if text)
        yield (
            f"`{uncounted.name}` seems to be the number of copies, and holds `{text}`: write "
            f"digits only, and `copies: {{from: {uncounted.name}}}` under `fields:`"
        )
    nested = [column.name for column in columns if column.is_nested]
    if nested:
        shown = ", ".join(f"`{name}`" for name in nested)
        yield f"of {shown} no card shows anything: lists of mappings are asked by expressions"
    comments = [column.head for column in columns if column.is_comment]
    if comments:
        shown = ", ".join(f"`{head}`" for head in comments)
        yield f"of {shown} no card shows anything: CardMaker takes columns with `#` for comments"
    if any(column.is_override for column in columns):
        yield (
            "columns `override:…` of CardMaker change nothing here, and no card shows them: name a "
            "column `layout.title.left`, where the layout calls an element `title`"
        )


def _deck_text(path: str, columns: Sequence[TableColumn], deck: str) -> str:
    fields = ", ".join(
        f"copies: {{from: {quote(c.name)}}}" if c.copies else f"{quote(c.name)}: {_field(c)}"
        for c in columns
    )
    head = f"cards: {quote(path)}, size: poker, front: {quote(deck)}, back: {BACK_LAYOUT}"
    return f"{{{head}, fields: {{{fields}}}}}"


def _field(column: TableColumn) -> str:
    return "{markup: html}" if column.html else column.type
