"""The fields of a deck's cards, for what writes or compares them."""

from __future__ import annotations

from cardgen.bind.bound_faces import BoundDeck
from cardgen.bind.game.bound_game import BoundGame

_GIVEN = frozenset(("id", "copies", "deck", "game"))


def deck_fields(game: BoundGame, deck: BoundDeck) -> list[str]:
    """Return the names of a deck's fields: as declared, then as rows bring them up."""
    declared = list(game.spec.decks[deck.name].fields)
    used = [name for row in game.spec.cards[deck.name] for name in row.values]
    return [name for name in dict.fromkeys((*declared, *used)) if name not in _GIVEN]
