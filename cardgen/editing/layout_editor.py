"""Changes of layouts: of one option, or of those that say where an element stands.

In      a game's folder, options with new texts.
Out     a change of the file in which they stand, or a refusal with its reason.
Not here  which options there are (`editing.element_options`), writing (`editing.edit_history`).

The file with the change in it is read again as a game's layouts are: what would be an error there
is refused here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.bind.card.palette import open_palette
from cardgen.core.findings import Report
from cardgen.editing.edit_history import FileChange, find_own_file
from cardgen.editing.element_options import ElementOption
from cardgen.editing.layout_options import OptionEdit, edit_options, find_owner
from cardgen.editing.refusal import RefusedError
from cardgen.editing.text_file import TextFile, read_text_file
from cardgen.editing.yaml_values import RowPlace, read_structure
from cardgen.read.game import GameSpec
from cardgen.read.models.layouts import LayoutsFile
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.validate import validate_node


def change_options(
    folder: Path, spec: GameSpec, wanted: Sequence[tuple[ElementOption, str | None, str]]
) -> FileChange:
    """Return the change that gives options other values.

    Args:
        folder: The game's.
        spec: The game as it was read.
        wanted: Options of one file, each with what it was said to be, and what it shall be.

    Raises:
        RefusedError: one of them cannot be changed here; the message says why.
    """
    file = _find_file([option for option, _, _ in wanted])
    for option, _, new in wanted:
        _refuse_value(spec, option, new)
    data, text = _read(folder, file)
    edits = [_make_edit(option, old, new) for option, old, new in wanted]
    edited = edit_options(text.text, edits)
    _refuse_faulty(file, text.text, edited)
    names = ", ".join(option.key for option, _, _ in wanted)
    about = f"{names} of {file}:{wanted[0][0].place.line}"
    return FileChange(file, data, text.encode(edited), about)


def find_refusals(folder: Path, options: Sequence[ElementOption]) -> Mapping[str, str]:
    """Return why options, by their keys, cannot be changed in their files as these are now."""
    found: dict[str, str] = {}
    for file in {option.place.file for option in options}:
        own = [option for option in options if option.place.file == file]
        try:
            structure = read_structure(_read(folder, file)[1].text)
        except RefusedError as error:
            found |= dict.fromkeys((option.key for option in own), str(error))
            continue
        for option in own:
            try:
                find_owner(structure, _make_edit(option, option.text, ""))
            except RefusedError as error:
                found[option.key] = str(error)
    return found


def _make_edit(option: ElementOption, old: str | None, new: str) -> OptionEdit:
    return OptionEdit(option.key, RowPlace(option.place.line, option.place.column), old, new)


def _find_file(options: Sequence[ElementOption]) -> str:
    for option in options:
        if option.refused:
            raise RefusedError(f"`{option.key}`: {option.refused}")
    files = {option.place.file for option in options}
    if len(files) != 1:
        raise RefusedError("nothing is to change" if not files else "it stands in several files")
    return files.pop()


def _read(folder: Path, file: str) -> tuple[bytes, TextFile]:
    path = find_own_file(folder, file)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RefusedError(f"{file} cannot be read: {error.strerror}") from None
    return data, read_text_file(data, "utf-8")


def _refuse_value(spec: GameSpec, option: ElementOption, new: str) -> None:
    """What the layouts' own model does not know to be wrong."""
    if not new.strip():
        raise RefusedError(f"`{option.key}` needs a value; to take it away, edit the file")
    if "{{" in new or "{%" in new or "{#" in new:
        raise RefusedError("a template is written in the file")
    palette = open_palette(spec.file, spec.file.palette, Report())
    if option.kind == "color" and new != "none" and palette.find(new) is None:
        raise RefusedError(f"`{new}` is no color of the palette, and no `#rrggbb`")
    if option.key == "style" and new not in spec.layouts.styles:
        raise RefusedError(f"there is no style `{new}`")


def _refuse_faulty(file: str, before: str, after: str) -> None:
    faults = _list_faults(file, after)
    known = set(_list_faults(file, before)) if faults else ()
    for message, hint in faults:
        if (message, hint) not in known:
            raise RefusedError(f"{message}; {hint}" if hint else message)


def _list_faults(file: str, text: str) -> list[tuple[str, str]]:
    report = Report()
    root, findings = read_yaml(text, file)
    report.extend(findings)
    if root is not None:
        validate_node(root, LayoutsFile, report)
    return [(found.message, found.hint) for found in report.findings]
