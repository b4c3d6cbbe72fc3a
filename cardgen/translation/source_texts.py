"""All texts of a game that are translated, with what a translator needs to know of each.

In      a game's files, the editions that print a language.
Out     messages with their places, cards and comments; findings if the game cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from cardgen.core.findings import Report, Span
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import UnreadableError
from cardgen.read.game import read_game
from cardgen.read.translation.messages import Collector, Message, Source
from cardgen.translation.text_room import Room

_COMMENT = re.compile(r"(?:^|\s)#\s?(?P<words>[^\"']*)$")
_MOST_CARDS = 6
NO_ROOM: Room = {}


def collect_texts(
    game: DiskGame, editions: Iterable[str], report: Report
) -> Mapping[Message, Source]:
    """The texts of a game as some of its editions have them, before they are translated.

    Args:
        game: The game.
        editions: Names; "" is the game as it is.
        report: Takes the findings; with an error the texts are not all there.
    """
    collector = Collector()
    for name in editions:
        read_game(DiskGame(game.folder, name), report, visit=collector)
    return collector.found


def describe_source(source: Source, comments: SourceComments) -> str:
    """What a translator is told: cards, comments beside the text, and how much of it fits."""
    owners = list(dict.fromkeys(source.owners))
    more = f" and {len(owners) - _MOST_CARDS} more" if len(owners) > _MOST_CARDS else ""
    told = [", ".join(owners[:_MOST_CARDS]) + more] if owners else []
    for span in source.spans:
        told += [one for one in comments.beside(span) if one not in told]
    room = [comments.room[span] for span in source.spans if span in comments.room]
    told += [f"about {min(room)} characters fit"] if room else []
    return "\n".join(told)


class SourceComments:
    """The comments of YAML files: of a line, and of the lines above it; and how much fits."""

    def __init__(self, game: DiskGame, room: Room = NO_ROOM) -> None:
        self._game, self.room = game, room
        self._lines: dict[str, list[str]] = {}

    def beside(self, span: Span) -> list[str]:
        if not span.file.endswith((".yaml", ".yml")):
            return []
        lines = self._read(span.file)
        if not 0 < span.line <= len(lines):
            return []
        found = _COMMENT.search(lines[span.line - 1])
        own = [found["words"].strip()] if found and found["words"].strip() else []
        above = lines[span.line - 2].strip() if span.line > 1 else ""
        return [*([above.lstrip("# ")] if above.startswith("#") else []), *own]

    def _read(self, file: str) -> list[str]:
        if file not in self._lines:
            try:
                self._lines[file] = self._game.text(file).splitlines()
            except UnreadableError:
                self._lines[file] = []
        return self._lines[file]
