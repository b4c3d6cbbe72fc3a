"""Columns a language: what they are called, what an edition makes of them, what they must keep."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read.game import GameSpec, read_game
from cardgen.read.tables.language_columns import suggest_edition


@pytest.mark.parametrize(
    ("name", "fields", "hint"),
    [
        ("name.es", ("name", "name.es"), "if it is `name` in that language, add an edition"),
        ("Name_EN", ("Name_DE", "Name_EN"), "for a column a language, call that of the game's own "
         "language `Name` and this one `Name.en`"),
        ("Name_EN", ("Name_1", "Name_EN"), ""),
        ("cost_XX", ("cost_DE", "cost_XX"), ""),
        ("Name_EN", ("Title_DE", "Name_EN"), ""),
        ("Name_EN", ("Name_EN",), ""),
    ],
)  # fmt: skip
def test_what_may_be_a_field_in_another_language_is_told_its_name(
    name: str, fields: tuple[str, ...], hint: str
) -> None:
    told = suggest_edition(name, fields)
    assert told.startswith(hint)
    assert bool(told) == bool(hint)


# --- what an edition makes of them ----------------------------------------------------------

PO = r"""msgid ""
msgstr ""
"Language: de\n"
"""
FILES: dict[str, str | bytes] = {
    "game.yaml": """\
game: Fables
fonts: {text: fonts/EBGaramond-Regular.ttf}
icons: {coin: coin.svg}
decks: {d: {cards: d.csv, size: poker, front: f}}
editions:
  de: {language: de}
""",
    "d.csv": "name,name.de,rule,rule.de\nOwl,Kauz,Draw 2.,Zieh 2.\nHen,Huhn,Pay.,Zahle.\n",
    "layouts.yaml": """\
layouts:
  f:
    safe:
      - {text: "{{ name }}", font: text, size: 9pt}
      - {text: "{{ rule }}", font: text, size: 9pt}
