"""Hints that name a field and its value, as edits: of the value, or of the mapping that lacks it.

In      a `Finding`, the lines of its file.
Out     `Fix`es of one value, or with one field more, written as the mapping is written.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import count, takewhile

from cardgen.core.file_lines import YAML_FILES
from cardgen.core.findings import Finding, ReadLine, Span
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.tables.headers import name_columns
from cardgen.report.fix import Fix

_WRITTEN = re.compile(
    r"(?:\A|, or )write `(?P<key>\w[\w -]*): (?P<value>[^`{}\[\],…]+)`"
    r"(?: or (?:more|less)| if [^`]+)?(?:,|\Z)"
)
_RAISED = re.compile(r"(raise|lower) `copies` by (\d+)\b")
_COPIES = "copies"
_OF_SIGNS = ("yaml-syntax", "yaml-colon")
"""Codes of hints that are edits of the line as it is typed (`report.syntax_fixes`)."""


def list_field_fixes(finding: Finding, span: Span, line: str, read_line: ReadLine) -> Iterator[Fix]:
    """The edits of a hint that names a field with its value."""
    in_yaml = span.file.endswith(YAML_FILES)
    if raised := _RAISED.match(finding.hint):
        more = int(raised[2]) * (1 if raised[1] == "raise" else -1)
        change = _change_copies if in_yaml else _change_cell
        yield from change(span, more, read_line)
    elif not in_yaml or finding.code in _OF_SIGNS:
        return
    elif written := _WRITTEN.search(finding.hint):
        yield from _write_field(span, line, written["key"], written["value"], read_line)


def _write_field(span: Span, line: str, key: str, value: str, read_line: ReadLine) -> Iterator[Fix]:
    """A value behind its key; or the field, in a mapping that begins at the place."""
    title, old = f"write `{key}: {value}`", line[span.column - 1 : span.end_column - 1]
    before = line[: span.column - 1]
    if re.search(rf"""(?<![\w-])(["']?){re.escape(key)}\1: *\Z""", before):
        if old and old != value:
            yield Fix(title, span, old, value, is_safe=False)
        return
    mapping = _find_mapping(_read_tree(span.file, read_line), span)
    if mapping is None:
        return
    typed = mapping.value(key)
    if typed is None:
        yield from _add_field(title, mapping, f"{key}: {value}", read_line)
    elif isinstance(typed, ScalarNode) and _is_plain(typed, read_line):
        yield Fix(title, typed.span, typed.text, value, is_safe=False)


def _change_copies(span: Span, more: int, read_line: ReadLine) -> Iterator[Fix]:
    """The copies of a card: its own number, or one that it is given."""
    row = _find_row(_read_tree(span.file, read_line), span)
    if row is None or "<<" in row.entries:
        return
    value = row.value(_COPIES)
    if value is None:
        line = read_line(span.file, row.span.line) or ""
        if more > 0 and "<<" not in line and "&" not in line[: row.span.column]:
            new = f"{_COPIES}: {1 + more}"
            yield from _add_field(f"write `{new}`", row, new, read_line)
    elif isinstance(value, ScalarNode) and re.fullmatch(r"\d{1,6}", value.text):
        new = str(int(value.text) + more)
        if int(new) >= 0 and _is_plain(value, read_line):
            yield Fix(f"write `{_COPIES}: {new}`", value.span, value.text, new, is_safe=False)


def _change_cell(span: Span, more: int, read_line: ReadLine) -> Iterator[Fix]:
    """The number in a table's cell, if its column is that of the copies."""
    line, heads = read_line(span.file, span.line) or "", read_line(span.file, 1) or ""
    old = line[span.column - 1 : span.end_column - 1]
    sign = (line[span.column - 2 : span.column - 1] or line[span.end_column - 1 :])[:1]
    if not re.fullmatch(r"\d{1,6}", old) or sign.isalnum() or len(sign) != 1 or sign in "\"'":
        return
    before = next(csv.reader([line[: span.column - 1] + "x"], delimiter=sign), [])
    names = next(csv.reader([heads.lstrip("\ufeff")], delimiter=sign), [])
    if len(before) > len(names) or name_columns(names, {})[len(before) - 1] != _COPIES:
        return
    new = str(int(old) + more)
    if int(new) >= 0:
        yield Fix(f"write `{new}`", span, old, new, is_safe=False)


def _add_field(title: str, mapping: MappingNode, field: str, read_line: ReadLine) -> Iterator[Fix]:
    """A field behind the first one, which is a value in one line: in its braces, or below it."""
    if not mapping.entries:
        return
    key, value = next(iter(mapping.entries.values()))
    if not isinstance(value, ScalarNode):
        return
    span = value.span
    line = read_line(span.file, span.line) or ""
    below = read_line(span.file, span.line + 1) or ""
    written = line[span.column - 1 : span.end_column - 1]
    if span.line != key.span.line or not (value.verbatim is not None and value.text in written):
        return
    if _is_in_braces(mapping, read_line):
        place = Span(span.file, span.line, span.end_column, span.end_column)
        yield Fix(title, place, "", f", {field}", is_safe=False)
    elif len(below) - len(below.lstrip(" ")) <= key.span.column - 1 or not below.strip():
        end = len(line) + 1
        place, indent = Span(span.file, span.line, end, end), " " * (key.span.column - 1)
        yield Fix(title, place, "", f"\n{indent}{field}", is_safe=False)


def _is_in_braces(mapping: MappingNode, read_line: ReadLine) -> bool:
    line = read_line(mapping.span.file, mapping.span.line) or ""
    return line[mapping.span.column - 1 :].startswith("{")


def _is_plain(value: ScalarNode, read_line: ReadLine) -> bool:
    """Whether a value stands in its place as it is, without quotes or an anchor."""
    line = read_line(value.span.file, value.span.line) or ""
    return line[value.span.column - 1 : value.span.end_column - 1] == value.text


# --- the tree around a place -----------------------------------------------------------------


def _read_tree(file: str, read_line: ReadLine) -> Node | None:
    lines = takewhile(lambda line: line is not None, (read_line(file, n) for n in count(1)))
    return _parse("\n".join(line for line in lines if line is not None), file)


@lru_cache(maxsize=1)
def _parse(text: str, file: str) -> Node | None:
    return read_yaml(text + "\n", file)[0]


def _find_row(root: Node | None, place: Span) -> MappingNode | None:
    """The row of a table that a place stands in: an item of a list, itself or below its key."""
    lists = [root] if isinstance(root, SequenceNode) else _list_values(root)
    rows = (row for one in lists if isinstance(one, SequenceNode) for row in one.items)
    before = [
        row
        for row in rows
        if isinstance(row, MappingNode) and _start_of(row) <= (place.line, place.column)
    ]
    return before[-1] if before else None


def _list_values(node: Node | None) -> list[Node]:
    return [value for _, value in node.entries.values()] if isinstance(node, MappingNode) else []


def _find_mapping(node: Node | None, place: Span) -> MappingNode | None:
    """The mapping that begins at a place."""
    if isinstance(node, MappingNode) and _start_of(node) == (place.line, place.column):
        return node
    below = node.items if isinstance(node, SequenceNode) else _list_values(node)
    return next((found for one in below if (found := _find_mapping(one, place)) is not None), None)


def _start_of(node: Node) -> tuple[int, int]:
    return node.span.line, node.span.column
