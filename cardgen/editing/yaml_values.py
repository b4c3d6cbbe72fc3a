"""A value of a row in YAML: found, and written in its own style of quoting.

In      the text of a file, the row and the key, the new value.
Out     the text with the value in it; every other character as it was.

Of the ways in which a value may be written those in the manner of the old one are tried first.
Each is read again: the first is taken by which all else reads as before and the value as meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from cardgen.editing.refusal import RefusedError
from cardgen.read.syntax.yaml_structure import (
    StructureError,
    YamlPart,
    YamlStructure,
    parse_structure,
)

_HEADER = re.compile(r"([|>])([1-9]?[+-]?|[+-][1-9]?)([^\r\n]*)")
_BREAK = re.compile(r"\r\n|\r|\n")
_UNPRINTABLE = re.compile("[^\t\n -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DOUBLE = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_DOUBLE_SPECIAL = re.compile('[\\\\"\n\t\x85\u2028\u2029\ufeff]')
_FOLD_WIDTH = 100


class RowPlace(Struct, frozen=True):
    """Where a row begins: counted from 1, as findings tell it."""

    line: int
    column: int


class YamlValue(Struct, frozen=True):
    """A value in a file."""

    part: YamlPart
    key: YamlPart
    row: YamlPart


def edit_yaml_value(text: str, place: RowPlace, key: str, old: str | None, new: str) -> str:
    """Return the text of a file with another value in one of its rows.

    Args:
        text: The file, without a byte order mark.
        place: Where the row begins.
        key: The key as it stands in the file.
        old: What the value is, so that nothing is written over a newer one; None if the row has
            no such key yet.
        new: What it shall be.

    Raises:
        RefusedError: the row or the value is not there any more, is no plain text, comes from
            elsewhere or is used elsewhere, or cannot be written in YAML.
    """
    if _UNPRINTABLE.search(new):
        raise RefusedError("the text holds a character that prints nothing; delete it")
    structure = read_structure(text)
    row = find_row(structure, place)
    found = _find_entry(structure, row, key)
    if found is None:
        if old is not None:
            raise RefusedError(f"`{key}` does not stand in this row: it comes from elsewhere")
        return _add_entry(text, structure, row, key, new)
    value = YamlValue(found[1], found[0], row)
    if old is None or value.part.value != old:
        raise RefusedError("the value was changed meanwhile")
    if old == new:
        return text
    for start, end, written in _ways(text, value, new):
        edited = text[:start] + written + text[end:]
        if _reads_as_meant(structure, edited, value.part.index, new):
            return edited
    raise RefusedError("the text cannot be written here without changing something else")


def read_structure(text: str) -> YamlStructure:
    """Return where everything stands in a file.

    Raises:
        RefusedError: it is no YAML, or too large.
    """
    try:
        return parse_structure(text)
    except StructureError as error:
        raise RefusedError(str(error)) from None


def find_row(structure: YamlStructure, place: RowPlace) -> YamlPart:
    """Return the row that begins at a place.

    Raises:
        RefusedError: none does, or it is brought again elsewhere.
    """
    for item in structure.root.parts if structure.root.kind == "list" else ():
        if (item.line, item.column) == (place.line - 1, place.column - 1):
            if item.kind != "mapping":
                break
            _refuse_repeated(structure, item)
            return item
    raise RefusedError("the row was changed or moved meanwhile")


def _find_entry(
    structure: YamlStructure, row: YamlPart, key: str
) -> tuple[YamlPart, YamlPart] | None:
    for typed, value in row.entries:
        if typed.kind == "scalar" and typed.value == key:
            if value.kind == "alias":
                raise RefusedError(f"the value is `*{value.anchor}`, written elsewhere")
            _refuse_repeated(structure, value)
            if value.kind != "scalar":
                raise RefusedError(f"the value is a {value.kind}; edit it in the file")
            return typed, value
    return None


def _refuse_repeated(structure: YamlStructure, part: YamlPart) -> None:
    if part.anchor in structure.repeated:
        raise RefusedError(f"`&{part.anchor}` is used in other places too; edit it in the file")
    if part.anchor and part.kind == "scalar":
        raise RefusedError(f"the value has a name, `&{part.anchor}`; edit it in the file")


def _reads_as_meant(structure: YamlStructure, edited: str, index: int, new: str) -> bool:
    """Whether an edited text says what the old one did, but for one value."""
    try:
        events = parse_structure(edited).events
    except StructureError:
        return False
    if len(events) != len(structure.events) or events[index][3] != new:
        return False
    return (
        events[:index] == structure.events[:index]
        and events[index + 1 :] == structure.events[index + 1 :]
        and events[index][:3] == structure.events[index][:3]
    )


# --- how a value may be written --------------------------------------------------------------


def _ways(text: str, value: YamlValue, new: str) -> Iterator[tuple[int, int, str]]:
    """Ways to write a value: what is replaced, from where to where, and by what."""
    part = value.part
    start, end = part.start, part.end
    if part.style in ("|", ">"):
        yield from _block_ways(text, value, new)
        end = _content_end(text, part)
    elif "\n" in new and value.row.style != "{":
        block = _make_block(_BlockStyle("|", "", value.row.column, 2), new, line_end(text))
        yield start, end, _gap(text, start) + block
    if not part.style and "\n" not in new:
        yield start, end, _gap(text, start) + new
        if not new:
            yield len(text[:start].rstrip(" ")), end, ""
    if part.style != '"' and "\n" not in new:
        yield start, end, _gap(text, start) + "'" + new.replace("'", "''") + "'"
    yield start, end, _gap(text, start) + quote_double(new)


def _gap(text: str, start: int) -> str:
    """A blank, if the place follows a colon at once."""
    return " " if text[start - 1 : start] == ":" else ""


def quote_double(text: str) -> str:
    """A text in double quotes, on one line."""
    return '"' + _DOUBLE_SPECIAL.sub(_escape, text) + '"'


def _escape(found: re.Match[str]) -> str:
    return _DOUBLE.get(found[0]) or f"\\u{ord(found[0]):04X}"


def _content_end(text: str, part: YamlPart) -> int:
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
    end = _content_end(text, part)
    for mark in dict.fromkeys((part.style, "|")):
        style = _BlockStyle(mark, header[3], outer, inner if inner > 0 else 2)
        block = _make_block(style, new, ending)
        yield part.start, end, block
        yield part.start, part.end, block + ending


def _indentation(body: str) -> int:
    for line in _BREAK.split(body):
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


# --- a key that the row does not have yet ----------------------------------------------------


def _add_entry(text: str, structure: YamlStructure, row: YamlPart, key: str, new: str) -> str:
    """A row with one more key, in the manner of the row."""
    last = row.parts[-1].last if row.parts else None
    for written in (new, "'" + new.replace("'", "''") + "'", quote_double(new)):
        if "\n" in new and not written.startswith('"'):
            continue
        if row.style == "{":
            at = row.end - 1
            at = len(text[:at].rstrip())
            comma = "" if text[at - 1] in "{," else ","
            edited = f"{text[:at]}{comma} {key}: {written}{text[at:]}"
        elif last is not None:
            at = _end_of_line(text, last)
            edited = f"{text[:at]}{line_end(text)}{' ' * row.column}{key}: {written}{text[at:]}"
        else:
            break
        if _has_one_more(structure, edited, row, (key, new)):
            return edited
    raise RefusedError(f"`{key}` cannot be added to this row; write it in the file")


def _end_of_line(text: str, part: YamlPart) -> int:
    """The end of the line on which a part ends, a comment beside it counted in."""
    at = _content_end(text, part)
    found = _BREAK.search(text, at)
    return found.start() if found else len(text)


def _has_one_more(
    structure: YamlStructure, edited: str, row: YamlPart, entry: tuple[str, str]
) -> bool:
    try:
        now = parse_structure(edited)
    except StructureError:
        return False
    same = next((p for p in now.root.parts if p.index == row.index), None)
    if same is None or len(same.parts) != len(row.parts) + 2:
        return False
    typed, value = same.parts[-2:]
    if (typed.value, value.value) != entry or value.kind != "scalar":
        return False
    return now.events[: typed.index] + now.events[value.index + 1 :] == structure.events
