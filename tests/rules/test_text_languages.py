"""Marks are judged in the language of the texts that print them."""

from __future__ import annotations

import pytest

from cardgen.check.rules.wording.quotations import find_unbalanced_quotes
from cardgen.check.rules.wording.quote_spacing import find_quote_spacing
from tests.rules.test_consistency import subject
from tests.rules.test_reading import GOOD

SPACED = "“ go” he said"
"""At fault in English; French sets spaces there."""
FRENCH = "\n  french: {font: text, size: 10pt, language: fr}"


def game(rule: str, layouts: str = "", styles: str = "", name: str = "Fox") -> dict[str, str]:
    """A game whose first card has a rule; the element that prints it, and further styles."""
    cards = f"- {{name: '{name}', cost: 2, rule: '{rule}'}}\n"
    text = GOOD["layouts.yaml"].replace("styles:", f"styles:{FRENCH}{styles}", 1)
    element = '{text: "{{ rule }}", style: body, left: 0, right: 0, bottom: 0, height: 20mm}'
    assert element in text
    return {
        "cards.yaml": cards,
        "layouts.yaml": text.replace(element, layouts or element),
        "composition.yaml": "main: {}\n",
    }


def element(text: str = "{{ rule }}", style: str = "body", more: str = "") -> str:
    """An element below the card's name."""
    return f'{{text: "{text}", style: {style}, left: 0, right: 0, bottom: 0, height: 20mm{more}}}'


@pytest.mark.parametrize(
    "files",
    [
        game(SPACED),
        game(SPACED, element(more=", language: en") + "\n      - " + element("Oui", "french")),
        game(SPACED, element("{{ rule }} [oui]{lang=fr}")),
        game(SPACED, element("[oui]{french} {{ rule }}")),
        game(SPACED, element("{{ rule | upper }}")),
        game(SPACED, element("{% if rule %}{{ rule }}{% endif %}")),
        game("“ go” he said [oui]{lang=fr}"),
        game("[oui]{french} *“ go”* he said"),
        game("go {lang} “ go”".replace("{lang}", "[« oui »]{lang=fr}")),
    ],
)
def test_a_french_text_elsewhere_does_not_excuse_an_english_one(files: dict[str, str]) -> None:
    assert [one.code for one in find_quote_spacing(subject(files))] == ["quote-spacing"]


@pytest.mark.parametrize(
    "files",
    [
        game(SPACED, element(style="french")),
        game(SPACED, element(more=", language: fr")),
        game(SPACED, element("[{{ rule }}]{lang=fr}")),
        game(SPACED, element("[Non. {{ rule }}]{french} No.")),
        game("He said [“ go”]{lang=fr}"),
        game("He said [“ go”]{french}"),
        game(SPACED, element() + "\n      - " + element(style="french")),
    ],
)
def test_what_french_prints_is_sound_in_french(files: dict[str, str]) -> None:
    assert list(find_quote_spacing(subject(files))) == []


def test_a_fault_of_the_printed_language_alone_is_one() -> None:
    """A French game's text in an English element."""
    files = game(SPACED, element(more=", language: en"))
    files["game.yaml"] = GOOD["game.yaml"] + "language: fr\n"
    (found,) = find_quote_spacing(subject(files))
    assert found.code == "quote-spacing"


def test_marks_pair_in_the_language_that_prints_them() -> None:
    german = "\n  german: {font: text, size: 10pt, language: de}"
    assert (
        list(
            find_unbalanced_quotes(subject(game("„Los“ rief er", element(style="german"), german)))
        )
        == []
    )
    (found,) = find_unbalanced_quotes(
        subject(game("Er rief “Los”", element(style="german"), german))
    )
    assert found.code == "unbalanced-quotes"
    (found,) = find_unbalanced_quotes(subject(game("He said “go", "", german)))
    assert found.code == "unbalanced-quotes"


def test_a_language_that_each_card_names_is_followed() -> None:
    layout = element(more=', language: \\"{{ tongue }}\\"').replace('\\"', '"')
    files = game(SPACED, layout)
    row = files["cards.yaml"]
    files["cards.yaml"] = row.replace("cost: 2", "cost: 2, tongue: fr") + row.replace(
        "Fox", "Owl"
    ).replace("cost: 2", "cost: 2, tongue: en")
    (found,) = find_quote_spacing(subject(files))
    assert found.card == "main/owl"


def test_a_text_that_a_french_card_has_first_is_found_on_an_english_one() -> None:
    both = "\n      - ".join(
        (element(more=', when: "cost == 1"'), element(style="french", more=', when: "cost == 2"'))
    )
    files = game(SPACED, both)
    files["cards.yaml"] += files["cards.yaml"].replace("Fox", "Owl").replace("cost: 2", "cost: 1")
    (found,) = find_quote_spacing(subject(files))
    assert found.card == "main/owl"


@pytest.mark.parametrize(("style", "codes"), [("french", []), ("body", ["quote-spacing"])])
def test_a_text_goes_through_a_piece_in_the_language_of_the_piece(
    style: str, codes: list[str]
) -> None:
    drawn = element("{{ words }}", style)
    files = game(SPACED, '{piece: line, with: {words: "{{ rule }}"}}')
    files["layouts.yaml"] += (
        f"pieces:\n  line: {{takes: {{words: none}}, draw: {{overlay: [{drawn}]}}}}\n"
    )
    assert [one.code for one in find_quote_spacing(subject(files))] == codes
