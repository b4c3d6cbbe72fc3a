"""How a value of YAML may be written: in the manner of the old one first.

In      the text of a file, a value in it, what it shall be.
Out     ways to write it: what is replaced, from where to where, and by what.
Not here  which way reads as meant (`editing.yaml_values`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from cardgen.read.syntax.yaml_structure import YamlPart

_HEADER = re.compile(r"([|>])([1-9]?[+-]?|[+-][1-9]?)([^\r\n]*)")
BREAK = re.compile(r"\r\n|\r|\n")
_DOUBLE = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_DOUBLE_SPECIAL = re.compile('[\\\\"\n\t\x85\u2028\u2029\ufeff]')
_FOLD_WIDTH = 100


class YamlValue(Struct, frozen=True):
    """A value in a file."""

    part: YamlPart
    key: YamlPart
    row: YamlPart


def list_ways(text: str, value: YamlValue, new: str) -> Iterator[tuple[int, int, str]]:
    """Ways to write a value: what is replaced, from where to where, and by what."""
    part = value.part
    start, end = part.start, part.end
    if part.style in ("|", ">"):
        yield from _block_ways(text, value, new)
        end = content_end(text, part)
    elif "\n" in new and value.row.style != "{":
        block = _make_block(_BlockStyle("|", "", value.row.column, 2), new, line_end(text))
        yield start, end, _gap(text, value) + block
    if not part.style and "\n" not in new and is_plain(new, value.row.style):
        yield start, end, _gap(text, value) + new
        if not new:
            yield len(text[:start].rstrip(" ")), end, ""
    if part.style != '"' and "\n" not in new:
        yield start, end, _gap(text, value) + "'" + new.replace("'", "''") + "'"
    yield start, end, _gap(text, value) + quote_double(new)


def _gap(text: str, value: YamlValue) -> str:
    """What parts a value from its key: a blank where there was none yet behind the colon; also the
    colon of a key in braces that has none."""
    start, end = value.part.start, value.part.end
    if value.row.style == "{" and ":" not in text[value.key.end : start]:
        return ": "
    return " " if text[start - 1 : start] == ":" and start == end else ""


def is_plain(text: str, style: str) -> bool:
    """Whether a text reads alike with every parser where it has no quotes: those of C and of Python
    disagree on tabs, and between brackets on `?`."""
    return "\t" not in text and (style != "{" or "?" not in text)


def quote_double(text: str) -> str:
    """A text in double quotes, on one line."""
    return '"' + _DOUBLE_SPECIAL.sub(_escape, text) + '"'


def _escape(found: re.Match[str]) -> str:
    return _DOUBLE.get(found[0]) or f"\\u{ord(found[0]):04X}"


def content_end(text: str, part: YamlPart) -> int:
    """Where the last line of a block scalar ends, before its line break."""
    return part.start + len(text[part.start : part.end].rstrip(" \r\n"))


class _BlockStyle(Struct, frozen=True):
    """How a block scalar is written."""

    mark: str
    rest: str
    """What stands after the mark: a comment."""
    outer: int
    """Columns by which the row is indented."""
    inner: int
    """Columns more by which the text is indented."""


def _block_ways(text: str, value: YamlValue, new: str) -> Iterator[tuple[int, int, str]]:
    """A block scalar: its own kind first, with its comment and its indentation."""
    part, outer, ending = value.part, value.row.column, line_end(text)
    raw = text[part.start : part.end]
    header = _HEADER.match(raw)
    if header is None:
        return
    digits = header[2].strip("+-")
    inner = int(digits) if digits else _indentation(raw[header.end() :]) - outer
    end = content_end(text, part)
    for mark in dict.fromkeys((part.style, "|")):
        style = _BlockStyle(mark, header[3], outer, inner if inner > 0 else 2)
        block = _make_block(style, new, ending)
        yield part.start, end, block
        yield part.start, part.end, block + ending


def _indentation(body: str) -> int:
    for line in BREAK.split(body):
        if line.strip():
            return len(line) - len(line.lstrip(" "))
    return 0


def _make_block(style: _BlockStyle, new: str, ending: str) -> str:
    """A block scalar without its last line break."""
    bare = new.rstrip("\n")
    breaks = len(new) - len(bare)
    chomp = ("-", "", "+")[min(breaks, 2)]
    digit = str(style.inner) if bare[:1] in (" ", "\n", "\t") and style.inner < 10 else ""
    lines = _fold(bare) if style.mark == ">" else bare.split("\n")
    indent = " " * (style.outer + style.inner)
    body = ending.join(indent + line if line else "" for line in lines)
    return f"{style.mark}{digit}{chomp}{style.rest}{ending}{body}{ending * max(0, breaks - 1)}"


def _fold(text: str) -> list[str]:
    """The lines of a folded scalar: an empty line stands for each line break of the text."""
    lines: list[str] = []
    for number, paragraph in enumerate(text.split("\n")):
        lines += [""] * bool(number) + _wrap(paragraph)
    return lines


def _wrap(paragraph: str) -> list[str]:
    lines, line = [], ""
    for word in paragraph.split(" "):
        if line and len(line) + 1 + len(word) > _FOLD_WIDTH and word and not line.endswith(" "):
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def line_end(text: str) -> str:
    """The line end that a text uses most."""
    windows = text.count("\r\n")
    return "\r\n" if windows * 2 > text.count("\n") else "\n"
