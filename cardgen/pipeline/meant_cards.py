"""Which cards are meant where a name stands instead of an expression (`--only sloop`).

In      a bound game, what was typed.
Out     an expression that chooses the deck, the cards or the value of that name, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from cardgen.bind.bound_faces import BoundCard
from cardgen.bind.game.bound_game import BoundGame

_SLIP = 0.8
"""How alike an id must be to one that is typed with a slip."""


def find_meant(game: BoundGame, typed: str) -> str:
    """Return an expression for what was named alone; "" if nothing has that name."""
    words = typed.strip().rstrip("/").casefold()
    deck = next((deck.name for deck in game.decks if deck.name.casefold() == words), "")
    return f"deck == '{deck}'" if deck else _find_cards(game, words) or _find_value(game, words)


def _find_cards(game: BoundGame, words: str) -> str:
    """Cards by their ids, one or several with commas between them."""
    ids = {key.casefold(): (deck, one) for key, deck, one in _list_ids(game)}
    near = [get_close_matches(w.strip(), ids, n=1, cutoff=_SLIP) for w in words.split(",")]
    if not all(near):
        return ""
    found = [ids[first] for first, *_ in near]
    if len(found) > 1:
        return "id in [" + ", ".join(f"'{one}'" for _, one in found) + "]"
    deck, one = found[0]
    again = sum(card.id == one for card in _list_cards(game)) > 1
    return f"deck == '{deck}' and id == '{one}'" if again else f"id == '{one}'"


def _find_value(game: BoundGame, words: str) -> str:
    """A field that has this text on some card."""
    for card in _list_cards(game):
        for name, value in card.values.items():
            if words and isinstance(value, str) and value.casefold() == words:
                return f"{name} == {value!r}"
    return ""


def _list_cards(game: BoundGame) -> Iterator[BoundCard]:
    return (card for deck in game.decks for card in deck.cards)


def _list_ids(game: BoundGame) -> Iterator[tuple[str, str, str]]:
    """Ids as they may be typed, each with its deck and as it is."""
    for deck in game.decks:
        for card in deck.cards:
            yield f"{deck.name}/{card.id}", deck.name, card.id
            yield card.id, deck.name, card.id
