"""Events of a YAML parser → nodes that know their places.

In      the lines of a file, the events of a parser for all of it or for some of its rows.
Out     nodes; findings for what YAML allows and no card has.
Not here  which parser (`read.syntax.yaml_tree`).

The events bound depth and size, and show a duplicate key before it is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml
from msgspec import Struct, field

from cardgen.core.findings import Finding, Note, Span
from cardgen.read.syntax.entries import LineNumbers
from cardgen.read.syntax.loose_keys import (
    describe_cut_text,
    has_no_value,
    is_plain_text,
    is_word,
    join_text,
    read_tight_entry,
)
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.syntax.scalar_places import find_verbatim

MAX_DEPTH = 60
MAX_NODES = 400_000
_TOO_DEEP = "nested too deeply", f"at most {MAX_DEPTH} lists and mappings stand in one another"
_TOO_LARGE = "too large", "divide the file"
MAX_FAULTS = 2_000
"""Of the file as YAML; each is told."""
_ROWS = 1
"""How deep the rows of a table are: one that is an alias stands in a place of its own."""


class TooMuchError(Exception):
    """A file holds more than is read of it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class _Anchor(Struct, frozen=True):
    """A node with a name: each alias brings all its nodes, and their depth, again."""

    node: Node
    nodes: int
    height: int


class _OddEntries(Struct):
    """Entries of a mapping that are looked at once all of it is read."""

    merges: list[tuple[ScalarNode, Node]] = field(default_factory=list)
    repeated: list[ScalarNode] = field(default_factory=list)
    """Keys that are there already."""
    cut: dict[str, ScalarNode] = field(default_factory=dict)
    """Texts that end at a comma, by key, with the first word behind it."""


