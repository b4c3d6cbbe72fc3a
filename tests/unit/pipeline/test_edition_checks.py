"""Findings of several editions as those of one game."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding, Span
from cardgen.pipeline.edition_checks import EditionFindings, merge_findings

PLACE = Span("layouts.yaml", 3, 1, 9)


@pytest.mark.parametrize("code", ["idle-comparison", "never-drawn"])
def test_what_no_edition_uses_is_told_once_whatever_each_may_mean(code: str) -> None:
    views = [
        EditionFindings(edition, (Finding(code, "no card has it", PLACE, "warning", hint=hint),))
        for edition, hint in (("", "known: `Hero`"), ("de", "known: `Held`"))
    ]
    assert [(one.hint, one.notes) for one in merge_findings(views).findings] == [
        ("known: `Hero`", ())
    ]
