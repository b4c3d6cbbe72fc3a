"""How a text of YAML is written: letter for letter, line by line, or with escapes.

In      a parser's event for the text, the lines of its file.
Out     what `ScalarNode.verbatim` holds.
Not here  how lines and escapes are put beside a text (`read.syntax.written_lines`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.core.findings import Span
from cardgen.read.syntax.written_lines import (
    YAML_ESCAPES,
    WrittenLine,
    align_escapes,
    align_lines,
)

_ON_ONE_LINE = (None, "", "'", '"')
"""Styles of a text that stands on one line: plain, or in quotes."""


def find_verbatim(
    event: Any, span: Span, lines: Sequence[str], first: int
) -> int | tuple[WrittenLine, ...] | None:
    """Return from which column of its place on a text is written as it is read, or where each of
    its parts is; None where that cannot be told.

    Args:
        event: The text, of PyYAML or alike.
        span: Its place, behind an anchor and a tag.
        lines: Of the file.
        first: The line that is the parser's first, from 0.
    """
    if event.start_mark.line != event.end_mark.line:
        return _align(event, span, lines, first) or None
    if event.style not in _ON_ONE_LINE or span.line > len(lines):
        return None
    line, quote = lines[span.line - 1], 1 if event.style else 0
    if line.startswith(event.value, span.column - 1 + quote):
        return quote
    if not quote:
        return None
    raw = line[span.column : event.end_mark.column - quote]
    escapes = YAML_ESCAPES[event.style]
    return align_escapes(event.value, raw, escapes, column=span.column + 1) or None


def _align(event: Any, span: Span, lines: Sequence[str], first: int) -> tuple[WrittenLine, ...]:
    """Where the lines of a text of several lines are written."""
    top, last = event.start_mark.line + first, event.end_mark.line + first
    quote = 1 if event.style in ("'", '"') else 0
    own = [*lines[top : last + 1]]
    if len(own) > last - top:
        own[-1] = own[-1][: event.end_mark.column - quote]
    if event.style in ("|", ">"):
        return align_lines(event.value, own[1:], below=1)
    start = span.column + quote
    own[0] = own[0][start - 1 :]
    return align_lines(event.value, own, column=start)
