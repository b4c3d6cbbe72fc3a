"""Findings as a SARIF log: what code scanners and editors read.

In      findings in their order, the rules they may come from.
Out     a SARIF 2.1.0 log as JSON text.

A result's fingerprint is made from what stands on its line, not from the line's number, so
that a scanner knows it again when cards are added above.

Source  OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from msgspec import Struct, field

from cardgen.check.engine.rule import Explanation
from cardgen.core.findings import Finding, ReadLine, Span, join_place
from cardgen.version import __version__

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def format_sarif(
    findings: Iterable[Finding], rules: Sequence[Explanation], read_line: ReadLine, prefix: str
) -> str:
    """The findings as a SARIF log of one run.

    Args:
        findings: In the order to list them.
        rules: The catalog; each result points at its rule.
        read_line: Gives line *n* of a file of the game folder, or None.
        prefix: The game folder as seen from where the run was started.
    """
    writer = _SarifWriter({rule.code: index for index, rule in enumerate(rules)}, read_line, prefix)
    driver = {
        "name": "cardgen",
        "version": __version__,
        "rules": [_describe_rule(rule) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [writer.result(finding) for finding in findings],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _describe_rule(rule: Explanation) -> dict[str, Any]:
    what = rule.sentence
    return {
        "id": rule.code,
        "shortDescription": {"text": what},
        "fullDescription": {"text": f"{what} {rule.why}"},
        "help": {
            "text": f"{rule.why}\n\nHow to fix: {rule.fix}",
            "markdown": f"{rule.why}\n\n**How to fix.** {rule.fix}",
        },
        "defaultConfiguration": {
            "enabled": rule.level is not None,
            "level": rule.level or "warning",
        },
    }


class _SarifWriter(Struct):
    rules: dict[str, int]
    read_line: ReadLine
    prefix: str
    seen: Counter[str] = field(default_factory=Counter)

    def result(self, finding: Finding) -> dict[str, Any]:
        result: dict[str, Any] = {
            "ruleId": finding.code,
            "level": finding.severity,
            "message": {"text": _describe_message(finding)},
            "partialFingerprints": {"primaryLocationLineHash": self.fingerprint(finding)},
        }
        if finding.code in self.rules:
            result["ruleIndex"] = self.rules[finding.code]
        if finding.span is not None:
            location: dict[str, Any] = {"physicalLocation": self.physical(finding.span)}
            names = [name for name in (finding.card, _cell_name(finding.span)) if name]
            if names:
                location["logicalLocations"] = [{"fullyQualifiedName": name} for name in names]
            result["locations"] = [location]
        related = [
            {"physicalLocation": self.physical(note.span), "message": {"text": note.message}}
            for note in finding.notes
            if note.span is not None
        ]
        if related:
            result["relatedLocations"] = related
        return result

    def physical(self, span: Span) -> dict[str, Any]:
        artifact = {"artifactLocation": {"uri": _make_uri(join_place(self.prefix, span.path))}}
        if span.cell:  # a workbook has no lines; the logical location names the cell
            return artifact
        region = {
            "startLine": span.line,
            "startColumn": span.column,
            "endColumn": max(span.end_column, span.column),
        }
        return {**artifact, "region": region}

    def fingerprint(self, finding: Finding) -> str:
        """The code, the card and the line's text, numbered where these are the same."""
        span = finding.span
        text = (self.read_line(span.file, span.line) or "") if span else ""
        parts = (finding.code, span.file if span else "", finding.card, text.strip())
        digest = sha256("\0".join(parts).encode("utf-8")).hexdigest()[:16]
        self.seen[digest] += 1
        return f"{digest}:{self.seen[digest]}"


def _cell_name(span: Span) -> str:
    """`cards.xlsx: Units!C7`; nothing for a place in a text."""
    return str(span) if span.cell else ""


def _describe_message(finding: Finding) -> str:
    cell = f"{finding.span.cell}: " if finding.span and finding.span.cell else ""
    subject = cell + (f"{finding.card}: " if finding.card else "")
    hint = f" ({finding.hint})" if finding.hint else ""
    return f"{subject}{finding.message}{hint}"


def _make_uri(path: str) -> str:
    """A relative reference, or a file URI where the game lies outside the current folder."""
    pure = PurePosixPath(path)
    if pure.is_absolute():
        return pure.as_uri()
    return quote(path)
