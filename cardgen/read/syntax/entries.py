"""Which lines of a file stand in which entry: of a style, a piece, a layout.

In      the lines of a file of layouts; the tree that was read of such files.
Out     the numbers of the lines, which know their entries (`core.entry_lines`); where these begin.

An entry begins with the line of its name, and goes on until the next. Lines are looked at as text:
whichever entry a line is counted to, what is kept says the same of it as the keys do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from cardgen.core.entry_lines import EntryLine
from cardgen.read.syntax.nodes import MappingNode, Node, SequenceNode

_SECTION = re.compile(r"(styles|pieces|layouts)\s*:")
_NAME = re.compile(r"( +)([^\s#-][^:]*)\s*:")


def number_lines(lines: Sequence[str]) -> list[int]:
    """The numbers of a file's lines, from 1; those in entries know them."""
    numbers: list[int] = []
    section = indent = entry = ""
    start, met = 0, Counter[str]()
    for number, line in enumerate(lines, 1):
        if line and line[0] not in " #\t":
            found = _SECTION.match(line)
            section, indent, entry = found[1] if found else "", "", ""
        elif section and (name := _NAME.match(line)) and name[1] == (indent or name[1]):
            indent, path = name[1], f"{section}/{name[2]}"
            met[path] += 1
            entry, start = f"{path}#{met[path]}", number
        numbers.append(EntryLine(number, entry, number - start) if entry else number)
    return numbers


def list_starts(node: Node | None) -> dict[tuple[str, str], int]:
    """Where the entries of a tree begin, by file and entry."""
    starts: dict[tuple[str, str], int] = {}
    for one in _list_nodes(node):
        line = one.span.line
        if isinstance(line, EntryLine):
            starts[one.span.file, line.entry] = line - line.below
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
