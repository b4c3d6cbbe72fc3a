"""Templates and manifest of a Tabletop Playground package, as JSON.

In      a deck's sheet: its grid, which cards are in its cells, its pictures.
Out     dictionaries for `json.dumps`, the same for the same game.
Not here  pictures (`tts.card_sheets`), files (`ttpg.target`).

A template of the type `Card` is a stack: `Indices` lists a cell for each card in it, copies
and all. Lengths are centimeters.

Source  The makers' own schema, plasticity-studios/tabletop-playground-schemas on GitHub at b496b20,
        src/templates.ts: BackIndex -2 is a back in a file of its own, -3 one in the same cell of
        another file; HiddenIndex -3 is the back. Values that it leaves open are those of
        TI4-Online/TI4-TTPG's cards; colors, of which it says 0 to 1 and the program writes 255, are
        left out. A manifest needs Name, Version and GUID (ttpg-scripts).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.sizes import Size

Json = dict[str, Any]
Model = Literal["Rounded", "Square", "Round", "Hexagonal"]

VERSION = "1.0.0"
_CENTIMETER = 10 * POINTS_PER_MM
_THICKNESS = 0.05
_OWN_FILE, _SAME_CELL, _AS_BACK = -2, -3, -3


class StackedCard(Struct, frozen=True):
    """A card of a stack: its cell, how often it is there, what it is called."""

    cell: int
    copies: int
    name: str
    id: str


class CardStack(Struct, frozen=True):
    """What a template says of a sheet of cards."""

    deck: str
    number: int
    name: str
    size: Size
    model: Model
    front: str
    back: str
    own_backs: bool
    grid: tuple[int, int]
    cards: tuple[StackedCard, ...]


def make_guid(*path: str) -> str:
    """Return 32 hexadecimal digits that are the same for the same thing in every build."""
    return hashlib.sha256("\n".join(path).encode()).hexdigest()[:32].upper()


def make_manifest(game: str) -> Json:
    """The file that makes a folder a package."""
    return {"Name": game, "Version": VERSION, "GUID": make_guid(game)}


def make_template(game: str, stack: CardStack) -> Json:
    """The template of a stack."""
    columns, rows = stack.grid
    return {
        "Type": "Card",
        "GUID": make_guid(game, stack.deck, str(stack.number)),
        "Name": stack.name,
        "Metadata": "",
        "CollisionType": "Regular",
        "Friction": 0.7,
        "Restitution": 0,
        "Density": 0.5,
        "SurfaceType": "Cardboard",
        "Roughness": 1,
        "Metallic": 0,
        "Flippable": True,
        "AutoStraighten": False,
        "ShouldSnap": True,
        "ScriptName": "",
        "Blueprint": "",
        "Models": [],
        "Collision": [],
        "SnapPointsGlobal": False,
        "SnapPoints": [],
        "ZoomViewDirection": {"X": 0, "Y": 0, "Z": 0},
        "Tags": [],
        "FrontTexture": stack.front,
        "BackTexture": stack.back,
        "HiddenTexture": "",
        "BackIndex": _SAME_CELL if stack.own_backs else _OWN_FILE,
        "HiddenIndex": _AS_BACK,
        "NumHorizontal": columns,
        "NumVertical": rows,
        "Width": _centimeters(stack.size.trim.width),
        "Height": _centimeters(stack.size.trim.height),
        "Thickness": _THICKNESS,
        "HiddenInHand": True,
        "UsedWithCardHolders": True,
        "CanStack": True,
        "UsePrimaryColorForSide": False,
        "FrontTextureOverrideExposed": False,
        "AllowFlippedInStack": False,
        "MirrorBack": True,
        "EmissiveFront": False,
        "Model": stack.model,
        "Indices": [card.cell for card in stack.cards for _ in range(card.copies)],
        "CardNames": _by_cell(stack.cards, "name"),
        "CardMetadata": _by_cell(stack.cards, "id"),
        "CardTags": {},
    }


def _by_cell(cards: Sequence[StackedCard], what: Literal["name", "id"]) -> dict[str, str]:
    """What the cards of a cell are called; those that look alike have one name, the first's."""
    found: dict[str, str] = {}
    for card in cards:
        found.setdefault(str(card.cell), card.name if what == "name" else card.id)
    return found


def _centimeters(points: float) -> float:
    return round(points / _CENTIMETER, 4)
