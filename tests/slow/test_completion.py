"""What an editor is offered in the five games is what their files can take.

At sampled places of each file a key or a value is taken away, or half of it, and each of some items
that are offered there is accepted, as an editor does: no error is found in that line that was not
found before. And what stood there is offered again, where it is a field or a name.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types
from msgspec import Struct

from cardgen.bind.game.binding import begin_binding
from cardgen.core.findings import Finding, Report
from cardgen.files.edited_game import EditedGame
from cardgen.lsp.answers import complete_at
from cardgen.lsp.documents import Documents
from cardgen.lsp.fields import find_field
from cardgen.lsp.live_game import LiveGame
from cardgen.lsp.text_lines import change_text, count_units
from cardgen.read.game import read_game
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.syntax.yaml_tree import read_yaml

pytestmark = pytest.mark.slow

GAMES = sorted(Path("card_data").resolve().glob("*/game.yaml"))
Keys = tuple[str, ...]
PLACES = 2
"""Keys and as many values that are sampled in each file."""
ITEMS = 1
"""Items that are accepted at each."""
OF_OTHERS = frozenset(("duplicate-id", "bad-points"))
"""What depends on other values: another card may have the same name by now, and a
polygon has points that a rectangle had not. Counts are not looked at."""


class Place(Struct, frozen=True):
    """Where something is typed again."""

    file: Path
    text: str
    """The file without it."""
    line: int
    column: int
    was: str
    """What stood there."""
    path: tuple[str, ...]
    """Keys above it."""
    is_key: bool


class Desk:
    """A game whose files are open, and not saved."""

    def __init__(self, game: Path) -> None:
        self.folder = game.parent
        self.documents = Documents()
        live = self.documents.put(game.as_uri(), game.read_text("utf-8"), 1)
        assert live is not None
        self.live: LiveGame = live
        live.look({})
        self.known = {(one.code, one.message) for one in self.find_errors()}

    @property
    def files(self) -> list[Path]:
        """Those that are YAML."""
        assert self.live.sound is not None
        spec = self.live.sound.spec
        tables = [name for files in spec.tables.values() for name in files]
        names = ["game.yaml", *spec.file.layouts, spec.file.composition or "", *tables]
        return [self.folder / name for name in dict.fromkeys(names) if name.endswith(".yaml")]

    def find_errors(self) -> list[Finding]:
        """The errors in what is typed, as far as no card needs to be laid out."""
        report = Report()
        game = EditedGame(self.folder, self.documents.buffers)
        spec = read_game(game, report)
        if spec is not None:
            binding = begin_binding(spec, game, report)
            list(binding.decks())
            binding.finish()
        return [one for one in report.findings if one.severity == "error"]

    def offer(self, place: Place) -> list[types.CompletionItem]:
        uri = place.file.as_uri()
        self.documents.put(uri, place.text, 2)
        document = self.documents.find(uri)
        assert document is not None
        units = count_units(document.lines[place.line][: place.column])
        asked = types.CompletionParams(
            types.TextDocumentIdentifier(uri), types.Position(place.line, units)
        )
        return list(complete_at(document, asked, self.documents).items)

    def knows(self, place: Place) -> bool:
        """Whether what stood there is a field that is described, a column, or a name."""
        document = self.documents.find(place.file.as_uri())
        assert document is not None
        if place.is_key:
            is_column = document.kind.startswith("cards:") and not place.path
            return is_column or find_field(document.kind, place.path, place.was) is not None
        return any(
            (use.span.file, use.span.line, use.name) == (document.file, place.line + 1, place.was)
            for use in self.live.uses
            if not use.is_declared
        )

    def accept(self, place: Place, item: types.CompletionItem) -> list[Finding]:
        """New errors in the line, once an item is there."""
        edit = item.text_edit
        assert isinstance(edit, types.TextEdit)
        changed = types.TextDocumentContentChangePartial(edit.range, edit.new_text)
        self.documents.put(place.file.as_uri(), change_text(place.text, [changed]), 3)
        found = [one for one in self.find_errors() if (one.code, one.message) not in self.known]
        file = place.file.relative_to(self.folder).as_posix()
        return [
            one
            for one in found
            if one.span and (one.span.file, one.span.line) == (file, place.line + 1)
        ]

    def restore(self, place: Place) -> None:
        self.documents.put(place.file.as_uri(), place.file.read_text("utf-8"), 4)


def walk(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[ScalarNode, bool, Keys]]:
    """Keys, and values that are plain; with the keys above."""
    if isinstance(node, MappingNode):
        for name, (key, value) in node.entries.items():
            yield key, True, path
            yield from walk(value, (*path, name))
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from walk(item, path)
    else:
        yield node, False, path


def sample(file: Path, chance: random.Random) -> Iterator[Place]:
    """Places of a file at which a key or a value is taken away, or its end."""
    text = file.read_text("utf-8")
    root = read_yaml(text, file.name)[0]
    assert root is not None
    every = [one for one in walk(root) if one[0].text and "\n" not in one[0].text]
    for wanted in (True, False):
        found = [(node, path) for node, is_key, path in every if is_key == wanted]
        for node, path in chance.sample(found, min(PLACES, len(found))):
            short, column = take_away(text, node, chance)
            yield Place(file, short, node.span.line - 1, column, node.text, path, wanted)


def take_away(text: str, node: ScalarNode, chance: random.Random) -> tuple[str, int]:
    """The text without a node, or without its end, and the column where it stood."""
    lines = text.split("\n")
    span, number = node.span, node.span.line - 1
    line = lines[number]
    start, end = span.column - 1, span.end_column - 1
    quote = line[start] in "'\""
    start, end = start + quote, end - quote
    typed = 0 if "{{" in node.text else chance.choice((0, chance.randint(0, end - start)))
    column = start + typed
    lines[number] = line[:column] + line[end:]
    return "\n".join(lines), column


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: str(game.parent.name))
def desk(request: pytest.FixtureRequest) -> Desk:
    return Desk(request.param)


def test_what_is_offered_can_be_accepted(desk: Desk) -> None:
    chance, wrong = random.Random(20), []
    for file in desk.files:
        for place in sample(file, chance):
            items = [one for one in desk.offer(place) if is_whole(one, place)]
            for item in chance.sample(items, min(ITEMS, len(items))):
                wrong += [
                    f"{file.name}:{place.line + 1}: {item.label} for {place.was}: {one.message}"
                    for one in desk.accept(place, item)
                    if one.code not in OF_OTHERS
                ]
            desk.restore(place)
    assert wrong == []


def is_whole(item: types.CompletionItem, place: Place) -> bool:
    """Whether an item can stand as it is: a key has the value of the old one alone, a function
    lacks its arguments."""
    if place.is_key:
        return bool(item.label == place.was)
    if place.path[-1:] == ("piece",):
        return bool(item.label == place.was)  # another one takes other parameters
    return item.kind not in (types.CompletionItemKind.Function, types.CompletionItemKind.Operator)


def test_what_stands_there_is_offered(desk: Desk) -> None:
    chance, missing = random.Random(20), []
    for file in desk.files:
        for place in sample(file, chance):
            offered = {item.label for item in desk.offer(place)}
            if place.was not in offered and desk.knows(place):
                missing.append(f"{file.name}:{place.line + 1}: {place.was}")
            desk.restore(place)
    assert missing == []
