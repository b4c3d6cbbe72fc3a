"""The state of a large game in pages: the first cards at once, the others behind them.

In      the whole state (`preview.page_state`).
Out     what a page of the browser needs to show the first cards; then the rest, many at a time.
Not here  changes to a state that a page has (`page_state.find_difference`).

A page of cards names its revision. Cards are counted in the order of the decks; if a save moved
some between two requests, the browser notices that one is missing, and reads the state anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from cardgen.preview.page_state import Data

FIRST_CARDS = 200
"""As many cards come with the state: a game of this size is whole at once."""
PAGE_CARDS = 4000


def first_page(data: Data) -> Data:
    """Return the state with its first cards alone, and how many are left."""
    total = sum(len(deck["cards"]) for deck in data["decks"])
    if total <= FIRST_CARDS:
        return data | {"left": 0}
    return data | _take_cards(data, 0, FIRST_CARDS) | {"left": total - FIRST_CARDS}


def card_page(data: Data, start: int) -> Data:
    """Return the cards from number `start` on, with their faces."""
    found = _take_cards(data, start, PAGE_CARDS)
    following = start + PAGE_CARDS
    total = sum(len(deck["cards"]) for deck in data["decks"])
    return {
        "revision": data["revision"],
        **found,
        "next": following if following < total else None,
    }


def _take_cards(data: Data, start: int, count: int) -> Data:
    listed = chain.from_iterable(deck["cards"] for deck in data["decks"])
    cards = {key: data["cards"][key] for key in islice(listed, start, start + count)}
    return {"cards": cards, "faces": _find_faces(data, cards.values())}


def _find_faces(data: Data, cards: Iterable[Data]) -> Data:
    keys = dict.fromkeys(card[side] for card in cards for side in ("front", "back"))
    return {key: data["faces"][key] for key in keys if key in data["faces"]}
