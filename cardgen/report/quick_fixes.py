"""Hints that are edits, as edits: what to replace by what, where.

In      a `Finding`, the lines of its file.
Out     `Fix`es; a safe one first.
Not here  writing files (`report.fixed_files`), editors (`lsp`).

A hint says what to type instead of what it stands under. Where that can be told from the words of
the hint and from what is written there, it is an edit; where not, there is none: a fix never
guesses. A safe one leaves a game that means what was meant: a name that is nowhere becomes the
nearest one, a space inside quotation marks goes. Others change what the game says, such as the
copies of a card, and are offered one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from cardgen.core.file_lines import YAML_FILES
from cardgen.core.findings import Finding, ReadLine, Span

TEXT_FILES = (*YAML_FILES, ".md")


class Fix(Struct, frozen=True):
    """An edit in one line of a file of the game."""

    title: str
    span: Span
    """What is replaced; nothing, if it ends where it begins."""
    old: str
    new: str
    is_safe: bool


_MEANT = re.compile(r"(?:did you mean|is it the card) `([^`]+)`\?\Z")
_TYPED = re.compile(r"type `([^`]+)`\Z")
_WRITTEN = re.compile(r"write `([A-Za-z][\w-]*): ([^`{}\[\],…]+)`\Z")
_NOWHERE = ("unknown-", "undefined-", "wrong-type")
"""How codes begin of names, and words to choose from, that are not there."""
_RAISED = re.compile(r"(raise|lower) `copies` by (\d+)\b")
_COPIES = re.compile(r"(?<![\w-])copies: *(\d+)")
_QUOTED = re.compile(r"""(["'])(.*)\1\Z""")
_PLAIN = re.compile(r"[A-Za-z_][\w .+/-]*\Z")
_NEEDS_QUOTES = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))


def find_fixes(finding: Finding, read_line: ReadLine) -> tuple[Fix, ...]:
    """Return the edits that a finding's hint stands for, those that are safe first."""
    span = finding.span
    if span is None or not span.file.endswith(TEXT_FILES):
        return ()
    line = read_line(span.file, span.line)
    if line is None or span.column > len(line):
        return ()
    found = _list_edits(finding, span, line)
    return tuple(sorted(found, key=lambda fix: not fix.is_safe))


def _list_edits(finding: Finding, span: Span, line: str) -> Iterator[Fix]:
    old = line[span.column - 1 : span.end_column - 1]
    if meant := _MEANT.search(finding.hint):
        yield from _replace_name(finding, span, old, meant[1])
    elif typed := _TYPED.fullmatch(finding.hint):
        if len(old) == 1 and f"`{old}`" in finding.message:
            yield Fix(f"type {typed[1]}", span, old, typed[1], is_safe=True)
    elif finding.hint == "delete the space":
        yield from _delete_space(span, old, line, finding.message)
    elif written := _WRITTEN.fullmatch(finding.hint):
        yield from _replace_value(span, old, line, written[1], written[2])
    elif raised := _RAISED.match(finding.hint):
        yield from _change_copies(span, line, int(raised[2]) * (1 if raised[1] == "raise" else -1))


def _replace_name(finding: Finding, span: Span, old: str, new: str) -> Iterator[Fix]:
    """The nearest name in the place of one that is nowhere."""
    quoted = _QUOTED.match(old)
    typed = quoted[2] if quoted else old
    if not typed or f"`{typed}`" not in finding.message or "\n" in new:
        return
    if quoted:
        text = f"{quoted[1]}{new}{quoted[1]}"
        if any(sign in new for sign in (quoted[1], "\\")):
            return
    elif _PLAIN.match(new) and new.casefold() not in _NEEDS_QUOTES and new == new.strip():
        text = new
    else:
        return
    safe = finding.severity == "error" and finding.code.startswith(_NOWHERE)
    yield Fix(f"write `{new}`", span, old, text, is_safe=safe)


def _delete_space(span: Span, mark: str, line: str, message: str) -> Iterator[Fix]:
    """The space beside a quotation mark, on its inner side."""
    if len(mark.lstrip("\\")) != 1:
        return
    start, end = span.column - 1, span.end_column - 1
    if "follows" in message:
        length = len(line[end:]) - len(line[end:].lstrip(" "))
        place = Span(span.file, span.line, end + 1, end + 1 + length)
    else:
        length = start - len(line[:start].rstrip(" "))
        place = Span(span.file, span.line, start + 1 - length, start + 1)
    if length:
        yield Fix("delete the space", place, " " * length, "", is_safe=True)


def _replace_value(span: Span, old: str, line: str, key: str, new: str) -> Iterator[Fix]:
    """A value that stands behind its key."""
    before = line[: span.column - 1]
    if old and re.search(rf"(?<![\w-]){re.escape(key)}: *\Z", before) and old != new:
        yield Fix(f"write `{key}: {new}`", span, old, new, is_safe=False)


def _change_copies(span: Span, line: str, more: int) -> Iterator[Fix]:
    """The copies of a card that is written in one line."""
    found = list(_COPIES.finditer(line))
    if len(found) != 1:
        return
    old = found[0][1]
    new = str(int(old) + more)
    if int(new) >= 0:
        place = Span(span.file, span.line, found[0].start(1) + 1, found[0].end(1) + 1)
        yield Fix(f"write `copies: {new}`", place, old, new, is_safe=False)
