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
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.core.entry_lines import EntryLine
from cardgen.core.findings import Span
from cardgen.read.syntax.nodes import MappingNode, Node, SequenceNode

_SECTION = re.compile(r"([^\s#-][^:]*?)\s*:")
_NAME = re.compile(r"( +)([^\s#-][^:]*?)\s*:")
_ID = re.compile(r"(?:^|[-{,\s])id\s*:\s+([^\s,}#]+)")


def number_lines(lines: Sequence[str]) -> list[int]:
    """The numbers of a file's lines, from 1; those in entries know them, unless there are so many
    that the rows of the file are set aside, which leaves nothing but numbers."""
    begins = list(_list_entries(lines))
    if not begins or len(begins) > MAX_IN_MEMORY:
        return list(range(1, len(lines) + 1))
    numbers: list[int] = list(range(1, begins[0][0] + 1))
    met = Counter[str]()
    for (start, path), (end, _) in pairwise((*begins, (len(lines), ""))):
        name = path or _find_id(lines[start:end])
        met[name] += 1
        entry = f"{name}#{met[name]}"
        numbers += (EntryLine(start + below + 1, entry, below) for below in range(end - start))
    return numbers


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
