"""`int` and `float`: a text that is no number is a fault, and not 0."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.template import evaluate, fill


@pytest.mark.parametrize(
    ("expression", "number"),
    [
        ("'12'|int", 12), ("' 3.7 '|int", 3), ("'1.5'|float", 1.5), ("-2.5|int", -2),
        ("none|int", 0), ("''|float", 0.0), ("'ff'|int(0, 16)", 255),
    ],
)  # fmt: skip
def test_a_number_is_read_and_what_is_empty_counts_as_none(expression: str, number: Any) -> None:
    assert evaluate(expression, {}) == number


@pytest.mark.parametrize(
    "expression", ["'3 gold'|int", "'1,5'|float", "['a']|int", "name|int", "'nan'|float"]
)
def test_what_is_no_number_is_a_fault(expression: str) -> None:
    with pytest.raises(TemplateFault, match="is no number") as caught:
        fill(f"{{{{ {expression} }}}}", {"name": "Fox"})
    assert caught.value.hint.endswith("(0)`")


def test_it_counts_as_what_is_said() -> None:
    assert fill("{{ name|int(0) }}, {{ name|float(default=1.5) }}", {"name": "Fox"}) == "0, 1.5"


def test_a_cell_that_says_it_is_no_number_counts_as_none() -> None:
    assert fill("{{ cost|float(0) }}, {{ cost|int(2) }}", {"cost": "nan"}) == "0, 2"
