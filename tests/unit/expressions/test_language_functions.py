"""Numbers, dates and plurals by language."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.language_functions import LANGUAGE
from cardgen.expressions.template import fill
from cardgen.files.memory_game import MemoryGame
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
        ("fa", "۱٬۲۳۴٫۵"),
        ("bn-BD", "১,২৩৪.৫"),
        ("mr", "१,२३४.५"),
        ("hi", "1,234.5"),
        ("ar", "1,234.5"),
        ("ar-EG", "١٬٢٣٤٫٥"),
        ("de-CH-1901", "1’234.5"),
        ("fa-u-NU-Latn", "1,234.5"),
        ("ar-u-NU-Arab", "١٬٢٣٤٫٥"),
        ("th-u-NU-Thai", "๑,๒๓๔.๕"),
    ],
)
def test_numbers_have_the_separators_and_digits_of_the_language(language: str, text: str) -> None:
    assert printed("{{ n|number }}", language, n=1234.5) == text


def test_a_number_may_have_digits_behind_the_point() -> None:
    assert printed("{{ n|number(2) }}", "de", n=3) == "3,00"


def test_dates_are_written_as_the_language_writes_them() -> None:
    assert printed("{{ d|date }}", "de", d="2026-03-01") == "1. März 2026"
    assert printed("{{ d|date('short') }}", "en", d="2026-03-01") == "3/1/26"


def test_dates_have_the_digits_of_the_language() -> None:
    assert printed("{{ d|date }}", "fa", d="2026-03-01") == "۱ مارس ۲۰۲۶"
    assert printed("{{ d|date('short') }}", "bn", d="2026-03-01") == "১/৩/২৬"
    assert printed("{{ d|date }}", "fa-u-NU-Latn", d="2026-03-01") == "1 مارس 2026"


@pytest.mark.parametrize(
    ("language", "forms", "found"),
    [
        ("en", "'card', 'cards'", {1: "card", 0: "cards", 2: "cards"}),
        ("fr", "'carte', 'cartes'", {0: "carte", 1: "carte", 2: "cartes"}),
        ("pl", "'karta', 'karty', 'kart', 'karty'", {1: "karta", 3: "karty", 5: "kart"}),
        ("pl", "'karta', 'karty', 'kart'", {1: "karta", 3: "karty", 5: "kart", 22: "karty"}),
        ("pl", "'card', 'cards'", {1: "card", 3: "cards"}),
        ("cs", "'karta', 'karty', 'karet'", {1: "karta", 4: "karty", 5: "karet"}),
        ("fr", "'carte', 'cartes', 'cartes'", {1: "carte", 2: "cartes"}),
        ("es", "'carta', 'cartas'", {1: "carta", 0: "cartas", 1000000: "cartas"}),
        ("ja", "'枚'", {1: "枚", 5: "枚"}),
        ("ja", "'枚', '枚'", {1: "枚", 5: "枚"}),
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
     "{{ '2026-03-01'|date('wide') }}", "{{ plural(n, 'a') }}"],
)  # fmt: skip
def test_what_cannot_be_written_is_a_fault(source: str) -> None:
    with pytest.raises(TemplateFault):
        printed(source, "en", n=1)


def test_a_form_for_fractions_is_asked_for_where_one_stands() -> None:
    with pytest.raises(TemplateFault, match=r"no form for 1\.5") as caught:
        printed("{{ plural(n, 'karta', 'karty', 'kart') }}", "pl", n=1.5)
    assert caught.value.hint.endswith("with one, few, many, other")
    assert printed("{{ plural(n, 'karta', 'karty', 'kart', 'karty') }}", "pl", n=1.5) == "karty"


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


TWO_LANGUAGES: dict[str, str | bytes] = {
    "game.yaml": "game: A\nlanguage: pl\nfonts: {text: fonts/EBGaramond-Regular.ttf}\n"
    "decks: {d: {cards: d.yaml, size: poker, front: f}}\n",
    "d.yaml": "- {n: 1234.5, day: 2026-03-01, k: 22}\n",
    "layouts.yaml": """\
styles:
  body: {font: text, size: 9pt}
  german: {extends: body, language: de}
  small: {extends: german, size: 8pt}
layouts:
  f:
    safe:
      - column:
          - {text: "{{ n|number }}; {{ k }} {{ plural(k, 'karta', 'karty', 'kart') }};", style: body}
          - {text: "{{ n|number }}; {{ day|date }}; {{ k }} {{ plural(k, 'Karte', 'Karten') }};", style: small}
          - {text: "{{ n|number }}; {{ ['Ål', 'Zebra']|sort|join(' ') }}; {{ plural(k, 'a', 'b') }};", style: body, language: sv}
""",  # noqa: E501
}


def test_a_text_writes_numbers_dates_plurals_and_lists_in_its_own_language() -> None:
    report = Report()
    checked = lay_out_game(MemoryGame(TWO_LANGUAGES), report)
    assert checked is not None
    (scene,) = checked.laid.scenes.values()
    polish, german, swedish = "1\u00a0234,5; 22 karty;", "1.234,5; 1. März 2026; 22 Karten;", "b;"
    found = " ".join(words(scene).split("\n"))
    assert polish in found
    assert german in found
    assert found.endswith(f"1\u00a0234,5; Zebra Ål; {swedish}")
    assert report.findings == ()


@pytest.mark.parametrize(
    ("typed", "language"),
    [
        ("1901-02-03", "en"),
        ("1901-2-3", "en"),
        ("1901/02/03", "en"),
        ("1901-02-03 00:00:00", "en"),
        ("03.02.1901", "en"),
        ("3. 2. 1901", "cs"),
        ("3. Februar 1901", "de"),
        ("3 févr. 1901", "fr"),
        ("3 de febrero de 1901", "es"),
        ("3 February 1901", "de"),
        ("February 3rd, 1901", "en"),
        ("3-Feb-1901", "en"),
    ],
)
def test_a_date_is_read_in_every_form_that_means_one_day(typed: str, language: str) -> None:
    """A sheet shows days before 1900 as they were typed, beside others in its own form."""
    wanted = printed("{{ d|date('full') }}", language, d="1901-02-03")
    assert printed("{{ d|date('full') }}", language, d=typed) == wanted


def test_strokes_are_read_where_they_mean_one_day() -> None:
    assert printed("{{ d|date }}", "de", d="2/28/1901") == "28. Februar 1901"
    assert printed("{{ d|date }}", "de", d="28/2/1901") == "28. Februar 1901"
    assert printed("{{ d|date }}", "de", d="02/02/1901") == "2. Februar 1901"


@pytest.mark.parametrize("typed", ["2/3/1901", "02-03-1901", " 3/2/1901"])
def test_a_date_that_can_be_two_days_is_refused_with_both(typed: str) -> None:
    with pytest.raises(TemplateFault, match="two days") as caught:
        printed("{{ d|date }}", "en", d=typed)
    assert caught.value.hint == "write the one that is meant: `1901-02-03` or `1901-03-02`"


@pytest.mark.parametrize(
    "typed", ["03.02.01", "31.02.1901", "2/30/1901", "3. Brumaire 1901", "1901-02-03 14:00", "42"]
)
def test_what_is_no_one_day_is_refused_with_the_form_to_write(typed: str) -> None:
    with pytest.raises(TemplateFault, match="is no date") as caught:
        printed("{{ d|date }}", "en", d=typed)
    assert "2026-03-01" in caught.value.hint
