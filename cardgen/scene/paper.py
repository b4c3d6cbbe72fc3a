"""The paper of a face: what is seen of it where nothing is printed.

In      a face.
Out     the paper as a layer to put below the face, where it is shown on something else.
Not here  where a face is cut out of it (`scene.cut_outline`).
"""

from __future__ import annotations

from cardgen.core.color import WHITE
from cardgen.core.geometry import Rect
from cardgen.scene.items import Group, Item, Layer, Path, Picture, Scene
from cardgen.scene.outlines import Close, Line, Move, Outline, bounds, rectangle

_TOLERANCE = 0.01
"""Points that may be missing at an edge."""


def find_paper(face: Scene) -> Layer:
    """White paper as large as the face's page; nothing where the ground hides all of it."""
    if any(_hides(item, face.trim) for item in face.ground):
        return Layer(())
    return Layer((Path(rectangle(Rect(0, 0, face.page.width, face.page.height)), fill=WHITE),))


def _hides(item: Item, box: Rect) -> bool:
    """Whether this alone leaves nothing to be seen of a box below it, as far as is plain."""
    match item:
        case Path():
            return item.fill is not None and _contains(item.outline, box)
        case Picture():
            return not item.bitmap.has_alpha and _spans(item.rect, box)
        case Group():
            if item.mixes or item.transform is not None:
                return False
            whole = item.clip is None or _contains(item.clip, box)
            return whole and any(_hides(one, box) for one in item.items)
    return False


def _contains(outline: Outline, box: Rect) -> bool:
    """Whether an outline is a rectangle around a box."""
    around = bounds(outline)
    if around is None or len(outline) != len(rectangle(around)):
        return False
    sides = (around.left, around.right), (around.top, around.bottom)
    straight = all(
        isinstance(part, Close)
        or (isinstance(part, Move | Line) and _is_at(part.x, sides[0]) and _is_at(part.y, sides[1]))
        for part in outline
    )
    return straight and _spans(around, box)


def _is_at(position: float, sides: tuple[float, float]) -> bool:
    return any(abs(position - side) < _TOLERANCE for side in sides)


def _spans(outer: Rect, box: Rect) -> bool:
    return (
        outer.left <= box.left + _TOLERANCE
        and outer.top <= box.top + _TOLERANCE
        and outer.right >= box.right - _TOLERANCE
        and outer.bottom >= box.bottom - _TOLERANCE
    )
