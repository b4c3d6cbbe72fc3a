"""A list of texts in a row of YAML: its items changed, added and taken out.

In      the text of a file, the row and the key, the items as they shall be.
Out     the text with these items; what is around them, and items that stay, as they were.

Items are compared in order. Those that change are written in their own style of quoting; new ones
in the manner of the list: between brackets, or one below the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from cardgen.editing.refusal import RefusedError
from cardgen.editing.yaml_styles import is_plain, line_end, quote_double
from cardgen.editing.yaml_values import RowPlace, find_row, read_structure
from cardgen.read.syntax.yaml_structure import YamlPart, YamlStructure

Opcode = tuple[str, int, int, int, int]


def find_items(value: YamlPart) -> list[str] | None:
    """Return the items of a list of plain texts; None if it is anything else."""
    if value.kind != "list" or value.anchor:
        return None
    if any(item.kind != "scalar" or item.anchor for item in value.parts):
        return None
    return [item.value for item in value.parts]


def edit_yaml_list(
    text: str, place: RowPlace, key: str, old: Sequence[str], new: Sequence[str]
) -> str:
    """Return the text of a file with other items in a list of one of its rows.

    Args:
        text: The file, without a byte order mark.
        place: Where the row begins.
        key: The key as it stands in the file.
        old: What the items are, so that nothing is written over newer ones.
        new: What they shall be.

    Raises:
        RefusedError: the list is not there any more, holds more than texts, or cannot be written.
    """
    structure = read_structure(text)
    row = find_row(structure, place)
    value = next((value for typed, value in row.entries if typed.value == key), None)
    if value is None or find_items(value) != list(old):
        raise RefusedError("the value was changed meanwhile")
    if not new:
        raise RefusedError("the list would be empty; edit it in the file")
    if not old:
        raise RefusedError("the list is empty; edit it in the file")
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    plain = all(is_plain(item, value.style) for item in new if item not in old)
    for quote in (_plain, _single, quote_double) if plain else (_single, quote_double):
        edited = text
        for step in reversed(steps):
            edited = _apply(edited, value, step, [quote(item) for item in new])
        if _reads_as_meant(structure, edited, value, new):
            return edited
    raise RefusedError("the list cannot be written here without changing something else")


def _plain(text: str) -> str:
    return text


def _single(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _apply(text: str, value: YamlPart, step: Opcode, items: Sequence[str]) -> str:
    """One step of the way from the old items to the new ones; what stands after it is done."""
    kind, start, end, first, last = step
    if kind == "equal":
        return text
    shared = min(end - start, last - first)
    if last - first > shared:
        text = _insert(text, value, start + shared, items[first + shared : last])
    if end - start > shared:
        text = _remove(text, value, start + shared, end)
    for offset in range(shared - 1, -1, -1):
        part = value.parts[start + offset]
        text = text[: part.start] + items[first + offset] + text[_end(text, part) :]
    return text


def _end(text: str, part: YamlPart) -> int:
    return part.start + len(text[part.start : part.end].rstrip(" \r\n"))


def _insert(text: str, value: YamlPart, index: int, items: Sequence[str]) -> str:
    parts = value.parts
    if value.style == "{":
        if index < len(parts):
            at = parts[index].start
            return text[:at] + "".join(f"{item}, " for item in items) + text[at:]
        at = _end(text, parts[-1])
        return text[:at] + "".join(f", {item}" for item in items) + text[at:]
    ending, indent = line_end(text), " " * value.column
    lines = "".join(f"{indent}- {item}{ending}" for item in items)
    at = _line_start(text, parts[index]) if index < len(parts) else _line_after(text, parts[-1])
    if at and text[at - 1] not in "\r\n":
        return text[:at] + ending + lines.removesuffix(ending) + text[at:]
    return text[:at] + lines + text[at:]


def _remove(text: str, value: YamlPart, first: int, stop: int) -> str:
    """The text without some items that follow each other."""
    parts = value.parts
    if value.style != "{":
        start, end = _line_start(text, parts[first]), _line_after(text, parts[stop - 1])
    elif stop < len(parts):
        start, end = parts[first].start, parts[stop].start
    else:
        start, end = _end(text, parts[first - 1]), _end(text, parts[-1])
    ends = [*(part.start for part in parts[first + 1 : stop]), end]
    for part, following in zip(parts[first:stop], ends, strict=True):
        if "#" in text[_end(text, part) : following]:
            raise RefusedError("a comment stands beside what would go; edit the list in the file")
    return text[:start] + text[end:]


def _line_start(text: str, part: YamlPart) -> int:
    return max(text.rfind("\n", 0, part.start), text.rfind("\r", 0, part.start)) + 1


def _line_after(text: str, part: YamlPart) -> int:
    end = _end(text, part)
    while end < len(text) and text[end] not in "\r\n":
        end += 1
    return end + (2 if text[end : end + 2] == "\r\n" else 1 if end < len(text) else 0)


def _reads_as_meant(
    structure: YamlStructure, edited: str, value: YamlPart, new: Sequence[str]
) -> bool:
    """Whether an edited text says what the old one did, but for the items of one list."""
    try:
        now = read_structure(edited)
    except RefusedError:
        return False
    first = value.index
    old_end = first + 1 + len(value.parts)
    new_end = first + 1 + len(new)
    return (
        now.events[: first + 1] == structure.events[: first + 1]
        and now.events[new_end:] == structure.events[old_end:]
        and list(_texts(now.events[first + 1 : new_end])) == list(new)
    )


def _texts(events: Sequence[tuple[object, ...]]) -> Iterator[object]:
    for event in events:
        yield event[3] if event[0] == "scalar" else None
