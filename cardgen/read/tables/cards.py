"""Rows of card tables → `CardSpec`s.

In      the rows of a table, the deck's declared fields.
Out     cards with the values of their fields, each with its place.
Not here  templates and layouts (`bind`).

A row's fields are the game's own; what their values are is in `read.tables.values`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.core.findings import Finding, Report, Span, did_you_mean
from cardgen.files.file_names import slug
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.loose_keys import read_tight_entry
from cardgen.read.syntax.nodes import (
    MappingNode,
    MappingStore,
    Node,
    ScalarNode,
    SequenceNode,
    StoredMapping,
    digest_lines,
    digest_node,
    find,
)
from cardgen.read.tables.copies import COPIES, read_copies
from cardgen.read.tables.doubtful_where import WhereDoubts
from cardgen.read.tables.headers import is_like_copies
from cardgen.read.tables.joining import Join
from cardgen.read.tables.language_columns import LanguageColumns, TableFields, suggest_edition
from cardgen.read.tables.overrides import is_override, suggest_override
from cardgen.read.tables.row_budget import MAX_ROWS, TableOverError
from cardgen.read.tables.values import Value, read_value

if TYPE_CHECKING:
    from cardgen.expressions.faults import TemplateFault

Entry = tuple[ScalarNode, Node]
"""A field's key and value as they were typed."""

NO_CONSTANTS: Mapping[str, Value] = {}
OWN_FIELDS = ("id", *COPIES)
MAX_FIELDS = 1_000
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
"""Characters that print nothing."""
_INVISIBLE_ENDS = re.compile(r"\A[\u200b\u2060]|[\u200b\u2060]\Z")
"""Places where a line may end or may not, where there is nothing to part."""


@dataclass(frozen=True, slots=True)
class CardSpec:
    """A row of a card table."""

    id: str
    copies: int
    values: Mapping[str, Value] = field(hash=False)
    row: MappingNode | StoredMapping = field(repr=False, compare=False)
    miscounted: bool = False
    """The number of copies is at fault, and so any count this row takes part in."""
    changes: bool = False
    """Whether the row changes its layout (`read.tables.overrides`)."""

    @property
    def node(self) -> MappingNode:
        """The row as it was written; of a large table it is unpacked each time."""
        return self.row.open() if isinstance(self.row, StoredMapping) else self.row

    @property
    def digest(self) -> bytes:
        """What stands for the row as it was written, places in it included."""
        row = self.row
        return row.digest if isinstance(row, StoredMapping) else digest_node(row)

    @property
    def line_digest(self) -> bytes:
        """What stands for the row as it was written, lines of the file included."""
        row = self.row
        return row.digest if isinstance(row, StoredMapping) else digest_lines(row)

    @property
    def span(self) -> Span:
        return self.row.span

    @property
    def copies_field(self) -> str:
        """Where the row says how many copies there are, `copies` or `qty`; "" if it does not."""
        entries = self.node.entries
        return next((name for name in COPIES if name in entries), "")

    def place(self, name: str) -> Span:
        """The place of a field's value, or of the row."""
        value = find(self.node, name)
        return value.span if value else self.span

    def scalar(self, name: str) -> ScalarNode | None:
        value = find(self.node, name)
        return value if isinstance(value, ScalarNode) else None


def _list_heads(fields: Mapping[str, FieldSpec]) -> Iterator[str]:
    """What the columns of a table may be called: of a field that is read from a column of another
    name, that first; what is computed is in no table."""
    for name, spec in fields.items():
        if not spec.value:
            yield from dict.fromkeys((spec.from_ or name, name))


def find_both_places(first: CardSpec, again: CardSpec, field: str) -> tuple[Span, Span]:
    """The places of a field in two rows; of the rows, where both take it from the same one, as
    YAML's aliases and merges do."""
    places = first.place(field), again.place(field)
    return places if places[0] != places[1] else (first.span, again.span)


class TableRules(Struct, frozen=True):
    """What a game says of the rows of one table, beside what is in them."""

    where: str = ""
    fixed: Mapping[str, Entry] = msgspec.field(default_factory=dict)
    """Fields that all rows have, whatever theirs."""
    joins: tuple[Join, ...] = ()


