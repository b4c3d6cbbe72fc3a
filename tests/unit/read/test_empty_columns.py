"""A column that is empty on every card is a field as any other, whatever the table is."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from tests.unit.bind.test_card_values import words

GAME = """\
game: G
version: 2
vars: {press: Own}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: DECK, size: poker, front: f}}
"""
LAYOUTS = """\
layouts:
  f:
    safe:
      - {text: "{{ name }} {{ NAME }}", font: text, size: 9pt}
"""
TABLES = {
    "t.csv": "name,note\nOwl,\nFox,\n",
    "short.csv": "name,note\nOwl\nFox\n",
    "t.yaml": "- {name: Owl, note: }\n- {name: Fox, note: }\n",
    "t.jsonl": '{"name": "Owl", "note": null}\n{"name": "Fox", "note": null}\n',
}


def errors(deck: str, name: str, **tables: str) -> list[Finding]:
    """What is wrong with a layout that shows a field."""
    report = Report()
    files = {"game.yaml": GAME.replace("DECK", deck), "layouts.yaml": LAYOUTS.replace("NAME", name)}
    check_game(MemoryGame({**files, **TABLES, **tables}), report, checks=())
    return [one for one in report.findings if one.severity == "error"]


@pytest.mark.parametrize("file", TABLES)
def test_a_layout_may_show_a_column_in_which_nothing_stands_yet(file: str) -> None:
    assert not errors(file, "note")
    (finding,) = errors(file, "nose")
    assert finding.code == "undefined-name"
    assert finding.hint == "did you mean `note`?"


def test_so_may_where_and_a_joined_table_have_one() -> None:
    assert not errors("[{file: t.csv, where: not note}]", "note")
    joined = {"art.csv": "name,artist\nOwl,\nFox,\n"}
    assert not errors("t.csv, join: {table: art.csv, on: name}", "artist", **joined)


@pytest.mark.parametrize(
    ("name", "shown"), [("press", "Own"), ("version", "2"), ("slot", "1"), ("total", "2")]
)
def test_an_empty_column_hides_nothing_that_a_card_knows(name: str, shown: str) -> None:
    table = f"name,{name}\nOwl,\nFox,\n"
    files = {"game.yaml": GAME.replace("DECK", "t.csv"), "t.csv": table}
    files |= {"layouts.yaml": LAYOUTS.replace("NAME", name)}
    checked = check_game(MemoryGame(files), Report(), checks=())
    assert checked is not None
    (text,) = checked.bound.decks[0].cards[0].front.body.safe
    assert words(text) == f"Owl {shown}"


def test_a_declared_deck_ignores_the_columns_that_are_empty() -> None:
    assert not errors("t.csv, fields: {name: text}", "name")
