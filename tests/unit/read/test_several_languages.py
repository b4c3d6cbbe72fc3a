"""`{{ languages.de.rule }}`: two languages on one card, or one a side."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.render.listing import words

FILES: dict[str, str | bytes] = {
    "game.yaml": """\
game: A
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: d.yaml, size: poker, front: front, back: back}}
editions:
  de: {language: de, translation: de.csv}
  he: {language: pt-BR, translation: pt.csv}
  both: {layouts: both.yaml}
""",
    "d.yaml": "- {id: fox, rule: Draw a card.}\n- {id: owl, rule: Pass.}\n",
    "de.csv": "id,rule\nfox,Zieh eine Karte.\nowl,Passe.\n",
    "pt.csv": "id,rule\nfox,Compre.\nowl,Passe a vez.\n",
    "layouts.yaml": """\
layouts:
  front: {safe: [{text: "{{ rule }}", font: text, size: 12pt}]}
  back: {safe: [{text: A game, font: text, size: 12pt}]}
""",
    "both.yaml": """\
layouts:
  front:
    safe:
      - {text: "{{ languages.en.rule }}", font: text, size: 12pt, top: 0}
      - {text: "{{ languages.de.rule }}", font: text, size: 12pt, top: 20mm, language: de}
  back:
    safe: [{text: "{{ languages['pt-BR'].rule }}", font: text, size: 12pt, language: pt-BR}]
""",
}


def check(edition: str, **changed: str) -> tuple[Checked | None, Report]:
    named = {name.replace("_", "."): text for name, text in changed.items()}
    report = Report()
    return check_game(MemoryGame({**FILES, **named}, edition=edition), report), report


def test_a_card_shows_two_languages_and_its_back_a_third() -> None:
    checked, report = check("both")
    assert checked is not None
    assert report.findings == ()
    scenes = checked.laid.scenes
    cards = checked.bound.decks[0].cards
    said = [(words(scenes[c.front]), words(scenes[c.back])) for c in cards if c.back]
    assert said == [
        ("Draw a card.\nZieh eine Karte.", "Compre."),
        ("Pass.\nPasse.", "Passe a vez."),
    ]


@pytest.mark.parametrize("tag", ["pt_BR", "PT-br"])
def test_a_language_is_the_same_however_its_tag_is_typed(tag: str) -> None:
    """gettext writes `pt_BR`: `languages['pt-BR']` was unknown, and columns had no language."""
    game = str(FILES["game.yaml"]).replace(
        "language: pt-BR, translation: pt.csv", f"language: {tag}"
    )
    rows = (
        "- {id: fox, rule: Draw a card., rule.pt_br: Compre.}\n"
        "- {id: owl, rule: Pass., rule.pt-BR: Passe a vez.}\n"
    )
    checked, report = check("both", game_yaml=game, d_yaml=rows)
    assert checked is not None
    assert report.findings == ()
    backs = [words(checked.laid.scenes[c.back]) for c in checked.bound.decks[0].cards if c.back]
    assert backs == ["Compre.", "Passe a vez."]


def test_ids_and_counts_are_those_of_the_game() -> None:
    checked, _ = check("both")
    assert checked is not None
    assert [card.id for card in checked.bound.decks[0].cards] == ["fox", "owl"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("languages.fr.rule", "fr"),
        ("languages.de.rul", "rul"),
        ("language.de.rule", "language"),
    ],
)
def test_a_language_or_field_that_is_not_there_is_a_finding_at_its_place(
    asked: str, said: str
) -> None:
    both = str(FILES["both.yaml"]).replace("languages.de.rule", asked)
    _, report = check("both", both_yaml=both)
    (finding, *_) = [one for one in report.findings if one.severity == "error"]
    assert finding.span is not None
    assert (finding.span.file, finding.span.line) == ("both.yaml", 5)
    assert said in finding.message


def test_a_text_that_the_other_language_lacks_is_a_finding_in_the_edition_that_prints_both() -> (
    None
):
    _, report = check("both", de_csv="id,rule\nfox,Zieh eine Karte.\nowl,\n")
    assert [one.code for one in report.findings] == ["untranslated"]


def test_a_table_that_cannot_be_read_stops_the_edition_that_prints_both() -> None:
    game = str(FILES["game.yaml"]).replace("de.csv", "none.csv")
    checked, report = check("both", game_yaml=game)
    assert checked is None
    assert "unreadable-file" in {one.code for one in report.findings}


def test_a_game_that_does_not_ask_reads_no_other_edition() -> None:
    game = str(FILES["game.yaml"]).replace("de.csv", "none.csv")
    _, report = check("", game_yaml=game)
    assert report.findings == ()


@pytest.mark.parametrize("fields", ["", "fields: {name: text, rule: text}, "])
def test_a_joined_table_has_columns_in_languages_too(fields: str) -> None:
    """They were fields of their own; and cards were looked up by their translated names."""
    game = str(FILES["game.yaml"]).replace(
        "{cards: d.yaml,", f"{{cards: d.csv, join: {{table: j.csv, on: name}}, {fields}"
    )
    tables = {
        "d_csv": "name,name.de\nfox,Fuchs\nowl,Eule\n",
        "j_csv": "name,rule,rule.de\nfox,Draw.,Zieh.\nowl,Pass.,Passe.\n",
        "layouts_yaml": str(FILES["layouts.yaml"]).replace("{{ rule }}", "{{ name }}: {{ rule }}"),
    }
    game = game.replace(", translation: de.csv", "")
    checked, report = check("de", game_yaml=game, **tables)
    assert checked is not None
    assert [f for f in report.findings if f.code != "untranslated"] == []
    cards = checked.bound.decks[0].cards
    said = [words(checked.laid.scenes[card.front]) for card in cards]
    assert said == ["Fuchs: Zieh.", "Eule: Passe."]


@pytest.mark.parametrize("fields", ["", "fields: {rule: text}, "])
def test_a_column_in_a_language_of_no_edition_is_told_what_it_may_be(fields: str) -> None:
    game = str(FILES["game.yaml"]).replace("{cards: d.yaml,", f"{{cards: d.csv, {fields}")
    _, report = check("", game_yaml=game, d_csv="id,rule,rule.es\nfox,Draw.,Roba.\nowl,Pass.,\n")
    told = [f.hint for f in report.findings if "`rule_es`" in f.message]
    edition = "add an edition: `editions: {es: {language: es}}`"
    assert told == [f"if it is `rule` in that language, {edition}"]
