"""Hints on values that cannot be worked with: they name the field and what it holds."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.template import evaluate, fill

CARD: dict[str, Any] = {
    "cost": "3", "share": "0.5", "name": "Fox", "points": 2, "date": None, "tags": ["a", "b"],
}  # fmt: skip


def hint(expression: str) -> str:
    with pytest.raises(TemplateFault) as caught:
        evaluate(expression, CARD)
    with pytest.raises(TemplateFault) as again:
        fill(f"{{{{ {expression} }}}}", CARD)
    assert again.value.hint == caught.value.hint
    return caught.value.hint


@pytest.mark.parametrize("expression", ["cost > 2", "cost + 1", "points - cost", "cost * points"])
def test_a_number_that_is_a_text_is_named_and_made_one(expression: str) -> None:
    assert hint(expression) == (
        "`cost` is the text `3` here: write `cost|int`, or declare `cost: integer` below the "
        "deck's `fields:`"
    )
    evaluate(expression.replace("cost", "cost|int"), CARD)


def test_a_decimal_that_is_a_text_stays_one() -> None:
    assert "`share|float`, or declare `share: number`" in hint("share > 1")
    assert evaluate("share|float", CARD) == 0.5


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("name > 2", "`name` is the text `Fox` here, and no number"),
        ("points > '2'", "write `2` without quotes: in quotes it is a text"),
        ("date > 2", "`date` is empty here: write `(date or 0)`, or leave it out with `when:`"),
        ("date < 'm'", "`date` is empty here: write `(date or '')`, or leave it out with `when:`"),
        ("tags > 2", "`tags` is a list here: `tags|length` counts what is in it"),
        ("points + name", "write `~` between texts: `{{ name ~ cost }}`"),
        ("name * 2", "an element has `repeat:`, an icon `{coin}*3`"),
    ],
)
def test_the_value_that_does_not_go_with_the_other_is_named(expression: str, said: str) -> None:
    assert hint(expression) == said


def test_of_two_that_may_be_meant_none_is_named() -> None:
    two = {"name": "Fox", "kind": "beast", "points": 2}
    with pytest.raises(TemplateFault) as caught:
        evaluate("points > (name or kind)", two)
    assert "check the values" in caught.value.hint


@pytest.mark.parametrize("expression", ["date > 2", "date + 1 == points", "points - date"])
def test_what_is_written_for_an_empty_value_counts_alone(expression: str) -> None:
    assert "write `(date or 0)`" in hint(expression)
    mended = expression.replace("date", "(date or 0)")
    for date in (None, 1, 5):
        spared = {**CARD, "date": date or 0}
        assert evaluate(mended, {**CARD, "date": date}) == evaluate(expression, spared)


def test_a_text_that_a_number_was_made_of_is_not_named() -> None:
    assert "`share|float`" in hint("cost|int + share")
    assert "`cost|int`" in hint("cost|int + cost")
