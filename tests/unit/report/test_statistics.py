"""How values are spread over decks: counted, added up, shown."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from cardgen.core.findings import Report
from cardgen.expressions.faults import TemplateFault
from cardgen.files.memory_game import MemoryGame
from cardgen.read.game import GameSpec, read_game
from cardgen.report.statistics import Distribution, count_distributions, to_csv, to_json, to_svg

FILES = {
    "game.yaml": "game: G\ndecks:\n  units: {cards: u.csv, size: poker, front: f}\n"
    "  spells: {cards: s.csv, size: poker, front: f}\n",
    "u.csv": "name,kind,cost,copies\nFox,beast,2,3\nMill,place,4,1\nOwl,beast,2,0\nElk,beast,2,1\n",
    "s.csv": "name,school\nFire,red\nIce,blue\n",
    "layouts.yaml": "layouts: {f: {trim: [{shape: ellipse}]}}\n",
}


def game(cards: str = "") -> GameSpec:
    """The game, perhaps with other units, in JSON."""
    files = {**FILES, "u.json": cards}
    if cards:
        files["game.yaml"] = FILES["game.yaml"].replace("u.csv", "u.json")
    spec = read_game(MemoryGame(files), Report())
    assert spec is not None
    return spec


def counted(*expressions: str, deck: str = "", cards: str = "") -> list[Distribution]:
    return count_distributions(game(cards), deck, expressions)


def test_copies_count_and_benched_cards_do_not() -> None:
    (found,) = counted("kind")
    assert (found.deck, found.counts, found.cards) == ("units", (("beast", 4), ("place", 1)), 5)


def test_numbers_are_added_up() -> None:
    (found,) = counted("cost")
    assert (found.sum, found.mean, found.least, found.most) == (12, 2.4, 2, 4)


def test_the_items_of_a_list_are_counted_and_its_card_once() -> None:
    rows = '[{"name": "Fox", "tags": ["a", "b"], "qty": 2}, {"name": "Owl", "tags": []}]'
    (found,) = counted("tags", cards=rows)
    assert (found.counts, found.cards) == ((("a", 2), ("b", 2)), 2)
    (numbers,) = counted("costs", cards='[{"name": "Fox", "costs": [1, 4]}, {"name": "Owl"}]')
    assert (numbers.cards, numbers.mean) == (1, 2.5)


def test_numbers_are_shown_with_all_of_their_digits() -> None:
    rows = '[{"name": "Fox", "cost": 1234567}, {"name": "Owl", "cost": 1234567.5}]'
    (found,) = counted("cost", cards=rows)
    assert found.counts == (("1234567", 1), ("1234567.5", 1))


def test_an_expression_is_counted_by_its_value() -> None:
    assert counted("cost > 2")[0].counts == (("no", 4), ("yes", 1))
    assert counted('count("spells") + cost', deck="units")[0].counts == (("4", 4), ("6", 1))


def test_without_an_expression_fields_with_few_values_are_counted() -> None:
    assert [(one.deck, one.what) for one in counted()] == [("units", "kind"), ("units", "cost")]


@pytest.mark.parametrize(("expressions", "deck"), [(["cst"], ""), (["cost +"], ""), ([], "unit")])
def test_what_cannot_be_counted_says_so(expressions: Sequence[str], deck: str) -> None:
    with pytest.raises(TemplateFault):
        count_distributions(game(), deck, expressions)


def test_programs_read_the_same() -> None:
    found = counted("cost", "kind")
    assert json.loads(to_json(found))[0]["counts"] == {"2": 4, "4": 1}
    assert list(csv.reader(to_csv(found).splitlines()))[1] == ["units", "cost", "2", "4"]
    bars = ElementTree.fromstring(to_svg(found)).findall("{http://www.w3.org/2000/svg}rect")
    assert len(bars) == 4