""",
}


THREE = "name,name.de,rule,rule.de\nOwl,Kauz,Draw 2.,Zieh 3.\n"
FIX = "card,field,old,new,reason\nowl,rule,3,2,typo\n"


def read(**changed: str) -> tuple[GameSpec, list[str]]:
    """The edition `de`, and the codes and messages of what is found in it."""
    named = {name.replace("__", "/").replace("_", "."): text for name, text in changed.items()}
    report = Report()
    spec = read_game(MemoryGame({**FILES, **named}, edition="de"), report)
    assert spec is not None
    return spec, [f"{one.code}: {one.message}" for one in report.findings]


def edition(said: str) -> str:
    return str(FILES["game.yaml"]).replace("language: de", f"language: de, {said}")


def test_a_card_has_the_id_that_the_game_itself_gives_it() -> None:
    spec, found = read()
    assert found == []
    assert [(one.id, one.values["name"]) for one in spec.cards["d"]] == [
        ("owl", "Kauz"), ("hen", "Huhn"),
    ]  # fmt: skip


def test_ids_of_a_template_are_those_of_the_game_too() -> None:
    game = str(FILES["game.yaml"]).replace("front: f", 'front: f, id: "{{ rule }}-{{ name }}"')
    assert [one.id for one in read(game_yaml=game)[0].cards["d"]] == ["draw-2-owl", "pay-hen"]


def test_a_composition_counts_the_words_of_the_game() -> None:
    spec, _ = read(composition_yaml="d: {count: {name: {Owl: 1}}}\n")
    assert [one.values["name"] for one in spec.as_composed.cards["d"]] == ["Owl", "Hen"]


def test_conditions_of_tables_ask_what_the_game_says() -> None:
    game = str(FILES["game.yaml"]).replace(
        "cards: d.csv", "cards: {file: d.csv, where: \"name == 'Owl'\"}"
    )
    spec, found = read(game_yaml=game)
    assert found == []
    assert [one.values["name"] for one in spec.cards["d"]] == ["Kauz"]


def test_ids_numbers_and_changes_of_a_layout_may_be_those_of_the_language() -> None:
    table = "id,id.de,copies,copies.de,name,name.de,f.size,f.size.de\no,k,2,3,Owl,Kauz,8pt,7pt\n"
    (card,) = read(d_csv=table)[0].cards["d"]
    assert (card.id, card.copies, card.values["name"]) == ("k", 3, "Kauz")


@pytest.mark.parametrize(
    ("said", "table", "code"),
    [
        ("", "name,rule,rule.de\nOwl,Draw 2.,Zieh 3.\n", "translation-number"),
        ("", "name,rule,rule.de\nOwl,Pay {coin}.,Zahle.\n", "translation-placeholder"),
        ("", "name,rule,rule.de\nOwl,*Pay*.,Zahle.\n", "translation-markup"),
        ("", "name,rule,rule.de\nOwl,Pay.,“Zahle”.\n", "translation-quotes"),
        ("glossary: t.csv", "name,rule,rule.de\nOwl,Pay now.,Zieh jetzt.\n", "translation-term"),
        ("", "name,rule,rule.de\nOwl,Draw 2.,Zieh ２.\n", ""),
    ],
)
def test_a_column_is_held_to_what_it_takes_the_place_of(said: str, table: str, code: str) -> None:
    game = edition(said) if said else str(FILES["game.yaml"])
    found = read(game_yaml=game, d_csv=table, t_csv="term,translation\npay,Zahle\n")[1]
    assert [one.partition(":")[0] for one in found] == [code] * bool(code)


def test_a_table_of_texts_is_held_to_it_too() -> None:
    game = edition("translation: t.csv")
    found = read(
        game_yaml=game, d_csv="name,rule\nOwl,Draw 2.\n", t_csv="id,rule,name\nowl,Zieh.,Kauz\n"
    )
    assert [one.partition(":")[0] for one in found[1]] == ["translation-number"]


def test_a_table_of_texts_beside_columns_is_held_to_the_text_of_the_game() -> None:
    texts = "id,rule\nowl,Zieh 2.\n"
    found = read(game_yaml=edition("translation: t.csv"), d_csv=THREE, t_csv=texts)[1]
    assert found == []


def test_a_corrected_column_is_held_as_it_prints() -> None:
    assert read(game_yaml=edition("corrections: fix.csv"), d_csv=THREE, fix_csv=FIX)[1] == []


def test_a_corrected_column_needs_no_translation() -> None:
    said = edition("corrections: fix.csv, translation: de.po")
    found = read(game_yaml=said, d_csv=THREE, fix_csv=FIX, de_po=PO)[1]
    assert [one for one in found if "Fables" not in one] == []


GAP = "untranslated: `rule` has no text in the column `rule.de`"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("", [GAP]),
        ("translation: t.csv", []),
        ("translation: de.po", ["untranslated: “Pay.” is not in de.po"]),
    ],
)
def test_a_gap_in_a_column_is_told_once_and_not_where_it_is_filled(
    said: str, found: list[str]
) -> None:
    table = "name,name.de,rule,rule.de\nOwl,Kauz,Draw 2.,Zieh 2.\nHen,Huhn,Pay.,\n"
    texts = "id,rule,name\nowl,Zieh 2.,Kauz\nhen,Zahle.,Huhn\n"
    game = edition(said) if said else str(FILES["game.yaml"])
    told = read(game_yaml=game, d_csv=table, t_csv=texts, de_po=PO)[1]
    assert [one for one in told if "Fables" not in one] == found


def test_a_column_of_no_field_and_a_character_that_prints_nothing_are_told() -> None:
    game = str(FILES["game.yaml"]).replace("front: f", "front: f, fields: {name: text, rule: text}")
    table = "name,nam.de,rule,rule.de\nOwl,Kauz,Draw.,Zie\x07h.\n"
    assert {one.partition(":")[0] for one in read(game_yaml=game, d_csv=table)[1]} == {
        "unknown-field", "control-character",
    }  # fmt: skip
