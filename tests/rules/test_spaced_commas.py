"""A space before a comma or a semicolon is found where it was typed, and nowhere else."""

from __future__ import annotations

import pytest

from cardgen.check.rules.wording.quote_spacing import find_misplaced_marks


@pytest.mark.parametrize(
    "text", ["word ,then", "word , then", "**word** ; then", "take {coin} , pay", "Go! ,he said"]
)
def test_a_space_before_a_comma_is_found_at_the_comma(text: str) -> None:
    (found,) = find_misplaced_marks(text, "en")
    assert (found.code, text[found.offset]) == ("space-before-comma", "," if "," in text else ";")


@pytest.mark.parametrize("text", ["word, then", "a :; b", "word ,,, then", "one\n, two", "a ,-)"])
def test_other_commas_are_let_pass(text: str) -> None:
    assert find_misplaced_marks(text, "en") == []


def test_french_sets_a_space_before_a_semicolon() -> None:
    assert find_misplaced_marks("un mot ; puis", "fr") == []
