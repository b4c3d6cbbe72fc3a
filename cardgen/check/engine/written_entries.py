"""Find the entry of `game.yaml` or of a layout file that a finding points into.

In      a game, the places of findings.
Out     sections and names, such as `layouts` and `card`; the decks whose cards depend on them.
Not here  faults in tables (`check.engine.whole_decks`).

The files are parsed once more, since faulty entries are left out of what was read.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.check.engine.levels import FilePlaces
from cardgen.core.file_lines import YAML_FILES
from cardgen.core.findings import Span, find_closest
from cardgen.files.game_files import GameFiles, UnreadableError
from cardgen.read.game import GameSpec
from cardgen.read.models.game_file import GameFile
from cardgen.read.models.layouts import LayoutsFile
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode
from cardgen.read.syntax.yaml_tree import read_yaml

_SECTIONS = frozenset(
    ("about", "booklets", "boxes", "build", "checks", "game", "order", "showcase", "targets")
)
"""Sections of `game.yaml` that no card depends on."""
_READ = frozenset(
    name.replace("_", "-") for name in (*GameFile.model_fields, *LayoutsFile.model_fields)
)
"""Sections that there are; what a file has besides is read by nobody."""
Entry = tuple[str, str]
"""A section of a file and a name in it; "" for the section itself."""


class WrittenEntries:
    """The entries of a game's files as they are written, faulty ones too."""

    def __init__(self, game: GameFiles, spec: GameSpec) -> None:
        self._game = game
        self._spec = spec
        self._trees: dict[str, Node | None] = {}

    def find(self, span: Span) -> Entry | None:
        """Return the innermost entry that a place is in; None if the file tells nothing of it."""
        root = self._read(span.file)
        if not isinstance(root, MappingNode):
            return None
        for section, (key, value) in root.entries.items():
            for name, places in _list_entries(key, value):
                if places.contains(span):
                    return section, name
        return None

    def find_decks(self, span: Span) -> set[str]:
        """Return the decks whose cards depend on the entry that a place is in."""
        match self.find(span):
            case "decks", name if name:
                return {name}
            case "layouts", name if name:
                return self.list_users(name)
            case section, _ if _concerns_no_card(section):
                return set()
        return set(self._spec.decks)

    def list_users(self, layout: str) -> set[str]:
        """Return the decks whose cards may be laid out by a layout, or by one that extends it."""
        heirs = self._list_heirs(layout)
        sides = {name: (deck.front, deck.back) for name, deck in self._spec.decks.items()}
        return {
            name
            for name, used in sides.items()
            if heirs & set(used) or any("{" in side for side in used)
        }

    def _list_heirs(self, layout: str) -> set[str]:
        heirs: dict[str | None, list[str]] = {}
        for name, own in self._spec.layouts.layouts.items():
            heirs.setdefault(own.extends, []).append(name)
        found, new = {layout}, [layout]
        while new:
            new = [name for name in heirs.get(new.pop(), ()) if name not in found] + new
            found.update(new)
        return found

    def _read(self, file: str) -> Node | None:
        if file not in self._trees:
            self._trees[file] = self._parse(file) if _is_yaml(file) else None
        return self._trees[file]

    def _parse(self, file: str) -> Node | None:
        try:
            return read_yaml(self._game.text(file), file)[0]
        except UnreadableError:
            return None


def _concerns_no_card(section: str) -> bool:
    """Whether no card depends on a section, nor on one of nearly that name, which would be
    missing."""
    meant = section if section in _READ else find_closest(section, _READ)
    return meant is None or meant in _SECTIONS


def _is_yaml(file: str) -> bool:
    """Whether a file may have entries: a translation or rules of millions of lines have none."""
    return file.casefold().endswith(YAML_FILES)


def _list_entries(key: ScalarNode, value: Node) -> Iterator[tuple[str, FilePlaces]]:
    """The entries of a section, then the section itself."""
    if isinstance(value, MappingNode):
        for name, (own, inner) in value.entries.items():
            yield name, FilePlaces([own, inner])
    yield "", FilePlaces([key, value])
