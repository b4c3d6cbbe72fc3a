"""Card tables: rows of YAML or CSV → `CardSpec`s.

In      the text of a card file, the deck's declared fields.
Out     cards with the values of their fields, each with its place.
Not here  templates and layouts (`bind`).

A row's fields are the game's own. Without a declared type a value is a number if it is
typed plainly and prints exactly as typed (`-2`, `1.5`), and a text otherwise (`+1`,
`007`, `1.50`, `1e3`, `no`): nobody's title turns into something else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct

from cardgen.cache.disk_store import MAX_IN_MEMORY, DiskStore
from cardgen.core.findings import Finding, Report, Span, did_you_mean
from cardgen.files.file_names import slug
from cardgen.read.models.game_file import FieldSpec
from cardgen.read.syntax.nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    StoredMapping,
    find,
)
from cardgen.read.syntax.yaml_tree import read_yaml

Value = str | int | float | None | list[Any] | dict[str, Any]

COPIES = ("copies", "qty")
OWN_FIELDS = ("id", *COPIES)
MAX_COPIES = 10_000
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\Z")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})\Z")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,9})\.[0-9]{0,9}[1-9]\Z")


@dataclass(frozen=True, slots=True)
class CardSpec:
    """A row of a card table."""

    id: str
    copies: int
    values: Mapping[str, Value] = field(hash=False)
    row: MappingNode | StoredMapping = field(repr=False, compare=False)
    miscounted: bool = False
    """The number of copies is at fault, and so any count this row takes part in."""

    @property
    def node(self) -> MappingNode:
        """The row as it was written; of a large table it is unpacked each time."""
        return self.row.open() if isinstance(self.row, StoredMapping) else self.row

    @property
    def span(self) -> Span:
        return self.row.span

    def place(self, name: str) -> Span:
        """The place of a field's value, or of the row."""
        value = find(self.node, name)
        return value.span if value else self.span

    def scalar(self, name: str) -> ScalarNode | None:
        value = find(self.node, name)
        return value if isinstance(value, ScalarNode) else None


def read_cards(
    text: str, file: str, fields: Mapping[str, FieldSpec], report: Report
) -> list[CardSpec]:
    """All good rows of a card file; the bad ones are in the report."""
    rows = RowReader(fields)
    root: Node | None
    if file.lower().endswith(".csv"):
        from cardgen.read.tables.csv import read_csv

        root, findings = read_csv(text, file)
        for row in root.items if root else ():
            rows.take(row)
    else:
        root, findings = read_yaml(text, file, rows.take)
    report.extend(findings)
    if root is None:
        return []
    if not isinstance(root, SequenceNode):
        hint = "begin each card with `- `, as in `- {name: Fox, copies: 2}`"
        report.add(Finding("wrong-type", "a card file is a list of cards", root.span, hint=hint))
    elif not rows.count:
        report.add(Finding("empty-file", "there is no card in this file", root.span))
    report.extend(rows.report.findings)
    return rows.cards


class RowReader(Struct):
    """Turns rows into cards one by one, so that a large table is never in memory as nodes."""

    fields: Mapping[str, FieldSpec]
    cards: list[CardSpec] = msgspec.field(default_factory=list)
    report: Report = msgspec.field(default_factory=Report)
    spool: DiskStore = msgspec.field(default_factory=DiskStore)
    count: int = 0

    def take(self, node: Node) -> None:
        self.count += 1
        if isinstance(node, MappingNode):
            self.cards.append(self.card(node))
            return
        hint = "write its fields, as in `{name: Fox, copies: 2}`"
        message = "a card is a mapping of fields"
        self.report.add(Finding("wrong-type", message, node.span, hint=hint))

    def card(self, node: MappingNode) -> CardSpec:
        report = self.report
        copies = _copies(node, report)
        given = _read_values(node, self.fields, report)
        _require(node, given, self.fields, report)
        values = {name: value for name, value in given.items() if name not in OWN_FIELDS}
        row = node if self.count <= MAX_IN_MEMORY else StoredMapping(node, self.spool)
        return CardSpec(_id(node, report), copies or 1, values, row, copies is None)


