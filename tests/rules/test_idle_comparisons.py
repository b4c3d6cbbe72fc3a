"""A field that is held against a value that none of its cards has."""

from __future__ import annotations

import pytest

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.idle_comparisons import find_idle_comparisons
from cardgen.check.rules.source.unused import NeverDrawn
from cardgen.core.findings import Finding
from cardgen.report.name_fixes import list_name_fixes
from tests.rules.test_consistency import subject
from tests.rules.test_reading import GOOD


def found_by_rule(when: str, *kinds: str) -> list[Finding]:
    """What the whole rule finds, if an element has that condition."""
    shape = f'{{shape: star, when: "{when}", fill: ink, width: 2mm, height: 2mm, at: bottom}}'
    game = make(f"- {shape}", *kinds)
    return [
        one for one in NeverDrawn().find(game) if one.code in ("never-drawn", "idle-comparison")
    ]


def found(text: str, *kinds: str, fields: str = "") -> list[Finding]:
    """What is found if a text of the layout stands on cards of these kinds."""
    element = f'- {{text: "{text}", style: body, at: center}}'
    return list(find_idle_comparisons(make(element, *kinds, fields=fields)))


def make(element: str, *kinds: str, fields: str = "") -> Subject:
    layouts = GOOD["layouts.yaml"].replace("    safe:", f"    safe:\n      {element}", 1)
    cards = "".join(
        f"- {{name: Card {number}, cost: 1, mark: rust, rule: Draw., kind: {kind}}}\n"
        for number, kind in enumerate(kinds)
    )
    files = {"layouts.yaml": layouts, "cards.yaml": cards}
    if fields:
        files["game.yaml"] = GOOD["game.yaml"].replace(
            "front: face", f"fields: {fields}, front: face"
        )
    return subject(files)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{{ 'a' if kind == 'Crab' else 'b' }}", "did you mean `crab`?"),
        ("{{ 'a' if kind == 'jely' else 'b' }}", "did you mean `jelly`?"),
        ("{{ 'a' if kind in ['crab', 'jely'] else 'b' }}", "did you mean `jelly`?"),
        ("{{ 'a' if kind != 'crab ' else 'b' }}", "did you mean `crab`?"),
        ("{{ 'a' if kind|lower == 'Crab' else 'b' }}", "did you mean `crab`?"),
        ("{{ 'a' if kind|upper in ['CRAB', 'JELY'] else 'b' }}", "did you mean `JELLY`?"),
        ("{{ 'a' if lower(kind) == 'Crab' else 'b' }}", "did you mean `crab`?"),
        ("{{ 'a' if kind|trim == 'jelly ' else 'b' }}", "did you mean `jelly`?"),
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
        "{{ 'a' if kind == 'belle' else 'b' }}",
        "{{ 'a' if kind == 'grab' else 'b' }}",
        "{{ 'a' if kind == '+2 cards' else 'b' }}",
    ],
)
def test_a_value_that_later_cards_may_have_is_not(text: str) -> None:
    assert found(text, "crab", "jelly", "+1 card") == []


def test_each_slip_of_an_expression_is_told_and_can_be_mended() -> None:
    first, second = found("{{ 'a' if kind in ['Crab', 'jely'] else 'b' }}", "crab", "jelly")
    assert (first.hint, second.hint) == ("did you mean `crab`?", "did you mean `jelly`?")
    assert first.span
    line = " " * (first.span.column - 1) + "\"{{ 'a' if kind in ['Crab', 'jely'] else 'b' }}\""
    (fix,) = list_name_fixes(first, first.span, line)
    assert (fix.old, fix.new, fix.is_safe) == ("Crab", "crab", False)


def test_a_value_that_another_element_asks_for_is_a_slip_all_the_same() -> None:
    kinds = ("crab", "jelly")
    text = "{{ 'a' if kind == 'crab' }}\", style: body, at: top}\n      - {text: \""
    assert [one.hint for one in found(text + "{{ 'b' if kind != 'carb' }}", *kinds)] == [
        "did you mean `crab`?"
    ]


def test_a_value_is_no_slip_for_one_that_an_element_above_asks_for_too() -> None:
    above = "{{ 'a' if kind == 'crab' }}\", style: body, at: top}\n      - {text: \""
    assert found(above + "{{ 'b' if kind in ['crab', 'crabs'] }}", "crab", "jelly") == []
    assert found(above + "{{ 'b' if kind == 'carb' or kind == 'crab' }}", "crab") == []


def test_a_value_may_be_asked_for_with_other_capitals_beside_the_cards_own() -> None:
    assert found("{{ 'a' if kind in ['crab', 'Crab', 'CRAB'] }}", "crab", "jelly") == []


def test_what_stands_on_no_card_for_a_slip_is_told_what_was_meant() -> None:
    never = found_by_rule("kind == 'carb'", "crab", "jelly")
    assert [(one.code, one.hint) for one in never] == [("never-drawn", "did you mean `crab`?")]


def test_a_value_that_the_field_cannot_have_is_told() -> None:
    fields = "{name: text, cost: integer, mark: text, rule: text, kind: [crab, jelly, whale]}"
    assert found("{{ 'a' if kind == 'whale' else 'b' }}", "crab", "jelly", fields=fields) == []
    (finding,) = found("{{ 'a' if kind == 'shark' else 'b' }}", "crab", "jelly", fields=fields)
    assert finding.hint == "known: `crab`, `jelly`, `whale`"


def test_values_that_are_templates_or_lists_are_left_alone() -> None:
    assert found("{{ 'a' if kind == 'Crab' else 'b' }}", "crab", '"{{ name }}"') == []
    assert found("{{ 'a' if kind == 'Crab' else 'b' }}", "crab", "[crab]") == []
