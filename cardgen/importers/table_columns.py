"""The columns of a table that is imported: what they hold, and what kind of field each is.

In      a table below the new game.
Out     `TableColumn`s, in the order of the table.
Not here  pictures that they name (`importers.named_pictures`), where a card shows them
        (`importers.plain_layout`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.importers.contract import ImportFault
from cardgen.read.models.tables import split_sheet
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.tables.copies import COPIES, is_number_of_copies, looks_like_copies
from cardgen.read.tables.headers import is_like_copies, name_columns
from cardgen.read.tables.reading import TableSource, read_rows
from cardgen.read.tables.values import parse_plain_text

_NUMBERS = ("number", "numbers", "nombre", "count")
_NUMBERED = re.compile(r"_\d{1,3}")
"""The field of a column whose head is a small number."""
_HTML = re.compile(r"<(?:b|strong|i|em|br|p|div)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_QUOTED = frozenset('"\\{}')
"""What a template or a text in double quotes takes for its own."""
_MARKUP = frozenset("*[]_`|<>")
_LONG = 40
"""Characters from which on a text is set in the room that is left."""
_STRUCTURE = ("csv-row", "csv-column", "duplicate-key", "empty-file")
"""Faults of what is no table of cards, whatever else is wrong with it."""
_SHOWN = 3


class TableColumn(Struct, frozen=True):
    """A column of a table as a field, or an entry of one that holds mappings."""

    name: str
    texts: tuple[str, ...]
    pictures: bool = False
    copies: bool = False
    """Whether it says how often a card is printed, under another name."""
    kind: str = ""
    """`list` or `mapping`, if JSON or YAML has it as such."""
    owner: str = ""
    """The field that it is an entry of."""
    entries: tuple[TableColumn, ...] = ()
    """What a mapping holds that cards can print."""
    is_nested: bool = False
    """Whether it holds mappings or lists where cards print texts."""
    head: str = ""
    """The cell in the first row of delimited text or a sheet."""
    is_comment: bool = False
    """Whether the program that the table is from prints nothing of it."""

    @property
    def expression(self) -> str:
        """What a template says for it."""
        if not self.owner:
            return self.name
        plain = self.name.isidentifier()
        return f"{self.owner}.{self.name}" if plain else f"{self.owner}['{self.name}']"

    @property
    def condition(self) -> str:
        """When there is something to show, as YAML has it."""
        if self.owner:
            return f"\"'{self.name}' in ({self.owner} or [])\""
        return f"{self.name} is not none"

    @property
    def label(self) -> str:
        """What stands before it on a card: its head, or its name where a template or YAML would
        read the head as something else."""
        typed = " ".join(self.head.split()).rstrip(": ")
        marks = _QUOTED | (_MARKUP if self.html else frozenset())
        plain = typed.isprintable() and not set(typed) & marks
        if plain and not typed.isidentifier() and any(map(str.isalnum, typed)):
            return typed
        return f"{self.owner} {self.name}".replace("_", " ").strip()

    @property
    def is_override(self) -> bool:
        """Whether CardMaker takes it for a change of an element on a card: `override:Title:x`."""
        return self.name.startswith("override_")

    @property
    def html(self) -> bool:
        """Whether it holds HTML that cards can print."""
        return not self.kind and not self.owner and any(map(_HTML.search, self.texts))

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


class NoTableError(ImportFault):
    """What is read is no table of cards: rows without heads, a title, notes."""

    def __init__(self, message: str, *, is_empty: bool = False) -> None:
        super().__init__(message)
        self.is_empty = is_empty
        """Whether nothing is lost with it: there is no row, or not even a head."""


def read_columns(path: str, files: Mapping[str, bytes], shown: str = "") -> list[TableColumn]:
    """The columns of a table, the number of copies left out.

    Args:
        path: The table below the new game.
        files: What is there.
        shown: What messages call the file, as it is imported.

    Raises:
        NoTableError: it is no table of cards.
        ImportFault: it cannot be read.
    """
    file, sheet = split_sheet(path)
    rows: list[MappingNode] = []
    report, heads = Report(), list[str]()

    def take(node: Node) -> None:
        if not isinstance(node, MappingNode):
            message = "a card is a mapping of fields, as in `{name: Fox, cost: 2}`"
            raise NoTableError(f"{node.span}: {message}".replace(file, shown or file, 1))
        rows.append(node)

    sound = read_rows(MemoryGame(files), TableSource(file, sheet=sheet), {}, take, report, heads)
    errors = [f for f in report.findings if f.severity == "error"]
    if errors or not sound:
        raise _make_fault(errors, file, shown or file)
    named = [name for name in name_columns(heads, {}) if name]
    names = dict.fromkeys([*named, *(name for row in rows for name in row.entries)])
    for own in COPIES:
        names.pop(own, None)
    _refuse_values(names)
    typed = dict(zip(name_columns(heads, {}), heads, strict=True))
    columns = [replace(_column(name, rows), head=typed.get(name, "")) for name in names]
    if any(column.is_override for column in columns):  # of CardMaker, which leaves out `#notes`
        columns = [replace(one, is_comment=one.head.startswith("#")) for one in columns]
    if any("copies" in row.entries for row in rows):
        return columns
    counted = next((column for column in columns if _is_copies(column)), None)
    return [replace(one, copies=True) if one is counted else one for one in columns]


def find_uncounted(columns: Sequence[TableColumn]) -> TableColumn | None:
    """A column that seems to be the number of copies, and is no number: `x3`."""
    if any(column.copies for column in columns):
        return None
    return next((one for one in columns if _is_copies(one, looks_like_copies)), None)


def _refuse_values(names: Iterable[str]) -> None:
    """Refuse a first row that is a card: a column is seldom called `3`."""
    number = next((name[1:] for name in names if _NUMBERED.fullmatch(name)), None)
    if number is not None:
        message = f"`{number}` stands in the first row, which must be the heads of the columns"
        raise NoTableError(f"{message}: put a row with their names above the cards")


def _column(name: str, rows: Sequence[MappingNode], owner: str = "") -> TableColumn:
    values = [row.value(name) for row in rows]
    kinds = {type(value) for value in values}
    kind = "mapping" if MappingNode in kinds else "list" if SequenceNode in kinds else ""
    column = TableColumn(name, tuple(map(_text, values)), kind=kind, owner=owner)
    if kind == "list":
        return replace(column, is_nested=any(map(_holds_more, values)))
    return column if not kind or owner else replace(column, entries=tuple(_entries(name, values)))


def _entries(owner: str, values: Sequence[Node | None]) -> Iterator[TableColumn]:
    """The entries of mappings that a template can name."""
    rows = [value for value in values if isinstance(value, MappingNode)]
    for name in dict.fromkeys(name for row in rows for name in row.entries):
        column = _column(name, rows, owner)
        plain = not column.kind or (column.kind == "list" and not column.is_nested)
        if plain and name.isprintable() and not set(name) & set("'\"\\{}"):
            yield column


def _holds_more(value: Node | None) -> bool:
    """Whether a list holds what is no text."""
    return isinstance(value, SequenceNode) and not all(
        isinstance(item, ScalarNode) for item in value.items
    )


def _is_copies(column: TableColumn, fits: Callable[[str], bool] = is_number_of_copies) -> bool:
    """Whether a column says how often cards are printed (`Anzahl`), and does not number them."""
    texts = [text for text in column.texts if text]
    numbered = [str(number) for number in range(1, len(column.texts) + 1)] == [*column.texts]
    words = column.name.casefold().split("_")
    if len(words) > 1:  # a `Card Number` may be any
        words = [word for word in words if word not in _NUMBERS]
    return (
        bool(texts) and is_like_copies("_".join(words)) and all(map(fits, texts)) and not numbered
    )


def _make_fault(errors: Sequence[Finding], file: str, shown: str) -> ImportFault:
    told, codes = _describe_faults(errors, file, shown), {finding.code for finding in errors}
    if codes & {*_STRUCTURE}:
        return NoTableError(told, is_empty=codes == {"empty-file"})
    return ImportFault(told)


def _describe_faults(errors: Sequence[Finding], file: str, shown: str) -> str:
    """The first faults of a table, with what may be done about them."""
    told = [f"{str(f.span).replace(file, shown, 1)}: {f.message}" for f in errors[:_SHOWN]]
    more = f"; and {len(errors) - _SHOWN} more" if len(errors) > _SHOWN else ""
    hints = dict.fromkeys(f.hint for f in errors[:_SHOWN] if f.hint)
    hint = f": {next(iter(hints))}" if len(hints) == 1 else ""
    if any(f.code in ("csv-row", "csv-column") for f in errors):
        hint = ". The first row must be the heads of the columns: delete titles above it"
    return "; ".join(told) + more + hint


def _text(node: Node | None) -> str:
    """A text, or the items of a list; of a mapping nothing."""
    if isinstance(node, SequenceNode):
        return "; ".join(map(_text, node.items))
    return node.text if isinstance(node, ScalarNode) else ""