class RowReader(Struct):
    """Turns rows into cards one by one, so that a large table is never in memory as nodes."""

    fields: Mapping[str, FieldSpec]
    defaults: Mapping[str, Entry] = msgspec.field(default_factory=dict)
    rules: TableRules = TableRules()
    """Of the table that is read."""
    cards: list[CardSpec] = msgspec.field(default_factory=list)
    report: Report = msgspec.field(default_factory=Report)
    store: MappingStore = msgspec.field(default_factory=MappingStore)
    count: int = 0
    constants: Mapping[str, Value] = msgspec.field(default_factory=dict)
    """What `where` knows beside the fields of a row."""
    over: bool = False
    """Whether the table is over its budget."""
    languages: LanguageColumns = msgspec.field(default_factory=LanguageColumns)
    columns: set[str] = msgspec.field(default_factory=set)
    """Every field that some row has, be the row left out."""
    heads: dict[str, None] = msgspec.field(default_factory=dict)
    """The fields that the first rows of all tables name."""
    unjudged: tuple[TemplateFault, Span] | None = None
    """Why `where` could not be worked out for a row of the table, the first such row."""
    doubts: WhereDoubts | None = None
    """What `where` of the table may take otherwise than it is meant."""
    refused: set[tuple[str, str]] = msgspec.field(default_factory=set)
    """Columns that the deck does not declare, by their files: they are reported."""
    lacks_rows: bool = False
    """Whether a row was no card: it is reported, and may hide some."""

    def take(self, node: Node) -> None:
        """Make a card of a row.

        Raises:
            TableOverError: the table holds too much; it is reported.
        """
        self.count += 1
        if self.count > MAX_ROWS or (
            isinstance(node, MappingNode) and len(node.entries) > MAX_FIELDS
        ):
            self.refuse_outsize(node)
            return
        if isinstance(node, MappingNode):
            self.add(self.completed(node))
            return
        self.lacks_rows = True
        message, hint = "a card is a mapping of fields", _explain_row(node)
        self.report.add(Finding("wrong-type", message, node.span, hint=hint))

    def refuse_outsize(self, node: Node) -> None:
        """Say once that a table is over its budget; nothing is made of what it holds.

        Raises:
            TableOverError: always, as nobody need read on.
        """
        if self.over:
            raise TableOverError
        self.over = True
        self.cards.clear()
        few = self.count <= MAX_ROWS
        what = (
            f"a row has over {MAX_FIELDS:,} fields"
            if few
            else f"a table has over {MAX_ROWS:,} rows"
        )
        most = f"{MAX_FIELDS:,}" if few else f"{MAX_ROWS:,}"
        hint = "leave out what does not print" if few else "divide the cards into several games"
        message = f"{what}; at most {most} are read"
        self.report.add(Finding("over-budget", message, node.span, hint=hint))
        raise TableOverError

    def completed(self, node: MappingNode) -> MappingNode:
        """A row with what the game adds to it, without its columns in languages."""
        for join in self.rules.joins:
            node = join.applied(node, TableFields(self.fields, self.languages))
        node = self.localized(self.languages.apply(node))
        if not self.defaults and not self.rules.fixed:
            return node
        entries = node.entries
        lacking = {n: e for n, e in self.defaults.items() if _is_empty(node.value(n))}
        return MappingNode(node.span, {**entries, **lacking, **self.rules.fixed})

    def localized(self, node: MappingNode) -> MappingNode:
        """A row with what is for the language alone and no text of its own: its id, how many there
        are of it, and the changes of its layout."""
        changes: dict[str, Entry] = {}
        texts: dict[str, Entry] = {}
        for name, (key, value) in self.languages.found.items():
            is_text = name not in OWN_FIELDS and not is_override(name, value, self.fields)
            if name not in self.rules.fixed:
                (texts if is_text else changes)[name] = (key, value)
        self.languages.found = texts
        return MappingNode(node.span, {**node.entries, **changes}) if changes else node

    def add(self, node: MappingNode) -> None:
        """Make a card of a row, if it counts."""
        found = Report()
        card = self.card(node, found)
        if self.rules.where and not self.counts(card):
            for join in self.rules.joins:
                join.forget(node)
            return
        self.report.extend(found.findings)
        texts = self.languages.found
        self.refuse_unknown(MappingNode(node.span, {**texts, **node.entries}) if texts else node)
        for _, value in texts.values():
            _refuse_control(value, self.report)
        self.languages.keep(card.row)
        self.cards.append(card)

    def refuse_unknown(self, node: MappingNode) -> None:
        """Report fields that the deck does not declare; of a table, a column once."""
        for name, (key, value) in node.entries.items() if self.fields else ():
            if name in self.fields or name in OWN_FIELDS or is_override(name, value, self.fields):
                continue
            column = key.span.path, name
            if column in self.refused and key.span.line < node.span.line:  # of a table
                continue
            self.refused.add(column)
            hint = did_you_mean(name, (*_list_heads(self.fields), *OWN_FIELDS), what="field")
            if is_like_copies(name) and not node.value("copies"):
                hint = f"if it is the number of copies, write {_copies_from(name)} under `fields:`"
            hint = suggest_edition(key.text, self.fields) or suggest_override(name, [node]) or hint
            if not name.strip("_"):
                hint = "give the column a header of letters, or name its field: `{from: '#'}`"
            message = f"this deck declares no field `{name}`"
            self.report.add(Finding("unknown-field", message, key.span, hint=hint))

    def counts(self, card: CardSpec) -> bool:
        """Whether the table's `where` holds for a row; a fault is reported once all are read."""
        from cardgen.expressions import syntax, template
        from cardgen.expressions.faults import TemplateFault

        self.columns |= card.values.keys()
        if self.doubts is not None:
            self.doubts.look_at(card.values, card.place)
        try:
            names = syntax.find_names(self.rules.where, expression=True)
            empty: dict[str, Any] = dict.fromkeys(names)
            known = {**empty, **self.constants, "id": card.id, "copies": card.copies}
            return template.is_true(self.rules.where, known | dict(card.values))
        except TemplateFault as fault:
            self.unjudged = self.unjudged or (fault, card.span)
            return True

    def card(self, node: MappingNode, report: Report) -> CardSpec:
        copies = read_copies(node, report)
        given = _read_values(node, self.fields, report)
        _require(node, given, self.fields, report)
        values = {name: value for name, value in given.items() if name not in OWN_FIELDS}
        row = node if self.count <= MAX_IN_MEMORY else StoredMapping(node, self.store)
        number = 1 if copies is None else copies
        changes = len(given) < len(node.entries) and any(
            is_override(name, value, self.fields) for name, (_, value) in node.entries.items()
        )
        return CardSpec(_id(node, report), number, values, row, copies is None, changes)


