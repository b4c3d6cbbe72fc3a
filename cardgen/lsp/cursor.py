"""What is being typed where the cursor is, in YAML that need not be whole.

In      a text, a place in it.
Out     the keys above the place, whether a key or a value is typed, and what of it is there.

A parser gives up on half a line; this reads the lines above by their indentation and the line
itself by its brackets, as a person does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

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
    )


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
    stack: list[str] = []
    key, last, is_value = "", "", False
    body = re.sub(r"^\s*(?:- +)*", "", text)
    value_at = 0
    for token in _TOKEN.finditer(body):
        word = token[0]
        if word in "{[":
            stack.append(key if is_value else "")
            key, last, is_value = "", "", False
        elif word in "}]":
            if stack:
                stack.pop()
            key, last, is_value = "", "", False
        elif word == ",":
            key, last, is_value = "", "", False
            if stack and stack[-1].startswith("["):
                is_value = True
        elif word == ":":
            key, is_value, value_at = last.strip().strip("'\""), True, token.end()
        elif word.strip():
            last = word
    path = tuple(one for one in stack if one)
    rest = body[value_at:] if is_value else ""
    return path, key if is_value else "", rest
