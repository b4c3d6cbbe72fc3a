"""What expressions ask of lists, and what they say when they cannot be worked out."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.template import evaluate, fill

CARD: dict[str, Any] = {
    "n": 3, "name": "Fox", "cost": None, "tags": ["a", "b"], "costs": [1, 2, 3],
    "suits": {"hearts": 1}, "half": 1.5, "sum": 9, "all": "every",
}  # fmt: skip


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("all(costs, 'item > 0')", True),
        ("any(costs, 'item > n')", False),
        ("map(costs, 'item * 2')", [2, 4, 6]),
        ("filter(costs, 'item > 1')", [2, 3]),
        ("sum(costs)", 6),
        ("sum(costs, 'item * half')", 9),
        ("sum(map(filter(costs, 'item > 1'), 'item + 1'))", 7),
        ("map(costs, 'sum(map(costs, \"item\"))')", [6, 6, 6]),
        ("sum + n", 12),
        ("all", "every"),
    ],
)
def test_a_list_is_asked_item_by_item(source: str, value: Any) -> None:
    assert evaluate(source, CARD) == value


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("all(name, 'item')", "expected a list, not `Fox`"),
        ("map(cost, 'item')", "expected a list, not nothing"),
        ("map(costs, 2)", "the second value is an expression in quotes over `item`"),
        ("sum(tags)", "`a` is no number to add"),
        ("map(costs, 'nope')", "there is no value `nope`"),
        ("map()", "`map` is called wrongly"),
    ],
)
def test_a_list_function_that_is_called_wrongly_says_so(source: str, message: str) -> None:
    with pytest.raises(TemplateFault) as fault:
        evaluate(source, CARD)
    assert str(fault.value) == message


def test_lists_in_lists_end() -> None:
    deep = "sum(costs, 'sum(costs, \"n\")')"
    known = {"n": 1, "costs": list(range(1000))}
    with pytest.raises(TemplateFault, match="steps"):
        evaluate(deep, known)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("suits.eichel", "a mapping has no entry `eichel`"),
        ("name + n", "cannot be worked out: a text and a number cannot be added"),
        ("cost + 1", "cannot be worked out: nothing and a number cannot be added"),
        ("name < 2", "cannot be worked out: a text and a number cannot be compared"),
        ("costs[9]", "a list has no entry `9`"),
        ("n in cost", "cannot be worked out: nothing is in nothing"),
        ("cost.speed", "there is nothing that has an entry `speed`"),
        ("cost[0]", "there is nothing that has an entry `0`"),
        ("n('x')", "cannot be worked out: this is no function that can be called"),
        ("n n", "broken template: `n` was not expected here"),
        ("(n", "broken template: `)` is missing"),
        ("n +", "broken template: a value is missing at the end"),
        ("'a", "broken template: a quote is never closed"),
    ],
)
def test_a_fault_is_told_without_a_word_of_the_template_library(source: str, message: str) -> None:
    with pytest.raises(TemplateFault) as fault:
        evaluate(source, CARD)
    assert str(fault.value) == message


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("'a' in cost", "some card has no value there: write `'fire' in (tags or [])`"),
        ("'a' in n", "compare it with `==`, or look in a list"),
    ],
)
def test_what_holds_nothing_is_told_what_to_write(source: str, hint: str) -> None:
    with pytest.raises(TemplateFault) as fault:
        evaluate(source, CARD)
    assert fault.value.hint == hint


def test_an_entry_that_is_looked_up_by_a_number_is_told_to_be_a_text() -> None:
    with pytest.raises(TemplateFault) as fault:
        evaluate("pips[rank]", {"pips": {"7": "sun"}, "rank": 7})
    assert "pips[rank ~ '']" in fault.value.hint
    assert evaluate("pips[rank ~ '']", {"pips": {"7": "sun"}, "rank": 7}) == "sun"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ tags }}", "a, b"),
        ("{{ n / 2 }}", "1.5"),
        ("{{ half * 2 }}", "3"),
        ("{{ 0.1 + 0.2 }}", "0.3"),
        ("{{ half }}", "1.5"),
    ],
)
def test_lists_and_numbers_print_as_a_person_writes_them(source: str, text: str) -> None:
    assert fill(source, CARD) == text
