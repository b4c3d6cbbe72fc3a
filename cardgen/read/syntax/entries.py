"""Which lines of a file stand in which entry: of a style, a layout, a deck, a row.

In      the lines of a file; the trees that were read of files.
Out     the numbers of the lines, which know their entries (`core.entry_lines`); where these begin.

An entry begins with the line of its name, and goes on until the next: `decks/letters` in
`game.yaml`. What stands under no name is in `decks`. A row of a list is known by its `id`, or as
one of those that have none, by their order: an edit of its words renames no place in it. Lines are
looked at as text: whichever entry a line is counted to, what is kept says the same of it as the
keys do.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.core.entry_lines import EntryLine
from cardgen.core.findings import Span
from cardgen.read.syntax.nodes import MappingNode, Node, SequenceNode

_SECTION = re.compile(r"([^\s#-][^:]*?)\s*:")
_NAME = re.compile(r"( +)([^\s#-][^:]*?)\s*:")
_ID = re.compile(r"(?:^|[-{,\s])id\s*:\s+([^\s,}#]+)")


class LineNumbers:
    """The numbers of a file's lines, from 1; those in entries know them. Each is made when it is
    asked for: a file may have millions."""

    def __init__(self, lines: Sequence[str]) -> None:
        begins = list(islice(_list_entries(lines), MAX_IN_MEMORY + 1))
        self._begins: list[int] = []
        self._entries: list[str] = []
        self._made: dict[int, int] = {}
        if len(begins) > MAX_IN_MEMORY:
            return  # the rows of the file are set aside, which leaves nothing but numbers
        met = Counter[str]()
        for (begin, path), (end, _) in pairwise((*begins, (len(lines), ""))):
            name = path or _find_id(lines[begin:end])
            met[name] += 1
            self._begins.append(begin)
            self._entries.append(f"{name}#{met[name]}")

    def __getitem__(self, line: int) -> int:
        """The number of a line that is counted from 0."""
        number = self._made.get(line)
        if number is None:
            number = self._made[line] = self._number(line)
        return number

    def _number(self, line: int) -> int:
        entry = bisect_right(self._begins, line) - 1
        if entry < 0:
            return line + 1
        return EntryLine(line + 1, self._entries[entry], line - self._begins[entry])


def _list_entries(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines in which entries begin, from 0, and their names; "" for rows."""
    section = indent = ""
    for number, line in enumerate(lines):
        if line and line[0] not in " #\t":
            found = _SECTION.match(line)
            section, indent = found[1] if found else "", ""
            yield number, section
        elif section and (name := _NAME.match(line)) and name[1] == (indent or name[1]):
            indent = name[1]
            yield number, f"{section}/{name[2]}"


def _find_id(lines: Sequence[str]) -> str:
    """The id of a row; "" if it has none."""
    found = next(filter(None, map(_ID.search, lines)), None)
    return found[1] if found else ""


def list_starts(*trees: Node | None) -> dict[tuple[str, str], int]:
    """Where the entries of trees begin, by file and entry."""
    return find_starts(node.span for tree in trees for node in _list_nodes(tree))


def find_starts(spans: Iterable[Span]) -> dict[tuple[str, str], int]:
    """Where the entries begin in which some places are, by file and entry."""
    starts: dict[tuple[str, str], int] = {}
    for span in spans:
        line = span.line
        if isinstance(line, EntryLine):
            starts[span.file, line.entry] = line - line.below
    return starts


def _list_nodes(node: Node | None) -> Iterator[Node]:
    if node is None:
        return
    yield node
    if isinstance(node, MappingNode):
        for key, value in node.entries.values():
            yield key
            yield from _list_nodes(value)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_nodes(item)
