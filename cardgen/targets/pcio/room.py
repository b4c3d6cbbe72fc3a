"""A room of playingcards.io: its widgets, laid out on the table.

In      decks of cards with the addresses of their pictures.
Out     a list of widgets for `widgets.json`, the same for the same game.
Not here  pictures and the package (`pcio`).

A deck is a `cardDeck` widget that holds the kinds of its cards and how their two sides are
drawn, a `holder` on which it lies, and a `card` widget for each printed card. All pieces keep
their sizes to each other; where they would not all fit on the table, all are smaller.

Source  the site publishes no format. Rooms that it exported and what reads them:
        ArnoldSmith86/virtualtabletop (`server/pcioimport.mjs` and its tests, schema 8). Names
        of fields are theirs; what none of them shows is left out, and the site then uses its
        own defaults.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from cardgen.core.geometry import Extent

Json = dict[str, Any]

SCHEMA = 8
"""Of the widgets: a pile is called `holder` since 6."""

TABLE = Extent(1600.0, 800.0)
"""What is free above the players' hands."""
_HAND = {"x": 50, "y": 820}
_CARD_HEIGHT = 160.0
"""The site's own card, for a poker card."""
_POKER_HEIGHT = 252.0
_EDGE = 40.0
_GAP = 30.0
_RIM = 4.0
"""A holder is larger than its cards by this on every side."""
_LABEL = 24.0
_BUTTON = 44.0
_STEP = 0.94


class CardKind(Struct, frozen=True):
    """A card as it is in the deck: its pictures' addresses; `back` None is the deck's."""

    id: str
    label: str
    copies: int
    face: str
    back: str | None


class DeckPile(Struct, frozen=True):
    """A deck on its way to the table. `back` is the address of the back that all share."""

    label: str
    name: str
    trim: Extent
    kinds: tuple[CardKind, ...]
    back: str | None
    shaped: bool


class _HolderPlace(Struct, frozen=True):
    """Where a holder stands, and how large its cards are, in pixels of the table."""

    left: int
    top: int
    width: int
    height: int


def make_room(piles: Sequence[DeckPile]) -> list[Json]:
    """All widgets: the hand, then each deck, then its cards."""
    widgets: list[Json] = [{"id": "hand", "type": "hand", **_HAND, "z": 1}]
    for number, (pile, place) in enumerate(zip(piles, place_holders(piles), strict=True)):
        widgets += [_holder(pile, place, number), _deck(pile, place, number)]
        widgets += _cards(pile, place)
    return widgets


# --- layout ----------------------------------------------------------------------------------


def place_holders(piles: Sequence[DeckPile]) -> list[_HolderPlace]:
    """Holders in rows from the top left, at the largest scale at which all are on the table."""
    scale = _CARD_HEIGHT / _POKER_HEIGHT
    for _ in range(100):
        found = list(_rows(piles, scale))
        if all(_bottom(place) <= TABLE.height and _right(place) <= TABLE.width for place in found):
            break
        scale *= _STEP
    return found


def _rows(piles: Sequence[DeckPile], scale: float) -> Iterator[_HolderPlace]:
    left, top, below = _EDGE, _EDGE + _LABEL, 0.0
    for pile in piles:
        width, height = (max(1, round(s * scale)) for s in (pile.trim.width, pile.trim.height))
        if left > _EDGE and left + width + 2 * _RIM > TABLE.width - _EDGE:
            left, top, below = _EDGE, top + below + _BUTTON + _GAP + _LABEL, 0.0
        yield _HolderPlace(round(left), round(top), width, height)
        left += width + 2 * _RIM + _GAP
        below = max(below, height + 2 * _RIM)


def _right(place: _HolderPlace) -> float:
    return place.left + place.width + 2 * _RIM


def _bottom(place: _HolderPlace) -> float:
    return place.top + place.height + 2 * _RIM + _BUTTON


# --- widgets ---------------------------------------------------------------------------------


def _id(pile: DeckPile, *path: str) -> str:
    """The same on every run, and nothing a program might trip over."""
    return hashlib.sha256("\n".join((pile.name, *path)).encode()).hexdigest()[:16]


def _type(kind: CardKind) -> str:
    """No bare number: some stores make a list of such keys."""
    return f"card-{kind.id}"


def _holder(pile: DeckPile, place: _HolderPlace, number: int) -> Json:
    return {
        "id": _id(pile, "pile"),
        "type": "holder",
        "label": pile.label,
        "x": place.left,
        "y": place.top,
        "z": 10 + number,
        "width": round(place.width + 2 * _RIM),
        "height": round(place.height + 2 * _RIM),
        "hasShuffleButton": True,
        "allowedDecks": [_id(pile, "deck")],
    }


def _deck(pile: DeckPile, place: _HolderPlace, number: int) -> Json:
    own = pile.back is None
    return {
        "id": _id(pile, "deck"),
        "type": "cardDeck",
        "parent": _id(pile, "pile"),
        "x": place.left,
        "y": place.top,
        "z": 100 + number,
        "cardWidth": place.width,
        "cardHeight": place.height,
        "enlarge": True,
        "cardTypes": {_type(kind): _kind(kind, own=own) for kind in pile.kinds},
        "faceTemplate": _side(pile, place, "face", dynamic=True),
        "backTemplate": _side(pile, place, pile.back or "back", dynamic=own),
    }


def _kind(kind: CardKind, *, own: bool) -> Json:
    back = {"back": kind.back} if own and kind.back else {}
    return {"label": kind.label, "face": kind.face, **back}


def _side(pile: DeckPile, place: _HolderPlace, value: str, *, dynamic: bool) -> Json:
    """One picture over the whole card: of the kind (`dynamic`), or the same for all."""
    return {
        "includeBorder": False,
        "includeRadius": not pile.shaped,
        "objects": [
            {
                "type": "image",
                "x": 0,
                "y": 0,
                "w": place.width,
                "h": place.height,
                "color": "transparent" if pile.shaped else "white",
                "valueType": "dynamic" if dynamic else "static",
                "value": value,
            }
        ],
    }


def _cards(pile: DeckPile, place: _HolderPlace) -> Iterator[Json]:
    printed = [(kind, copy) for kind in pile.kinds for copy in range(1, kind.copies + 1)]
    for depth, (kind, copy) in enumerate(printed):
        yield {
            "id": _id(pile, "card", kind.id, str(copy)),
            "type": "card",
            "deck": _id(pile, "deck"),
            "cardType": _type(kind),
            "parent": _id(pile, "pile"),
            "x": place.left + round(_RIM),
            "y": place.top + round(_RIM),
            "z": 1000 + depth,
            "faceup": False,
        }
