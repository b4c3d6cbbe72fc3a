"""The nodes that every card file is read into: scalars, sequences and mappings with places.

In      what a parser found: texts, and where they stand in a file.
Out     `ScalarNode`, `SequenceNode` and `MappingNode`, which know their places.
Not here  parsing (`read.syntax.yaml_tree`, `read.tables`), what values mean (`read.models`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from msgspec import Struct, field, msgpack

from cardgen.cache.content_key import UNPACKABLE, make_content_key
from cardgen.cache.disk_store import DiskStore
from cardgen.core.entry_lines import as_key, as_number, move_line
from cardgen.core.findings import Span
from cardgen.read.syntax.written_lines import WrittenLine


class ScalarNode(Struct, gc=False, tag=True, array_like=True):
    """A text. `plain` is true where it was typed without quotes."""

    span: Span
    text: str
    plain: bool
    verbatim: int | tuple[WrittenLine, ...] | None = None
    """Columns from the start of `span` to the text, where the file holds it letter for letter; of
    one that it writes over several lines, or with escapes, where it goes on as it is written."""

    def part(self, start: int, length: int) -> Span:
        """The place of `text[start : start + length]`, as near as it is known."""
        if self.verbatim is None:
            return self.span
        if isinstance(self.verbatim, tuple):
            return self._part_of_written(self.verbatim, start, length)
        if "\n" not in self.text:
            return self.span.part(self.verbatim + start, length)
        return self._part_of_lines(start, length)

    def _part_of_written(self, lines: Sequence[WrittenLine], start: int, length: int) -> Span:
        """The place of a part that begins in one of several lines, as far as its line goes."""
        first = max(0, bisect_right(lines, start, key=lambda line: line[0]) - 1)
        offset, below, column = lines[first]
        start, last, end = max(start, offset), first, start + length
        while last + 1 < len(lines) and lines[last + 1][0] <= end and lines[last + 1][1] == below:
            last += 1
        if last + 1 < len(lines) and lines[last + 1][0] < end:
            end = start + len(self.text[start : lines[last + 1][0]].rstrip())
        begin, stop = column + start - offset, lines[last][2] + end - lines[last][0]
        line = move_line(self.span.line, below)
        return Span(self.span.file, line, begin, max(stop, begin + 1))

    def _part_of_lines(self, start: int, length: int) -> Span:
        """The same of a text that is written without indentation, as cells are."""
        assert isinstance(self.verbatim, int)
        length = min(length, len(self.text[start:].partition("\n")[0]))
        below = self.text.count("\n", 0, start)
        if not below:
            return self.span.part(self.verbatim + start, length)
        column = start - self.text.rindex("\n", 0, start)
        line = move_line(self.span.line, below)
        return Span(self.span.file, line, column, column + max(1, length))


class SequenceNode(Struct, tag=True, array_like=True):
    span: Span
    items: list[Node] = field(default_factory=list)


class MappingNode(Struct, tag=True, array_like=True):
    span: Span
    entries: dict[str, tuple[ScalarNode, Node]] = field(default_factory=dict)

    def value(self, key: str) -> Node | None:
        entry = self.entries.get(key)
        return entry[1] if entry else None

    def key(self, key: str) -> ScalarNode | None:
        entry = self.entries.get(key)
        return entry[0] if entry else None


Node = ScalarNode | SequenceNode | MappingNode


_pack = msgpack.Encoder(enc_hook=as_number).encode
_pack_key = msgpack.Encoder(enc_hook=as_key).encode
_unpack = msgpack.Decoder(MappingNode).decode


def digest_node(node: MappingNode) -> bytes:
    """Return what stands for a mapping, places in its entry included."""
    try:
        return _digest(_pack_key(node))
    except UNPACKABLE:
        return make_content_key(node)


def digest_lines(node: MappingNode) -> bytes:
    """Return what stands for a mapping, lines of the file included."""
    try:
        return _digest(_pack(node))
    except UNPACKABLE:
        return _digest(repr(node).encode("utf-8", "surrogatepass"))


def _digest(packed: bytes) -> bytes:
    return blake2b(packed, digest_size=16).digest()


class MappingStore:
    """Mappings that were set aside, and the one that was read last: who looks at a row asks for it
    several times."""

    __slots__ = ("_last", "_store")

    def __init__(self) -> None:
        self._store = DiskStore()
        self._last: tuple[int, MappingNode] | None = None

    def put(self, packed: bytes) -> int:
        return self._store.put(packed)

    def get(self, place: int) -> MappingNode:
        last = self._last
        if last is None or last[0] != place:
            last = self._last = place, _unpack(self._store.get(place))
        return last[1]


class StoredMapping:
    """A mapping that was set aside; its places know no entries."""

    __slots__ = ("_place", "_store", "digest", "span")

    def __init__(self, mapping: MappingNode, store: MappingStore) -> None:
        packed = _pack(mapping)
        span = mapping.span
        self.span = Span(span.file, int(span.line), span.column, span.end_column)
        self.digest = _digest(packed)
        self._store, self._place = store, store.put(packed)

    def open(self) -> MappingNode:
        return self._store.get(self._place)


def find(node: Node | None, *path: str | int) -> Node | None:
    """The node at `path` below `node`, or None."""
    for step in path:
        if isinstance(node, MappingNode) and isinstance(step, str):
            node = node.value(step)
        elif isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            return None
    return node


def list_spans(node: Node | None) -> Iterator[Span]:
    """Iterate over the places of a tree's keys and values."""
    if node is None:
        return
    yield node.span
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from list_spans(item)
    elif isinstance(node, MappingNode):
        for key, value in node.entries.values():
            yield key.span
            yield from list_spans(value)