def _explain_row(node: Node) -> str:
    """What to write for a row that is a text or a list."""
    hint = "write its fields, as in `{name: Fox, copies: 2}`"
    if not isinstance(node, ScalarNode) or not node.plain:
        return hint
    tight = read_tight_entry(node)
    if tight is not None:
        key, value, _ = tight
        return f"write `{key.text}: {value.text}`, with a space behind the colon"
    return hint if node.text else f"{hint}, or remove the `-`"


def _copies_from(name: str) -> str:
    """What to declare where another column holds the number of copies."""
    return f"`copies: {{from: {name}}}`" if "_" not in name else "`copies: {from: its header}`"


def _is_empty(node: Node | None) -> bool:
    return node is None or (isinstance(node, ScalarNode) and not node.text)


def _read_values(
    node: MappingNode, fields: Mapping[str, FieldSpec], report: Report
) -> dict[str, Value]:
    """The values of a row, those of `id` and `copies` among them."""
    given: dict[str, Value] = {}
    for name, (_, value) in node.entries.items():
        if is_override(name, value, fields):
            continue
        if fields and name not in fields and name not in OWN_FIELDS:
            continue  # it is reported once the row is known to count
        declared = None if name in COPIES else fields.get(name)
        _refuse_control(value, report)
        given[name] = read_value(value, declared, report)
    return given


def _refuse_control(value: Node, report: Report) -> None:
    """Report the first character of a text that is no letter, sign, space or line end."""
    for scalar in value.items if isinstance(value, SequenceNode) else (value,):
        if not isinstance(scalar, ScalarNode) or scalar.text.isprintable():
            continue
        found = CONTROL.search(scalar.text) or _INVISIBLE_ENDS.search(scalar.text)
        if found:
            message = f"the character U+{ord(found[0]):04X} prints nothing"
            hint = _CONTROL_HINTS.get(found[0], "delete it; it is invisible")
            place = scalar.part(found.start(), 1)
            report.add(Finding("control-character", message, place, hint=hint))


_CONTROL_HINTS = {
    "\x0b": "it is another program's line break: write a line break in its place",
    "\x1d": "it parts the items of a list in other programs: write `;` in its place",
}


def _id(node: MappingNode, report: Report) -> str:
    given = node.value("id")
    if given is None:
        return ""
    known = slug(given.text) if isinstance(given, ScalarNode) else ""
    if known:
        return known
    hint = "write letters and digits, as in `red-fox`"
    report.add(Finding("wrong-type", "this is no id", given.span, hint=hint))
    return ""


def _require(
    node: MappingNode,
    values: Mapping[str, Value],
    fields: Mapping[str, FieldSpec],
    report: Report,
) -> None:
    for name, declared in fields.items():
        if declared.required and values.get(name) in (None, ""):
            message = f"this card has no `{name}`, which the deck requires"
            hint = f"add `{name}: …`"
            report.add(Finding("missing-field", message, node.span, hint=hint))
