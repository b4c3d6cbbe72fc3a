"""The layouts of a game out of several files: those that it lists, and what these include.

In      the names of the files.
Out     one tree with the styles, pieces and layouts of all; every node knows its own file.
Not here  what the names in them mean (`bind`).

A file's own entries stand over those of the files that it includes, so that a game can change
what its series shares. Of two listed files none is above the other: a name in both is a fault.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Sequence

from msgspec import Struct, field

from cardgen.core.findings import Finding, Note, Report, Span
from cardgen.files.game_files import GameFiles, UnreadableError, find_remedy
from cardgen.read.file_trees import doubt_letters
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.syntax.yaml_tree import read_yaml

SECTIONS = ("styles", "pieces", "layouts")
MAX_FILES = 40

NamedFile = tuple[str, Span | None]
"""A path, and where it was typed."""
ReadOwn = Callable[[str, Span | None], Node | None]


def read_layout_files(
    listed: Sequence[NamedFile], game: GameFiles, read_own: ReadOwn, report: Report
) -> tuple[Node | None, frozenset[str]]:
    """One tree of all files, None if none of them can be read; and which they are, those that are
    included too.

    Args:
        listed: The files that the game names.
        game: Its files.
        read_own: Reads a file of the game's own folder.
        report: Takes the findings.
    """
    reader = _Reader(game, read_own, report)
    trees = [tree for path, span in listed if (tree := reader.tree(path, span, ())) is not None]
    files = frozenset(reader.done)
    if not trees:
        return None, files
    merged = trees[0]
    for tree in trees[1:]:
        merged = _joined(merged, tree, report)
    return merged, files


class _Reader(Struct):
    game: GameFiles
    read_own: ReadOwn
    report: Report
    done: dict[str, Node | None] = field(default_factory=dict)

    def tree(self, path: str, span: Span | None, above: tuple[str, ...]) -> Node | None:
        """A file with what it includes."""
        if path in self.done:
            return self.done[path]
        root = self.included(path, span) if above else self.read_own(path, span)
        found = self.with_includes(root, path, above) if isinstance(root, MappingNode) else root
        self.done[path] = found
        return found

    def included(self, path: str, span: Span | None) -> Node | None:
        place = span or Span(path, 1, 1, 2)
        try:
            text = self.game.shared_text(path)
        except UnreadableError as error:
            other = "make the file, or name another" if "exist" in error.reason else ""
            hint = find_remedy(error.reason, other)
            if "outside" in error.reason:
                hint = (
                    "keep the games of a series in `card_data/` of one folder, or in one repository"
                )
            message = f"`{path}` {error.reason}"
            self.report.add(Finding("unreadable-file", message, place, hint=hint))
            return None
        root, findings = read_yaml(text, path)
        self.report.extend(findings)
        doubt_letters(root, text, self.report)
        return root

    def with_includes(self, root: MappingNode, path: str, above: tuple[str, ...]) -> Node:
        merged = MappingNode(root.span, dict(root.entries))
        _, names = merged.entries.pop("include", (None, None))
        for name in _names(names):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), name.text))
            way = (*above, path)
            if target in way:
                message = f"this file includes itself: {' → '.join((*way, target))}"
                self.report.add(
                    Finding("circular-include", message, name.span, hint="take one of them away")
                )
                continue
            if len(self.done) >= MAX_FILES:
                message = f"over {MAX_FILES} files of layouts; at most {MAX_FILES} are read"
                hint = "put several into one file"
                self.report.add(Finding("over-budget", message, name.span, hint=hint))
                break
            inner = self.tree(target, name.span, way)
            if isinstance(inner, MappingNode):
                merged = _over(inner, merged)
        return merged


def _names(node: Node | None) -> list[ScalarNode]:
    """The files under `include:`; whatever else stands there is reported with the model."""
    items = node.items if isinstance(node, SequenceNode) else [node]
    return [item for item in items if isinstance(item, ScalarNode) and item.text]


def _over(below: MappingNode, own: MappingNode) -> MappingNode:
    """A file's own entries over those of one that it includes."""
    merged = MappingNode(own.span, dict(own.entries))
    for section in SECTIONS:
        inner, mine = below.value(section), own.value(section)
        if not isinstance(inner, MappingNode):
            continue
        if isinstance(mine, MappingNode):
            both = MappingNode(mine.span, inner.entries | mine.entries)
            merged.entries[section] = (own.entries[section][0], both)
        elif mine is None:
            merged.entries[section] = below.entries[section]
    return merged


def _joined(first: Node, second: Node, report: Report) -> Node:
    """Two listed files as one; a name in both is reported."""
    if not isinstance(first, MappingNode) or not isinstance(second, MappingNode):
        return first
    for section in SECTIONS:
        one, other = first.value(section), second.value(section)
        if isinstance(one, MappingNode) and isinstance(other, MappingNode):
            for name in one.entries.keys() & other.entries.keys():
                there, here = one.entries[name][0], other.entries[name][0]
                if there.span == here.span:  # both include it
                    continue
                message = f"`{name}` stands in two files under `{section}`"
                hint = "rename one; a file that includes the other may change what that has"
                notes = (Note("the first is", there.span),)
                report.add(Finding("duplicate-key", message, here.span, hint=hint, notes=notes))
    return _over(first, second)
