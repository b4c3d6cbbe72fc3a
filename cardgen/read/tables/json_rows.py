"""JSON and JSON Lines → the same nodes that YAML gives, with their places.

In      the text of a file.
Out     rows one by one; findings for what is not JSON.

Our own scanner, because the standard library's loses the places of values.

Source  RFC 8259; https://jsonlines.org.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]

from cardgen.core.findings import Finding, Note, Span
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.syntax.written_lines import JSON_ESCAPES, align_escapes

MAX_DEPTH = 40
_SPACE = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_WORD = re.compile(r"//|/\*|#|'|[-+]?\w+")
_FOREIGN = {
    "//": "delete it: JSON has no comments",
    "/*": "delete it: JSON has no comments",
    "#": "delete it: JSON has no comments",
    "True": "write `true`",
    "False": "write `false`",
    "None": "write `null`",
    "undefined": "write `null`",
    "NaN": "write `null`, or a number",
}
"""What other languages write where JSON wants a value, and what to write."""


class _SyntaxFault(Exception):
    def __init__(self, message: str, at: int, hint: str = "") -> None:
        super().__init__(message)
        self.at, self.hint = at, hint


def read_json(
    text: str, file: str, take: Callable[[Node], None], findings: list[Finding], *, lines: bool
) -> bool:
    """Hand over the rows of a table.

    Args:
        text: What the file holds.
        file: Its name, for places.
        take: Is given each item of the list that the text is, or each line's value.
        findings: Takes what is wrong.
        lines: Whether each line is a value of its own (JSON Lines).

    Returns:
        Whether the file held anything.
    """
    scanner = _JsonScanner(text, file, findings)
    try:
        if lines:
            return scanner.lines(take)
        return scanner.table(take)
    except _SyntaxFault as fault:
        place = scanner.span(fault.at, fault.at + 1)
        findings.append(Finding("json-syntax", str(fault), place, hint=fault.hint))
        return True


class _JsonScanner:
    def __init__(self, text: str, file: str, findings: list[Finding]) -> None:
        self.text, self.file, self.findings = text, file, findings
        self.at = 0
        self.starts = [0, *(found.end() for found in re.finditer(r"\n", text))]

    def lines(self, take: Callable[[Node], None]) -> bool:
        some = False
        while self.skip() < len(self.text):
            take(self.value(0))
            some = True
        return some

    def table(self, take: Callable[[Node], None]) -> bool:
        if self.skip() == len(self.text):
            return False
        if self.text[self.at] != "[":
            start = self.at
            hint = self.find_list() or "begin the file with `[`, then a `{…}` for each card"
            raise _SyntaxFault("a table in JSON is a list of cards", start, hint)
        self.items(take, 0)
        if self.skip() < len(self.text):
            raise _SyntaxFault("there is text after the end of the list", self.at)
        return True

    def find_list(self) -> str:
        """Where the list of cards may be within what another program wrote; "" if that is not
        known."""
        try:
            whole = self.value(0)
        except _SyntaxFault:
            return ""
        for name, (_, value) in whole.entries.items() if isinstance(whole, MappingNode) else ():
            items = value.items if isinstance(value, SequenceNode) else ()
            if any(isinstance(item, MappingNode) for item in items):
                return f"it seems to stand under `{name}`: keep that list alone, with its brackets"
        lines = self.text[self.skip() : self.at + 1] == "{"
        return "this is an object a line: call the file `.jsonl`" if lines else ""

    def skip(self) -> int:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def value(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise _SyntaxFault("this is nested too deeply", self.at)
        start = self.skip()
        mark = self.text[start : start + 1]
        if mark == "{":
            return self.mapping(depth)
        if mark == "[":
            sequence = SequenceNode(self.span(start, start + 1))
            self.items(sequence.items.append, depth)
            return sequence
        return self.string() if mark == '"' else self.plain()

    def items(self, take: Callable[[Node], None], depth: int) -> None:
        opened = self.at
        self.at += 1
        if self.closes("]"):
            return
        while True:
            take(self.value(depth + 1))
            if self.closes("]"):
                return
            self.comma(opened)

    def mapping(self, depth: int) -> MappingNode:
        opened = self.at
        node = MappingNode(self.span(opened, opened + 1))
        self.at += 1
        if self.closes("}"):
            return node
        while True:
            if self.text[self.skip() : self.at + 1] != '"':
                hint = "put it in double quotes"
                raise _SyntaxFault("expected the name of a field", self.at, hint)
            key = self.string()
            if self.text[self.skip() : self.at + 1] != ":":
                raise _SyntaxFault("expected a `:` after the name of a field", self.at)
            self.at += 1
            self.enter(node, key, self.value(depth + 1))
            if self.closes("}"):
                return node
            self.comma(opened)

    def enter(self, node: MappingNode, key: ScalarNode, value: Node) -> None:
        if key.text not in node.entries:
            node.entries[key.text] = (key, value)
            return
        message = f"`{key.text}` is there twice; the second would hide the first"
        notes = (Note("the first is", node.entries[key.text][0].span),)
        hint = "remove or rename one of them"
        self.findings.append(Finding("duplicate-key", message, key.span, hint=hint, notes=notes))

    def closes(self, bracket: str) -> bool:
        if self.text[self.skip() : self.at + 1] != bracket:
            return False
        self.at += 1
        return True

    def comma(self, opened: int) -> None:
        if self.text[self.at : self.at + 1] == ",":
            comma, self.at = self.at, self.at + 1
            if self.text[self.skip() : self.at + 1] in ("]", "}"):
                raise _SyntaxFault("nothing follows this comma", comma, "remove the comma")
            return
        line = bisect_right(self.starts, opened)
        hint = f"put a comma between entries, or close the bracket of line {line}"
        raise _SyntaxFault("expected a comma or a closing bracket", self.at, hint)

    def string(self) -> ScalarNode:
        start = self.at
        try:
            text, self.at = scanstring(self.text, start + 1, True)
        except JSONDecodeError as error:
            hint = "close the text with a quote; write a line break as `\\n`"
            raise _SyntaxFault("this text is broken or never closed", error.pos, hint) from None
        raw, span = self.text[start + 1 : self.at - 1], self.span(start, self.at)
        if raw == text:
            return ScalarNode(span, text, False, 1)
        written = align_escapes(text, raw, JSON_ESCAPES, column=span.column + 1)
        return ScalarNode(span, text, False, written or None)

    def plain(self) -> ScalarNode:
        found = _PLAIN.match(self.text, self.at)
        if found is None:
            word = _WORD.match(self.text, self.at)
            hint = _FOREIGN.get(word[0] if word else "", "put a text in double quotes")
            raise _SyntaxFault("expected a value", self.at, hint)
        start, self.at = self.at, found.end()
        text = "" if found[0] == "null" else found[0]
        return ScalarNode(self.span(start, self.at), text, True, 0 if text else None)

    def span(self, start: int, end: int) -> Span:
        line = bisect_right(self.starts, start)
        column = start - self.starts[line - 1] + 1
        return Span(self.file, line, column, column + max(1, end - start))
