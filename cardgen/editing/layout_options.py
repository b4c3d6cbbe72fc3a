"""Options in a file of layouts: found by their places, and written; every other byte as it was.

In      the text of a file, options with the places of their keys, what they shall be.
Out     the text with these values in it, or a refusal with its reason.
Not here  what an option means, and whether its value is one (`editing.element_options`).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.editing.refusal import RefusedError
from cardgen.editing.yaml_values import RowPlace, edit_entry, read_structure
from cardgen.read.syntax.yaml_structure import YamlPart, YamlStructure


class OptionEdit(Struct, frozen=True):
    """An option of an element or a style: what it says, and what it shall say."""

    key: str
    place: RowPlace
    """Where the key stands; of an option that is not there yet, where its mapping begins."""
    old: str | None
    """None: the option is not there yet."""
    new: str


def edit_options(text: str, edits: Sequence[OptionEdit]) -> str:
    """Return the text of a file with other values of some options.

    Args:
        text: The file, without a byte order mark.
        edits: Changes of different options.

    Raises:
        RefusedError: one of them cannot be changed here; the message says why.
    """
    structure = read_structure(text)
    offsets = {edit: _find_offset(structure, edit) for edit in edits}
    for edit in sorted(edits, key=offsets.__getitem__, reverse=True):  # what follows may move
        structure = read_structure(text)
        mapping = find_owner(structure, edit)
        text = edit_entry(text, structure, mapping, (edit.key, edit.old, edit.new))
    return text


def find_owner(structure: YamlStructure, edit: OptionEdit) -> YamlPart:
    """Return the mapping that has an option, or shall have it.

    Raises:
        RefusedError: it is not there any more, or is brought again elsewhere.
    """
    path = _find_path(structure.root, edit)
    if not path:
        raise RefusedError(f"`{edit.key}` was changed or moved meanwhile")
    for part in path:
        if part.anchor in structure.repeated:
            raise RefusedError(f"`&{part.anchor}` is used in other places too; edit it in the file")
    return path[-1]


def _find_path(part: YamlPart, edit: OptionEdit) -> list[YamlPart]:
    """The parts from the root down to the mapping that has the option; empty if none has."""
    if part.kind == "mapping" and _owns(part, edit):
        return [part]
    for inner in part.parts:
        found = _find_path(inner, edit)
        if found:
            return [part, *found]
    return []


def _owns(part: YamlPart, edit: OptionEdit) -> bool:
    wanted = (edit.place.line - 1, edit.place.column - 1)
    if edit.old is None:
        return (part.line, part.column) == wanted
    return any(
        (key.line, key.column) == wanted and key.value == edit.key for key, _ in part.entries
    )


def _find_offset(structure: YamlStructure, edit: OptionEdit) -> int:
    owner = find_owner(structure, edit)
    if edit.old is None:
        return owner.end
    return next(key.start for key, _ in owner.entries if key.value == edit.key)
