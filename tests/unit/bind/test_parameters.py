"""A number that goes through a piece stays a number."""

from __future__ import annotations

import pytest

from cardgen.bind.bound_elements import GroupBox
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

GAME = "game: G\ndecks: {d: {cards: c.yaml, size: poker, front: face}}\n"
LAYOUTS = """\
pieces:
  pips:
    takes: {n: %s}
    draw:
      row:
        - {shape: ellipse, width: 2mm, height: 2mm, repeat: n}
        - {shape: rectangle, width: 2mm, height: 2mm, when: n == 7}
layouts:
  face: {trim: [{piece: pips%s}]}
"""


def pips(default: str, given: str = "", card: str = "{name: Fox}") -> int:
    """How many shapes the piece draws."""
    layouts = LAYOUTS % (default, f", with: {{n: {given}}}" if given else "")
    if default.startswith("{"):
        layouts = layouts.replace("takes:", "params:")
    report = Report()
    game = {"game.yaml": GAME, "c.yaml": f"- {card}\n", "layouts.yaml": layouts}
    checked = check_game(MemoryGame(game), report, checks=())
    assert checked is not None, report.findings
    (wrapper,) = checked.bound.decks[0].cards[0].front.body.trim
    assert isinstance(wrapper, GroupBox)
    (row,) = wrapper.children
    assert isinstance(row, GroupBox)
    return len(row.children)


def test_a_default_that_is_a_number_is_one() -> None:
    assert pips("7") == 8


@pytest.mark.parametrize(("default", "drawn"), [("7", 8), ("'7'", 7)])
def test_a_default_of_a_declared_parameter_is_what_it_is_typed_as(default: str, drawn: int) -> None:
    """In quotes it is a text, which repeats as often and equals no number."""
    assert pips(f"{{type: any, default: {default}}}") == drawn


def test_a_parameter_that_is_given_as_a_number_is_one() -> None:
    assert pips("1", "7") == 8


def test_a_number_of_the_card_that_is_handed_on_is_one() -> None:
    assert pips("1", '"{{ cost }}"', "{name: Fox, cost: 7}") == 8


def test_what_is_worked_out_on_the_way_is_one() -> None:
    assert pips("1", '"{{ cost + 1 }}"', "{name: Fox, cost: 6}") == 8


@pytest.mark.parametrize("typed", ["'7'", '"7"'])
def test_in_quotes_it_is_a_text_that_still_counts(typed: str) -> None:
    """Repeated seven times, and not equal to the number."""
    assert pips("1", typed) == 7


def test_a_piece_that_is_at_fault_is_not_said_to_be_missing() -> None:
    layouts = "pieces: {p: {draw: [{text: a}]}}\nlayouts: {face: {trim: [{piece: p}]}}\n"
    game = {"game.yaml": GAME, "c.yaml": "- {name: Fox}\n", "layouts.yaml": layouts}
    report = Report()
    check_game(MemoryGame(game), report, checks=())
    assert [found.code for found in report.findings] == ["wrong-type"]
