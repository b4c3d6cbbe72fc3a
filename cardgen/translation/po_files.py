"""Write and count the `.po` files of a game.

In      a game, a language.
Out     files below the game's folder, written whole or not at all; how far they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import polib
from msgspec import Struct

from cardgen.core.findings import Report
from cardgen.files.atomic_write import find_link, write_atomically
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import MAX_TEXT_BYTES, UnreadableError
from cardgen.files.regular_files import read_regular
from cardgen.read.editions.edition_reader import TranslationFile
from cardgen.read.game import list_po_files
from cardgen.read.translation.po_file import Catalog, add_file, usual_file
from cardgen.text.languages import LanguageError, parse_language, spell_language
from cardgen.translation.catalog_update import Status, count_done, make_catalog, update_catalog
from cardgen.translation.source_texts import SourceComments, collect_texts
from cardgen.translation.text_room import measure_room

NOBODY = ("",)
"""In place of the editions that read a file, where none does: texts are then the game's own."""


class TranslationError(Exception):
    """A file cannot be written; the message is one clear sentence."""


class FileStatus(Struct, frozen=True):
    """A file, and how far it is."""

    path: str
    language: str
    status: Status
    changed: bool = False
    read: bool = True
    """Whether some edition takes its words from it."""


def find_files(game: DiskGame, languages: Sequence[str]) -> list[TranslationFile]:
    """The `.po` files of a game, or of some languages; of a new one where it is to be.

    Raises:
        TranslationError: A language is none.
    """
    known = list(list_po_files(game))
    if not languages:
        return known
    found = []
    for language in map(spell_language, languages):
        own = [file for file in known if file.language == language]
        found += own or [_new_file(game, language)]
    return found


def _new_file(game: DiskGame, language: str) -> TranslationFile:
    """The file of a language that no edition is in yet.

    Raises:
        TranslationError: It is no language.
    """
    try:
        parse_language(language)
    except LanguageError as error:
        raise TranslationError(f"--language: {error}; {error.hint}") from None
    return TranslationFile(usual_file(language, game), language, NOBODY)


def write_template(game: DiskGame, report: Report) -> FileStatus | None:
    """Write `translations/GAME.pot`; None if the game has errors.

    Raises:
        TranslationError: it cannot be written.
    """
    editions = dict.fromkeys(name for file in list_po_files(game) for name in file.editions)
    texts = collect_texts(game, editions or [""], report)
    if report.count("error"):
        return None
    made = make_catalog(texts, SourceComments(game, measure_room(game)), "", game.name)
    path = f"translations/{game.name}.pot"
    changed = _write(game, path, made)
    return FileStatus(path, "", count_done(made, texts), changed)


def update_file(game: DiskGame, file: TranslationFile, report: Report) -> FileStatus | None:
    """Make a `.po` file, or bring it up to date; None if the game or the file has errors.

    Raises:
        TranslationError: it cannot be written.
    """
    texts = collect_texts(game, file.editions, report)
    old = _read(game, file, report)
    if report.count("error"):
        return None
    comments = SourceComments(game, measure_room(game))
    if old is None:
        made = make_catalog(texts, comments, file.language, game.name)
    else:
        made = update_catalog(old, texts, comments)
    changed = _write(game, file.path, made)
    done = count_done(made, texts)
    return FileStatus(file.path, file.language, done, changed, read=file.editions != NOBODY)


def read_status(game: DiskGame, file: TranslationFile, report: Report) -> FileStatus | None:
    """How far a file is; None if the game or the file has errors."""
    texts = collect_texts(game, file.editions, report)
    old = _read(game, file, report)
    if report.count("error"):
        return None
    done = count_done(old or polib.POFile(), texts)
    return FileStatus(file.path, file.language, done, read=file.editions != NOBODY)


def _read(game: DiskGame, file: TranslationFile, report: Report) -> polib.POFile | None:
    """The file as it is; None if there is none."""
    if not game.exists(file.path):
        return None
    try:
        text = game.text(file.path)
    except UnreadableError as error:
        raise TranslationError(f"`{file.path}` {error.reason}") from None
    return add_file(Catalog(), text, file.path, report)


def _write(game: DiskGame, path: str, made: polib.POFile) -> bool:
    """Write a file if it differs from what is there; whether it did."""
    target = _inside(game.folder, path)
    data = str(made).encode("utf-8")
    try:
        if target.is_file() and read_regular(target, MAX_TEXT_BYTES) == data:
            return False
        write_atomically(target, data)
    except OSError as error:
        raise TranslationError(f"`{path}` cannot be written ({error.strerror})") from None
    return True


def _inside(folder: Path, path: str) -> Path:
    """Where a file of a game is to be.

    Raises:
        TranslationError: not in its folder, or through a link.
    """
    pure = PurePosixPath(path.replace("\\", "/"))
    target = folder / pure
    if pure.is_absolute() or ".." in pure.parts or ":" in path:
        raise TranslationError(f"`{path}` lies outside the game's folder; nothing was written")
    link = find_link(target, folder)
    if link is not None:
        name = link.relative_to(folder).as_posix()
        raise TranslationError(f"`{name}` is a link, which is not followed; nothing was written")
    return target
