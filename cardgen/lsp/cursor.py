"""What is being typed where the cursor is, in YAML that need not be whole.

In      a text, a place in it.
Out     the keys above the place, whether a key or a value is typed, and what of it is there.

A parser gives up on half a line; this reads the lines above by their indentation and the line
itself by its brackets, as a person does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

_KEY = re.compile(r"""^(?P<lead>\s*(?:- +)*)(?P<key>[\w./~-]+|"[^"]*"|'[^']*')\s*:(?=\s|$)""")
_TOKEN = re.compile(
    r"""'(?:[^']|'')*'?|"(?:\\.|[^"\\])*"?|[{}\[\],]|:(?=\s|$)|\#.*|[^'"{}\[\],:\#]+|."""
)
_EXPRESSION = re.compile(r"\{\{(?:(?!\}\}).)*\Z|\{%(?:(?!%\}).)*\Z")
_WORD = re.compile(r"[\w#./-]*\Z")


class Cursor(Struct, frozen=True):
    """Where the cursor is."""

    path: tuple[str, ...]
    """Keys from the file's top down to the mapping or value; an item of a list is no key."""
    key: str
    """The key whose value is typed; "" where a key is."""
    word: str
    """What stands before the cursor of the word that is typed."""
    in_expression: bool
    """Inside `{{ }}`."""
    in_quotes: bool
    beside: tuple[str, ...] = ()
    """The other keys of the mapping that a key or its value stands in."""
    text: str = ""
    """The line up to the cursor."""


def find_cursor(lines: Sequence[str], line: int, column: int) -> Cursor:
    """Return where a place is; line and column from 0."""
    text = lines[line][:column] if line < len(lines) else ""
    above = _list_keys_above(lines, line, text)
    path, key, rest = _read_line(text)
    word = _WORD.search(text)
    quotes = rest.lstrip()[:1] in ("'", '"')
    return Cursor(
        (*above, *path),
        key,
        word[0] if word else "",
        bool(_EXPRESSION.search(text)),
        quotes,
        list_siblings(lines, line, column),
        text,
    )


def list_siblings(lines: Sequence[str], line: int, column: int) -> tuple[str, ...]:
    """The keys of the innermost mapping that a place stands in, as far as they can be read."""
    whole = lines[line] if line < len(lines) else ""
    inner = _find_flow_mapping(whole, column)
    if inner is not None:
        return inner
    keys = [*_list_keys_beside(lines, line, -1), *_list_keys_beside(lines, line, 1)]
    own = _KEY.match(whole)
    return tuple(dict.fromkeys((*([own["key"].strip("'\"")] if own else []), *keys)))


def _find_flow_mapping(whole: str, column: int) -> tuple[str, ...] | None:
    """The keys of the mapping in braces that a column stands in; None if there is none."""
    stack: list[tuple[str, list[str]]] = []
    found: list[str] | None = None
    last = ""
    for token in _TOKEN.finditer(whole):
        word = token[0]
        if found is None and token.start() >= column:
            found = stack[-1][1] if stack and stack[-1][0] == "{" else []
            if not stack:
                return None
        if word in "{[":
            stack.append((word, []))
        elif word in "}]" and stack:
            if stack.pop()[1] is found and found is not None:
                break
        elif word == ":" and stack:
            stack[-1][1].append(last.strip().strip("'\""))
        elif word.strip():
            last = word
    if found is None and stack:
        found = stack[-1][1] if stack[-1][0] == "{" else []
    return None if found is None else tuple(found)


def _list_keys_beside(lines: Sequence[str], line: int, step: int) -> Iterator[str]:
    """The keys of the same block above a line, or below it."""
    own = lines[line] if line < len(lines) else ""
    found = _KEY.match(own)
    indent = len(found["lead"]) if found else _measure_indent(own)[0]
    if step < 0 and own[:indent].strip():
        return
    number = line + step
    while 0 <= number < len(lines):
        text = lines[number]
        beside = _KEY.match(text)
        depth = len(beside["lead"]) if beside else _measure_indent(text)[0]
        begins = bool(beside and beside["lead"].strip())
        if text.strip() and (depth < indent or (begins and depth == indent and step > 0)):
            return
        if beside and depth == indent:
            yield beside["key"].strip("'\"")
            if begins:
                return
        number += step


def _list_keys_above(lines: Sequence[str], line: int, text: str) -> tuple[str, ...]:
    """The keys of the blocks that a line stands in."""
    indent, is_item = _measure_indent(text)
    keys: list[str] = []
    for above in reversed(lines[:line]):
        found = _KEY.match(above)
        if found is None or (not indent and not is_item):
            continue
        depth, is_open = len(found["lead"]), not above[found.end() :].split("#")[0].strip()
        if depth < indent or (is_item and is_open and depth == indent):
            keys.append(found["key"].strip("'\""))
            indent, is_item = _measure_indent(above)
    return tuple(reversed(keys))


def _measure_indent(text: str) -> tuple[int, bool]:
    """How far a line is indented, and whether it begins an item of a list."""
    stripped = text.lstrip()
    return len(text) - len(stripped), stripped.startswith("- ") or stripped == "-"


def _read_line(text: str) -> tuple[tuple[str, ...], str, str]:
    """The keys of the brackets that are open at the end of a line, the key whose value is typed,
    and what there is of the value."""
    stack: list[tuple[str, str]] = []
    key, last, is_value = "", "", False
    body = re.sub(r"^\s*(?:- +)*", "", text)
    value_at = 0
    for token in _TOKEN.finditer(body):
        word = token[0]
        if word in "{[":
            stack.append((word, key if is_value else ""))
            key, last, is_value = "", "", False
        elif word in "}]":
            if stack:
                stack.pop()
            key, last, is_value = "", "", False
        elif word == ",":
            key, last, is_value = "", "", False
        elif word == ":":
            key, is_value, value_at = last.strip().strip("'\""), True, token.end()
        elif word.strip():
            last = word
    path = tuple(one for _, one in stack if one)
    rest = body[value_at:] if is_value else ""
    if not is_value and path and stack[-1] == ("[", path[-1]):  # an item of a list in brackets
        return path[:-1], path[-1], last
    return path, key if is_value else "", rest
