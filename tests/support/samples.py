"""What several test files need: the shipped fonts, texts read into cards and models."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import settings

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.nodes import Node
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.tables.cards import CardSpec, RowReader
from cardgen.read.tables.reading import TableSource, read_rows
from cardgen.read.validate import validate_node
from cardgen.text.fonts import Face, open_face

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "fonts"

T = TypeVar("T")

law = settings(deadline=None, derandomize=True, max_examples=100)
"""For properties: the same examples on every run, and no clock."""


@cache
def font_bytes(name: str = "EBGaramond-Regular.ttf") -> bytes:
    return (FONTS / name).read_bytes()


@cache
def garamond() -> Face:
    return open_face(font_bytes(), name="EBGaramond-Regular.ttf")


def tree(text: str, file: str = "a.yaml") -> Node:
    """The node tree of a text that has no faults."""
    root, findings = read_yaml(text, file)
    assert findings == []
    assert root is not None
    return root


def model(text: str, kind: type[T], file: str = "a.yaml") -> tuple[T | None, tuple[Finding, ...]]:
    """The text as a model, and the findings in their order."""
    report = Report()
    value = validate_node(tree(text, file), kind, report)
    return value, report.findings


def cards(
    text: str, fields: dict[str, Any] | None = None, file: str = "cards.yaml"
) -> tuple[list[CardSpec], tuple[Finding, ...]]:
    """The cards of a table, and the findings in their order."""
    report = Report()
    declared = {name: FieldSpec.model_validate(spec) for name, spec in (fields or {}).items()}
    return read_cards(text, file, declared, report), report.findings


def read_cards(
    text: str, file: str, fields: Mapping[str, FieldSpec], report: Report
) -> list[CardSpec]:
    """All good rows of a card table; the bad ones are in the report."""
    rows = RowReader(fields)
    read_rows(MemoryGame({file: text}), TableSource(file), fields, rows.take, report)
    report.extend(rows.report.findings)
    return rows.cards


def codes(findings: tuple[Finding, ...] | list[Finding]) -> list[str]:
    return [finding.code for finding in findings]


def places(findings: tuple[Finding, ...] | list[Finding]) -> list[str]:
    """`line:column` of each finding."""
    spans = (finding.span for finding in findings)
    return [f"{span.line}:{span.column}" if span else "" for span in spans]


def the(findings: tuple[Finding, ...] | list[Finding]) -> Finding:
    """The only finding."""
    assert len(findings) == 1, findings
    return findings[0]
