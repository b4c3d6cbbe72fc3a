"""Hints on signs of YAML that are missing, too many or of another kind, as edits.

In      a `Finding` of how a file is written, the line that it stands in.
Out     `Fix`es of that sign alone, or of the key that lacks it.
Not here  quotes around texts (`report.quoting_fixes`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.core.file_lines import YAML_FILES
from cardgen.core.findings import Finding, ReadLine, Span
from cardgen.report.fix import Fix
from cardgen.report.known_keys import is_known_key

_CODE = "yaml-syntax"
_KEY_WRITTEN = re.compile(r"write `(?P<key>[^\s:`]+): (?P<value>[^`]+)`\Z")
_ENTRY_WRITTEN = re.compile(r"write `((?P<key>[\w-]+): [^`]+)`")
_PARTED = re.compile(r"a comma parts `([^`]+,[^`]+)` in two")
_THOUSANDS = re.compile(r",\d{3}(?!\d)")
_KEY_BEFORE = re.compile(r"[^\s:\"'\[\]{},]*\Z")
_SIGN = re.compile(r" *(?:=|:|;|：|->)")
"""What is typed for a colon; a word alone may be one of a text."""
_NEXT_KEY = re.compile(r", *([\w-]+):(?=[ ,}]|\Z)")
_REST = re.compile(r"[ \t]*(?:#.*)?\Z")
_SPACES = re.compile(r"[^\S\n]+")


def list_syntax_fixes(
    finding: Finding, span: Span, line: str, read_line: ReadLine
) -> Iterator[Fix]:
    """The edits of a hint on a sign."""
    if finding.code == "yaml-colon":
        yield from _write_entry(finding.hint, span, line, read_line)
    elif parted := _PARTED.match(finding.message):
        yield from _write_point(span, line, parted[1], safe=finding.hint.endswith("`"))
    if finding.code != _CODE or not span.file.endswith(YAML_FILES):
        return
    if finding.hint == "write a space after the `-`":
        place = Span(span.file, span.line, span.column + 1, span.column + 1)
        yield Fix("write a space after the dash", place, "", " ", is_safe=True)
    elif finding.hint == "type plain spaces in its place":
        yield from _plain_spaces(span, line)
    elif finding.hint.startswith("remove the comma"):
        yield from _remove_comma(span, line, read_line)
    elif written := _KEY_WRITTEN.fullmatch(finding.hint):
        yield from _write_key(span, line, written["key"], written["value"], read_line)


def _write_entry(hint: str, span: Span, line: str, read_line: ReadLine) -> Iterator[Fix]:
    """A key in braces with its colon and a space."""
    written = _ENTRY_WRITTEN.match(hint)
    old = line[span.column - 1 : span.end_column - 1]
    if written is not None and old:
        safe = is_known_key(written["key"], span, read_line)
        yield Fix(f"write `{written[1]}`", span, old, written[1], is_safe=safe)


def _write_point(span: Span, line: str, old: str, *, safe: bool) -> Iterator[Fix]:
    """A decimal point for a comma; of three digits behind it nobody knows which they are."""
    start = span.column - 2 - old.index(",")
    if start >= 0 and line.startswith(old, start):
        new, place = (
            old.replace(",", "."),
            Span(span.file, span.line, start + 1, start + 1 + len(old)),
        )
        safe = safe and _THOUSANDS.search(old) is None
        yield Fix(f"write `{new}`", place, old, new, is_safe=safe)


def _plain_spaces(span: Span, line: str) -> Iterator[Fix]:
    found = _SPACES.match(line, span.column - 1)
    if found is not None:
        place = Span(span.file, span.line, span.column, found.end() + 1)
        yield Fix("type plain spaces", place, found[0], " " * len(found[0]), is_safe=True)


def _remove_comma(span: Span, line: str, read_line: ReadLine) -> Iterator[Fix]:
    """A comma at the end of an entry; or of two the second, which is safe before a known key."""
    start = span.column - 1
    if line[start : start + 1] != "," or not line[:start].strip(" -"):
        return
    key = _NEXT_KEY.match(line, start)
    is_last = _REST.match(line, start + 1) is not None and not line[:start].rstrip().endswith(",")
    safe = is_last or (key is not None and is_known_key(key[1], span, read_line))
    place = Span(span.file, span.line, span.column, span.column + 1)
    yield Fix("remove the comma", place, ",", "", is_safe=safe)


def _write_key(span: Span, line: str, key: str, value: str, read_line: ReadLine) -> Iterator[Fix]:
    """A key with its colon and a space, up to the end of the line."""
    before = _KEY_BEFORE.search(line[: span.column - 1])
    start = span.column - 1 - (len(before[0]) if before and line[span.column - 1] == ":" else 0)
    old = line[start:].rstrip()
    if old.startswith(key) and old.endswith(value.rstrip()):
        new, place = (
            f"{key}: {value.rstrip()}",
            Span(span.file, span.line, start + 1, start + 1 + len(old)),
        )
        safe = _SIGN.match(old, len(key)) is not None and is_known_key(key, span, read_line)
        yield Fix(f"write `{key}: …`", place, old, new, is_safe=safe)
