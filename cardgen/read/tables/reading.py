"""A table file of any kind → rows, one mapping a card.

In      a file below the game, how it is to be read.
Out     `MappingNode`s one by one; findings for files and tables at fault.
Not here  what a row's values are (`read.tables.cards`), which rows count (`read.tables.deck`).

Each kind of file is read by a module of its own, which is imported when such a file is met.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from cardgen.core.findings import Finding, Report, Severity, Span
from cardgen.files.game_files import A_FOLDER, SAVE_AS_TEXT, GameFiles, UnreadableError, find_remedy
from cardgen.files.misnamed_files import find_near_path
from cardgen.read.models.tables import WORKBOOKS, FieldSpec, split_sheet
from cardgen.read.syntax.merge_marks import find_conflict
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.tables.misnamed_tables import describe_content
from cardgen.read.tables.row_budget import MAX_ROWS, TableOverError
from cardgen.read.tables.spoiled_letters import doubt_texts

DELIMITED = (".csv", ".tsv", ".tab")
JSON = (".json",)
JSON_LINES = (".jsonl", ".ndjson")
YAML = (".yaml", ".yml")
KINDS = (*YAML, *DELIMITED, *JSON, *JSON_LINES, *WORKBOOKS)
_NO_TABLES = ("game.yaml", "layouts.yaml", "composition.yaml")
_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_FOREIGN = {
    ".numbers": "export it as CSV or Excel",
    ".gsheet": "download the sheet as CSV or Excel",
    ".xlsb": "save it as .xlsx",
    ".docx": "put the cards into a table of their own: CSV, .xlsx or .ods",
    ".doc": "put the cards into a table of their own: CSV, .xlsx or .ods",
    ".pdf": "put the cards into a table of their own: CSV, .xlsx or .ods",
    ".zip": "unpack it, and name the table in it",
}
"""Kinds of files that somebody may name and nothing reads, and what to do with them."""

Take = Callable[[Node], None]


class TableSource(Struct, frozen=True):
    """A table file, and what the game says of how it is read."""

    path: str
    span: Span | None = None
    """Where the game names it."""
    sheet: str = ""
    separator: str = ""
    encoding: str = ""
    row: str = "card"
    """What one of its rows is; to have none is a fault where that is a card."""


def named_table(path: ScalarNode, row: str) -> TableSource:
    """A table that is named by its file alone, or with a sheet, `fixes.xlsx#Rules`."""
    file, sheet = split_sheet(path.text)
    return TableSource(file, path.span, sheet, row=row)


def read_rows(
    files: GameFiles,
    source: TableSource,
    fields: Mapping[str, FieldSpec],
    take: Take,
    report: Report,
    heads: list[str] | None = None,
) -> bool:
    """Hand over the rows of a table.

    Args:
        files: The game's.
        source: The table.
        fields: Those that the deck declares: they name columns.
        take: Is given each row; raises `TableOverError` where nothing more is to be read.
        report: Takes the findings.
        heads: Takes the first row of delimited text or a sheet.

    Returns:
        Whether the file could be read, be it without a row.
    """
    try:
        return _TableReader(files, source, fields, take, report, heads).read()
    except UnreadableError as error:
        report.add(_unreadable(source, error.reason, files))
        return False
    except TableOverError:
        return True


class _TableReader(Struct):
    files: GameFiles
    source: TableSource
    fields: Mapping[str, FieldSpec]
    take: Take
    report: Report
    heads: list[str] | None = None
    count: int = 0
    doubts_letters: bool = True
    """Whether spoiled letters are looked for in its rows: the text of a CSV was looked through."""

    def hand_over(self, row: Node) -> None:
        """Give a row to who asked for it, unless there are too many."""
        if self.doubts_letters:
            self.doubt_letters(row)
        self.take(row)
        self.count += 1
        if self.count > MAX_ROWS:
            message = f"a table has over {MAX_ROWS:,} rows; at most {MAX_ROWS:,} are read"
            hint = "divide it, or leave out what is not used"
            self.report.add(Finding("over-budget", message, row.span, hint=hint))
            raise TableOverError

    def doubt_letters(self, row: Node) -> None:
        """Report the first word of the table that another program spoiled."""
        finding = doubt_texts(row)
        if finding is not None:
            self.report.add(finding)
            self.doubts_letters = False

    def read(self) -> bool:
        path = self.source.path
        kind = _suffix(path)
        if kind in _FOREIGN:
            self.files.table(path)  # that it is not there comes first
            message = f"`{path}` is no kind of table that is read"
            span = self.source.span or Span(path, 1, 1, 2)
            self.report.add(Finding("unreadable-file", message, span, hint=_FOREIGN[kind]))
            return False
        if kind in (*WORKBOOKS, *DELIMITED):
            data = self.files.table(path)
            is_book = kind in WORKBOOKS
            if misnamed := describe_content(data, workbook=is_book):
                raise UnreadableError(misnamed)
            return self.workbook(data, kind) if is_book else self.text(self.decoded(data))
        if kind in (*JSON, *JSON_LINES):
            return self.text(self.decoded(self.files.table(path)))
        return self.text(self.files.text(path))

    def text(self, text: str) -> bool:
        kind = _suffix(self.source.path)
        if kind not in (*DELIMITED, *JSON, *JSON_LINES):
            return self.yaml(text)
        conflict = find_conflict(text, self.source.path)
        if conflict is not None:
            self.report.add(conflict)
            return False
        if kind in DELIMITED:
            return self.delimited(text)
        return self.json(text, lines=kind in JSON_LINES)

    def decoded(self, data: bytes) -> str:
        from cardgen.read.tables.decoding import decode_and_doubt

        text, doubts = decode_and_doubt(data, self.source.encoding, self.source.path)
        self.report.extend(doubts)
        escaped = _suffix(self.source.path) in (*JSON, *JSON_LINES) and "\\u" in text
        self.doubts_letters = escaped and not doubts
        return text

    def yaml(self, text: str) -> bool:
        held: Node | None = None

        def take(row: Node) -> None:
            nonlocal held
            if held is not None:
                self.hand_over(self.renamed(held))
            held = row

        root, findings = read_yaml(text, self.source.path, take)
        if held is not None and root is not None:  # a row before a fault may be a part of it
            self.hand_over(self.renamed(held))
        if _suffix(self.source.path) not in YAML and not isinstance(root, SequenceNode):
            self.refuse_kind()
            return False
        self.report.extend(findings)
        if root is None:
            return False
        if not isinstance(root, SequenceNode):
            row = self.source.row
            hint = f"begin each {row} with `- `"
            message = f"this file is a list of {row}s"
            if row == "card":
                hint += ", as in `- {name: Fox, copies: 2}`"
                message = "a card file is a list of cards"
            self.report.add(Finding("wrong-type", message, root.span, hint=hint))
        elif held is None:
            self.no_cards(root.span)
        return True

    def refuse_kind(self) -> None:
        """Report a file whose name does not say what it is, and that is no YAML."""
        path = self.source.path
        message = f"`{path}` is read as YAML, for what it is called, and is no list of cards"
        stem = path.removesuffix(_suffix(path))
        hint = f"call it `{stem}.csv` if it is a table with commas, semicolons, tabs or bars"
        self.report.add(Finding("unreadable-file", message, Span(path, 1, 1, 2), hint=hint))

    def renamed(self, row: Node) -> Node:
        """A row of YAML, the keys that fields are read `from` renamed."""
        names = {spec.from_: name for name, spec in self.fields.items() if spec.from_}
        if not names or not isinstance(row, MappingNode):
            return row
        return self.named(row, [names.get(key, key) for key in row.entries])

    def named(self, row: MappingNode, names: Sequence[str]) -> MappingNode:
        """A row with other names for its fields; two that become one are a fault."""
        entries: dict[str, tuple[ScalarNode, Node]] = {}
        for name, (key, value) in zip(names, row.entries.values(), strict=True):
            if name in entries:
                message = f"`{entries[name][0].text}` and `{key.text}` are both called `{name}`"
                hint = "rename one, or give its field `from:`"
                self.report.add(Finding("duplicate-key", message, key.span, hint=hint))
            entries.setdefault(name, (key, value))
        return MappingNode(row.span, entries)

    def delimited(self, text: str) -> bool:
        from cardgen.read.tables.delimited import find_separator, scan_rows

        stated = self.source.separator
        if not stated and _suffix(self.source.path) in (".tsv", ".tab") and "\t" in text:
            stated = "\t"
        found: list[Finding] = []
        separator = stated or find_separator(text)
        said = _SEPARATORS.get(separator, f"`{separator}`")
        surplus = f"put a text that contains a {said} in double quotes"
        if stated:
            self.check_separator(text, stated, find_separator(text))
        return self.grid(scan_rows(text, self.source.path, found, stated), found, surplus)

    def check_separator(self, text: str, stated: str, likely: str) -> None:
        """Doubt a stated separator that parts nothing where another would."""
        head = text.lstrip("\ufeff\r\n").partition("\n")[0]
        if stated in head or likely not in head:
            return
        said, better = _SEPARATORS.get(stated, f"`{stated}`"), _SEPARATORS.get(likely, likely)
        message = f"no {said} parts the names of the fields here, and a {better} would"
        hint = f"write `separator: {better}`, or leave it out: it is found"
        span = Span(self.source.path, 1, 1, 1 + len(head.rstrip("\r")))
        self.report.add(Finding("csv-column", message, span, "warning", hint=hint))

    def workbook(self, data: bytes, kind: str) -> bool:
        from cardgen.read.tables.cells import WorkbookError, rows_of_cells

        found: list[Finding] = []
        try:
            place, texts = _open_workbook(kind)(data, self.source.path, self.source.sheet, found)
            return self.grid(rows_of_cells(place, texts), found)
        except WorkbookError as error:
            raise UnreadableError(str(error)) from None

    def grid(
        self, rows: Iterator[list[ScalarNode]], found: list[Finding], surplus: str = ""
    ) -> bool:
        from cardgen.read.tables.grid import read_grid

        some = 0

        def take(row: Node) -> None:
            nonlocal some
            some += 1
            self.hand_over(row)

        try:
            headers = read_grid(rows, self.fields, take, found, surplus)
        finally:
            self.report.extend(found)
        if self.heads is not None:
            self.heads += [header.text for header in headers]
        broken = any(finding.severity == "error" for finding in found)
        span = Span(self.source.path, 1, 1, 2)
        if not headers and not broken:
            self.report.add(Finding("empty-file", "the file is empty", span))
        elif headers and not some and not broken:
            self.no_cards(headers[0].span)
        return bool(headers)

    def json(self, text: str, *, lines: bool) -> bool:
        from cardgen.read.tables.headers import name_columns
        from cardgen.read.tables.json_rows import read_json

        known: dict[tuple[str, ...], list[str]] = {}
        found: list[Finding] = []
        some = False

        def take(row: Node) -> None:
            nonlocal some
            some = True
            if isinstance(row, MappingNode):
                keys = tuple(row.entries)
                names = known.setdefault(keys, name_columns(keys, self.fields))
                row = self.named(row, names)
            self.hand_over(row)

        held = read_json(text, self.source.path, take, found, lines=lines)
        self.report.extend(found)
        span = Span(self.source.path, 1, 1, 2)
        if not held:
            self.report.add(Finding("empty-file", "the file is empty", span))
        elif not some and not found:
            self.no_cards(span)
        return held

    def no_cards(self, span: Span) -> None:
        """Report a table without a row: cards are needed, the rest may be begun for later."""
        message = f"there is no {self.source.row} in this file"
        severity: Severity = "error" if self.source.row == "card" else "warning"
        self.report.add(Finding("empty-file", message, span, severity))


def _open_workbook(kind: str) -> Callable[..., tuple[str, Iterator[tuple[int, list[str]]]]]:
    if kind == ".ods":
        from cardgen.read.tables.ods import read_ods

        return read_ods
    if kind == ".xls":
        from cardgen.read.tables.xls import read_xls

        return read_xls
    from cardgen.read.tables.xlsx import read_xlsx

    return read_xlsx


def sheet_names(data: bytes, kind: str) -> tuple[list[str], Collection[str]]:
    """The sheets of a workbook, hidden ones last, and which of them are hidden.

    Raises:
        WorkbookError: this is no workbook of a bearable size.
    """
    if kind == ".ods":
        from cardgen.read.tables.ods import ods_sheets

        return ods_sheets(data)
    if kind == ".xls":
        from cardgen.read.tables.xls import xls_sheets

        return xls_sheets(data)
    from cardgen.read.tables.xlsx import xlsx_sheets

    return xlsx_sheets(data)


def _suffix(path: str) -> str:
    name, dot, suffix = path.rpartition(".")
    return f".{suffix.lower()}" if dot and name else ""


def _unreadable(source: TableSource, reason: str, files: GameFiles) -> Finding:
    hint = "make the file, or name another" if "exist" in reason else ""
    if "://" in source.path:
        hint = "nothing is read from the network: download the table, as CSV or .xlsx"
        span = source.span or Span(source.path, 1, 1, 2)
        return Finding("unreadable-file", f"`{source.path}` is no file", span, hint=hint)
    if "outside" in reason:
        hint = "put the file into the game's folder, and write its path from there"
    if hint:
        near = _guess_table(source.path, files)
        hint = f"did you mean `{near}`?" if near else hint
    hint = find_remedy(reason, hint)
    if "utf-8" in reason:
        hint = SAVE_AS_TEXT
    elif source.encoding and f"not {source.encoding}" in reason:
        hint = "save it as UTF-8 and drop `encoding:`, or state the one in which it was saved"
    if reason == A_FOLDER:
        hint = _hint_tables_in(source.path, files)
    span = source.span or Span(source.path, 1, 1, 2)
    return Finding("unreadable-file", f"`{source.path}` {reason}", span, hint=hint)


def _guess_table(path: str, files: GameFiles) -> str | None:
    """The table that is probably meant: one called so, of another kind or in another folder, or
    one with a similar path. Files that are other parts of nearly every game are none."""
    tables = [n for n in files.own_files() if _suffix(n) in KINDS and n not in _NO_TABLES]
    called = PurePosixPath(path.casefold().replace("\\", "/")).stem
    same = (name for name in tables if PurePosixPath(name.casefold()).stem == called)
    return next(same, None) or find_near_path(path, tables)


def _hint_tables_in(folder: str, files: GameFiles) -> str:
    """What to write for a folder that stands in the place of a table."""
    inside = f"{folder.removeprefix('./').rstrip('/')}/"
    tables = [name for name in files.own_files() if name.startswith(inside)]
    kinds = sorted({_suffix(name) for name in tables} & {*KINDS})
    if not kinds:
        return "name a file"
    return f"write {' or '.join(f'`{inside}*{kind}`' for kind in kinds)} for the tables in it"