def _read_values(
    node: MappingNode, fields: Mapping[str, FieldSpec], report: Report
) -> dict[str, Value]:
    """The values of a row, those of `id` and `copies` among them."""
    given: dict[str, Value] = {}
    for name, (key, value) in node.entries.items():
        if fields and name not in fields and name not in OWN_FIELDS:
            known = (*fields, *OWN_FIELDS)
            hint = did_you_mean(name, known, what="field")
            message = f"this deck declares no field `{name}`"
            report.add(Finding("unknown-field", message, key.span, hint=hint))
            continue
        declared = None if name in COPIES else fields.get(name)
        given[name] = _value(value, declared, report)
    return given


def _id(node: MappingNode, report: Report) -> str:
    given = node.value("id")
    if given is None:
        return ""
    if isinstance(given, ScalarNode) and slug(given.text):
        return slug(given.text)
    hint = "write letters and digits, as in `red-fox`"
    report.add(Finding("wrong-type", "this is no id", given.span, hint=hint))
    return ""


def _copies(node: MappingNode, report: Report) -> int | None:
    """How many of the card to print; None, and a finding, if that cannot be known."""
    given = next((node.value(name) for name in COPIES if name in node.entries), None)
    if given is None:
        return 1
    text = given.text if isinstance(given, ScalarNode) else ""
    if _INTEGER.match(text) and 1 <= int(text) <= MAX_COPIES:
        return int(text)
    shown = f", not `{text}`" if text else ""
    message = f"`copies` is a whole number from 1 to {MAX_COPIES}{shown}"
    hint = "to leave a card out, remove its row or comment it out with `#`"
    report.add(Finding("bad-copies", message, given.span, hint=hint))
    return None


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


def _value(node: Node, declared: FieldSpec | None, report: Report) -> Value:
    if not isinstance(node, ScalarNode):
        value = _nested(node)
        kind = "list" if isinstance(value, list) else "mapping"
        if declared and declared.type != kind:
            message = f"expected {_describe_type(declared)}, not a {kind}"
            report.add(Finding("wrong-type", message, node.span))
        return value
    if node.plain and not node.text:
        return None
    if declared is None:
        return parse_plain_value(node)
    return _declared(node, declared, report)


def _declared(node: ScalarNode, declared: FieldSpec, report: Report) -> Value:
    text = node.text
    if declared.one_of:
        if text not in declared.one_of:
            hint = did_you_mean(text, declared.one_of, what="value")
            message = f"`{text}` is none of the values this field may have"
            report.add(Finding("wrong-value", message, node.span, hint=hint))
        return text
    try:
        if declared.type == "integer":
            return int(text) if _INTEGER.match(text.removeprefix("+")) else int("?")
        if declared.type == "number":
            return _number(text)
    except ValueError:
        message = f"expected {_describe_type(declared)}, not `{text}`"
        report.add(Finding("wrong-type", message, node.span, hint="write digits only"))
        return 0
    if declared.type == "mapping":
        message = f"expected {_describe_type(declared)}, not `{text}`"
        report.add(Finding("wrong-type", message, node.span, hint="write `{name: value}`"))
        return {}
    return [text] if declared.type == "list" else text


def _number(text: str) -> int | float:
    """Digits as a person types them; Python's `1_000` and `1e999` are no numbers."""
    if not _NUMBER.match(text):
        raise ValueError(text)
    return float(text) if "." in text else int(text)


def _describe_type(declared: FieldSpec) -> str:
    nouns = {
        "integer": "a whole number",
        "number": "a number",
        "list": "a list",
        "mapping": "a mapping",
    }
    return nouns.get(declared.type, "a text")


def parse_plain_value(node: ScalarNode) -> Value:
    """The value of an undeclared field: a number if plain and printed as typed."""
    if node.plain and _INTEGER.match(node.text) and str(int(node.text)) == node.text:
        return int(node.text)
    if node.plain and _DECIMAL.match(node.text) and repr(float(node.text)) == node.text:
        return float(node.text)
    return node.text


def _nested(node: Node) -> Value:
    if isinstance(node, SequenceNode):
        return [_nested(item) for item in node.items]
    if isinstance(node, MappingNode):
        return {name: _nested(value) for name, (_, value) in node.entries.items()}
    return parse_plain_value(node)
