"""A value of a row in YAML: found, and written in its own style of quoting.

In      the text of a file, the row and the key, the new value.
Out     the text with the value in it; every other character as it was.

Of the ways in which a value may be written (`editing.yaml_styles`) each is read again: the first
is taken by which all else reads as before and the value as meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from cardgen.editing.refusal import RefusedError
from cardgen.editing.yaml_styles import (
    BREAK,
    YamlValue,
    content_end,
    is_plain,
    line_end,
    list_ways,
    quote_double,
)
from cardgen.read.syntax.yaml_structure import (
    StructureError,
    YamlPart,
    YamlStructure,
    parse_structure,
)

UNPRINTABLE = re.compile("[^\t\n -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class RowPlace(Struct, frozen=True):
    """Where a row begins: counted from 1, as findings tell it."""

    line: int
    column: int


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
    structure = read_structure(text)
    return edit_entry(text, structure, find_row(structure, place), (key, old, new))


def edit_entry(
    text: str, structure: YamlStructure, row: YamlPart, edit: tuple[str, str | None, str]
) -> str:
    """Return the text of a file with another value in a mapping; see `edit_yaml_value`.

    Args:
        text: The file, without a byte order mark.
        structure: Where everything stands in it.
        row: The mapping.
        edit: The key, what its value is, what it shall be.

    Raises:
        RefusedError: the value cannot be changed here; the message says why.
    """
    key, old, new = edit
    if UNPRINTABLE.search(new):
        raise RefusedError("the text holds a character that prints nothing; delete it")
    found = find_entry(structure, row, key)
    if found is None:
        if old is not None:
            raise RefusedError(f"`{key}` does not stand here: it comes from elsewhere")
        return _add_entry(text, structure, row, key, new)
    value = YamlValue(found[1], found[0], row)
    if old is None or value.part.value != old:
        raise RefusedError("the value was changed meanwhile")
    if old == new:
        return text
    for start, end, written in list_ways(text, value, new):
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
        RefusedError: none does, or it is an alias, or has one elsewhere.
    """
    for item in structure.root.parts if structure.root.kind == "list" else ():
        if (item.line, item.column) == (place.line - 1, place.column - 1):
            if item.kind == "alias":
                raise RefusedError(f"the row is `*{item.anchor}`, written elsewhere")
            if item.kind != "mapping":
                break
            _refuse_repeated(structure, item)
            return item
    raise RefusedError("the row was changed or moved meanwhile")


def find_entry(
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
    if len(events) != len(structure.events):
        return False
    return (
        events[index][3:4] == (new,)  # an alias has no text
        and events[:index] == structure.events[:index]
        and events[index + 1 :] == structure.events[index + 1 :]
        and events[index][:3] == structure.events[index][:3]
    )


# --- a key that the row does not have yet ----------------------------------------------------


def _add_entry(text: str, structure: YamlStructure, row: YamlPart, key: str, new: str) -> str:
    """A row with one more key, in the manner of the row."""
    for start, end, written in list_ways_to_add(text, row, key, new):
        edited = text[:start] + written + text[end:]
        if _has_one_more(structure, edited, row, (key, new)):
            return edited
    raise RefusedError(f"`{key}` cannot be added to this row; write it in the file")


def list_ways_to_add(
    text: str, row: YamlPart, key: str, new: str
) -> Iterator[tuple[int, int, str]]:
    """Ways to add a key to a row: where, twice, and what is written there."""
    last = row.parts[-1].last if row.parts else None
    for written in (new, "'" + new.replace("'", "''") + "'", quote_double(new)):
        if "\n" in new and not written.startswith('"'):
            continue
        if written == new and not is_plain(new, row.style):
            continue
        if row.style == "{":
            at = row.parts[-1].end if row.parts else row.start + 1
            comma = "," if row.parts else ""
            yield at, at, f"{comma} {key}: {written}"
        elif last is not None:
            at = _end_of_line(text, last)
            yield at, at, f"{line_end(text)}{' ' * row.column}{key}: {written}"


def _end_of_line(text: str, part: YamlPart) -> int:
    """The end of the line on which a part ends, a comment beside it counted in."""
    at = content_end(text, part)
    found = BREAK.search(text, at)
    return found.start() if found else len(text)


def _has_one_more(
    structure: YamlStructure, edited: str, row: YamlPart, entry: tuple[str, str]
) -> bool:
    try:
        now = parse_structure(edited)
    except StructureError:
        return False
    same = next((part for part in now.root.walk() if part.index == row.index), None)
    if same is None or len(same.parts) != len(row.parts) + 2:
        return False
    typed, value = same.parts[-2:]
    if (typed.value, value.value) != entry or value.kind != "scalar":
        return False
    return now.events[: typed.index] + now.events[value.index + 1 :] == structure.events
