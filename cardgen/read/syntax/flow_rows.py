"""Rows in braces that take one line each, read without a YAML parser.

In      the text of a table: `- {name: Fox, rule: "Draw one, or two."}`.
Out     the nodes that a parser's events would become.
Not here  what the parser makes of other rows (`read.syntax.node_builder`).

Most rows of large tables are plain texts in braces, which say all that they mean. What is between
them goes to the parser, some lines at a time. A row ends where a list item begins in the first
column: from there on YAML knows nothing of what was before, but for anchors, which the builder of
the nodes remembers. Wherever the parser finds anything else (an error, a second document, another
list) it has to read the file from its start.

10,000 rows of four fields are read in 0.25 s of processor time instead of 0.47, of the 1.4 s that a
check took after an edit. Small tables gain nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from cardgen.core.findings import Span
from cardgen.read.syntax.node_builder import NodeBuilder, TooMuchError
from cardgen.read.syntax.nodes import MappingNode, ScalarNode, SequenceNode

Parse = Callable[[str], Iterator[Any]]

_BEGIN = "- {"
_ENTRY = re.compile(
    r" *(?P<key>[^\W\d]\w{0,50}(?:[ -]\w{1,50}){0,9}): +"
    r"(?:(?P<plain>(?:\w|[(+.]|-(?=\d))[^\n,:?#\[\]{}]*)"
    r"|\"(?P<double>[^\n\"\\]*)\" *"
    r"|'(?P<single>[^\n']*)' *)"
    r"(?:, *(?=[^\W\d])|(?P<end>\} *(?:\r?\n|\Z)))"
)
"""A key and a value of which every version of YAML says the same."""
_MARKS = re.compile(r"^(?:---|\.\.\.|%)", re.MULTILINE)
"""Lines that may begin or end a document."""


def read_flow_table(text: str, builder: NodeBuilder, parse: Parse) -> SequenceNode | None:
    """Read a list of rows.

    Args:
        text: The file.
        builder: Makes nodes of events, and takes the rows.
        parse: Gives the events of a part of the text.

    Returns:
        The list; None where the parser has to read all of the file. The builder has counted the
        rows that were handed over until then.
    """
    if not _is_plain(text, builder.lines):
        return None
    try:
        return _FlowTable(text, builder, parse).read()
    except (yaml.YAMLError, TooMuchError, _NoListError):
        return None


def _is_plain(text: str, lines: list[str]) -> bool:
    """Whether there is a row to read, and no character that YAML may refuse or break a line at."""
    return (
        _find_row(text, 0) < len(text)
        and len(lines) == text.count("\n") + (text[-1] != "\n")
        and "".join(lines).isprintable()
    )


def _find_row(text: str, start: int) -> int:
    """Where the first row begins that is read here, from a line on; else the text's end."""
    place = start
    while read_flow_row(text, place, "", 0) is None:
        place = text.find("\n" + _BEGIN, place) + 1
        if not place:
            return len(text)
    return place


def read_flow_row(text: str, start: int, file: str, line: int) -> tuple[MappingNode, int] | None:
    """Read the row that begins at a line's start.

    Returns:
        The row, and where the line below it begins; None where a parser has to look.
    """
    if not text.startswith(_BEGIN, start):
        return None
    before, place = start - 1, start + len(_BEGIN)
    row = MappingNode(Span(file, line, place - before - 1, place - before))
    entries = row.entries
    while found := _ENTRY.match(text, place):
        name, plain = found["key"], found["plain"]
        if name in entries:
            return None
        begin, end = found.span("key")
        key = ScalarNode(Span(file, line, begin - before, end - before), name, True, 0)
        if plain is not None:
            begin, value = found.start("plain") - before, plain.rstrip(" ")
            span = Span(file, line, begin, begin + len(value))
            entries[name] = key, ScalarNode(span, value, True, 0)
        else:
            quoted = "single" if found["double"] is None else "double"
            begin, end = found.span(quoted)
            span = Span(file, line, begin - 1 - before, end + 1 - before)
            entries[name] = key, ScalarNode(span, found[quoted], False, 1)
        place = found.end()
        if found["end"] is not None:
            return row, place
    return None


class _NoListError(Exception):
    """A part of the file is no list, or not only."""


class _FlowTable:
    """A table that is read from its start to its end."""

    def __init__(self, text: str, builder: NodeBuilder, parse: Parse) -> None:
        self._text, self._builder, self._parse = text, builder, parse
        self._list: SequenceNode | None = None
        self._held: MappingNode | None = None
        """The last row. It is handed over once the next line begins well: a parser, which may
        have to read the file after all, gives no row before that."""

    def read(self) -> SequenceNode | None:
        """Hand over all rows."""
        text, builder = self._text, self._builder
        place = line = 0
        while place < len(text):
            number = builder.numbers[line]
            found = read_flow_row(text, place, builder.file, number)
            if found is not None and builder.counts(found[0]):
                self._begin(Span(builder.file, number, 1, 2))
                line, (row, place) = line + 1, found
                self._hold(row)
            else:
                next_line = text.find("\n", place) + 1
                end = _find_row(text, next_line) if next_line else len(text)
                self._parse_part(text[place:end], line)
                line, place = line + text.count("\n", place, end), end
        self._hold(None)
        builder.finish()
        return self._list

    def _hold(self, row: MappingNode | None) -> None:
        """Hand over the row that was held, and hold the next one."""
        if self._held is not None:
            self._builder.hand_over(self._held)
        self._held = row

    def _begin(self, span: Span) -> None:
        if self._list is None:
            self._list = self._builder.begin_list(span)

    def _parse_part(self, part: str, line: int) -> None:
        """Hand over the rows of some lines that are read by a parser."""
        if _MARKS.search(part):
            raise _NoListError
        events = self._parse(part)
        self._builder.first = line
        for event in events:
            if isinstance(event, yaml.NodeEvent):
                if not _is_same_list(event):
                    raise _NoListError
                self._begin(self._builder.span(event))
                self._hold(None)
                self._builder.items(events, self._builder.hand_over, 1)


def _is_same_list(event: Any) -> bool:
    """Whether what begins are further items of the list that the document is."""
    is_list = isinstance(event, yaml.SequenceStartEvent) and not event.flow_style
    start: Any = event.start_mark
    return is_list and not (start.column or event.anchor or event.tag)
