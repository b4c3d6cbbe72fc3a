"""Pictures that a column of an imported table names: those that are found join the game.

In      a column, the folders to look in.
Out     the column, as one of pictures; a note on those that were not found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from cardgen.files.file_names import why_unfit
from cardgen.files.spelling import fold_name
from cardgen.importers.contract import ImportedGame, find_beside
from cardgen.importers.table_columns import TableColumn

PICTURE_FOLDERS = ("", "art", "images", "img", "pictures")
"""Where the pictures of a table are looked for, from its own folder."""
_KINDS = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".svg")
_SHOWN = 5


def add_pictures(column: TableColumn, folders: Sequence[Path], game: ImportedGame) -> TableColumn:
    """The column, as one of pictures if all that it names are such files and one of them is
    there. Those that are there join the game; the others are `missing-picture` in it. Paths of
    Windows are read as cards read them."""
    named = list(dict.fromkeys(text.replace("\\", "/") for text in column.texts if text))
    if not named or not all(text.lower().endswith(_KINDS) for text in named):
        return column
    listed: dict[Path, dict[str, str]] = {}
    found = {text: _picture(folders, text, listed) for text in named}
    fit = not any(map(why_unfit, named))
    if not (fit and all(found.values())):
        game.notes.append(_describe_lost(column.name, found, folders, fit=fit))
    if not any(found.values()) or not fit:
        return column
    game |= {text: path for text, path in found.items() if path is not None}
    return replace(column, pictures=True)


def _describe_lost(
    name: str, found: Mapping[str, Path | None], folders: Sequence[Path], *, fit: bool
) -> str:
    """Which pictures of a column were not found, and what the cards show in their place."""
    lost = [text for text, path in found.items() if path is None]
    shown = ", ".join(f"`{text}`" for text in lost[:_SHOWN])
    more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
    places = ", ".join(f"`{folder}`" for folder in dict.fromkeys(folders) if folder.is_dir())
    counted = f"{len(found) - len(lost)} of the {len(found)} pictures that `{name}` names were"
    told = f"{counted} found in {places}; not {shown}{more}"
    again = "and import again, under another name"
    if not fit:
        return f"{told}: write names of files below the table's folder, {again}"
    if len(lost) < len(found):
        return f"{told}: put them into the game's folder"
    return f"{told}: cards print the names; put the files beside the table, {again}"


def _picture(folders: Sequence[Path], text: str, listed: dict[Path, dict[str, str]]) -> Path | None:
    """The picture of that name below the first folder that has it, else one whose name on disk has
    other capitals or another Unicode form: it joins the game under the name that cards give it."""
    if why_unfit(text):
        return None
    found = (find_beside(folder, text) for folder in folders)
    if exact := next((path for path in found if path is not None), None):
        return exact
    spelled = ((folder, _spell(folder, text, listed)) for folder in folders)
    return next((find_beside(folder, name) for folder, name in spelled if name), None)


def _spell(folder: Path, text: str, listed: dict[Path, dict[str, str]]) -> str:
    """A path below a folder as it is spelled on disk; empty if it is not there."""
    names: list[str] = []
    for name in text.split("/"):
        at = folder.joinpath(*names)
        if at not in listed:
            listed[at] = _list_names(at)
        if (known := listed[at].get(fold_name(name))) is None:
            return ""
        names.append(known)
    return "/".join(names)


def _list_names(folder: Path) -> dict[str, str]:
    """What a folder holds by its folded names; of several that are folded alike, none is meant."""
    try:
        names = [one.name for one in folder.iterdir()]
    except OSError:
        return {}
    alike = Counter(map(fold_name, names))
    return {fold_name(name): name for name in names if alike[fold_name(name)] == 1}
