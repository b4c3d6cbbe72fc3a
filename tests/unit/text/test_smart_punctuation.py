"""Typographic characters from plain typing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.smart_punctuation import smarten
from tests.support.samples import law

LANGUAGES = st.sampled_from(["en", "de", "fr", "en-GB", "xx"])
TYPED = st.text("ab1TtS \"'-.,()…“”‘’„«»—–\u00a0\u202f", max_size=14)


@pytest.mark.parametrize(
    ("typed", "en", "de", "fr"),
    [
        ('"a"', "“a”", "„a“", "«\u202fa\u202f»"),
        ("'a'", "‘a’", "‚a‘", "‹a›"),
        ('("a")', "(“a”)", "(„a“)", "(«\u202fa\u202f»)"),
        ("a -- b", "a — b", "a – b", "a – b"),
        ("a--b", "a—b", "a – b", "a – b"),
    ],
)
def test_quotes_and_dashes_follow_the_language(typed: str, en: str, de: str, fr: str) -> None:
    assert [smarten(typed, language) for language in ("en", "de", "fr")] == [en, de, fr]


def test_french_quotations_nest_without_their_spaces_in_the_way() -> None:
    assert smarten("\"'a' b\"", "fr") == "«\u202f‹a› b\u202f»"


def test_a_region_does_not_change_the_language() -> None:
    assert smarten('"a"', "de-AT") == smarten('"a"', "de")


def test_an_unknown_language_is_set_as_english() -> None:
    assert smarten('"a"', "tlh") == "“a”"


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("\"She said 'hi' twice\"", "“She said ‘hi’ twice”"),
        ("\"'Hi' is short\"", "“‘Hi’ is short”"),
        ("\"It was 'short'\"", "“It was ‘short’”"),
        ('"Hi," she said, "you."', "“Hi,” she said, “you.”"),
        ('a -- "b"', "a — “b”"),
        ('"Wait--", he said.', "“Wait—”, he said."),
        ('"Wait--"', "“Wait—”"),
        ('"Stop!"--"Go!"', "“Stop!”—“Go!”"),
        ('He said--"Go!"', "He said—“Go!”"),
        ("\"I--'yes'--go\"", "“I—‘yes’—go”"),
        ('(see "b"), "c/"', "(see “b”), “c/”"),
        ('"He (the "fox")" ran', "“He (the “fox”)” ran"),
        ('say " Hello " now', "say “ Hello ” now"),
        ('"...and so"', "“…and so”"),
    ],
)
def test_quotations_nest_and_follow_each_other(typed: str, set_: str) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("don't", "don’t"),
        ("the foxes' den", "the foxes’ den"),
        ("'tis late", "’tis late"),
        ("the '90s", "the ’90s"),
        ("'Twas the fox's", "’Twas the fox’s"),
        ('"don\'t"', "“don’t”"),
        ("'I don't'", "‘I don’t’"),
        ("rock 'n' roll", "rock ’n’ roll"),
        ("Rock 'N' Roll", "Rock ’N’ Roll"),
        ("'Round the bend", "’Round the bend"),
        ("fish 'n chips", "fish ’n chips"),
        ("'Round' and 'about'", "‘Round’ and ‘about’"),
    ],
)
def test_an_apostrophe_is_no_quotation_mark(typed: str, set_: str) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_an_apostrophe_is_the_same_in_every_language(language: str) -> None:
    assert smarten("l'eau", language) == "l’eau"


@pytest.mark.parametrize(
    ("typed", "set_"),
    [("5'10\"", "5′10″"), ('a 6" pipe', "a 6″ pipe"), ('"a 6"', "“a 6”")],
)
def test_feet_and_inches_are_primes_where_no_quotation_could_close(typed: str, set_: str) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize(
    ("typed", "set_"),
    [("-2", "−2"), ("+1 -2", "+1 −2"), ("(-1)", "(−1)"), ("1-2", "1-2"), ("A-1", "A-1"),
     ("well-known", "well-known"), ("0.5-1", "0.5-1")],
)  # fmt: skip
def test_a_hyphen_before_a_number_is_a_minus_unless_something_stands_before_it(
    typed: str, set_: str
) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize(
    ("typed", "set_"),
    [("a---b", "a—b"), ("a - b", "a\u00a0– b"), ("-----", "-----"), ("- a", "- a")],
)
def test_dashes_are_as_long_as_they_are_typed(typed: str, set_: str) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize(
    ("typed", "set_"), [("wait...", "wait…"), ("wait....", "wait...."), ("...", "…")]
)
def test_three_dots_are_an_ellipsis_and_four_are_not(typed: str, set_: str) -> None:
    assert smarten(typed) == set_


@pytest.mark.parametrize("text", ["“a” ‘b’ — c… 5′ −2 l’eau", "", "plain words", "+1"])
def test_what_is_typographic_already_is_left_alone(text: str) -> None:
    assert smarten(text) == text


@law
@given(TYPED, LANGUAGES)
def test_a_text_that_was_set_is_not_set_again(text: str, language: str) -> None:
    once = smarten(text, language)
    assert smarten(once, language) == once


@law
@given(TYPED, LANGUAGES)
def test_no_straight_quote_is_left(text: str, language: str) -> None:
    assert not set(smarten(text, language)) & set("\"'")


@law
@given(st.text("abc \"'.,-", max_size=20), LANGUAGES)
def test_letters_are_kept_in_their_order(text: str, language: str) -> None:
    letters = [c for c in text if c.isalpha()]
    assert [c for c in smarten(text, language) if c.isalpha()] == letters


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("Vraiment ?", "Vraiment\u202f?"),
        ("Oh ! Oui ; non : « quoi »", "Oh\u202f! Oui\u202f; non\u00a0: «\u202fquoi\u202f»"),
        ("10:30 et https://a.fr", "10:30 et https://a.fr"),
        ("Vraiment?", "Vraiment?"),
    ],
)
def test_french_spaces_before_marks_are_narrow_and_end_no_line(typed: str, set_: str) -> None:
    assert smarten(typed, "fr") == set_
    assert smarten(typed, "en") == typed
