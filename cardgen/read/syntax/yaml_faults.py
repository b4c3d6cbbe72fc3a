"""What is wrong with a text that is not YAML, in a designer's words.

In      the parser's error, the lines of the file.
Out     a `Finding` at the cause: the quote or bracket that is not closed, the tab, the line that
        is indented otherwise; with what to write instead.
Not here  each kind of fault (`read.syntax.faults`), texts that are YAML and still not what was
        meant (`read.syntax.yaml_tree`).

The parser says where it could not go on, in words of the YAML specification; a quote that is not
closed stops it lines later. None of its words are shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

from cardgen.core.findings import Finding, Note, Span
from cardgen.read.syntax.faults.brackets import (
    describe_brackets,
    describe_missing_entry,
    find_comment,
)
from cardgen.read.syntax.faults.entries import (
    describe_list_in_line,
    describe_missing_colon,
    describe_odd_entry,
    describe_odd_line,
    describe_question_mark,
    describe_second_colon,
)
from cardgen.read.syntax.faults.quotes import (
    describe_character_code,
    describe_escape,
    describe_open_quote,
    find_open_quote,
)
from cardgen.read.syntax.faults.signs import (
    describe_block_text,
    describe_directive,
    describe_first_character,
    describe_name,
    describe_second_document,
    describe_tag,
)
from cardgen.read.syntax.faults.slips import find_slip
from cardgen.read.syntax.faults.yaml_error import Cause, Describe, Place, YamlError


def describe_yaml_error(
    error: yaml.MarkedYAMLError, file: str, text: str, lines: Sequence[str]
) -> Finding:
    """Describe a syntax error.

    Args:
        error: What the parser raised.
        file: The file's name, for places.
        text: What the file holds.
        lines: The same, line by line.

    Returns:
        A finding at the cause of the error, as far as it can be told.
    """
    mark = error.problem_mark or error.context_mark
    at = Place(mark.line, mark.column) if mark else Place(0, 0)
    begun = error.context_mark
    start = Place(begun.line, begun.column) if begun else at
    found = YamlError(error.problem or "", error.context or "", at, start, lines)
    cause = find_open_quote(found, text) or _find_cause(found)
    notes = () if cause.note is None else (Note(cause.note[0], _span(file, cause.note[1])),)
    message = f"not valid YAML: {cause.message}"
    return Finding("yaml-syntax", message, _span(file, cause.place), hint=cause.hint, notes=notes)


def _span(file: str, place: Place) -> Span:
    return Span(file, place.line + 1, place.column + 1, place.column + 2)


def _find_cause(error: YamlError) -> Cause:
    found = _find_tab(error) or find_comment(error) or find_slip(error)
    if found is not None:
        return found
    for pattern, describe in _CAUSES:
        if re.search(pattern, f"{error.context}: {error.problem}"):
            cause = describe(error)
            if cause is not None:
                return cause
    return Cause(
        "what stands here cannot be read",
        "check the indentation, quotes and brackets of this line and the one above",
        error.at,
    )


def _find_tab(error: YamlError) -> Cause | None:
    text = error.text(error.at.line)
    column = error.at.column
    if not (text[: column + 1].lstrip(" -").startswith("\t") or text[column : column + 1] == "\t"):
        return None
    return Cause(
        "a tab stands where YAML wants spaces",
        "indent with spaces; YAML does not allow tabs here",
        Place(error.at.line, text.index("\t")),
    )


_CAUSES: tuple[tuple[str, Describe], ...] = (
    (r"(quoted|scalar): found unexpected (end of stream|document)", describe_open_quote),
    (r"unknown escape", describe_escape),
    (r"(hexdecimal|hexadecimal|Unicode character escape)", describe_character_code),
    (r"flow (sequence|mapping): .*expected ','", describe_brackets),
    (r"could not find expected ':'", describe_missing_colon),
    (r"mapping values are not allowed", describe_second_colon),
    (r"mapping keys are not allowed", describe_question_mark),
    (r"sequence entries are not allowed", describe_list_in_line),
    (r"directive|incompatible YAML|%TAG|tag handle '!'$", describe_directive),
    (r"tag|URI", describe_tag),
    (r"(anchor|alias): .*alphabetic", describe_name),
    (r"block scalar", describe_block_text),
    (r"cannot start any token", describe_first_character),
    (r"node: .*expected (the )?node content", describe_missing_entry),
    (r"block collection: .*expected", describe_odd_entry),
    (r"block mapping: .*expected", describe_odd_line),
    (r"<document start>", describe_second_document),
)
"""What the parsers of libyaml and PyYAML say, and what it means here; the first that fits."""
