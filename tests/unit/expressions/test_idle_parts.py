"""Expressions that are read otherwise than they are meant are refused, with what to write."""

from __future__ import annotations

import pytest

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.syntax import find_names
from tests.rules.test_reading import changed, findings


def refused(source: str, *, expression: bool = True) -> str:
    with pytest.raises(TemplateFault) as caught:
        find_names(source, expression=expression)
    assert caught.value.code == "template-syntax"
    return caught.value.hint


@pytest.mark.parametrize(
    ("condition", "hint"),
    [
        ("cost == 3 or 4", "write `cost in [3, 4]`"),
        ("suit == 'red' or 'blue' or 'green'", "write `suit in ['red', 'blue', 'green']`"),
        ("cost == 3 or cost == 4 or 5", "write `cost in [3, 4, 5]`"),
        ("not cost == 3 or 4", "compare it with something, too"),
        ("cost > 3 or 4", "compare it with something, too"),
        ("cost == 3 or -4", "write `cost in [3, -4]`"),
        ("cost in [3] or [4]", "compare it with something, too"),
        ("cost == (3 or 4)", "write `in [3, 4]`"),
        (
            "name == 'Fox' and 'Owl'",
            "compare it with something, too; a choice is `'Owl' if cost == 1 else ''`",
        ),
        ("'a' if cost == 3 or 4 else 'b'", "write `cost in [3, 4]`"),
        ("cost != 3 or cost != 4", "write `cost not in [3, 4]`"),
        ("suit == 'red' and cost == 1 and suit == 'blue'", "write `suit in ['red', 'blue']`"),
    ],
)
def test_what_holds_always_or_never_is_refused(condition: str, hint: str) -> None:
    assert refused(condition) == hint
    assert refused(f"a {{{{ {condition} }}}} b", expression=False) == hint


def test_what_is_nothing_holds_never() -> None:
    with pytest.raises(TemplateFault, match="`0` stands alone behind `or`, and never holds"):
        find_names("cost == 3 or 0", expression=True)


@pytest.mark.parametrize(
    "condition",
    [
        "cost == 1 and cost == 1.0",
        "cost == 3 or cost == 4", "cost != 3 and cost != 4", "name != 'a' or cost != 3",
        "cost == 3 and 'yes' or 'no'", "cost or 0", "name or 'nobody'", "(cost or 0) > 3",
        "name == 'a' or cost", "a == 1 and 'x' or b == 2 and 'y' or ''", "tags or [1]",
        "a == 1 and b and 'x' or 'y'", "'' or name", "cost != 3 or cost != 3",
        "cost == 3 or cost is none or true",
        "cost in (base,1,5)", "cost not in (base-1,3)",
    ],
)  # fmt: skip
def test_what_means_what_it_says_is_sound(condition: str) -> None:
    assert find_names(condition, expression=True)


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("{{ 1,5 * cost }}", "`1.5`"),
        ("{{ cost + 2,25 }}", "`2.25`"),
        ("{{ (cost * 1,5)|round }}", "`1.5`"),
        ("{{ 'a' if cost > 2,5 else 'b' }}", "`2,5` is two numbers"),
    ],
)
def test_a_comma_within_a_number_is_told(source: str, hint: str) -> None:
    assert hint in refused(source, expression=False)


@pytest.mark.parametrize("source", ["{{ (1,5)|max }}", "{{ [1,5]|join }}", "{{ cost in (1,5) }}"])
def test_numbers_of_a_list_may_stand_close(source: str) -> None:
    assert find_names(source) <= {"cost"}


@pytest.mark.parametrize(
    ("condition", "hint"),
    [
        ("cost ≥ 3", "write `>=` for `≥`"),
        ("cost × 2 == 4", "write `*` for `×`"),
        ("cost mod 2 == 1", "write `%` for `mod`"),
        ("cost between 1 and 4", "write `1 <= cost <= 4`"),
        ("name contains 'F'", "write `'part' in name`"),
        ("name starts_with 'F'", "write `name[:1] == 'x'` for its first letter"),
        ("name starts with 'F'", "write `name[:1] == 'x'` for its first letter"),
        ("name ends with 'x'", "write `name[-1:] == 'x'` for its last letter"),
        ("name does not contain 'F'", "write `'part' in name`"),
        ("name equals 'Fox'", "values are compared with `==`"),
        ("cost is 3", "values are compared with `==` and `!=`"),
        ("name is Fox", "values are compared: `== 'Fox'`"),
        ("name == “Fox”", "texts stand in straight quotes, as in `'a'`"),
        ("cost in [1,2", "close each bracket"),
        ("max(cost, 1,2", "close each bracket"),
        ("if cost > 2", "a condition stands without `if`; a choice is `a if condition else b`"),
    ],
)
def test_signs_of_other_languages_are_told_what_to_write(condition: str, hint: str) -> None:
    assert hint in refused(condition)


@pytest.mark.parametrize(
    ("source", "said", "hint"),
    [
        ("{{ cost|number('0.00') }}", "how many decimals", "`cost|number(2)`"),
        ("{{ name|replace('F', 'G', 'H') }}", "a text is no whole number", "replace('a', 'b')"),
        ("{{ name|truncate(20) }}", "no filter `truncate`", "`name[:20]`"),
        ("{{ cards|length }}", "the cards of a deck are no list", "`count('deck')`"),
        ("{{ sum('main', cost) }}", "what `sum` asks of each card", "`sum('deck', 'cost')`"),
        ("{{ count('main', cost > 2) }}", "what `count` asks of each card", "`'cost > 2'`"),
    ],
)
def test_what_a_function_is_given_wrongly_is_told_in_plain_words(
    source: str, said: str, hint: str
) -> None:
    text = '"{{ name }} {{ cost }}"'
    found = findings(changed("layouts.yaml", text, f'"{{{{ name }}}} {{{{ cost }}}} {source}"'))
    told = [one for one in found if one.code.startswith("template-")]
    assert told
    assert said in told[0].message
    assert hint in told[0].hint
