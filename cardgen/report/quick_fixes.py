"""Hints that are edits, as edits: what to replace by what, where.

In      a `Finding`, the lines of its file.
Out     `Fix`es; a safe one first.
Not here  writing files (`report.fixed_files`), editors (`lsp`).

A hint says what to type instead of what it stands under. Where that can be told from the words of
the hint and from what is written there, it is an edit; where not, there is none: a fix never
guesses. A safe one leaves a game that means what was meant: a name that is nowhere becomes the
nearest one, a space inside quotation marks goes, a text that YAML cannot read gets quotes. Others
change what the game says, such as the copies of a card, and are offered one by one; so is all that
a table of another program would lose when it is exported again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from cardgen.core.file_lines import YAML_FILES
from cardgen.core.findings import Finding, ReadLine, Span
from cardgen.report.field_fixes import list_field_fixes
from cardgen.report.fix import Fix
from cardgen.report.name_fixes import list_name_fixes
from cardgen.report.quoting_fixes import list_quoting_fixes
from cardgen.report.syntax_fixes import list_syntax_fixes
from cardgen.report.template_fixes import list_template_fixes

EXPORTED_FILES = (".csv", ".tsv")
TEXT_FILES = (*YAML_FILES, ".md", *EXPORTED_FILES)
_TYPED = re.compile(r"type `([^`]+)`\Z")


def find_fixes(finding: Finding, read_line: ReadLine) -> tuple[Fix, ...]:
    """Return the edits that a finding's hint stands for, those that are safe first."""
    span = finding.span
    if span is None or not span.file.endswith(TEXT_FILES):
        return ()
    line = read_line(span.file, span.line)
    if line is None or span.column > len(line):
        return ()
    found = chain(
        _list_typing_fixes(finding, span, line),
        list_name_fixes(finding, span, line),
        list_field_fixes(finding, span, line, read_line),
        list_syntax_fixes(finding, span, line, read_line),
        list_quoting_fixes(finding, span, line, read_line),
        list_template_fixes(finding, span, line),
    )
    if span.file.endswith(EXPORTED_FILES):
        return tuple(replace(fix, is_safe=False) for fix in found if '"' not in fix.old + fix.new)
    return tuple(sorted(found, key=lambda fix: not fix.is_safe))


def _list_typing_fixes(finding: Finding, span: Span, line: str) -> Iterator[Fix]:
    """The edits of a hint that says what to type, or to delete, at one character."""
    old = line[span.column - 1 : span.end_column - 1]
    if typed := _TYPED.fullmatch(finding.hint):
        if len(old) == 1 and f"`{old}`" in finding.message:
            yield Fix(f"type {typed[1]}", span, old, typed[1], is_safe=True)
    elif finding.hint == "delete the space":
        yield from _delete_space(span, old, line, finding.message)


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
