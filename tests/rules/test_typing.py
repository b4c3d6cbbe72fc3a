"""Slips within one text: words twice, a lone last word, typewriter marks on the page."""

from __future__ import annotations

import pytest

from cardgen.check.rules.wording.typing import (
    _DOUBLED,
    _blank_templates,
    find_doubled_words,
    find_lone_last_words,
    find_straight_quotes,
)
from tests.rules.test_consistency import at_mark, deck, novelty, silent, subject
from tests.rules.test_reading import GOOD, MARK, changed
from tests.support.processor_time import processor_time_below
from tests.support.rules import checks_of

PLAIN = {"layouts.yaml": GOOD["layouts.yaml"].replace("size: 10pt", "size: 10pt, smart: no")}


# --- doubled words -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rule",
    [
        "Take the §the card",
        "Take The §the card",
        '"Take \\"all\\" the §the cards"',
        '"Take the *§the* card"',
        "Take 2 §2 cards",
        "They had §had enough",
        "Duran §Duran",
        "Don't §don't go",
    ],
)
def test_the_second_of_two_equal_words_is_pointed_at(rule: str) -> None:
    finding = at_mark(find_doubled_words, changed("cards.yaml", "Take a card.", rule))
    assert finding.code == "doubled-word"
    assert finding.card == "main/fox"
    assert finding.hint.startswith("delete one")


@pytest.mark.parametrize(
    "rule",
    [
        "Take it. It is yours",
        "Knock-knock knock",
        "No, no",
        '"Add 1,000 000"',
        '"Take it\\n\\nIt is yours"',
        "Theme menu",
    ],
)
def test_words_over_a_sentence_s_end_or_joined_to_others_are_left_alone(rule: str) -> None:
    assert silent((find_doubled_words,), changed("cards.yaml", "Take a card.", rule))


@pytest.mark.parametrize(
    ("text", "doubled"),
    [
        ("א\u05b8 א\u05b7", False),
        ("ש\u05c1\u05b8לו\u05b9ם ש\u05c1\u05b8ל", False),
        ("क\u093f क\u0940", False),
        ("ש\u05c1\u05b8לו\u05b9ם ש\u05c1\u05b8לו\u05b9ם", True),
        ("é e", False),
        ("e\u0301 e\u0301", True),
    ],
)
def test_points_and_accents_are_parts_of_words(text: str, doubled: bool) -> None:
    assert (_DOUBLED.search(text) is not None) is doubled


def test_a_text_that_several_cards_share_is_reported_once() -> None:
    finding = at_mark(find_doubled_words, deck("Take the §the card", "Take the the card"))
    assert [str(note.span) for note in finding.notes] == ["cards.yaml:2:30"]


def test_a_doubled_word_in_a_layout_is_found_and_templates_are_not_words() -> None:
    typed = changed("layouts.yaml", "{{ rule }}", "for the §the {{ rule }}")
    assert at_mark(find_doubled_words, typed).card == ""
    filled = changed("layouts.yaml", "{{ rule }}", "{{ rule }} rule {{ rule }}")
    assert silent((find_doubled_words,), filled)


def test_french_may_say_nous_nous() -> None:
    files = changed("cards.yaml", "Take a card.", "Nous nous levons")
    french = changed("game.yaml", "game: Sample", "game: Sample\nlanguage: fr")
    assert silent((find_doubled_words,), files | french)


# --- lone last words -----------------------------------------------------------------------

LONG = "incomprehensibilities"


def balanced(rule: str, more: str = "balance: yes") -> dict[str, str]:
    """The rule of the first card in a box of 32 mm."""
    files = changed("cards.yaml", "Take a card.", rule)
    return files | changed(
        "layouts.yaml", "left: 0, right: 0, bottom: 0", f"{more}, left: 0, width: 32mm, bottom: 0"
    )


def test_one_word_left_over_by_a_balanced_text_is_pointed_at() -> None:
    finding = at_mark(find_lone_last_words, balanced(f"Look at {MARK}{LONG}"))
    assert finding.code == "lone-last-word"
    assert f"`{LONG}`" in finding.message
    assert finding.card == "main/fox"


@pytest.mark.parametrize("rule", [f"{LONG} {LONG}", LONG, f"{LONG} at hand", f'"Go on\\n{LONG}"'])
def test_a_text_of_single_words_or_with_a_forced_last_line_is_left_alone(rule: str) -> None:
    assert silent((find_lone_last_words,), balanced(rule))


def test_a_text_that_is_not_balanced_may_end_in_one_word() -> None:
    assert silent((find_lone_last_words,), balanced(f"Look at {LONG}", "align: left"))


# --- straight marks ------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["Don§'t go", 'Say §"hello"'])
def test_typewriter_marks_that_are_printed_are_pointed_at(rule: str) -> None:
    finding = at_mark(find_straight_quotes, changed("cards.yaml", "Take a card.", rule) | PLAIN)
    assert finding.code == "straight-quotes"
    assert finding.card == "main/fox"


def test_an_element_with_smart_off_is_reported_once() -> None:
    files = deck("Don't go", "Don't come")
    files["layouts.yaml"] = PLAIN["layouts.yaml"]
    (finding,) = find_straight_quotes(subject(files))
    assert "on 1 other card" in finding.message


def test_typewriter_marks_in_a_layout_are_pointed_at_there() -> None:
    layouts = PLAIN["layouts.yaml"].replace("{{ rule }}", "{{ rule or 'x' }} isn§'t")
    assert at_mark(find_straight_quotes, {"layouts.yaml": layouts}).card == ""


def test_marks_made_typographic_are_no_fault() -> None:
    assert silent(
        checks_of("wording.typing"),
        changed("cards.yaml", "Take a card.", '"Don\'t say \\"hello\\""'),
    )


# --- whole games ---------------------------------------------------------------------------


@pytest.mark.slow
def test_the_good_game_and_novelty_have_nothing_of_all_this() -> None:
    assert silent(checks_of("wording.typing"), {})
    assert [finding for check in checks_of("wording.typing") for finding in check(novelty())] == []


@pytest.mark.parametrize("mark", ["{{", "{%", "{{ {% "])
def test_a_template_that_has_no_end_is_looked_through_once(mark: str) -> None:
    text = mark * (60_000 // len(mark))
    with processor_time_below(1):
        assert _blank_templates(text) == text
