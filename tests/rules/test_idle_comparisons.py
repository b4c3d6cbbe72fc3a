"""A field that is held against a value that none of its cards has."""

from __future__ import annotations

import pytest

from cardgen.check.rules.source.idle_comparisons import find_idle_comparisons
from cardgen.core.findings import Finding
from tests.rules.test_consistency import subject
from tests.rules.test_reading import GOOD


def found(text: str, *kinds: str, fields: str = "") -> list[Finding]:
    """What is found if a text of the layout stands on cards of these kinds."""
    element = f'{{text: "{text}", style: body, at: center}}'
    layouts = GOOD["layouts.yaml"].replace("    safe:", f"    safe:\n      - {element}", 1)
    cards = "".join(
        f"- {{name: Card {number}, cost: 1, mark: rust, rule: Draw., kind: {kind}}}\n"
        for number, kind in enumerate(kinds)
    )
    files = {"layouts.yaml": layouts, "cards.yaml": cards}
    if fields:
        files["game.yaml"] = GOOD["game.yaml"].replace(
            "front: face", f"fields: {fields}, front: face"
        )
    return list(find_idle_comparisons(subject(files)))


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{{ 'a' if kind == 'Crab' else 'b' }}", "did you mean `crab`?"),
        ("{{ 'a' if kind == 'jely' else 'b' }}", "did you mean `jelly`?"),
        ("{{ 'a' if kind in ['crab', 'jely'] else 'b' }}", "did you mean `jelly`?"),
        ("{{ 'a' if kind != 'crab ' else 'b' }}", "did you mean `crab`?"),
    ],
)
def test_a_slip_of_a_value_that_cards_have_is_told(text: str, hint: str) -> None:
    (finding,) = found(text, "crab", "jelly")
    assert (finding.code, finding.severity) == ("idle-comparison", "warning")
    assert finding.hint == hint


@pytest.mark.parametrize(
    "text",
    [
        "{{ 'a' if kind == 'crab' else 'b' }}",
        "{{ 'a' if kind == 'whale' else 'b' }}",
        "{{ 'a' if kind == 'crabs' else 'b' if kind == 'crab' else 'c' }}",
        "{{ 'a' if kind == '' else 'b' }}",
        "{{ 'a' if name == kind else 'b' }}",
        "{{ 'a' if game == 'Crab' else 'b' }}",
    ],
)
def test_a_value_that_later_cards_may_have_is_not(text: str) -> None:
    assert found(text, "crab", "jelly") == []


def test_a_value_that_the_field_cannot_have_is_told() -> None:
    fields = "{name: text, cost: integer, mark: text, rule: text, kind: [crab, jelly, whale]}"
    assert found("{{ 'a' if kind == 'whale' else 'b' }}", "crab", "jelly", fields=fields) == []
    (finding,) = found("{{ 'a' if kind == 'shark' else 'b' }}", "crab", "jelly", fields=fields)
    assert finding.hint == "known: `crab`, `jelly`, `whale`"


def test_values_that_are_templates_or_lists_are_left_alone() -> None:
    assert found("{{ 'a' if kind == 'Crab' else 'b' }}", "crab", '"{{ name }}"') == []
    assert found("{{ 'a' if kind == 'Crab' else 'b' }}", "crab", "[crab]") == []
