"""What expressions can ask of a text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.expressions import text_functions as words
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.syntax import find_calls, find_names
from cardgen.expressions.template import evaluate, fill, is_true
from tests.support.samples import law


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("letters(word)", 5),
        ("distinct(word)", 4),
        ("repeats(word)", 1),
        ("most_of_one(word)", 2),
        ("times(word, 'z')", 2),
        ("times(word, 'Zz')", 1),
        ("times(word, '')", 0),
        ("vowels(word)", 1),
        ("vowels(word, 'aeiouy')", 2),
        ("consonants(word)", 4),
        ("vowel_share('area')", 0.75),
        ("vowel_share('')", 0),
        ("sorted_letters(word)", "fuyzz"),
        ("backwards(word)", "yzzuf"),
        ("words('to be, or')", 3),
        ("lower(word) ~ upper(word)", "fuzzyFUZZY"),
        ("letters(none_here)", 0),
        ("distinct(none_here)", 0),
        ("letters(number)", 0),
    ],
)
def test_a_text_is_asked_for_its_letters(source: str, value: Any) -> None:
    card = {"word": "Fuzzy", "none_here": None, "number": 12}
    assert evaluate(source, card) == value


@pytest.mark.parametrize("text", ["Café", "CAFE", "c-a f'e!", "café"])
def test_case_accents_and_marks_make_no_difference(text: str) -> None:
    assert words.spelled(text) == "cafe"


def test_functions_stand_in_texts_and_conditions_too() -> None:
    assert fill("{{ letters(name) }} letters", {"name": "Owl"}) == "3 letters"
    assert is_true("vowels(name) > 1", {"name": "Eagle"})


def test_a_function_is_no_field_that_a_card_must_have() -> None:
    assert find_names("letters(word) > 3", expression=True) == {"word"}
    assert find_names("{{ letters }}") == {"letters"}


def test_a_field_with_a_functions_name_is_still_a_field() -> None:
    assert evaluate("letters + 1", {"letters": 2}) == 3
    assert evaluate("letters(word)", {"letters": 2, "word": "owl"}) == 3


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("lettrs(word)", "there is no function `lettrs`"),
        ("letters(word, 1, 2)", "`letters` is called wrongly"),
        ("letters()", "`letters` is called wrongly"),
        ("word.upper()", "there is no function `upper`"),
        ("letters(letters)", "a function is no text"),
        ("letters(word * 2)", "works on plain numbers only"),
    ],
)
def test_a_faulty_call_is_told_in_the_designers_words(source: str, message: str) -> None:
    with pytest.raises(TemplateFault) as caught:
        evaluate(source, {"word": "Fuzzy"})
    assert message in str(caught.value)


def test_long_texts_are_refused() -> None:
    with pytest.raises(TemplateFault, match="no word"):
        evaluate("letters(word)", {"word": "x" * 2_001})


def test_calls_are_known_with_their_constant_arguments() -> None:
    found = find_calls("points == total(word, '1 / 2') + of('a', field)")
    assert [(call.name, call.values) for call in found] == [
        ("total", (None, "1 / 2")),
        ("of", ("a", None)),
    ]


@law
@given(st.text(max_size=60))
def test_letters_are_the_different_ones_and_their_repeats(text: str) -> None:
    assert words.letters(text) == words.distinct(text) + words.repeats(text)
    assert words.letters(text) == words.vowels(text) + words.consonants(text)
    assert sorted(words.spelled(text)) == list(words.sorted_letters(text))
    assert words.backwards(words.backwards(text)) == words.spelled(text)
    assert 0 <= words.vowel_share(text) <= 1
