"""A name in the place of an expression: what chooses the cards of that name is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.pipeline.card_selection import SelectionError, select_cards
from cardgen.pipeline.checked_game import Checked
from tests.unit.pipeline.test_expressions_everywhere import checked, game


@pytest.fixture
def animals(tmp_path: Path) -> Checked:
    return checked(game(tmp_path))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("fox-2-3", "id == 'fox-2-3'"),
        ("d/fox-2-3", "id == 'fox-2-3'"),
        ("d/fxo-2-3", "id == 'fox-2-3'"),
        ("fox-2-3, d/owl-2-3", "id in ['fox-2-3', 'owl-2-3']"),
        ("Fox", "name == 'Fox'"),
        ("hen", "name == 'Hen'"),
        ("d/", "deck == 'd'"),
        ("D", "deck == 'd'"),
    ],
)
def test_a_name_alone_is_told_as_an_expression(animals: Checked, typed: str, meant: str) -> None:
    with pytest.raises(SelectionError) as told:
        select_cards(animals, typed)
    assert str(told.value) == f"`{typed}` is no expression; did you mean `{meant}`?"
    assert select_cards(animals, meant).bound.decks


@pytest.mark.parametrize("typed", ["zebra", "fox-2-3, zebra", "name == 'Fox", "cost +"])
def test_what_is_no_name_is_told_as_before(animals: Checked, typed: str) -> None:
    with pytest.raises(SelectionError) as told:
        select_cards(animals, typed)
    assert "is no expression" not in str(told.value)


def test_a_text_without_quotes_is_told_with_them(animals: Checked) -> None:
    with pytest.raises(SelectionError, match="texts stand in quotes: `name == 'Fox'`"):
        select_cards(animals, "name == Fox")
