"""Faults of quotes in a text that is not YAML, and of what stands between them."""

from __future__ import annotations

import re
from typing import Any

import yaml

from cardgen.read.syntax.faults.yaml_error import Cause, Place, YamlError

_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_CLOSE = "close it where the text ends"
_CURLY = re.compile("[“”„«»‘’‚](?= *(?:[,}\\]]|#|\\Z))")
"""What looks like the quote that closes a text."""


def find_open_quote(error: YamlError, text: str) -> Cause | None:
    """A quoted text that runs over several lines up to the place: its end is another's
    beginning."""
    if "did not find expected" not in error.problem and "expected" not in error.problem:
        return None
    quoted = None
    try:
        for token in yaml.scan(text, Loader=_Loader):
            if (token.start_mark.line, token.start_mark.column) > (error.at.line, error.at.column):
                break
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                quoted = token
    except yaml.YAMLError:
        pass
    if quoted is None or quoted.end_mark.line != error.at.line:
        return None
    if quoted.start_mark.line == quoted.end_mark.line or quoted.end_mark.column > error.at.column:
        return None
    return Cause(
        f"the text that begins with this {_quote_name(quoted.style)} does not end on its line",
        "close the quote where the text ends",
        Place(quoted.start_mark.line, quoted.start_mark.column),
        ("it ends here", Place(quoted.end_mark.line, max(0, quoted.end_mark.column - 1))),
    )


def _quote_name(quote: str) -> str:
    return f"quote (`{quote}`)"


def describe_open_quote(error: YamlError) -> Cause:
    """A quote that is open at the end of the file."""
    line = error.text(error.start.line)
    quote = line[error.start.column : error.start.column + 1] or '"'
    curly = _CURLY.search(line, error.start.column + 1)
    hint = f"close it with `{quote}`; `{curly[0]}` is none of YAML's" if curly else _CLOSE
    return Cause(f"this {_quote_name(quote)} is never closed", hint, error.start)


def describe_escape(error: YamlError) -> Cause:
    """A backslash before a character that needs none."""
    line = error.text(error.at.line)
    column = line.rfind("\\", 0, error.at.column + 2)
    column = column if column >= 0 else error.at.column
    return Cause(
        f"`{line[column : column + 2]}` means nothing inside double quotes",
        "inside double quotes write `\\\\` for a backslash",
        Place(error.at.line, error.at.column if line[error.at.column :][:1] == "\\" else column),
    )


def describe_character_code(error: YamlError) -> Cause:
    """A number after `\\x` or `\\u` that is too short."""
    return Cause(
        "a character's number is not complete",
        "write `\\x41`, `\\u0041` or `\\U00000041`; `\\\\` for a backslash",
        error.at,
    )
