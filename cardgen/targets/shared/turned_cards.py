"""Cards that are wider than high, for services that have the same piece upright only.

In      a scene, which side of the card it is.
Out     the same face on an upright page, lying on its side.
Not here  which piece of a service that is (the targets).

A front is turned clockwise and a back counter-clockwise: the edge of the card that is up is on
the right of the front, and so, seen from behind, on the left of the back. Turned like the page
of a book, the card shows both sides the same way up, as it does from a home sheet.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.core.sizes import Size
from cardgen.scene.items import Group, Layer, Scene
from cardgen.scene.outlines import moved

CardSide = Literal["front", "back"]

TURNED_NOTE = "turned by 90° to stand upright"
"""What a run says of such cards."""
_SLACK = 0.01


def is_turned(size: Size, upright: Extent, slack: float = _SLACK) -> bool:
    """Whether a size is that extent on its side, and nothing more than a rectangle."""
    plain = size.shape == "rectangle" and not (size.tab or size.folds_x or size.folds_y)
    wide = size.trim.width > size.trim.height + _SLACK
    across, down = size.trim.width - upright.height, size.trim.height - upright.width
    return plain and wide and max(abs(across), abs(down)) < slack


def turn_face(face: Scene, side: CardSide) -> Scene:
    """The face on its side, its page as large as before."""
    turn = _turn(face.page, side)
    page = Extent(face.page.height, face.page.width)
    ground, marks = _turned(face.ground, turn), _turned(face.marks, turn)
    folds = tuple(moved(fold, turn) for fold in face.folds)
    return Scene(page, _box(face.trim, turn), ground, marks, moved(face.cut, turn), folds)


def _turn(page: Extent, side: CardSide) -> Transform:
    """A quarter; the page comes to lie at the origin again."""
    if side == "front":
        return Transform(a=0.0, b=1.0, c=-1.0, d=0.0, e=page.height)
    return Transform(a=0.0, b=-1.0, c=1.0, d=0.0, f=page.width)


def _box(box: Rect, turn: Transform) -> Rect:
    (x1, y1), (x2, y2) = turn.apply(box.left, box.top), turn.apply(box.right, box.bottom)
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


@lru_cache(maxsize=512)
def _turned(layer: Layer, turn: Transform) -> Layer:
    """The same layer for faces that share it, so that it is stored and rasterized once."""
    return Layer((Group(layer.items, transform=turn),)) if layer else layer
