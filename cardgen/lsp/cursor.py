"""What is being typed where the cursor is, in YAML that need not be whole.

In      a text, a place in it.
Out     the keys above the place, whether a key or a value is typed, and what of it is there.

A parser gives up on half a line; this reads the lines above by their indentation and the line
itself by its brackets, as a person does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.lsp.siblings import KEY, TOKEN, list_siblings, measure_indent
from cardgen.lsp.text_blocks import find_block

_EXPRESSION = re.compile(r"\{\{(?:(?!\}\}).)*\Z|\{%(?:(?!%\}).)*\Z")
_WORD = re.compile(r"[\w#./-]*\Z")
_KEY_END = re.compile(r"""[\w.-]*(?=['"]?\s*:(?:\s|$))""")
_OPENING = ("", "'", '"', "{", "[", "#")
_WITH = re.compile(r"\bwith\s*:\s*\{[^{}]*\Z")
_MOST_LINES = 30
"""Lines that braces may be open over."""


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
    beside: Mapping[str, str] = {}
    """The fields of the mapping that a key or its value stands in, with their values; its own is
    one of them."""
    text: str = ""
    """The line up to the cursor; where braces are open over several lines, all of these."""
    typed: str = ""
    """What there is of the key or the value before the cursor, without a quote."""
    around: Mapping[str, str] = {}
    """The fields beside the `with` that the mapping is given by: a piece, or a style."""
    own: str = ""
    """The key that the cursor stands in, whole."""
    is_flow: bool = False
    """Between braces or brackets."""
    element: Mapping[str, str] = {}
    """The fields that an element has already, where changes of it are typed."""
    in_edition: bool = False
    """In what an edition says: its names are known there too."""
    in_comment: bool = False
    """In a comment of YAML."""
    in_block: bool = False
    """In a text of several lines, below the first: there is no YAML in it."""

    @property
    def others(self) -> set[str]:
        """The other keys of the mapping."""
        return {*self.beside} - {self.own}

    @property
    def whole(self) -> Mapping[str, str]:
        """The fields of the mapping, once changes are made."""
        return {**self.element, **self.beside}


def find_cursor(
    lines: Sequence[str], line: int, column: int, *, has_comments: bool = True
) -> Cursor:
    """Return where a place is; line and column from 0.

    Args:
        lines: Of the file.
        line: The place's.
        column: The place's.
        has_comments: Whether `#` begins one, as in YAML; in Markdown it begins a heading, in a
            cell it is what it is.
    """
    in_braces = _find_flow(lines, line)[0] < line
    begun = find_block(lines, line, column, in_braces=in_braces)
    if begun is None:
        return _find_in_line(lines, line, column, has_comments=has_comments)
    head = _find_in_line(lines, begun, len(lines[begun]))
    text = " ".join((*lines[begun + 1 : line], lines[line][:column]))
    word = _WORD.search(text)
    return replace(
        head,
        word=word[0] if word else "",
        in_expression=bool(_EXPRESSION.search(text)),
        in_quotes=False,
        text=text,
        typed=text,
        in_block=True,
    )


def _find_in_line(
    lines: Sequence[str], line: int, column: int, *, has_comments: bool = True
) -> Cursor:
    first, end = _find_flow(lines, line)
    in_comment = has_comments and column > _find_comment(lines[line])
    column += sum(len(one) + 1 for one in lines[first:line])
    shown = map(_blank_comment, lines[first:end]) if has_comments else lines[first:end]
    whole = " ".join(shown)
    text = whole[:column]
    joined = [*lines[:first], whole, *lines[end:]]
    above = _list_keys_above(lines, first, text)
    path, key, rest, is_flow = _read_line(text)
    word = _WORD.search(text)
    typed = rest.lstrip()
    quotes = typed[:1] in ("'", '"')
    return Cursor(
        (*above, *path),
        key,
        word[0] if word else "",
        bool(_EXPRESSION.search(text)),
        quotes,
        list_siblings(joined, first, column),
        text,
        typed[quotes:],
        _list_around(joined, first, text) if (*above, *path)[-1:] == ("with",) else {},
        "" if key else typed[quotes:] + _find_end(whole, column),
        is_flow,
        in_comment=in_comment,
    )


def _find_comment(line: str) -> int:
    """The column of a comment; that of the line's end, and one more, where there is none."""
    signs = (token.start() for token in TOKEN.finditer(line) if token[0].startswith("#"))
    return next(signs, len(line) + 1) if "#" in line else len(line) + 1


def _blank_comment(line: str) -> str:
    """A line as wide, without its comment: others are put behind it."""
    return line[: _find_comment(line)].ljust(len(line))


def _list_around(lines: Sequence[str], line: int, text: str) -> Mapping[str, str]:
    """The fields beside the `with` whose mapping a place stands in."""
    inline = _WITH.search(text)
    if inline is not None:
        return list_siblings(lines, line, inline.start())
    indent = measure_indent(text)[0]
    for number in range(line - 1, -1, -1):
        found = KEY.match(lines[number])
        if found and len(found["lead"]) < indent:
            return list_siblings(lines, number, len(found["lead"]))
    return {}


def _find_end(whole: str, column: int) -> str:
    """The rest of the key that a column stands in."""
    found = _KEY_END.match(whole, column)
    return found[0] if found else ""


def _find_flow(lines: Sequence[str], line: int) -> tuple[int, int]:
    """The lines that braces are open over at a line, itself included: the first, the one behind
    the last."""
    first, depth = line, 0
    for number in range(line - 1, max(-1, line - _MOST_LINES), -1):
        text = lines[number]
        if not text.strip():
            break
        opened = _count_open(text)
        depth += opened
        if depth > 0 and opened > 0:
            first = number
    end = line + 1
    indent = measure_indent(lines[first])[0] if first < len(lines) else 0
    depth = sum(map(_count_open, lines[first:end]))
    while depth > 0 and end < min(len(lines), line + _MOST_LINES):
        below, is_item = measure_indent(lines[end])
        if below <= indent or is_item:
            break
        depth += _count_open(lines[end])
        end += 1
    return first, end


def _count_open(text: str) -> int:
    """Brackets that a line opens, less those that it closes."""
    signs = [token[0] for token in TOKEN.finditer(text)]
    return sum(sign in "{[" for sign in signs) - sum(sign in "}]" for sign in signs)


def _list_keys_above(lines: Sequence[str], line: int, text: str) -> tuple[str, ...]:
    """The keys of the blocks that a line stands in."""
    indent, is_item = measure_indent(text)
    keys: list[str] = []
    for above in reversed(lines[:line]):
        found = KEY.match(above)
        if found is None or (not indent and not is_item):
            continue
        depth, is_open = len(found["lead"]), not above[found.end() :].split("#")[0].strip()
        if depth < indent or (is_item and is_open and depth == indent):
            keys.append(found["key"].strip("'\""))
            indent, is_item = measure_indent(above)
    return tuple(reversed(keys))


def _read_line(text: str) -> tuple[tuple[str, ...], str, str, bool]:
    """The keys of the brackets that are open at the end of a line, the key whose value is typed,
    what there is of the key or value, and whether brackets are open."""
    stack: list[tuple[str, str]] = []
    key, last, is_value = "", "", False
    body = re.sub(r"^\s*(?:- +)*", "", text)
    value_at = 0
    for token in TOKEN.finditer(body):
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
            if not stack and body[value_at:].lstrip()[:1] not in _OPENING:
                break  # without quotes and brackets all of the line is one text
        elif word.strip():
            last = word
    path = tuple(one for _, one in stack if one)
    rest = body[value_at:] if is_value else last
    if not is_value and path and stack[-1] == ("[", path[-1]):  # an item of a list in brackets
        return path[:-1], path[-1], last, True
    return path, key if is_value else "", rest, bool(stack)
