"""The fields that stand beside a place in the same mapping, in YAML that need not be whole.

In      the lines of a text, a place in them.
Out     keys, each with what its line holds behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

KEY = re.compile(r"""^(?P<lead>\s*(?:- +)*)(?P<key>[\w./~-]+|"[^"]*"|'[^']*')\s*:(?=\s|$)""")
TOKEN = re.compile(
    r"""(?<![^\s,{\[:])(?:'(?:[^']|'')*'?|"(?:\\.|[^"\\])*"?)|[{}\[\],]|:(?=\s|$)|(?<!\S)\#.*"""
    r"""|[^\s'"{}\[\],:\#]+(?:[ ]+[^\s'"{}\[\],:\#]+)*|\s+|."""
)
"""Quotes within a word are none: `writer's`."""
Frame = tuple[str, dict[str, str]]
"""An open bracket, and the keys behind it."""


def list_siblings(lines: Sequence[str], line: int, column: int) -> dict[str, str]:
    """The fields of the innermost mapping that a place stands in, as far as they can be read, in
    their order, its own among them; a value that is no plain word is empty."""
    whole = lines[line] if line < len(lines) else ""
    inner = _find_flow_mapping(whole, column)
    if inner is not None:
        return inner
    own = KEY.match(whole)
    here = {} if own is None else dict([_read_field(whole, own)])
    above, below = ([*_list_beside(lines, line, step)] for step in (-1, 1))
    return {**dict(above[::-1]), **here, **dict(below), **here}


def measure_indent(text: str) -> tuple[int, bool]:
    """How far a line is indented, and whether it begins an item of a list."""
    stripped = text.lstrip()
    return len(text) - len(stripped), stripped.startswith("- ") or stripped == "-"


def _find_flow_mapping(whole: str, column: int) -> dict[str, str] | None:
    """The fields of the mapping in braces that a column stands in; None if there is none."""
    stack: list[Frame] = []
    found: dict[str, str] | None = None
    last, key = "", ""
    for token in TOKEN.finditer(whole):
        word = token[0]
        if found is None and token.start() >= column:
            if not stack:
                return None
            found = stack[-1][1] if stack[-1][0] == "{" else {}
        if word in "{[":
            stack.append((word, {}))
        elif word in "}]" and stack:
            if stack.pop()[1] is found and found is not None:
                break
        elif word == ":" and stack:
            key = last.strip().strip("'\"")
            stack[-1][1].setdefault(key, "")
        elif word.strip():
            last = word
        key = _note_value(stack, key, word)
    if found is None and stack:
        found = stack[-1][1] if stack[-1][0] == "{" else {}
    return found


def _note_value(stack: Sequence[Frame], key: str, word: str) -> str:
    """Keep a word that stands behind a key as its value; gives the key whose value is to come."""
    if key and word != ":" and word.strip():
        if stack and key in stack[-1][1] and word not in "{[]},":
            stack[-1][1][key] = word.strip().strip("'\"")
        return ""
    return key


def _list_beside(lines: Sequence[str], line: int, step: int) -> Iterator[tuple[str, str]]:
    """The fields of the same block above a line, or below it."""
    own = lines[line] if line < len(lines) else ""
    found = KEY.match(own)
    indent = len(found["lead"]) if found else measure_indent(own)[0]
    if step < 0 and own[:indent].strip():
        return
    number = line + step
    while 0 <= number < len(lines):
        text = lines[number]
        beside = KEY.match(text)
        depth = len(beside["lead"]) if beside else measure_indent(text)[0]
        begins = bool(beside and beside["lead"].strip())
        if text.strip() and (depth < indent or (begins and depth == indent and step > 0)):
            return
        if beside and depth == indent:
            yield _read_field(text, beside)
            if begins:
                return
        number += step


def _read_field(text: str, key: re.Match[str]) -> tuple[str, str]:
    value = text[key.end() :].split(" #")[0].strip().strip("'\"")
    return key["key"].strip("'\""), value
