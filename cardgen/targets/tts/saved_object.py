"""The saved object of Tabletop Simulator: decks and cards as JSON.

In      decks of cards that know their cell, the addresses of their sheets.
Out     a dictionary for `json.dumps`, the same for the same game.
Not here  pictures (`tts.card_sheets`), files (`tts.target`).

A card's `CardID` is its sheet's key x 100 + its cell. A deck lists all of them in `DeckIDs` and
holds a card object each; a card that is alone is an object of its own.

Source  kb.tabletopsimulator.com, "Save File Format"; the objects that the simulator and other
        programs write (jeandeaual/tts-deckconverter, `tts/structs.go`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from cardgen.core.sizes import Size
from cardgen.scene.outlines import Curve, Outline

Json = dict[str, Any]

_POKER_HEIGHT = 252.0
"""Points: a card as high as a poker card has the simulator's own size."""
_PER_ROW = 6
_ROUNDED, _SQUARE, _HEX_ROUNDED, _HEX, _CIRCLE = range(5)


class SheetRef(Struct, frozen=True):
    """A sheet as cards refer to it."""

    key: int
    face: str
    back: str
    columns: int
    rows: int
    own_backs: bool
    kind: int

    def entry(self) -> Json:
        return {
            "FaceURL": self.face,
            "BackURL": self.back,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": True,
            "UniqueBack": self.own_backs,
            "Type": self.kind,
        }


class CardRef(Struct, frozen=True):
    """A card in a deck: what it is called, what it says, and where its picture is."""

    id: str
    name: str
    text: str
    copies: int
    sheet: SheetRef
    cell: int

    @property
    def card_id(self) -> int:
        return self.sheet.key * 100 + self.cell


class DeckRef(Struct, frozen=True):
    name: str
    size: Size
    cards: tuple[CardRef, ...]


def find_shape(size: Size, cut: Outline, *, rectangle: bool) -> int:
    """The simulator's number for the shape of a card; a square-cut one for what it has not."""
    round_corners = any(isinstance(segment, Curve) for segment in cut)
    if size.shape == "circle":
        return _CIRCLE
    if size.shape == "hexagon":
        return _HEX_ROUNDED if round_corners else _HEX
    return _ROUNDED if rectangle and round_corners else _SQUARE


class Guids:
    """The names by which the simulator and its scripts know objects: the same for the same card
    from one save to the next, whatever stands before it, and no two alike in a save."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._taken: set[str] = set()

    def take(self, *path: str) -> str:
        """Name the object of a deck, or of a copy of a card in it."""
        text = "\n".join((self._game, *path))
        while (guid := hashlib.sha256(text.encode()).hexdigest()[:6]) in self._taken:
            text += "\n"
        self._taken.add(guid)
        return guid


def make_saved_object(game: str, decks: Sequence[DeckRef]) -> Json:
    """The whole file."""
    guids = Guids(game)
    return {
        "SaveName": game,
        "GameMode": "",
        "Date": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "TabStates": {},
        "VersionNumber": "",
        "ObjectStates": [_deck(guids, deck, place) for place, deck in enumerate(decks)],
    }


def _deck(guids: Guids, deck: DeckRef, place: int) -> Json:
    """A deck lies face down; of one card it is that card."""
    own = guids.take(deck.name)
    printed = [(card, str(copy)) for card in deck.cards for copy in range(1, card.copies + 1)]
    scale = round(deck.size.trim.height / _POKER_HEIGHT, 4)
    transform = _transform(place, scale)
    if len(printed) == 1:
        return _card(printed[0][0], transform, own, "CardCustom")
    sheets = dict.fromkeys(card.sheet for card, _ in printed)
    contained = [
        _card(card, transform, guids.take(deck.name, card.id, copy), "Card")
        for card, copy in printed
    ]
    return {
        **_object("DeckCustom" if len(sheets) == 1 else "Deck", transform, own),
        "Nickname": deck.name,
        "Hands": False,
        "SidewaysCard": False,
        "DeckIDs": [card.card_id for card, _ in printed],
        "CustomDeck": {str(sheet.key): sheet.entry() for sheet in sheets},
        "ContainedObjects": contained,
    }


def _card(card: CardRef, transform: Json, guid: str, name: str) -> Json:
    return {
        **_object(name, transform, guid),
        "Nickname": card.name,
        "Description": card.text,
        "Hands": True,
        "SidewaysCard": False,
        "CardID": card.card_id,
        "CustomDeck": {str(card.sheet.key): card.sheet.entry()},
    }


def _object(name: str, transform: Json, guid: str) -> Json:
    """What all objects have."""
    return {
        "GUID": guid,
        "Name": name,
        "Transform": transform,
        "Nickname": "",
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _transform(place: int, scale: float) -> Json:
    """Decks stand in rows, wide enough apart for boards."""
    row, column = divmod(place, _PER_ROW)
    return {
        "posX": column * 4.0,
        "posY": 1.0,
        "posZ": 0.0 - row * 5.0,
        "rotX": 0.0,
        "rotY": 180.0,
        "rotZ": 180.0,
        "scaleX": scale,
        "scaleY": 1.0,
        "scaleZ": scale,
    }
