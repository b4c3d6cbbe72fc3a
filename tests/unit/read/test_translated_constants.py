"""Words of `vars:` that are printed are translated."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read.game import GameSpec, read_game
from cardgen.read.translation.messages import Collector

GAME = """\
game: Fables
vars: {maker: Own Press, level: hard, look: dark, year: 2026, rest: Not printed}
decks:
  d:
    cards: d.yaml
    size: poker
    front: f
    fields: {name: text, by: {value: "by {{ maker }}"}, rule: {type: text, template: yes}}
editions:
  de: {language: de}
  own: {language: de, vars: {maker: Eigenverlag}, translation: translations/de.po}
"""
RULES = "booklets: {r: {text: rules.md, page: a6}}\n"
FILES: dict[str, str | bytes] = {
    "game.yaml": GAME,
    "d.yaml": "- {name: Owl, rule: Play it.}\n",
    "layouts.yaml": """\
layouts:
  f:
    safe:
      - {text: "{{ name }} {{ by }} {{ year }} {{ level }} {{ look }}", when: "level == 'hard'"}
      - {picture: "{{ look }}.png"}
""",
    "translations/de.po": 'msgctxt "vars.maker"\nmsgid "Own Press"\nmsgstr "Eigenverlag"\n',
}


def asked(**changed: str | bytes) -> set[str]:
    """The constants that translators are asked for."""
    collector = Collector()
    files = {**FILES, **{name.replace("_", "."): text for name, text in changed.items()}}
    read_game(MemoryGame(files, edition="de"), Report(), visit=collector)
    return {one.text for one in collector.found if one.context.startswith("vars.")}


def read(edition: str, **settings: str) -> tuple[GameSpec, Report]:
    report = Report()
    spec = read_game(MemoryGame(FILES, edition=edition), report, settings)
    assert spec is not None
    return spec, report


def test_words_of_constants_that_are_printed_are_asked_for() -> None:
    """Not what is compared, names a picture, is a number, or is printed nowhere."""
    assert asked() == {"Own Press"}


@pytest.mark.parametrize(
    "changed",
    [
        {"layouts_yaml": 'layouts: {f: {safe: [{text: "{{ rest }}"}]}}\n'},
        {"d_yaml": '- {name: Owl, rule: "Play {{ rest }}."}\n'},
        {"rules_md": "By {{ rest }}.\n", "game_yaml": f"{GAME}{RULES}"},
    ],
)
def test_layouts_texts_of_cards_and_booklets_print_constants(changed: dict[str, str]) -> None:
    assert "Not printed" in asked(**changed)


def test_an_edition_prints_the_translated_words_in_computed_fields_too() -> None:
    spec, _ = read("de")
    assert spec.constants["maker"] == "Eigenverlag"
    assert spec.constants["level"] == "hard"
    assert spec.cards["d"][0].values["by"] == "by Eigenverlag"
    assert read("")[0].constants["maker"] == "Own Press"


def test_a_constant_without_a_translation_is_told() -> None:
    report = Report()
    read_game(MemoryGame({**FILES, "translations/de.po": ""}, edition="de"), report)
    found = [one for one in report.findings if "Own Press" in one.message]
    places = [one.span for one in found if one.code == "untranslated" and one.span]
    assert [(place.file, place.line) for place in places] == [("game.yaml", 2)]


def test_what_an_edition_or_a_setting_says_anew_is_no_text_to_translate() -> None:
    spec, report = read("own")
    assert spec.constants["maker"] == "Eigenverlag"
    assert not [one for one in report.findings if "vars" in one.message]
    spec, report = read("de", maker="My Press")
    assert spec.constants["maker"] == "My Press"
    assert not [one for one in report.findings if "vars" in one.message]
