"""Places in files: cardgen's lines and columns from 1, editors' from 0 in UTF-16.

In      `Span`s, lines of text.
Out     ranges of the protocol, and back.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from lsprotocol import types

from cardgen.core.findings import Span
from cardgen.lsp.text_lines import TextLines

_COLON = re.compile("%3a", re.IGNORECASE)
"""As editors write it behind a drive's letter; Python on Windows looks for the sign itself. All
else is decoded once: `100%25.yaml` is `100%.yaml`."""


def make_range(span: Span, lines: TextLines) -> types.Range:
    """The range of a span, within the text."""
    line, start = span.line - 1, span.column - 1
    return types.Range(
        lines.locate(line, start), lines.locate(line, max(span.end_column - 1, start))
    )


def has_place(span: Span, line: int, column: int) -> bool:
    """Whether a place, from 1 in characters, lies in a span or at its end."""
    return span.line == line and span.column <= column <= span.end_column


def path_of(uri: str) -> Path | None:
    """The file that a URI names, links followed; None for what is on no disk."""
    path = path_as_opened(uri)
    try:
        return path.resolve() if path else None
    except (OSError, ValueError):
        return None


def path_as_opened(uri: str) -> Path | None:
    """The same, links not followed."""
    try:
        parts = urlsplit(uri)
        return Path(url2pathname(_COLON.sub(":", parts.path))) if parts.scheme == "file" else None
    except ValueError:
        return None
