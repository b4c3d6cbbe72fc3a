"""Columns that seem to hold the number of copies under another name are told so."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

LAYOUTS = 'layouts: {f: {safe: [{text: "{{ name }}", font: t, size: 9pt}]}}\n'


def check(
    table: str, *, file: str = "c.csv", fields: str = "fields: {name: text}"
) -> list[Finding]:
    deck = f"cards: {file}, size: poker, front: f"
    game = (
        f"game: G\nfonts: {{t: fonts/EBGaramond-Regular.ttf}}\ndecks: {{d: {{{deck}, {fields}}}}}\n"
    )
    report = Report()
    check_game(MemoryGame({"game.yaml": game, "layouts.yaml": LAYOUTS, file: table}), report)
    return [f for f in report.findings if f.code in ("unknown-field", "field-not-shown")]


@pytest.mark.parametrize(
    "header", ["Anzahl", "Menge", "Quantité", "cantidad", "STÜCK", "Aantal", "数量"]
)
def test_a_column_of_copies_in_another_language_is_told_how_to_be_read(header: str) -> None:
    (finding,) = check(f"name,{header}\nFox,2\nOwl,3\nElk,1\n")
    assert finding.code == "unknown-field"
    wanted = f"if it is the number of copies, write `copies: {{from: {header}}}` under `fields:`"
    assert finding.hint == wanted


def test_what_the_hint_says_makes_the_copies() -> None:
    assert (
        check("name,Anzahl\nFox,2\n", fields="fields: {name: text, copies: {from: Anzahl}}") == []
    )


def test_the_copies_may_be_had_from_a_header_as_a_name() -> None:
    assert check("name,Qty.\nFox,2\n", fields="fields: {name: text, copies: {from: Qty}}") == []
    two = "fields: {name: text, copies: {from: Qty}, other: {from: Qty.}}"
    assert {f.message for f in check("name,Qty.,Qty\nFox,7,2\n", fields=two)} <= {
        "no layout of `d` shows the field `other`, which 1 card has"
    }


def test_a_header_of_several_words_may_be_the_copies_too() -> None:
    (finding,) = check("name,Anzahl der Karten\nFox,2\n")
    assert "`copies: {from: its header}`" in finding.hint


@pytest.mark.parametrize("header", ["Anzahl Spieler", "count_down", "cost"])
def test_other_columns_are_not_taken_for_copies(header: str) -> None:
    (finding,) = check(f"name,{header}\nFox,2\nOwl,3\n")
    assert "copies: {" not in finding.hint


def test_a_table_with_copies_has_no_second_column_of_them() -> None:
    (finding,) = check("name,copies,Anzahl\nFox,2,3\nOwl,3,4\n")
    assert "from:" not in finding.hint


def test_a_deck_that_declares_nothing_is_told_where_the_column_is_printed_nowhere() -> None:
    (finding,) = check("name,Anzahl\nFox,2\n", fields="back: f")
    assert finding.hint == "if it is the number of copies, call it `copies`"


def test_a_field_typed_on_several_cards_is_told_on_each() -> None:
    cards = "- {name: Fox, nmae: A}\n- {name: Owl, nmae: B}\n"
    assert len(check(cards, file="c.yaml")) == 2
