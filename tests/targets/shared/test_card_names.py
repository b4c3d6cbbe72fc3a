"""What a card is called at a table: the words that players read."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cardgen.targets.shared.card_names import find_card_name
from tests.support.small_games import zoo


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("**Fox** and [owl]{red}", "Fox and owl"),
        ("Pay {coin}", "Pay coin"),
        ("Two\nlines", "Two lines"),
        (["Fox", "*Owl*"], "Fox, Owl"),
        (0, "0"),
        ("2 * 3", "2 * 3"),
        ("", "beast-0"),
        (None, "beast-0"),
    ],
)
def test_a_card_is_called_what_players_read(value: Any, name: str) -> None:
    card = replace(zoo("beasts").game.decks[0].cards[0], id="beast-0", values={"name": value})
    assert find_card_name(card, "") == name
