"""What is typed in a card's field → its value.

In      the node of a value, the field that the deck declares, if it does.
Out     the value; findings for what is of another type.
Not here  rows (`read.tables.cards`).

Without a declared type a value is a number if it is typed plainly and prints exactly as typed
(`-2`, `1.5`), and a text otherwise (`+1`, `007`, `1.50`, `1e3`, `no`): nobody's title turns into
something else.
"""

from __future__ import annotations

import json
import re
from typing import Any

from cardgen.core.findings import Finding, Report, Span, did_you_mean
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode

Value = str | int | float | None | list[Any] | dict[str, Any]
INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\Z")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})\Z")
_COMMA = re.compile(r"([+-]?)(\d{1,15}|\d{1,3}(?:[.'\u2019\s]\d{3}){1,4}),(\d{1,15})\Z")
"""A number with a decimal comma."""
_THOUSANDS = re.compile(r"([+-]?\d{1,3}(?:[,.'\u2019\s]\d{3}){1,4})\Z")
_WHOLE = re.compile(r"([+-]?[0-9]{1,15})(?:\.0+|,0{1,2})\Z")
"""A whole number as spreadsheets and other programs show it among others."""
_MINUSES = "\u2212\u2013\u2012"
"""What word processors and web pages show for a minus."""
_MOST_DIGITS = 15
_LIST_MARKS = (";", "|", ",", "\n")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,9})\.[0-9]{0,9}[1-9]\Z")


def read_value(node: Node, declared: FieldSpec | None, report: Report) -> Value:
    """A field's value, held to its declared type."""
    if not isinstance(node, ScalarNode):
        value = _nested(node)
        kind = "list" if isinstance(value, list) else "mapping"
        if declared and declared.type != kind:
            message = f"expected {_describe_type(declared)}, not a {kind}"
            hint = _explain_nested(kind, declared)
            report.add(Finding("wrong-type", message, node.span, hint=hint))
        elif declared and declared.one_of and isinstance(node, SequenceNode):
            for item in node.items:
                if isinstance(item, ScalarNode):
                    _refuse_other(item.text, item.span, declared, report)
        return value
    if node.plain and not node.text:
        return None
    if declared is None:
        return parse_plain_value(node)
    return _declared(node, declared, report)


def _explain_nested(kind: str, declared: FieldSpec) -> str:
    """What to write where braces or brackets stand in the place of one value."""
    if declared.type in ("integer", "number"):
        return "write one number"
    quoted = "put a text that begins with `{` or `[` in quotes"
    return f"{quoted}; if it is a {kind}, declare the field with `type: {kind}`"


def _declared(node: ScalarNode, declared: FieldSpec, report: Report) -> Value:
    text = node.text
    if declared.one_of and declared.type != "list":
        _refuse_other(text, node.span, declared, report)
        return text if declared.type in ("text", "mapping") else parse_plain_text(text)
    try:
        if declared.type == "integer":
            return int(text) if INTEGER.match(text.removeprefix("+")) else int("?")
        if declared.type == "number":
            return _number(text)
    except ValueError:
        message = f"expected {_describe_type(declared)}, not `{text}`"
        hint = explain_integer(text) if declared.type == "integer" else digits_hint(text)
        report.add(Finding("wrong-type", message, node.span, hint=hint))
        return 0
    known = _read_json(text) if declared.type in ("mapping", "list") else None
    if isinstance(known, dict if declared.type == "mapping" else list):
        return known
    if declared.type == "mapping":
        message = f"expected {_describe_type(declared)}, not `{text}`"
        report.add(Finding("wrong-type", message, node.span, hint="write `{name: value}`"))
        return {}
    if declared.type != "list":
        return text
    items = split_items(text, declared.separator)
    for item in items if declared.one_of else ():
        start = max(text.find(str(item)), 0)
        _refuse_other(str(item), node.part(start, len(str(item))), declared, report)
    return items


