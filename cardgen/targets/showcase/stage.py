"""What a scene is made of: faces and drawings, each in its place on the stage.

In      scenes of faces, where each stands.
Out     a `Stage`: parts from the back to the front, in points, y down, of no fixed origin.
Not here  which parts a scene has (`flat`, `solid`, `box`), paint (`painting`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import cos, radians, sin

from msgspec import Struct

from cardgen.core.color import BLACK, Color
from cardgen.core.geometry import POINTS_PER_MM, Rect, Transform
from cardgen.scene.cut_outline import find_outline
from cardgen.scene.items import Blur, Group, Item, Path, Scene
from cardgen.scene.outlines import Close, Line, Move, Outline, bounds, moved

SHADE = Color(24, 18, 14)
"""Shadows are not black on any ground."""
_MM = POINTS_PER_MM


class StagedFace(Struct, frozen=True):
    """A face, cut out, and the map from its page onto the stage."""

    face: Scene
    put: Transform

    @property
    def outline(self) -> Outline:
        return moved(find_outline(self.face), self.put)


class StagedShadow(Struct, frozen=True):
    """A soft shadow of shapes, and the map from their points onto the stage."""

    shapes: tuple[Path, ...]
    blur: Blur
    strength: float
    put: Transform | None = None

    @property
    def item(self) -> Group:
        """The shadow as a page shows it."""
        if self.put is None:
            return Group(self.shapes, opacity=self.strength, blur=self.blur)
        shape = Group(self.shapes, blur=self.blur)
        return Group((shape,), transform=self.put, opacity=self.strength)

    @property
    def boxes(self) -> tuple[Rect, ...]:
        """How far it is seen: two standard deviations of its blur around each shape."""
        put, seen = self.put or Transform(), -2 * self.blur.radius
        found = (bounds(moved(shape.outline, put)) for shape in self.shapes)
        return tuple(box.inset_by(seen) for box in found if box is not None)


Part = StagedFace | StagedShadow | Item


class Stage(Struct, frozen=True):
    """Parts from the back to the front; shadows reach beyond `box`, which is what must be seen."""

    parts: tuple[Part, ...]
    box: Rect

    @property
    def reach(self) -> Rect:
        """The box, and as far as its shadows are seen."""
        shadows = (part for part in self.parts if isinstance(part, StagedShadow))
        return reduce(Rect.union, (box for one in shadows for box in one.boxes), self.box)


def make_stage(parts: Iterable[Part]) -> Stage:
    """A stage whose box holds all faces and drawings, shadows left aside."""
    found = tuple(parts)
    boxes = [box for part in found if (box := _bounds(part)) is not None]
    return Stage(found, reduce(Rect.union, boxes))


def _bounds(part: Part) -> Rect | None:
    if isinstance(part, StagedFace):
        return bounds(part.outline)
    return bounds(part.outline) if isinstance(part, Path) else None


def polygon(points: Sequence[tuple[float, float]]) -> Outline:
    """A closed outline with these corners."""
    (x, y), *rest = points
    return (Move(x, y), *(Line(*point) for point in rest), Close())


def rotation(degrees: float) -> Transform:
    """Clockwise about the origin."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return Transform(c, s, -s, c)


def cast(
    outlines: Sequence[Outline], blur: float, strength: float, drop: float = 0.0
) -> StagedShadow:
    """A soft shadow of outlines, `drop` points below them."""
    down = Transform(e=drop * 0.35, f=drop)
    shapes = tuple(Path(moved(outline, down), fill=BLACK) for outline in outlines)
    return StagedShadow(shapes, Blur(blur, SHADE), strength)


def card_shadows(shown: StagedFace) -> tuple[StagedShadow, StagedShadow]:
    """Of a card that lies flat: a wide one, and a narrow one where it touches.

    The shape is the face's own, and only its place differs: it is blurred once for all cards of
    one size.
    """
    return _shed(shown, 2.6 * _MM, 0.34, 1.5 * _MM), _shed(shown, 0.5 * _MM, 0.3, 0.25 * _MM)


def _shed(shown: StagedFace, blur: float, strength: float, drop: float) -> StagedShadow:
    place = Transform(e=drop * 0.35, f=drop).after(shown.put)
    shape = Path(find_outline(shown.face), fill=BLACK)
    return StagedShadow((shape,), Blur(blur, SHADE), strength, place)


def darken(outline: Outline, strength: float, color: Color = BLACK) -> Group:
    """A veil over an outline: a side that the light does not reach."""
    return Group((Path(outline, fill=color),), opacity=strength)
