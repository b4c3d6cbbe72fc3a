"""Findings as GitHub annotations: workflow commands that a runner reads from the output.

In      findings in their order.
Out     a line each: `::error file=…,line=…::message`.

Source  docs.github.com, "Workflow commands for GitHub Actions"; the escapes are those of
        its toolkit: `%`, line ends, and in properties also `:` and `,`.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.core.findings import Finding, join_place


def format_annotations(findings: Iterable[Finding], prefix: str) -> str:
    """The findings as lines of workflow commands; `prefix` stands before file names."""
    return "".join(_format_annotation(finding, prefix) for finding in findings)


def _format_annotation(finding: Finding, prefix: str) -> str:
    cell = f" at {finding.span.cell}" if finding.span and finding.span.cell else ""
    properties = [*_list_properties(finding, prefix), ("title", f"{finding.code}{cell}")]
    shown = ",".join(f"{name}={_escape_property(value)}" for name, value in properties)
    return f"::{finding.severity} {shown}::{_escape_message(_format_message(finding, prefix))}\n"


def _list_properties(finding: Finding, prefix: str) -> list[tuple[str, str]]:
    span = finding.span
    if span is None:
        return []
    if span.cell:  # a workbook has no lines; the title names the cell
        return [("file", join_place(prefix, span.path))]
    last = max(span.column, span.end_column - 1)  # theirs is inclusive
    values = (join_place(prefix, span.path), span.line, span.line, span.column, last)
    names = ("file", "line", "endLine", "col", "endColumn")
    return [(name, str(value)) for name, value in zip(names, values, strict=True)]


def _format_message(finding: Finding, prefix: str) -> str:
    subject = f"{finding.card}: " if finding.card else ""
    notes = [
        f"note: {note.message}{f' at {join_place(prefix, str(note.span))}' if note.span else ''}"
        for note in finding.notes
    ]
    hint = [f"hint: {finding.hint}"] if finding.hint else []
    return "\n".join([subject + finding.message, *notes, *hint])


def _escape_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_message(text).replace(":", "%3A").replace(",", "%2C")
