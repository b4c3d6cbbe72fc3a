"""Quotes that a quick fix puts around a template reach as far as its text does."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding, Span
from cardgen.report.template_fixes import list_template_fixes


def mend(line: str) -> str:
    """The line as the fix for its first template leaves it."""
    span = Span("layouts.yaml", 1, line.index("{{") + 2, line.index("{{") + 3)
    finding = Finding("yaml-key", "", span, hint="put a template in quotes: `…`")
    for fix in list_template_fixes(finding, span, line):
        start = fix.span.column - 1
        return line[:start] + fix.new + line[start + len(fix.old) :]
    return line


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("  text: {{ name }}'s turn", '  text: "{{ name }}\'s turn"'),
        ("  text: {{ cost }} {coin}", '  text: "{{ cost }} {coin}"'),
        ("  text: {{ cost }} [gold]{red}", '  text: "{{ cost }} [gold]{red}"'),
        ('  text: {{ name }}, the "great"', "  text: '{{ name }}, the \"great\"'"),
        ("  text: {{ a }}, {{ b }} # both", '  text: "{{ a }}, {{ b }}" # both'),
        ("- {text: {{ a }}, at: 1mm}", '- {text: "{{ a }}", at: 1mm}'),
    ],
)
def test_the_whole_text_is_put_in_quotes(line: str, mended: str) -> None:
    assert mend(line) == mended


@pytest.mark.parametrize(
    "line", ["- {text: {{ a }}'s, at: 1mm}", "- {text: {{ a }} {coin}}", "  text: {{ a }} is #1"]
)
def test_a_text_whose_end_is_not_sure_stays(line: str) -> None:
    assert mend(line) == line
