"""The open files of an editor, and the games that they belong to.

In      URIs, texts.
Out     `Document`s: a file with its game, its kind, its lines.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol import types
from msgspec import Struct

from cardgen.core.findings import Span
from cardgen.lsp.edition_files import find_edition_kind
from cardgen.lsp.live_game import Buffers, LiveGame
from cardgen.lsp.positions import path_as_opened, path_of
from cardgen.lsp.text_lines import TextLines, change_text
from cardgen.read.credits import NAMES as CREDITS

_LONE = re.compile("[\ud800-\udfff]")
"""Halves of a character, which no file can hold; an editor saves U+FFFD for them."""
KINDS = {
    "game.yaml": "game",
    "layouts.yaml": "layouts",
    "composition.yaml": "composition",
    **dict.fromkeys(CREDITS, "credits"),
}


class OpenDocument(Struct, frozen=True):
    """A file of a game, as the editor has it."""

    uri: str
    game: LiveGame
    file: str
    """Its path below the game's folder."""
    lines: TextLines
    """Without their ends."""

    @property
    def kind(self) -> str:
        """`game`, `layouts`, `composition`, `corrections`, `translation`, `credits`, `cards:DECK`,
        `booklet`, or "" for any other."""
        return self._find_own_kind() or self._find_edition_kind() or KINDS.get(self.file, "")

    @property
    def is_of_edition(self) -> bool:
        """Whether an edition lays it over the game."""
        return not self._find_own_kind() and bool(self._find_edition_kind())

    def _find_own_kind(self) -> str:
        """What it is of the game as it is without its editions."""
        checked = self.game.sound
        if checked is None:
            return ""
        file = checked.spec.file
        named = {
            **{one.text: "booklet" for one in file.booklets.values()},
            **dict.fromkeys((*file.layouts, *checked.spec.layout_files), "layouts"),
            file.composition or "": "composition",
            "game.yaml": "game",
        }
        decks = (deck for deck, tables in checked.spec.tables.items() if self.file in tables)
        return named.get(self.file) or next((f"cards:{deck}" for deck in decks), "")

    def _find_edition_kind(self) -> str:
        checked = self.game.sound
        return find_edition_kind(checked, self.file) if checked else ""

    def contains(self, span: Span | None) -> bool:
        return span is not None and span.file == self.file


