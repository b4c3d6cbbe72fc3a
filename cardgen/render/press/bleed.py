"""Give faces the bleed that a printer asks for.

In      faces, a bleed in points.
Out     the same faces on pages with that bleed; the card itself is untouched, at scale 1.

Less bleed than the face has is a smaller page. More is filled with what the face shows at
its edge: below the face, the face itself is laid once more, stretched to the larger page
and kept to the rim. For the 1/8 in of US printers over 0.12 in that is a rim of
0.36 pt, 8.64 pt away from the cut, shifted by at most that; nothing a knife reaches.
Text does not go into the rim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.render.ink_extents import reach
from cardgen.scene.items import Glyphs, Group, Item, Layer, Scene
from cardgen.scene.outlines import Line, Move, Outline, moved, rectangle

_OVERLAP = 0.12
"""Points that the rim reaches below the face, so that no seam shows between them."""


def with_bleed(face: Scene, bleed: float) -> Scene:
    """The face on a page of trim and `bleed`."""
    left, top = bleed - face.trim.left, bleed - face.trim.top
    page = Extent(face.trim.width + 2 * bleed, face.trim.height + 2 * bleed)
    shift = Transform(e=left, f=top)
    trim = Rect(bleed, bleed, face.trim.width, face.trim.height)
    if abs(left) < 1e-6 and abs(top) < 1e-6:
        return face
    grown = max(left, top) > 1e-6
    ground = _shifted(face.ground, shift)
    if grown:
        ground = _ground(face.page, page, shift, face.ground, face.marks)
    folds = tuple(moved(fold, shift) for fold in face.folds)
    marks = _shifted(face.marks, shift)
    return Scene(page, trim, ground, marks, moved(face.cut, shift), folds)


@lru_cache(maxsize=512)
def _shifted(layer: Layer, shift: Transform) -> Layer:
    return Layer((Group(layer.items, transform=shift),)) if layer else layer


@lru_cache(maxsize=512)
def _ground(face: Extent, page: Extent, shift: Transform, ground: Layer, marks: Layer) -> Layer:
    """The ground and, below it, the rim: of the ground and of what else reaches the edge."""
    edge = Rect(0, 0, face.width, face.height)
    reaching = (*_printed(ground.items), *_reaching(_printed(marks.items), edge))
    stretch = Transform(a=page.width / face.width, d=page.height / face.height)
    rim = Group((Group(reaching, transform=stretch),), clip=_rim(edge, shift, page))
    return Layer((*((rim,) if reaching else ()), *_shifted(ground, shift).items))


def _rim(face: Rect, shift: Transform, page: Extent) -> Outline:
    """The page without the face: two outlines that run in opposite directions."""
    left, top = face.left + shift.e + _OVERLAP, face.top + shift.f + _OVERLAP
    right, bottom = left + face.width - 2 * _OVERLAP, top + face.height - 2 * _OVERLAP
    hole = (Move(left, top), Line(left, bottom), Line(right, bottom), Line(right, top))
    outer = rectangle(Rect(0, 0, page.width, page.height))
    return (*outer, *hole, outer[-1])


def _printed(items: Iterable[Item]) -> Iterator[Item]:
    """Items without text."""
    for item in items:
        if isinstance(item, Group) and item.blur is None:
            inner = tuple(_printed(item.items))
            if inner:
                yield replace(item, items=inner)
        elif not isinstance(item, Glyphs):
            yield item


def _reaching(items: Iterable[Item], edge: Rect) -> Iterator[Item]:
    for item in items:
        found = reach(item)
        if found is not None and not edge.inset_by(1e-3).contains(found):
            yield item
