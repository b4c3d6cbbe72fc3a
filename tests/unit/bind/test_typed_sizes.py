"""Sizes that a deck gives in measures, where a name is wanted."""

from __future__ import annotations

import pytest

from cardgen.bind.component_sizes import ComponentSizes
from cardgen.core.findings import Report, Span


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        (
            "120x70mm",
            "write `own: {width: 120mm, height: 70mm}` under `sizes:` in game.yaml, and "
            "`size: own` here",
        ),
        ("2.5 x 3.5in", "write `poker`, which has these measures"),
        ("88.9mm × 63.5mm", "write `poker-landscape`, which has these measures"),
        ("2.5x3.5", "write `poker`, which has these measures in inches"),
        ("63.5 x 88.9", "write `poker`, which has these measures in millimeters"),
        ("63.5 MM x 88.9 MM", "write `poker`, which has these measures"),
        (
            "81x123",
            "write `own: {width: 81mm, height: 123mm}` under `sizes:` in game.yaml, and "
            "`size: own` here",
        ),
        ("pokre", "did you mean `poker`?"),
    ],
)
def test_measures_in_place_of_a_size_are_told_what_to_write(typed: str, hint: str) -> None:
    report = Report()
    assert ComponentSizes({}, {}, report).find(typed, Span("game.yaml", 6, 11, 20)) is None
    (finding,) = report.findings
    assert (finding.code, finding.hint) == ("unknown-size", hint)
