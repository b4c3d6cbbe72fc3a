"""The language of a deck, a style, a text and a span: quotes, division, forms, direction."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.scene import items as scene
from cardgen.text.languages import LanguageError, parse_language
from tests.conftest import ROOT

FONT = (ROOT / "fonts" / "EBGaramond-Regular.ttf").read_bytes()
HEBREW = (ROOT / "tests" / "data" / "fonts" / "FrankRuhlLibre-subset.ttf").read_bytes()


class Printed(NamedTuple):
    """What stands on the card of each deck, and the codes of what was found."""

    texts: list[str]
    codes: list[str]
    messages: list[str]
    edges: list[float]


def printed(element: str, text: str, *, deck: str = "", styles: str = "") -> Printed:
    files: dict[str, str | bytes] = {
        "game.yaml": "game: Tongues\nfonts: {text: text.ttf, hebrew: hebrew.ttf}\n"
        f"decks: {{one: {{cards: one.yaml, size: poker, front: face{deck}}}}}\n",
        "one.yaml": f"- {{rule: '{text}'}}\n",
        "layouts.yaml": f"styles:\n  plain: {{font: text}}\n{styles}"
        f"layouts: {{face: {{safe: [{{text: '{{{{ rule }}}}', font: text, {element}}}]}}}}\n",
        "text.ttf": FONT,
        "hebrew.ttf": HEBREW,
    }
    report = Report()
    checked = check_game(MemoryGame(files), report)
    findings = report.findings
    face = next(iter(checked.laid.scenes.values()), None) if checked else None
    runs = [i for i in scene.walk(face.items) if isinstance(i, scene.Glyphs)] if face else []
    return Printed(
        ["".join(run.text for run in runs)],
        [finding.code for finding in findings],
        [f"{finding.message} {finding.hint}" for finding in findings],
        [run.glyphs[0].x for run in runs],
    )


QUOTED = '"So" he said'


@pytest.mark.parametrize(
    ("element", "deck", "styles", "set_"),
    [
        ("align: left", "", "", "“So” he said"),
        ("align: left", ", language: de", "", "„So“ he said"),
        ("language: de", "", "", "„So“ he said"),
        ("language: fr", ", language: de", "", "«\u202fSo\u202f» he said"),
        ("style: german", "", "  german: {font: text, language: de}\n", "„So“ he said"),
    ],
)
def test_quotation_marks_are_those_of_the_nearest_language(
    element: str, deck: str, styles: str, set_: str
) -> None:
    assert printed(element, QUOTED, deck=deck, styles=styles).texts == [set_]


def test_a_span_has_a_language_of_its_own_and_quotes_pair_over_its_border() -> None:
    text = 'Say ["Gut so"]{lang=de}, not "good ["wie"]{lang=de} so"'
    assert printed("align: left", text).texts == ["Say „Gut so“, not “good „wie“ so”"]


def test_a_named_style_brings_its_language_into_the_text() -> None:
    styles = "  german: {language: de}\n"
    assert printed("align: left", '["So"]{german} "so"', styles=styles).texts == ["„So“ “so”"]


def test_words_are_divided_in_the_language_that_they_are_in() -> None:
    """In Japanese no word is divided; only what is German is divided."""
    long, width = "Donaudampfschifffahrtsgesellschaft", "width: 28mm, hyphenate: yes, size: 12pt"
    assert "text-overflow" in printed(f"{width}, language: ja", long).codes
    assert "text-overflow" not in printed(f"{width}, language: de", long).codes
    assert "text-overflow" not in printed(f"{width}, language: ja", f"[{long}]{{lang=de}}").codes


def test_german_quotes_in_a_german_text_of_an_english_game_are_no_fault() -> None:
    german = "„Gut so“, sagt er. „Los!“"
    assert printed("language: de", german).codes == printed("language: de", "Gut so.").codes
    assert "unbalanced-quotes" in printed("align: left", "„Gut so“, sagt er. „Los!“").codes


@pytest.mark.parametrize(
    ("typed", "tag"),
    [("de", "de"), ("de_at", "de-AT"), ("SR-latn-rs", "sr-Latn-RS"), ("nds", "nds")],
)
def test_a_tag_is_written_as_the_standard_has_it(typed: str, tag: str) -> None:
    assert parse_language(typed) == tag


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("german", "`de`"), ("jp", "`ja`"), ("Brazilian Portuguese", "`pt-BR`"), ("d", "BCP 47")],
)
def test_what_is_no_tag_says_which_one_is_meant(typed: str, hint: str) -> None:
    with pytest.raises(LanguageError) as caught:
        parse_language(typed)
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("element", "text", "deck"),
    [
        ("language: german", "So", ""),
        ("align: left", "So", ", language: jp"),
        ("align: left", "[So]{lang=germ4n}", ""),
    ],
)
def test_a_language_that_is_none_is_a_finding(element: str, text: str, deck: str) -> None:
    found = printed(element, text, deck=deck)
    assert any("language" in message for message in found.messages), found


def test_a_language_without_patterns_is_told_where_it_is_not_the_game_s() -> None:
    assert "no-hyphenation" in printed("language: ja, hyphenate: yes", "So").codes


def test_lines_start_where_their_language_does() -> None:
    start = printed("align: start, language: he, font: hebrew", "שלום").edges
    assert start == printed("align: right, language: he, font: hebrew", "שלום").edges
    end = printed("align: end, language: he, font: hebrew", "שלום").edges
    assert end == printed("align: left, language: he, font: hebrew", "שלום").edges
    assert printed("align: start", "So").edges == printed("align: left", "So").edges