def _refuse_other(text: str, place: Span, declared: FieldSpec, report: Report) -> None:
    """Report a text that is none of those that a field may have."""
    if text not in declared.one_of:
        hint = did_you_mean(text, declared.one_of, what="value")
        typed = f"`{text}`" if text else "an empty text"
        message = f"{typed} is none of the values this field may have"
        report.add(Finding("wrong-value", message, place, hint=hint))


def _read_json(text: str) -> Value:
    """A list or mapping that stands in one cell as the target `data` writes it, in JSON; None if
    it is no JSON."""
    if text[:1] not in ("{", "["):
        return None
    try:
        return _as_yaml_reads(json.loads(text, parse_constant=str))
    except (ValueError, RecursionError):
        return None


def _as_yaml_reads(value: Any) -> Value:
    """A value of JSON as YAML gives it, where `true` is a text."""
    if isinstance(value, dict):
        return {name: _as_yaml_reads(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_as_yaml_reads(item) for item in value]
    known: Value = str(value).lower() if isinstance(value, bool) else value
    return known


def split_items(text: str, separator: str) -> list[Value]:
    """The items of a list that was typed as one text."""
    mark = separator or next((mark for mark in _LIST_MARKS if mark in text), "")
    parts = text.split(mark) if mark else [text]
    return [parse_plain_text(part.strip()) for part in parts if part.strip()]


def _number(text: str) -> int | float:
    """Digits as a person types them; Python's `1_000` and `1e999` are no numbers."""
    if not _NUMBER.match(text):
        raise ValueError(text)
    return float(text) if "." in text else int(text)


def digits_hint(text: str) -> str:
    """How a number is written that was typed as one of them is in some country."""
    minus = text[1:].strip() if text[:1] in _MINUSES else ""
    if _NUMBER.match(f"-{minus}"):
        return f"write `-{minus}`: the minus that keyboards have"
    thousands = _THOUSANDS.match(text)
    if thousands and text.count(",") != 1:
        return f"write `{re.sub('[^0-9+-]', '', text)}`: digits only"
    found = _COMMA.match(text)
    if found is None:
        known = text.isdecimal() and len(text) <= _MOST_DIGITS
        return f"write `{int(text)}`" if known else "write digits only"
    whole = re.sub("[^0-9]", "", found[2])
    point = f"`{found[1]}{whole}.{found[3]}`"
    if thousands:
        return f"write {point}, or `{found[1]}{whole}{found[3]}` if the comma parts thousands"
    return f"write {point}: decimals have a point; `|number` prints them as the language does"


def explain_integer(text: str) -> str:
    """How a whole number is written that was typed as one of them is in some country."""
    thousands = _THOUSANDS.match(text)
    if thousands:
        return f"write `{re.sub('[^0-9+-]', '', text)}`: digits only"
    if whole := _WHOLE.match(text):
        other = "" if "," in text else ", or declare the field with `type: number`"
        return f"write `{int(whole[1])}`{other}"
    if _NUMBER.match(text) or _COMMA.match(text):
        return "round it, or declare the field with `type: number`"
    return digits_hint(text)


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
    return parse_plain_text(node.text) if node.plain else node.text


def parse_plain_text(text: str) -> str | int | float:
    """A text that was typed without quotes: a number if that is printed as typed."""
    if INTEGER.match(text) and str(int(text)) == text:
        return int(text)
    if _DECIMAL.match(text) and repr(float(text)) == text:
        return float(text)
    return text


def parse_node(node: Node) -> Value:
    """The value of a node that no field declares; None if nothing was typed."""
    if isinstance(node, ScalarNode) and node.plain and not node.text:
        return None
    return _nested(node)


def _nested(node: Node) -> Value:
    if isinstance(node, SequenceNode):
        return [_nested(item) for item in node.items]
    if isinstance(node, MappingNode):
        return {name: _nested(value) for name, (_, value) in node.entries.items()}
    return parse_plain_value(node)