class NodeBuilder:
    """Makes the nodes of one file."""

    def __init__(
        self, file: str, lines: list[str], each: Callable[[Node], None] | None = None
    ) -> None:
        self.file = file
        self.lines = lines
        self.numbers = LineNumbers(lines)
        self.each = each
        self.findings: list[Finding] = []
        self.anchors: dict[str, _Anchor] = {}
        self.unused: dict[str, Span] = {}
        """Anchors on texts that no alias has named yet: a text may begin with `&`."""
        self.first = 0
        """The line of the file that is the parser's first, both from 0."""
        self.handed = 0
        """Items that were handed over."""
        self.nodes = 0
        self.deepest = 0
        self.is_list = False
        """Whether the document is a list, as tables are."""
        self.doubts: list[Finding] = []
        """Texts that may be cut off, told of where all of the file is YAML."""

    def document(self, events: Iterator[Any]) -> Node | None:
        root: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                message = "a second document begins here; only the first is read"
                self.report("yaml-document", message, self.span(event), "remove the `---` line")
                return root
            if isinstance(event, yaml.NodeEvent):
                self.is_list = isinstance(event, yaml.SequenceStartEvent)
                root = self.node(event, events, 0)
        self.finish()
        return root

    def finish(self) -> None:
        """Report what is known once all was read."""
        self.report_unused()
        self.findings += self.doubts

    def begin_list(self, span: Span) -> SequenceNode:
        """The list that the document is, where it is read in parts."""
        self.nodes += 1
        self.is_list = True
        root = SequenceNode(span)
        self.each = self.each or root.items.append
        return root

    def hand_over(self, item: Node) -> None:
        """Give an item of the document to who wants it."""
        assert self.each is not None
        self.handed += 1
        self.each(item)

    def items(self, events: Iterator[Any], take: Callable[[Node], None], depth: int) -> None:
        """Take what stands in a list that has begun."""
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            take(self.node(event, events, depth))

    def counts(self, row: MappingNode) -> bool:
        """Count the nodes of a row of texts, unless there are too many."""
        nodes = 1 + 2 * len(row.entries)
        if self.nodes + nodes > MAX_NODES or len(self.findings) > MAX_FAULTS:
            return False
        self.nodes += nodes
        return True

    def report_unused(self) -> None:
        for name, span in self.unused.items():
            message = f"`&{name}` names a value that nothing repeats, and is no part of the text"
            hint = "quote a text that begins with `&`, or remove the name"
            self.findings.append(Finding("yaml-alias", message, span, "warning", hint=hint))

    def node(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        self.take(1, depth, event)
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event, depth)
        if event.tag and event.tag not in _HARMLESS_TAGS:
            self.report_tag(event)
        if event.anchor:
            return self.anchored(event, events, depth)
        return self.content(event, events, depth)

    def report_tag(self, event: Any) -> None:
        """A tag is no part of the text, and no type that cards have."""
        name = event.tag.removeprefix("tag:yaml.org,2002:")
        shown = event.tag if name == event.tag else f"!!{name}"
        message = f"`{shown}` is a YAML tag, which no card has, and no part of the text"
        self.report("yaml-tag", message, self.span(event), "quote a text that begins with `!`")

    def take(self, nodes: int, depth: int, event: Any) -> None:
        """Count nodes down to `depth`, and stop where they are too many or too deep."""
        self.nodes += nodes
        self.deepest = max(self.deepest, depth)
        if len(self.findings) > MAX_FAULTS:
            message = f"over {MAX_FAULTS:,} faults stand above; what follows is not read"
            hint = "mend those first"
            raise TooMuchError(Finding("yaml-limit", message, self.span(event), hint=hint))
        if depth > MAX_DEPTH or self.nodes > MAX_NODES:
            what, hint = _TOO_DEEP if depth > MAX_DEPTH else _TOO_LARGE
            raise TooMuchError(
                Finding("yaml-limit", f"this is {what}", self.span(event), hint=hint)
            )

    def anchored(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        before, around = self.nodes, self.deepest
        self.deepest = depth
        node = self.content(event, events, depth)
        height = self.deepest - depth
        self.deepest = max(self.deepest, around)
        if event.anchor in self.anchors:
            message = f"the anchor `&{event.anchor}` is there twice"
            note = (Note("the first is", self.anchors[event.anchor].node.span),)
            hint = "give one of them another name"
            span = self.span(event)
            self.findings.append(Finding("yaml-alias", message, span, hint=hint, notes=note))
        if isinstance(node, ScalarNode):
            self.unused[event.anchor] = self.span(event)
        self.anchors[event.anchor] = _Anchor(node, self.nodes - before, height)
        return node

    def content(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            sequence = SequenceNode(self.span(event))
            take = self.each if self.each and not depth else sequence.items.append
            self.items(events, take, depth + 1)
            return sequence
        return self.mapping(event, events, depth)

    def mapping(self, event: Any, events: Iterator[Any], depth: int) -> Node:
        """A mapping: its own keys win over merged ones, wherever `<<` stands. A template without
        quotes is told, and read as that text."""
        mapping = MappingNode(self.span(event))
        odd, template = _OddEntries(), ""
        for inner in events:
            if isinstance(inner, yaml.MappingEndEvent):
                break
            key = self.node(inner, events, depth + 1)
            value = self.node(next(events), events, depth + 1)
            if not isinstance(key, ScalarNode):
                template = _read_template(key)
                asked = f'put a template in quotes: `"{template}"`' if template else ""
                hint = asked or "quote it to make it text"
                self.report("yaml-key", "a key must be a word", key.span, hint)
            elif has_no_value(key, value):
                self.loose_key(mapping, odd, key, value)
            else:
                self.entry(mapping, odd, key, value)
        self.report_cut(mapping, odd.cut)
        self.report_repeated(mapping, odd.repeated, in_braces=bool(event.flow_style))
        for key, value in odd.merges:
            self.merge(mapping, key, value)
        is_text = template and not mapping.entries
        return ScalarNode(mapping.span, template, plain=False) if is_text else mapping

    def entry(self, mapping: MappingNode, odd: _OddEntries, key: ScalarNode, value: Node) -> None:
        if key.plain and key.text == "<<":
            odd.merges.append((key, value))
        elif key.text in mapping.entries:
            odd.repeated.append(key)
        else:
            mapping.entries[key.text] = (key, value)

    def loose_key(
        self, mapping: MappingNode, odd: _OddEntries, key: ScalarNode, value: Node
    ) -> None:
        """A key without a value: an entry without a colon, the rest of a text, or what it is."""
        tight = read_tight_entry(key)
        if tight is not None:
            key, value, fault = tight
            self.findings.append(fault)
        elif self.is_rest_of_text(mapping, key, odd.cut):
            return
        self.entry(mapping, odd, key, value)

    def is_rest_of_text(
        self, mapping: MappingNode, key: ScalarNode, cut: dict[str, ScalarNode]
    ) -> bool:
        """Whether a key without a value is the rest of the text before it, which it is given back
        to. In a table a word alone may be a field that is empty: that is doubted alone."""
        name, (name_key, text) = next(reversed(mapping.entries.items()), ("", (key, key)))
        if not (name and is_plain_text(text)):
            return False
        assert isinstance(text, ScalarNode)
        if self.is_list and is_word(key.text) and name not in cut:
            self.doubt_comma(key)
            return False
        cut.setdefault(name, key)
        mapping.entries[name] = (name_key, join_text(text, key, self.lines))
        return True

    def report_cut(self, mapping: MappingNode, cut: dict[str, ScalarNode]) -> None:
        for name, rest in cut.items():
            text = mapping.entries[name][1]
            assert isinstance(text, ScalarNode)
            fault = describe_cut_text(text, rest, in_table=self.is_list)
            self.findings.append(fault)

    def report_repeated(
        self, mapping: MappingNode, keys: list[ScalarNode], *, in_braces: bool
    ) -> None:
        """Report keys that are there twice: several below each other are an entry without `-`."""
        rest = len(keys) - 1
        if rest > 0 and not in_braces:
            below = "the key below it" if rest == 1 else f"{rest} keys below it"
            what = f"`{keys[0].text}` is there twice, and so {'is' if rest == 1 else 'are'} {below}"
            self.report_twice(mapping, keys[0], what, "begin a new entry with `- `, or remove them")
            return
        for key in keys:
            what = f"`{key.text}` is there twice; the second would hide the first"
            self.report_twice(mapping, key, what, "remove or rename one of them")

    def report_twice(self, mapping: MappingNode, key: ScalarNode, message: str, hint: str) -> None:
        notes = (Note("the first is", mapping.entries[key.text][0].span),)
        self.findings.append(Finding("duplicate-key", message, key.span, hint=hint, notes=notes))

    def merge(self, mapping: MappingNode, key: ScalarNode, value: Node) -> None:
        sources = value.items if isinstance(value, SequenceNode) else [value]
        for source in sources:
            if not isinstance(source, MappingNode):
                message = "`<<` takes a mapping, or a list of them"
                self.report("yaml-merge", message, key.span, "point it at an anchor: `<<: *name`")
                continue
            self.nodes += len(source.entries)
            for name, entry in source.entries.items():
                mapping.entries.setdefault(name, entry)

    def alias(self, event: Any, depth: int) -> Node:
        target = self.anchors.get(event.anchor)
        self.unused.pop(event.anchor, None)
        if target is None:
            message = f"there is no anchor `&{event.anchor}` above"
            hint = (
                f"put `&{event.anchor}` before a value above, or quote a text that begins with `*`"
            )
            self.report("yaml-alias", message, self.span(event), hint)
            return ScalarNode(self.span(event), "", True)
        self.take(target.nodes, depth + target.height, event)
        if depth == _ROWS and isinstance(target.node, MappingNode):
            return MappingNode(self.span(event), target.node.entries)
        return target.node

    def scalar(self, event: Any) -> ScalarNode:
        span = self.span(event)
        if event.anchor or event.tag:
            span = self.behind_name(span)
        plain = event.style in (None, "")
        if plain:
            self.doubt_comment(event)
        verbatim = find_verbatim(event, span, self.lines, self.first)
        return ScalarNode(span, event.value, plain, verbatim)

    def behind_name(self, span: Span) -> Span:
        """The place of a text without the anchor and the tag before it, in its first line."""
        line = self.lines[span.line - 1] if span.line <= len(self.lines) else ""
        found = _ANCHORS.match(line, span.column - 1, span.end_column - 1)
        if found is None:
            return span
        return Span(span.file, span.line, found.end() + 1, span.end_column)

    def doubt_comment(self, event: Any) -> None:
        """Report a text that ends where `#` and a word stand: `Take card #3` loses its number, and
        of `name: #MeToo` in a table nothing is left; models tell of fields without a value."""
        line, end = event.end_mark.line + self.first, event.end_mark.column
        found = _TIGHT_HASH.match(self.lines[line], end) if line < len(self.lines) else None
        if found is None:
            return
        if not (found["number"] or " " in event.value or (self.is_list and not event.value)):
            return
        start = found.start("comment")
        span = Span(self.file, line + 1, start + 1, start + 1 + len(found["comment"]))
        message = (
            f"`{found['comment']}` is no part of the text: a `#` after a blank begins a comment"
        )
        hint = "put the text in quotes; in a comment, write a blank after the `#`"
        self.doubts.append(Finding("yaml-comment", message, span, "warning", hint=hint))

    def doubt_comma(self, key: ScalarNode) -> None:
        """Report a text in braces that ends at a comma: `{rule: Pay 3, or pass}`."""
        message = f"`{key.text}` has no value: the text before it ends at the comma"
        hint = "put the whole text in quotes"
        self.doubts.append(Finding("yaml-comma", message, key.span, "warning", hint=hint))

    def span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        at, column = start.line + self.first, start.column + 1
        known = at < len(self.lines)
        number = self.numbers[at] if known else at + 1
        if end.line == start.line:
            return Span(self.file, number, column, max(end.column + 1, column + 1))
        line = self.lines[at] if known else ""
        return Span(self.file, number, column, max(len(line) + 1, column + 1))

    def report(self, code: str, message: str, span: Span, hint: str) -> None:
        self.findings.append(Finding(code, message, span, hint=hint))


_ANCHORS = re.compile(r"(?:[&!]\S*[ \t]+)+(?=\S)")
_TIGHT_HASH = re.compile(r"[ \t]+(?P<comment>#(?=[^\s#!])(?P<number>\d)?.*)")
"""What may be part of a text before it: most comments have a blank after their sign."""


def _read_template(key: Node) -> str:
    """The template without quotes that YAML takes for mappings; "" for others."""
    if not isinstance(key, MappingNode) or len(key.entries) != 1:
        return ""
    [(name, value)] = key.entries.values()
    if not isinstance(value, ScalarNode) or value.text:
        return ""
    return f"{{{{ {name.text} }}}}"


_HARMLESS_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "seq", "map")
)
"""Tags that change nothing: the field decides what a text means."""
