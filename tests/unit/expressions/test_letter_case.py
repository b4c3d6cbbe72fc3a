"""Capitals and small letters by language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardgen.core.findings import Report
from cardgen.expressions.language_functions import LANGUAGE, for_print
from cardgen.expressions.letter_case import make_capitalized, make_lower, make_title, make_upper
from cardgen.expressions.template import evaluate, fill
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import lay_out_game
from cardgen.render.listing import words


@pytest.mark.parametrize(
    ("language", "text", "capitals"),
    [
        ("en", "istanbul", "ISTANBUL"),
        ("tr", "istanbul ılgaz", "İSTANBUL ILGAZ"),
        ("az-Latn", "dil", "DİL"),
        ("lt", "i̇̀ j̇̃", "Ì J̃"),
        ("el", "Μάιος", "ΜΑΪΟΣ"),
        ("el-GR", "μαΐου, αϋπνία, ᾠδή", "ΜΑΪΟΥ, ΑΫΠΝΙΑ, ΩΙΔΗ"),
        ("el", "δύο ή τρία", "ΔΥΟ Ή ΤΡΙΑ"),
        ("hy", "և", "ԵՎ"),
        ("de", "Straße", "STRASSE"),
        ("", "μάιος", "ΜΆΙΟΣ"),
    ],
)
def test_capitals_are_those_of_the_language(language: str, text: str, capitals: str) -> None:
    assert make_upper(text, language) == capitals


@pytest.mark.parametrize(
    ("language", "text", "small"),
    [
        ("tr", "ISPARTA İZMİR I\u0307", "ısparta izmir i"),
        ("lt", "Ì Í JÀ", "i̇̀ i̇́ jà"),
        ("el", "ΟΔΟΣ", "οδος"),
        ("de", "STRAẞE", "straße"),
    ],
)
def test_small_letters_are_those_of_the_language(language: str, text: str, small: str) -> None:
    assert make_lower(text, language) == small


@pytest.mark.parametrize(
    ("language", "text", "title"),
    [
        ("nl", "ijs IJSBEER", "IJs IJsbeer"),
        ("tr", "iğne ılgaz", "İğne Ilgaz"),
        ("en", "(fox) el-mi's", "(Fox) El-Mi's"),
        ("hr", "ǆ", "ǅ"),
        ("ka", "ზღვა", "ზღვა"),
        ("el", "ΩΣ ΑΣΟΣ ΟΔΟΣ Σ", "Ως Ασος Οδος Σ"),
    ],
)
def test_words_begin_with_the_capitals_of_the_language(
    language: str, text: str, title: str
) -> None:
    assert make_title(text, language) == title


def test_the_first_letter_of_a_text_is_a_capital_of_the_language() -> None:
    assert make_capitalized("iğne ISPARTA", "tr") == "İğne ısparta"
    assert make_capitalized("ijs VRIJ", "nl") == "IJs vrij"


@pytest.mark.parametrize("change", [make_upper, make_title, make_capitalized])
def test_names_of_icons_and_styles_in_a_text_stay(change: Callable[[str, str], str]) -> None:
    changed = change("take {coin} [now]{red}", "en")
    assert "{coin}" in changed
    assert "]{red}" in changed
    assert changed.startswith("T")


def test_words_that_are_compared_have_the_letters_of_no_language() -> None:
    source = "{{ kind|lower if kind|lower == 'item' and upper(kind) in ['ITEM'] }}"
    assert fill(source, for_print(source, {LANGUAGE: "tr", "kind": "Item"})) == "ıtem"


@pytest.mark.parametrize("value", [{"Swims": 1}, [{"Swims": 1}], ["Swims", True], ["Swims"]])
def test_conditions_look_for_a_word_in_all_that_a_list_or_a_mapping_holds(value: object) -> None:
    assert evaluate("'swims' in skills|lower", {"skills": value})
    assert evaluate("'SWIMS' in upper(skills)", {"skills": value})


def test_conditions_look_for_names_of_icons_too() -> None:
    assert evaluate("'{coin}' in rule|lower", {"rule": "Take {Coin}."})
    assert evaluate("'{Coin}' in rule|title", {"rule": "Take {coin}."})


def test_what_is_no_text_to_print_has_the_letters_of_no_language() -> None:
    assert evaluate("kind|lower", {LANGUAGE: "tr", "kind": "ITEM"}) == "item"


TURKISH = {
    "game.yaml": """
game: T
language: tr
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  a:
    cards: a.yaml
    size: poker
    front: f
    fields: {name: text, big: {value: "{{ name|upper }}"}, rule: {type: text, template: yes}}
""",
    "a.yaml": '- {name: iris, rule: "{{ name|title }}"}\n',
    "layouts.yaml": """
styles: {b: {font: text, size: 9pt}}
pieces: {label: {takes: {said: ""}, draw: {text: "{{ said }}", style: b}}}
layouts:
  f:
    safe:
      - column:
          - {text: "{{ name|capitalize }} {{ big }} {{ rule }}", style: b}
          - {text: "{{ name|upper }}", style: b, language: en}
          - {piece: label, with: {said: "{{ upper(name) }}"}}
          - {text: "{{ item }}", style: b, repeat: "map(['ir'], 'item|upper')"}
          - {text: shown, style: b, when: "'ITEM'|lower == 'item'"}
""",
}


def test_what_a_card_prints_has_the_capitals_of_its_language() -> None:
    checked = lay_out_game(MemoryGame(TURKISH), Report())
    assert checked is not None
    (scene,) = checked.laid.scenes.values()
    assert words(scene).split() == ["İris", "İRİS", "İris", "IRIS", "İRİS", "İR", "shown"]


def test_a_function_of_constants_alone_is_told_the_language() -> None:
    assert evaluate("plural(2, 'card', 'cards')", {LANGUAGE: "en"}) == "cards"
    assert evaluate("credits()", {}) == ""
