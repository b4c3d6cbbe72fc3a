"""Start a game: a small one that builds and passes `check`, to change into your own.

In      the folder to make; its name becomes the game's name.
Out     that folder, whole or not at all, and the names of the files in it.
Not here  printing (`cli`); the game itself, which is data (`data/new_game/`).
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from cardgen.core.findings import Report, find_closest
from cardgen.files.disk_game import DiskGame
from cardgen.importers.contract import (
    ImportedFile,
    ImportedGame,
    ImportFault,
    read_imported,
    split_source,
)
from cardgen.importers.registry import find_importer
from cardgen.read import schema
from cardgen.read.game import read_game

FILES = ("game.yaml", "cards.yaml", "layouts.yaml", "composition.yaml", "README.md")
_NAME = "GAME_NAME"


SCHEMAS = ".schema"
_ADDRESS = re.compile(r"(?:https?|ftp|file):/(?!/)", re.IGNORECASE)
"""How an address begins as a path, which has no two slashes."""


class ScaffoldError(Exception):
    """No game can be started there; the message is one clear sentence."""


def make_game(folder: Path) -> tuple[Path, list[str]]:
    """Make `folder` a new game, and the folders above it if they are missing.

    Returns:
        The folder as given, and the names of its files in the order to read them.

    Raises:
        ScaffoldError: the name has no letter or digit, something is already there, or the
            place cannot be written; nothing is left behind.
    """
    title = game_title(folder.name)
    if not title:
        raise ScaffoldError(f"`{folder}` is no name for a game; try `cardgen new lighthouse`")
    try:
        _refuse_taken(folder)
        with _parents(folder):
            _make(folder, title)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ScaffoldError(f"cannot make the folder `{folder}`: {reason}") from None
    return folder, list(FILES)


def import_game(source: Path, folder: Path) -> tuple[Path, list[str], list[str]]:
    """Make `folder` a new game of what another program left.

    Returns:
        The folder as given, the names of its files, and what is to be told of them.

    Raises:
        ScaffoldError: the folder cannot be made, as in `make_game`.
        ImportFault: nothing reads the source, or it cannot be read.
    """
    title = game_title(folder.name)
    if not title:
        raise ScaffoldError(f"`{folder}` is no name for a game; try `lighthouse`")
    if not split_source(source)[0].exists():
        raise ImportFault(_describe_missing(split_source(source)[0], folder))
    files = find_importer(source).read(source, title)
    try:
        _refuse_taken(folder)
        with _parents(folder):
            _write_whole(folder, files)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ScaffoldError(f"cannot make the folder `{folder}`: {reason}") from None
    names = sorted(files, key=lambda name: ("/" in name, name != "game.yaml", name))
    return folder, names, files.notes if isinstance(files, ImportedGame) else []


def _describe_missing(source: Path, folder: Path) -> str:
    """What is said of a source that is not there: an address, turned round with the name, or
    misspelled."""
    if address := _ADDRESS.match(source.as_posix()):
        typed = f"{address[0]}/{source.as_posix()[address.end() :]}"
        return f"nothing is read from the network: download `{typed}`, as CSV or .xlsx"
    if folder.is_file():
        turned = f"the table and the game's name are turned round: `{folder}` is a file"
        return f"there is no `{source}`; {turned}"
    try:
        names = [file.name for file in source.parent.iterdir()]
    except OSError:
        return f"there is no `{source}`"
    near = find_closest(source.name, names)
    guess = f"; did you mean `{source.with_name(near)}`?" if near else ""
    return f"there is no `{source}`{guess}"


def _write_whole(folder: Path, files: Mapping[str, ImportedFile]) -> None:
    """Write the files of a game beside its place, then move it there."""
    with tempfile.TemporaryDirectory(prefix=".new-game-", dir=folder.parent) as beside:
        staged = Path(beside) / "game"
        for name, data in files.items():
            (staged / name).parent.mkdir(parents=True, exist_ok=True)
            (staged / name).write_bytes(read_imported(data))
        _put_in_place(folder, staged)


def game_title(name: str) -> str:
    """`the-lost_isle` → `The Lost Isle`: printable characters only, or nothing at all.

    Words that have a capital keep theirs: `McGuffin` stays.
    """
    visible = "".join(c if c.isprintable() else " " for c in name)
    if not any(c.isalnum() for c in visible):
        return ""
    words = visible.replace("-", " ").replace("_", " ").split()
    return " ".join(word[0].title() + word[1:] if word.islower() else word for word in words)


def _refuse_taken(folder: Path) -> None:
    shelf = Path("card_data")
    if len(folder.parts) == 1 and (shelf / folder / "game.yaml").is_file():
        raise ScaffoldError(
            f"there is a game `{folder}` in ./{shelf}, and one of that name here would hide it; "
            "choose another name"
        )
    if folder.is_dir():
        if any(folder.iterdir()):
            raise ScaffoldError(f"`{folder}` is not empty; choose another name")
    elif folder.exists() or folder.is_symlink():
        raise ScaffoldError(f"`{folder}` is a file; choose another name")


@contextmanager
def _parents(folder: Path) -> Iterator[None]:
    """Make the missing folders above, and take them away again on failure."""
    missing = [parent for parent in folder.parents if not parent.exists()]
    made: list[Path] = []
    try:
        for parent in reversed(missing):
            parent.mkdir()
            made.append(parent)
        yield
    except BaseException:
        for parent in reversed(made):
            parent.rmdir()
        raise


def _make(folder: Path, title: str) -> None:
    """Write beside the folder, then move into place."""
    with tempfile.TemporaryDirectory(prefix=".new-game-", dir=folder.parent) as beside:
        staged = Path(beside) / "game"
        staged.mkdir()
        for name in FILES:
            (staged / name).write_bytes(_text(name, title).encode("utf-8"))
        _write_schemas(staged)
        _put_in_place(folder, staged)


def _put_in_place(folder: Path, staged: Path) -> None:
    """Move a game into its place. An empty folder may be somebody's current one, or a link, and
    so stays the same and is filled."""
    if not folder.is_dir():
        staged.rename(folder)
        return
    moved: list[Path] = []
    try:
        for file in sorted(staged.iterdir()):
            shutil.move(file, folder / file.name)
            moved.append(folder / file.name)
    except BaseException:
        for file in moved:
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        raise


def _write_schemas(folder: Path) -> None:
    """JSON Schemas for the game's files: editors complete and check with them."""
    spec = read_game(DiskGame(folder), Report())
    if spec is None:  # the files were just written by us, and a test builds them
        return
    fields = next(iter(spec.decks.values())).fields
    schemas = {
        "game": schema.game_schema(),
        "cards": _open_to_more(schema.cards_schema(fields)),
        "layouts": schema.layouts_schema(),
        "composition": schema.composition_schema(),
    }
    (folder / SCHEMAS).mkdir()
    for name, made in schemas.items():
        text = json.dumps(made, indent=1, ensure_ascii=False) + "\n"
        (folder / SCHEMAS / f"{name}.json").write_bytes(text.encode("utf-8"))


def _open_to_more(cards: dict[str, Any]) -> dict[str, Any]:
    """The schema without its last word on fields: the game's own are about to change."""
    return {**cards, "items": {**cards["items"], "additionalProperties": True}}


def _text(name: str, title: str) -> str:
    """A file of the new game. In YAML the title is quoted: JSON's quotes are YAML's too."""
    source = resources.files("cardgen") / "data" / "new_game" / name
    shown = title if name.endswith(".md") else json.dumps(title, ensure_ascii=False)
    return source.read_text("utf-8").replace(_NAME, shown, 1)
