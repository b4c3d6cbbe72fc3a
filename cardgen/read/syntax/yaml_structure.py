"""YAML text → where each of its nodes stands, to the character.

In      the text of a file, without a byte order mark.
Out     a tree of `YamlPart`s with offsets into the text, and every event in order.
Not here  what the nodes mean (`read.syntax.yaml_tree`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml
from msgspec import Struct, field

from cardgen.read.syntax.node_builder import MAX_DEPTH, MAX_NODES

_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class StructureError(Exception):
    """A text has no structure that could be edited; the message says why."""


class YamlPart(Struct):
    """A node with its extent: `text[start:end]`. A block scalar ends with its last line break."""

    kind: str
    """`scalar`, `list`, `mapping` or `alias`."""
    start: int
    end: int
    line: int
    column: int
    """Both counted from 0."""
    index: int
    """Of its event."""
    anchor: str = ""
    style: str = ""
    """Of a scalar: "" for plain, a quote, `|` or `>`. Of a collection: `{` if it is in braces."""
    value: str = ""
    parts: list[YamlPart] = field(default_factory=list)
    """Of a list its items; of a mapping keys and values in turns."""

    @property
    def entries(self) -> Iterator[tuple[YamlPart, YamlPart]]:
        """Keys and values of a mapping."""
        return zip(self.parts[::2], self.parts[1::2], strict=True)

    def walk(self) -> Iterator[YamlPart]:
        """It, and all parts in it, in the order of the text."""
        yield self
        for part in self.parts:
            yield from part.walk()

    @property
    def last(self) -> YamlPart:
        """The part of it that stands last in the text."""
        return self.parts[-1].last if self.parts and self.style != "{" else self


class YamlStructure(Struct):
    """A parsed file."""

    root: YamlPart
    events: list[tuple[object, ...]]
    """What the text says, without where and in which style."""
    repeated: frozenset[str]
    """Names of anchors that an alias brings again."""


def parse_structure(text: str) -> YamlStructure:
    """Parse a file whose first document is what counts.

    Raises:
        StructureError: it is no YAML, or too large.
    """
    reader = _StructureReader()
    try:
        root = reader.read(yaml.parse(text, Loader=_Loader))
    except (yaml.YAMLError, UnicodeEncodeError):
        raise StructureError("the file is not valid YAML") from None
    if root is None:
        raise StructureError("the file is empty")
    return YamlStructure(root, reader.events, frozenset(reader.repeated))


class _StructureReader:
    def __init__(self) -> None:
        self.events: list[tuple[object, ...]] = []
        self.repeated: set[str] = set()

    def read(self, events: Iterator[Any]) -> YamlPart | None:
        root: YamlPart | None = None
        for event in events:
            if isinstance(event, yaml.NodeEvent):
                part = self.part(event, events, 0)
                root = root or part
        return root

    def part(self, event: Any, events: Iterator[Any], depth: int) -> YamlPart:
        if depth > MAX_DEPTH or len(self.events) > 2 * MAX_NODES:
            raise StructureError("the file is too large or too deeply nested")
        kind, said = _describe_event(event)
        mark: Any = event.start_mark
        part = YamlPart(
            kind, mark.index, event.end_mark.index, mark.line, mark.column, len(self.events),
            event.anchor or "", _style(event), getattr(event, "value", ""),
        )  # fmt: skip
        self.events.append(said)
        if kind == "alias":
            self.repeated.add(event.anchor)
        elif kind != "scalar":
            self.collect(part, events, depth)
        return part

    @staticmethod
    def offset(mark: Any) -> int:
        return int(mark.index)

    def collect(self, part: YamlPart, events: Iterator[Any], depth: int) -> None:
        for inner in events:
            if isinstance(inner, yaml.CollectionEndEvent):
                part.end = self.offset(inner.end_mark)
                self.events.append(("end",))
                return
            part.parts.append(self.part(inner, events, depth + 1))


def _describe_event(event: Any) -> tuple[str, tuple[object, ...]]:
    if isinstance(event, yaml.AliasEvent):
        return "alias", ("alias", event.anchor)
    if isinstance(event, yaml.ScalarEvent):
        quoted = event.style not in (None, "")
        return "scalar", ("scalar", event.anchor, event.tag, event.value, quoted)
    kind = "list" if isinstance(event, yaml.SequenceStartEvent) else "mapping"
    return kind, (kind, event.anchor, event.tag)


def _style(event: Any) -> str:
    if isinstance(event, yaml.ScalarEvent):
        return str(event.style or "")
    return "{" if getattr(event, "flow_style", False) else ""
