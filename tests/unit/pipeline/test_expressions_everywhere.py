"""Constants and questions to decks: known wherever an expression stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.card_selection import SelectionError, select_cards
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.report.statistics import count_distributions
from tests.support.samples import codes

GAME = """\
game: G
vars: {bonus: 2}
palette: {ink: "#000000"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  d:
    cards: CARDS
    size: poker
    front: "{{ 'f' if bonus + count('d') > 0 else 'none' }}"
    id: "{{ name }}-{{ bonus }}-{{ count('d') }}"
    fields: {name: text, cost: integer, power: {value: '{{ sum("d", "cost + bonus") }}'}}
"""
LAYOUTS = """\
layouts:
  f:
    safe:
      - column:
          - {text: "{{ name }} {{ power }} {{ bonus }}", font: text, size: 9pt, color: ink}
          - {text: "{{ count('d', 'cost > bonus') }}", when: "count('d') > bonus - 2", font: text,
             size: 9pt, color: ink}
          - {text: pip, repeat: "of('d', 'name', 'Fox') + bonus", font: text, size: 9pt, color: ink}
"""


def game(tmp_path: Path, composition: str = "{}", cards: str = "c.csv", more: str = "") -> DiskGame:
    files = {
        "game.yaml": GAME.replace("CARDS", cards) + more,
        "layouts.yaml": LAYOUTS,
        "composition.yaml": f"{composition}\n",
        "c.csv": "name,cost\nFox,1\nOwl,3\nHen,5\n",
        "rules.md": '# Rules\n\n{{ count("d", "cost > bonus") }} cards over {{ bonus }}.\n',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    return DiskGame(tmp_path)


def checked(found: DiskGame) -> Checked:
    report = Report()
    made = check_game(found, report, checks=())
    assert made is not None, report.findings
    return made


def faults(found: DiskGame) -> list[Finding]:
    report = Report()
    check_game(found, report)
    return [one for one in report.findings if one.severity == "error"]


def test_layouts_ids_fronts_and_computed_fields_know_constants_and_decks(tmp_path: Path) -> None:
    deck = checked(game(tmp_path)).bound.decks[0]
    assert [card.id for card in deck.cards] == ["fox-2-3", "owl-2-3", "hen-2-3"]
    assert {card.values["power"] for card in deck.cards} == {9 + 3 * 2}


def test_where_of_a_table_knows_constants(tmp_path: Path) -> None:
    table = '{file: c.csv, where: "cost > bonus"}'
    cards = checked(game(tmp_path, cards=table)).spec.cards["d"]
    assert [card.values["name"] for card in cards] == ["Owl", "Hen"]


def test_where_says_that_decks_cannot_be_asked_yet(tmp_path: Path) -> None:
    (found,) = faults(game(tmp_path, cards="{file: c.csv, where: \"count('d') > 1\"}"))
    assert (found.code, "once their rows are chosen" in found.hint) == ("undefined-name", True)


@pytest.mark.parametrize(
    "only", ["cost > bonus", "cost > count('d') - 1", "sum(cards, 'cost') > 8"]
)
def test_only_knows_constants_and_decks(tmp_path: Path, only: str) -> None:
    (deck,) = select_cards(checked(game(tmp_path)), only).bound.decks
    assert {"owl-2-3", "hen-2-3"} <= {card.id for card in deck.cards}


def test_only_tells_of_names_that_nothing_has(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match="no card has a field `bonsu`"):
        select_cards(checked(game(tmp_path)), "cost > bonsu")


@pytest.mark.parametrize(
    "composition",
    [
        'd: {count: {"cost > bonus": {True: 2, False: 1}}}',
        'd: {share: {"cost > bonus": [60%, 70%]}}',
        'd: {range: {"cost + bonus": [3, 7]}}',
        'd: {rules: [{that: "cost + bonus > 2"}]}',
        "d: {rules: [{all: \"sum(cards, 'cost + bonus') == 15\"}]}",
    ],
)
def test_compositions_know_constants(tmp_path: Path, composition: str) -> None:
    assert codes(faults(game(tmp_path, composition))) == []


def test_statistics_know_constants_and_decks(tmp_path: Path) -> None:
    spec = checked(game(tmp_path)).spec
    found = count_distributions(spec, "", ["cost + bonus", "cost * count('d')"])
    assert [one.counts for one in found] == [
        (("3", 1), ("5", 1), ("7", 1)), (("3", 1), ("9", 1), ("15", 1)),
    ]  # fmt: skip


def test_booklets_know_constants(tmp_path: Path) -> None:
    found = game(tmp_path, more="booklets: {rules: {text: rules.md, page: a6}}\n")
    assert codes(faults(found)) == []
