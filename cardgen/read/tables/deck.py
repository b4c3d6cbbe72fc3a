"""The card tables of a deck → its cards.

In      `cards:`, `join:`, `defaults:` and `fields:` of a deck, the game's files.
Out     its cards, the files they came from; findings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from cardgen.core.findings import Finding, Note, Report, Span, did_you_mean, find_closest
from cardgen.expressions import syntax
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.foreign_words import suggest_name
from cardgen.files.game_files import GameFiles
from cardgen.read.deck_functions import DECK_FUNCTIONS
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.models.record import Spec
from cardgen.read.models.tables import WORKBOOKS, TableFormat, TableSpec
from cardgen.read.syntax.nodes import MappingNode, ScalarNode, find
from cardgen.read.tables.bracketed_texts import find_bracketed_texts
from cardgen.read.tables.cards import (
    NO_CONSTANTS,
    OWN_FIELDS,
    CardSpec,
    Entry,
    RowReader,
    TableRules,
)
from cardgen.read.tables.doubtful_where import WhereDoubts
from cardgen.read.tables.empty_words import find_empty_words
from cardgen.read.tables.file_patterns import find_tables, is_pattern
from cardgen.read.tables.headers import name_columns
from cardgen.read.tables.idle_fields import find_idle_fields
from cardgen.read.tables.joining import Join, open_join
from cardgen.read.tables.language_columns import LanguageColumns, TableFields
from cardgen.read.tables.misnamed_fields import move_to_declarations
from cardgen.read.tables.reading import (
    DELIMITED,
    JSON,
    JSON_LINES,
    TableSource,
    read_rows,
)
from cardgen.read.tables.values import Value


class DeckRows(Struct, frozen=True):
    """The cards of a deck as they were read."""

    cards: tuple[CardSpec, ...]
    files: tuple[str, ...]
    """The tables that were read, or looked for."""
    whole: bool
    """Whether all of its tables could be read, and hold a card."""
    lacks_rows: bool = False
    """Whether rows may be hidden by a fault: the others are cards, and cannot be counted."""
    heads: tuple[str, ...] = ()
    """The fields that the first rows of its tables name."""


def read_deck(
    deck: DeckSpec,
    files: GameFiles,
    report: Report,
    constants: Mapping[str, Value] = NO_CONSTANTS,
    languages: LanguageColumns | None = None,
) -> DeckRows:
    """Read all tables of a deck; what is wrong is in the report.

    Args:
        deck: The deck.
        files: The game's.
        report: Takes the findings.
        constants: Those of the game.
        languages: The languages that columns may be in.
    """
    rows = RowReader(deck.fields, _entries(deck, "defaults", deck, report), constants=constants)
    rows.languages = languages or LanguageColumns()
    columns = TableFields(deck.fields, rows.languages)
    joins = [open_join(spec, files, columns, report) for spec in deck.join]
    paths = [spec.path for spec in deck.join]
    for spec in deck.join:
        _check_format(spec, [spec.path], report)
    known = tuple(join for join in joins if join is not None)
    whole = len(known) == len(joins)
    for index, table in enumerate(deck.cards):
        place = table.place("file") if table.node else _place(deck, index)
        found = _paths(table, place, files, report)
        paths += found
        _check_format(table, found, report)
        whole &= bool(found) and _read(table, found, place, rows, known, (deck, files, report))
    for join in known:
        join.report_rest(report)
        rows.heads.update(dict.fromkeys(name_columns(join.heads, columns)))
    rows.languages.end_deck()
    declared = find(deck.node, "fields") if deck.node else None
    declared = declared if isinstance(declared, MappingNode) else None
    report.extend(
        move_to_declarations(rows.report.findings, rows.cards, deck.fields, declared, report)
    )
    report.extend(find_empty_words(rows.cards, deck.fields))
    report.extend(find_bracketed_texts(rows.cards, deck.fields))
    others = {name for _, name in rows.refused}
    report.extend(find_idle_fields(deck.fields, rows.cards, others))
    lacks_rows = rows.lacks_rows or _hides_rows(report, paths)
    heads = tuple(rows.heads)
    return DeckRows(tuple(rows.cards), tuple(paths), whole and bool(rows.cards), lacks_rows, heads)


_HIDING = frozenset(("yaml-document", "duplicate-key"))
"""Codes of faults behind which there may be other rows."""


def _hides_rows(report: Report, files: Sequence[str]) -> bool:
    """Whether a fault of some tables may hide rows of them."""
    if not report.count("error"):
        return False
    hiding = (one.span for one in report.findings if one.code in _HIDING)
    return any(span is not None and span.file in files for span in hiding)


def _check_format(spec: TableFormat, paths: list[str], report: Report) -> None:
    """Report what is stated of tables that no table of their kind has: it would change nothing."""
    for name, stated, kinds, said in (
        ("sheet", spec.sheet, WORKBOOKS, "workbooks"),
        ("separator", spec.separator, DELIMITED, "CSV tables"),
        ("encoding", spec.encoding, (*DELIMITED, *JSON, *JSON_LINES), "CSV and JSON tables"),
    ):
        if stated and paths and not any(path.lower().endswith(kinds) for path in paths):
            message = f"`{name}` is for {said}, and `{paths[0]}` is none"
            report.add(Finding("unknown-field", message, spec.place(name), hint="leave it out"))


def _place(deck: DeckSpec, index: int) -> Span:
    """Where a table is named by its file alone."""
    node = find(deck.node, "cards", index)
    return node.span if node else deck.place("cards")


def _paths(table: TableSpec, place: Span, files: GameFiles, report: Report) -> list[str]:
    if not is_pattern(table.path) or "://" in table.path:
        return [table.path]
    found = find_tables(table.path, files)
    if not found:
        near = find_closest(table.path, files.own_files())
        hint = f"the game has `{near}`" if near else "`*` stands for any name in its folder"
        message = f"no file of the game is called `{table.path}`"
        report.add(Finding("unreadable-file", message, place, hint=hint))
    return [name for name in found if _has_printable_name(name, place, report)]


def _has_printable_name(name: str, place: Span, report: Report) -> bool:
    """Whether a file that a pattern finds can be named in what is written; a finding if not."""
    shown = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if shown == name:
        return True
    message = f"the name of `{shown}` is not in UTF-8, and no file can tell of it"
    hint = "give the file a name anew, as in `cards-1.yaml`"
    report.add(Finding("unreadable-file", message, place, hint=hint))
    return False


def _read(
    table: TableSpec,
    paths: list[str],
    place: Span,
    rows: RowReader,
    joins: tuple[Join, ...],
    rest: tuple[DeckSpec, GameFiles, Report],
) -> bool:
    """Read the files of one entry; whether all of them could be."""
    deck, files, report = rest
    rows.rules = TableRules(table.where.strip(), _entries(table, "set", deck, report), joins)
    rows.columns.clear()
    rows.unjudged, rows.doubts = None, WhereDoubts(table.where)
    before, whole = len(rows.cards), True
    for path in paths:
        source = TableSource(path, place, table.sheet_name, table.separator, table.encoding)
        fields = TableFields(deck.fields, rows.languages)
        heads: list[str] = []
        whole &= read_rows(files, source, fields, rows.take, report, heads)
        rows.heads.update(dict.fromkeys(name_columns(heads, fields)))
    stated = table.scalar("where")
    if stated is not None and not table.where.strip():
        message = "`where` says nothing here: it has no value, and all rows are cards"
        hint = "give it a condition, as in `where: cost > 1`, or take it away"
        report.add(Finding("bad-field", message, stated.span, "warning", hint=hint))
    elif table.where:
        sound = _check_where(table, rows, deck, report)
        report.extend(rows.doubts.findings(table.place("where")))
        if sound and len(rows.cards) == before and rows.columns:
            message = "no row of the table is such a card"
            report.add(Finding("empty-file", message, table.place("where")))
    return whole


def _check_where(table: TableSpec, rows: RowReader, deck: DeckSpec, report: Report) -> bool:
    """Report what is wrong with the expression of `where`, whatever the rows."""
    known = {*rows.columns, *rows.heads, *deck.fields, *OWN_FIELDS, *rows.constants}
    scalar = table.scalar("where")
    word = ""
    try:
        unknown = syntax.find_unknown_names(table.where, known, expression=True)
        if not unknown:
            return _check_values(table, rows, report)
        word = unknown[0]
        hint = suggest_name(word, known, source=table.where)
        if word in DECK_FUNCTIONS:
            hint = "decks can be asked once their rows are chosen: in computed fields and layouts"
        fault = TemplateFault("undefined-name", f"no row has a field `{word}`", hint=hint)
    except TemplateFault as error:
        fault, word = error, error.word
    part = syntax.locate_word(table.where, word)
    place = scalar.part(*part) if scalar else table.place("where")
    report.add(Finding(fault.code, str(fault), place, hint=fault.hint))
    return False


def _check_values(table: TableSpec, rows: RowReader, report: Report) -> bool:
    """Report the first row for which `where` could not be worked out: it is a card."""
    if rows.unjudged is None:
        return True
    fault, row = rows.unjudged
    lacks = "let it hold for rows without a value too, as in `(cost or 0) > 3`, or fill in the row"
    is_lacking = "no value" in fault.hint or "is empty here" in fault.hint
    hint = lacks if is_lacking else fault.hint
    notes = (Note("the first such row is", row),)
    report.add(Finding(fault.code, str(fault), table.place("where"), hint=hint, notes=notes))
    return False


def _entries(owner: Spec, key: str, deck: DeckSpec, report: Report) -> dict[str, Entry]:
    """The fields that `set:` or `defaults:` gives, each with its place."""
    node = find(owner.node, key)
    if not isinstance(node, MappingNode):
        given = getattr(owner, "set_" if key == "set" else key)
        return {name: _made(owner.span, name, value) for name, value in given.items()}
    known = (*deck.fields, *OWN_FIELDS)
    for name, (typed, _) in node.entries.items():
        if deck.fields and name not in known:
            hint = did_you_mean(name, known, what="field")
            message = f"this deck declares no field `{name}`"
            report.add(Finding("unknown-field", message, typed.span, hint=hint))
    return {n: entry for n, entry in node.entries.items() if not deck.fields or n in known}


def _made(span: Span, name: str, value: object) -> Entry:
    """An entry of a game that was made without files."""
    return ScalarNode(span, name, True), ScalarNode(span, "" if value is None else str(value), True)
