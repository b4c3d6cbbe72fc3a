"""YAML text → a tree of nodes that know their places.

In      the text of a file.
Out     `ScalarNode`, `SequenceNode` and `MappingNode` nodes; findings for all that is not YAML.
Not here  what the values mean (`read.models.game_file`), what broken syntax means
        (`read.syntax.yaml_faults`).

All scalars stay text: `no`, `on`, `1e3` and `0x1` are titles and letters as often as
they are booleans and numbers, so the model decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, repeat
from typing import Any

import yaml

from cardgen.core.findings import Finding, Span
from cardgen.read.syntax.flow_rows import read_flow_table
from cardgen.read.syntax.merge_marks import find_conflict
from cardgen.read.syntax.node_builder import NodeBuilder, TooMuchError
from cardgen.read.syntax.nodes import Node, SequenceNode

_MOST_KEPT = 200_000
"""Characters of a file whose tree is kept for the next reader."""

_stopped: dict[str, tuple[str, tuple[Finding, ...]]] = {}
"""Large files, by name, that could not be parsed to their ends, and why."""
_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def read_yaml(
    text: str, file: str, each: Callable[[Node], None] | None = None
) -> tuple[Node | None, list[Finding]]:
    """Parse one document.

    Args:
        text: What the file holds.
        file: Its name, for places.
        each: Takes the items of the list that the document is, one by one; then the list is
            returned without them.

    Returns:
        The root node, or None where there is none, and the findings.
    """
    if len(text) > _MOST_KEPT:
        return _parse(text, file, each) if each else _parse_large(text, file)
    root, findings = _parse_once(text, file)
    if each is None or not isinstance(root, SequenceNode):
        return (root, list(findings)) if root or each is None else _parse(text, file, each)
    for item in root.items:
        each(item)
    return SequenceNode(root.span), list(findings)


def _parse_large(text: str, file: str) -> tuple[Node | None, list[Finding]]:
    """Parse a file whose tree nobody keeps; what stopped it is kept, as that takes seconds."""
    known = _stopped.get(file)
    if known is not None and known[0] == text:
        return None, list(known[1])
    root, findings = _parse(text, file, None)
    if root is None:
        _stopped[file] = text, tuple(findings)
    return root, findings


@lru_cache(maxsize=24)
def _parse_once(text: str, file: str) -> tuple[Node | None, tuple[Finding, ...]]:
    """The tree of a file that the editions of a game read one after the other. Nobody changes a
    node: what an edition lays over a tree are nodes of its own."""
    root, findings = _parse(text, file, None)
    return root, tuple(findings)


def _parse(
    text: str, file: str, each: Callable[[Node], None] | None
) -> tuple[Node | None, list[Finding]]:
    conflict = find_conflict(text, file)
    if conflict is not None:
        return None, [conflict]
    lines = text.splitlines()
    builder = NodeBuilder(file, lines, each)
    is_large = len(text) > _MOST_KEPT
    table = read_flow_table(text, builder, _list_events) if is_large else None
    if table is not None:
        return table, builder.findings
    rest = _skip(builder.handed, each) if each and builder.handed else each
    return _parse_whole(text, NodeBuilder(file, lines, rest))


def _skip(count: int, each: Callable[[Node], None]) -> Callable[[Node], None]:
    """Hand over the items of a document but for the first ones."""
    rest = chain(repeat(_ignore, count), repeat(each))
    return lambda node: next(rest)(node)


def _ignore(_node: Node) -> None:
    """Do nothing with an item that was handed over before."""


def _list_events(text: str) -> Iterator[Any]:
    events: Iterator[Any] = yaml.parse(text, Loader=_Loader)
    return events


def _parse_whole(text: str, builder: NodeBuilder) -> tuple[Node | None, list[Finding]]:
    file = builder.file
    try:
        root = builder.document(_list_events(text))
    except yaml.MarkedYAMLError as error:
        from cardgen.read.syntax.yaml_faults import describe_yaml_error  # few files are at fault

        return None, [*builder.findings, describe_yaml_error(error, file, text, builder.lines)]
    except (yaml.YAMLError, UnicodeEncodeError):  # a character that YAML forbids
        return None, [*builder.findings, _unprintable(text, file)]
    except TooMuchError as error:
        return None, [*builder.findings, error.finding]
    if root is None:
        span = Span(file, 1, 1, 2)
        return None, [Finding("empty-file", "the file is empty", span, hint="see `cardgen new`")]
    return root, builder.findings


_PRINTABLE = "[\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""Compiled where something is wrong: that takes 3 ms."""


def _unprintable(text: str, file: str) -> Finding:
    bad = next((i for i, c in enumerate(text) if not _printable(c)), 0)
    line = text.count("\n", 0, bad)
    column = bad - (text.rfind("\n", 0, bad) + 1)
    span = Span(file, line + 1, column + 1, column + 2)
    message = f"not valid YAML: the character U+{ord(text[bad]):04X} is not allowed"
    return Finding("yaml-syntax", message, span, hint="delete it; it is invisible")


def _printable(character: str) -> bool:
    return re.match(_PRINTABLE, character) is not None
