"""The columns of a deck's tables, those in which no card says anything among them.

In      a game as it was read, its files.
Out     names of columns in the order of their tables.

The rows that are read know only what they hold; a column that was just added is to be filled in.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.files.game_files import GameFiles, UnreadableError
from cardgen.read.game import GameSpec
from cardgen.read.models.tables import TableSpec
from cardgen.read.tables.file_patterns import compile_pattern
from cardgen.read.tables.headers import name_columns
from cardgen.read.tables.reading import DELIMITED

_MOST_CHARACTERS = 20_000
"""Of a file: enough for its first row, and to find out its separator."""


def list_columns(game: GameFiles, spec: GameSpec) -> dict[str, tuple[str, ...]]:
    """Return the columns of each deck that declares no fields itself and has them in text."""
    found = {}
    for name, deck in spec.decks.items():
        files = () if deck.fields else spec.tables.get(name, ())
        tables = [(table, file) for table in deck.cards for file in files if _is_of(table, file)]
        columns = [one for table, file in tables for one in _read_columns(game, table, file)]
        if columns:
            found[name] = tuple(dict.fromkeys(columns))
    return found


def _is_of(table: TableSpec, file: str) -> bool:
    known = table.path == file or compile_pattern(table.path).fullmatch(file)
    return bool(known) and file.lower().endswith(DELIMITED)


def _read_columns(game: GameFiles, table: TableSpec, file: str) -> Iterator[str]:
    from cardgen.read.tables.delimited import scan_rows
    from cardgen.read.tables.text_encoding import decode_table

    try:
        text = decode_table(game.table(file), table.encoding).text[:_MOST_CHARACTERS]
    except UnreadableError:
        return
    separator = table.separator
    if not separator and file.lower().endswith((".tsv", ".tab")) and "\t" in text:
        separator = "\t"
    header = next(scan_rows(text, file, [], separator), [])
    names = name_columns([cell.text for cell in header], {})
    for name in names:
        head, dot, _language = name.rpartition(".")  # `name.de` is `name` in another language
        if name and not (dot and head in names):
            yield name