class Documents:
    """All games of which a file was opened."""

    def __init__(self) -> None:
        self._games: dict[Path, LiveGame] = {}
        self._texts: dict[Path, str] = {}
        self._lines: dict[Path, tuple[tuple[str, str], TextLines]] = {}
        """The lines of open files, with the text and the name that they are of. References to a
        name ask for them at each place: of 1,600 they took 1.7 s, and take 0.1."""
        self._versions: dict[Path, int] = {}
        self.uris: dict[Path, str] = {}

    def put(self, uri: str, text: str, version: int) -> LiveGame | None:
        """Note what a file holds now; gives its game, if it belongs to one."""
        path = path_of(uri)
        if path is None:
            return None
        self._texts[path], self.uris[path] = _LONE.sub("\ufffd", text), uri
        self._versions[path] = version
        return self._game_of(path)

    def change(
        self, uri: str, changes: Sequence[types.TextDocumentContentChangeEvent], version: int
    ) -> LiveGame | None:
        """Note what was changed in an open file; gives its game. A file that is not open stays as
        it is on the disk."""
        path = path_of(uri)
        text = self._texts.get(path) if path else None
        return None if text is None else self.put(uri, change_text(text, changes), version)

    def drop(self, uri: str) -> LiveGame | None:
        """Forget a file that was closed: what lies on the disk counts."""
        path = path_of(uri)
        if path is None:
            return None
        self._texts.pop(path, None)
        self._lines.pop(path, None)
        self._versions.pop(path, None)
        return self._game_of(path)

    def find(self, uri: str) -> OpenDocument | None:
        """A file with the game in whose folder it is, else with the first that includes it."""
        return next(iter(self.find_all(uri)), None)

    def find_all(self, uri: str) -> list[OpenDocument]:
        """A file with each of the games that it is part of, its own first."""
        path = path_of(uri)
        if path is None:
            return []
        own, lines = self._game_of(path), self.lines_of(path)
        others = (game for game in self._games.values() if path in game.shared and game is not own)
        return [
            OpenDocument(uri, game, Path(os.path.relpath(path, game.folder)).as_posix(), lines)
            for game in (*([own] if own else ()), *others)
        ]

    @property
    def buffers(self) -> Buffers:
        """What all open files hold: a game may include one that is not in its folder."""
        return dict(self._texts)

    def open_files(self, game: LiveGame) -> Iterator[OpenDocument]:
        """The open files that are part of a game."""
        for path in self._texts:
            yield from (one for one in self.find_all(self.uris[path]) if one.game is game)

    def list_games(self) -> list[LiveGame]:
        """Every game of which a file was opened, but for those that were dropped."""
        return list(self._games.values())

    def concerns(self, path: Path, game: LiveGame) -> bool:
        """Whether a file on the disk may be part of a game: one in its folder, but for what was
        built there, one that it includes, or a font or texture of the project."""
        if path in game.shared:
            return path not in self._texts
        if path.is_relative_to(game.folder):
            inside = path.relative_to(game.folder).parts
            return inside[:1] != ("output",) and path not in self._texts
        return bool({"fonts", "textures"} & set(path.parts))

    def find_new_games(self) -> None:
        """Note the games of open files that belonged to none when they were opened."""
        for path in self._texts:
            self._game_of(path)

    def drop_lost_games(self) -> list[LiveGame]:
        """Forget the games that have no `game.yaml` any more; gives them."""
        lost = [folder for folder in self._games if not self._has_game(folder)]
        return [self._games.pop(folder) for folder in lost]

    def uri_of(self, game: LiveGame, file: str) -> str:
        """A file as its editor names it, or would: below the folder that was opened, which may be
        a link to the game's own."""
        path = (game.folder / file).resolve()
        if path in self.uris:
            return self.uris[path]
        is_own = path.is_relative_to(game.folder)
        return ((self._folder_as_opened(game) / file) if is_own else path).as_uri()

    def _folder_as_opened(self, game: LiveGame) -> Path:
        for path, uri in self.uris.items():
            opened = path_as_opened(uri)
            if opened is not None and path.is_relative_to(game.folder):
                below = path.relative_to(game.folder).parts
                if opened.parts[-len(below) :] == below:
                    return opened.parents[len(below) - 1]
        return game.folder

    def version_of(self, uri: str) -> int | None:
        """The editor's number of what an open file holds; None for one that is not open."""
        path = path_of(uri)
        return self._versions.get(path) if path else None

    def text_of(self, path: Path) -> str:
        """What a file holds, open or not, without a byte order mark; "" if it cannot be read."""
        text = self._texts.get(path)
        if text is None:
            try:
                text = path.read_bytes().decode("utf-8")
            except (OSError, UnicodeDecodeError):
                return ""
        return text.removeprefix("\ufeff")

    def line_end_of(self, path: Path) -> str:
        """What ends the lines of a file."""
        return "\r\n" if "\r\n" in self.text_of(path.resolve()) else "\n"

    def lines_of(self, path: Path) -> TextLines:
        """The lines of a file, open or not."""
        own = path.resolve()
        text = self.text_of(own)
        known = self._lines.get(own)
        if known is not None and known[0] == (text, path.name):
            return known[1]
        lines = TextLines(text, path.name)
        if own in self._texts:
            self._lines[own] = (text, path.name), lines
        return lines

    def _game_of(self, path: Path) -> LiveGame | None:
        """The game that a file belongs to: the nearest folder above it with a `game.yaml`, on the
        disk or in the editor."""
        folder = next((above for above in path.parents if self._has_game(above)), None)
        if folder is None:
            return None
        return self._games.setdefault(folder, LiveGame(folder))

    def _has_game(self, folder: Path) -> bool:
        file = folder / "game.yaml"
        return file in self._texts or file.is_file()
