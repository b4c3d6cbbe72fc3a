"""Numbers, dates and plurals by language."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.language_functions import LANGUAGE
from cardgen.expressions.template import fill
from cardgen.files.game_files import MemoryGame
from cardgen.pipeline.inspection import lay_out_game
from cardgen.render.listing import words


def printed(source: str, language: str, **values: object) -> str:
    return fill(source, {LANGUAGE: language, **values})


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "1,234.5"),
        ("de", "1.234,5"),
        ("de-CH", "1’234.5"),
        ("fr", "1\u202f234,5"),
        ("xx", "1,234.5"),
    ],
)
def test_numbers_have_the_separators_of_the_language(language: str, text: str) -> None:
    assert printed("{{ n|number }}", language, n=1234.5) == text


def test_a_number_may_have_digits_behind_the_point() -> None:
    assert printed("{{ n|number(2) }}", "de", n=3) == "3,00"


def test_dates_are_written_as_the_language_writes_them() -> None:
    assert printed("{{ d|date }}", "de", d="2026-03-01") == "1. März 2026"
    assert printed("{{ d|date('short') }}", "en", d="2026-03-01") == "3/1/26"


@pytest.mark.parametrize(
    ("language", "forms", "found"),
    [
        ("en", "'card', 'cards'", {1: "card", 0: "cards", 2: "cards"}),
        ("fr", "'carte', 'cartes'", {0: "carte", 1: "carte", 2: "cartes"}),
        ("pl", "'karta', 'karty', 'kart', 'karty'", {1: "karta", 3: "karty", 5: "kart"}),
        ("pl", "'card', 'cards'", {1: "card", 3: "cards"}),
    ],
)
def test_plurals_follow_the_rules_of_the_language(
    language: str, forms: str, found: dict[int, str]
) -> None:
    for number, word in found.items():
        assert printed(f"{{{{ plural(n, {forms}) }}}}", language, n=number) == word


@pytest.mark.parametrize(
    "source",
    ["{{ plural(n, 'a', 'b', 'c') }}", "{{ plural(n) }}", "{{ 'x'|number }}", "{{ 'x'|date }}",
     "{{ '2026-03-01'|date('wide') }}"],
)  # fmt: skip
def test_what_cannot_be_written_is_a_fault(source: str) -> None:
    with pytest.raises(TemplateFault):
        printed(source, "en", n=1)


def test_an_edition_writes_its_own_numbers() -> None:
    files: dict[str, str | bytes] = {
        "game.yaml": "game: A\nfonts: {text: fonts/EBGaramond-Regular.ttf}\n"
        "decks: {d: {cards: d.yaml, size: poker, front: f, fields: {n: number}}}\n"
        "editions: {de: {language: de}}\n",
        "d.yaml": "- {n: 1234.5}\n",
        "layouts.yaml": 'layouts: {f: {safe: [{text: "{{ n|number }}", font: text, size: 9pt}]}}\n',
    }
    for edition, text in (("", "1,234.5"), ("de", "1.234,5")):
        checked = lay_out_game(MemoryGame(files, edition=edition), Report())
        assert checked is not None
        (scene,) = checked.laid.scenes.values()
        assert text in words(scene)
