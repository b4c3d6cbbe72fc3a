"""Columns of another table, brought to the cards whose fields are equal.

In      a `join:` of a deck, the rows of both tables.
Out     the card's row with the other's cells; findings for rows that found no partner.

A card's own cell wins over the joined one, where it has any text.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from cardgen.core.findings import Finding, Note, Report, Span, find_closest
from cardgen.files.game_files import GameFiles
from cardgen.read.models.tables import FieldSpec, JoinSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode
from cardgen.read.tables.reading import TableSource, read_rows

_Key = tuple[str, ...]
_MANY_KEYS = 200
"""Among so many values is one looked for that is nearly another."""


class Join(Struct):
    """The rows of a joined table by the fields that they are found by."""

    spec: JoinSpec
    rows: dict[_Key, MappingNode] = field(default_factory=dict)
    columns: set[str] = field(default_factory=set)
    heads: list[str] = field(default_factory=list)
    """The first row, of a table that has one."""
    used: set[_Key] = field(default_factory=set)
    missed: list[tuple[_Key, Span]] = field(default_factory=list)
    fields: set[str] = field(default_factory=set)
    """Those of the cards that found no row."""

    def add(self, node: Node, report: Report) -> None:
        """Take a row of the joined table."""
        if not isinstance(node, MappingNode):
            report.add(Finding("wrong-type", "a row is a mapping of fields", node.span))
            return
        self.columns |= node.entries.keys()
        key = self.key(node)
        if not all(key):
            lacking = next(name for name, text in zip(self.spec.on, key, strict=True) if not text)
            message = f"this row has no `{lacking}`, by which it would be joined to a card"
            report.add(Finding("join-row", message, node.span, severity="warning"))
            return
        if key in self.rows:
            shown = ", ".join(key)
            notes = (Note("the first is", self.rows[key].span),)
            message = f"two rows have the same {_said(self.spec.on)}: `{shown}`"
            hint = "remove one, or join by more fields: `on: [name, set]`"
            report.add(Finding("join-row", message, node.span, hint=hint, notes=notes))
            return
        self.rows[key] = node

    def key(self, node: MappingNode) -> _Key:
        return tuple(_text(node.value(name)) for name in self.spec.on)

    def applied(self, node: MappingNode, fields: Mapping[str, FieldSpec]) -> MappingNode:
        """A card's row with the cells that it lacks."""
        key = self.key(node)
        partner = self.rows.get(key)
        if partner is None:
            self.missed.append((key, node.span))
            self.fields |= node.entries.keys()
            return node
        self.used.add(key)
        own = {name: entry for name, entry in node.entries.items() if not _is_empty(entry[1])}
        joined = {n: e for n, e in partner.entries.items() if not fields or n in fields}
        return MappingNode(node.span, node.entries | joined | own)

    def forget(self, node: MappingNode) -> None:
        """Take back what was noted of the last row: it is no card."""
        if self.missed and self.missed[-1][1] == node.span:
            self.missed.pop()

    def find_unknown(self) -> int | None:
        """Which field of `on:` no card has at all."""
        if self.used or not self.missed:
            return None
        indices = range(len(self.spec.on))
        return next((i for i in indices if not any(key[i] for key, _ in self.missed)), None)

    def lacking(self, key: _Key, span: Span) -> Finding:
        """A card that is empty where it would be joined."""
        name = next(name for name, text in zip(self.spec.on, key, strict=True) if not text)
        message = f"this card has no `{name}`, by which it would be joined to `{self.spec.path}`"
        hint = "fill it in; cards that need none may be a deck of their own"
        return Finding("join-row", message, span, severity="warning", hint=hint)

    def report_rest(self, report: Report) -> None:
        """Rows without a partner, on either side."""
        path = self.spec.path
        unknown = self.find_unknown()
        if unknown is not None:
            report.unknown("field", self.spec.on[unknown], self.fields, _place(self.spec, unknown))
            return
        unused = [", ".join(key) for key in self.rows if key not in self.used][:_MANY_KEYS]
        for key, span in self.missed:
            if not all(key):
                report.add(self.lacking(key, span))
                continue
            message = f"`{path}` has no row for {_said(self.spec.on)} `{', '.join(key)}`"
            near = find_closest(", ".join(key), unused)
            hint = "add the row, or correct the value"
            if near:
                hint = f"write it in both tables alike: the other has `{near}`"
            report.add(Finding("join-row", message, span, severity="warning", hint=hint))
        for key, row in self.rows.items():
            if key not in self.used:
                message = f"no card has the {_said(self.spec.on)} `{', '.join(key)}` of this row"
                hint = "delete the row, or correct the value"
                report.add(Finding("join-row", message, row.span, severity="warning", hint=hint))


def open_join(
    spec: JoinSpec, files: GameFiles, fields: Mapping[str, FieldSpec], report: Report
) -> Join | None:
    """Read the joined table; None if that cannot be done."""
    join = Join(spec)
    source = TableSource(
        spec.path, spec.place("table"), spec.sheet_name, spec.separator, spec.encoding, "row"
    )
    found = Report()
    if not read_rows(files, source, fields, lambda row: join.add(row, found), report, join.heads):
        return None
    for index, name in enumerate(spec.on):
        if join.columns and name not in join.columns:
            report.unknown("column", name, join.columns, _place(spec, index))
            return None
    report.extend(found.findings)
    return join


def _place(spec: JoinSpec, index: int) -> Span:
    """Where a field of `on:` is typed, in a list or alone."""
    return (spec.scalar("on", index) or spec.scalar("on") or spec).span


def _text(node: Node | None) -> str:
    """What is compared: blanks of one kind are as good as those of another."""
    return " ".join(node.text.split()) if isinstance(node, ScalarNode) else ""


def _is_empty(node: Node) -> bool:
    return isinstance(node, ScalarNode) and not node.text


def _said(names: list[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)
