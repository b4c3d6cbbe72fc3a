"""Cards in space: piles, cards spread on a table, cards that stand.

In      the faces to show, how many cards a pile has, from where it is seen.
Out     a `Stage`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_MM, Rect, Transform
from cardgen.scene.cut_outline import find_outline
from cardgen.scene.items import Group, Linear, Path, Scene, Stop, Stroke
from cardgen.scene.outlines import Line, Move, Outline, moved, rectangle
from cardgen.scene.paper import find_paper
from cardgen.targets.showcase.camera import Camera
from cardgen.targets.showcase.stage import Part, Stage, StagedFace, cast, make_stage

_MM = POINTS_PER_MM
_CARD = 0.32 * _MM
_MOST_SHEETS = 240
_DUSK = Color(206, 200, 190)
_PAPER, _SEAM = Color(255, 253, 248), Color(160, 151, 138)
_VEIL, _LIT, _DIM = 0.22, Color(232, 231, 225), Color(26, 18, 0)
"""What lies over the edges of a pile: paper comes out as (250, 248, 243) in the light, and as
dusk in the shade."""
_UNEVEN = 0.13 * _MM
_WORD = 0xFFFFFFFF
_LIGHT = (-0.3, -0.42)
"""How far a shadow on the table falls to the right and to the eye, a point of height."""
_REFLECTION = 0.24


def arrange_stacks(piles: Sequence[tuple[Scene, int]], camera: Camera, *, shadow: bool) -> Stage:
    """Piles side by side, as thick as their cards are together."""
    parts: list[Part] = []
    left = 0.0
    for face, count in piles:
        parts += _pile(face, count, left, camera, shadow=shadow)
        left += face.trim.width * 1.22
    return make_stage(parts)


def _pile(face: Scene, count: int, left: float, camera: Camera, *, shadow: bool) -> Iterator[Part]:
    trim, sheets = face.trim, min(count, _MOST_SHEETS)
    high = count * _CARD
    foot = _lying(face, left, 0.0, 0.0, camera)
    outline = find_outline(face)
    if shadow:
        far = _lying(face, left - _LIGHT[0] * high, 0.0, -_LIGHT[1] * high * 0.4, camera)
        ground, shade = moved(outline, foot), moved(outline, far)
        yield cast((ground, shade), 3.2 * _MM, 0.36, 1.2 * _MM)
        yield cast((ground,), 0.8 * _MM, 0.42, 0.4 * _MM)
    edges = []
    for sheet in range(sheets):
        y = high * sheet / sheets
        dx, dz = (_UNEVEN * _scatter(2 * sheet + axis) for axis in (0, 1))
        edges.append(moved(outline, _lying(face, left + dx, y, dz, camera)))
    yield from (Path(edge, fill=_PAPER, stroke=Stroke(_SEAM, 0.12)) for edge in edges)
    yield _shade_edges(edges, moved(rectangle(trim), foot))
    yield StagedFace(face, _lying(face, left, high, 0.0, camera))


def _scatter(number: int) -> float:
    """From -1 to 1, without order, the same on every run (the mixing of xxHash)."""
    mixed = number * 0x9E3779B1 & _WORD
    mixed = (mixed ^ mixed >> 15) * 0x85EBCA77 & _WORD
    mixed = (mixed ^ mixed >> 13) * 0xC2B2AE3D & _WORD
    return (mixed ^ mixed >> 16) / 2**31 - 1


def _shade_edges(edges: Sequence[Outline], foot: Outline) -> Group:
    """All edges of a pile get darker to the right: the light comes from the left. In one piece:
    with a gradient in each sheet a pile took four times as long to draw; and as a veil: multiplied
    with what lies below it, the gradient alone took a third of the time of the pile."""
    xs = [p.x for p in foot if isinstance(p, Move | Line)]
    stops = (Stop(0.0, _LIT), Stop(0.6, _LIT), Stop(1.0, _DIM))
    shade = Linear((min(xs), 0.0), (max(xs), 0.0), stops)
    whole = tuple(step for edge in edges for step in edge)
    return Group((Path(whole, fill=shade),), opacity=_VEIL)


def _lying(face: Scene, left: float, y: float, z: float, camera: Camera) -> Transform:
    """A face that lies at a height, its upper edge away from the eye."""
    width, height = face.trim.width, face.trim.height
    near = z + height / 2
    return camera.plane(
        face.trim, (left, y, near - height), (left + width, y, near - height), (left, y, near)
    )


def arrange_spread(faces: Sequence[Scene], camera: Camera, *, shadow: bool) -> Stage:
    """Cards in a row on a table, each a little over the one before it."""
    parts: list[Part] = []
    left = 0.0
    for index, face in enumerate(faces):
        put = _lying(face, left, index * 0.6 * _CARD, 0.0, camera)
        shown = StagedFace(face, put)
        if shadow:
            parts.append(cast((shown.outline,), 2.4 * _MM, 0.3, 1.3 * _MM))
            parts.append(cast((shown.outline,), 0.4 * _MM, 0.3, 0.2 * _MM))
        low = Transform(f=_CARD).after(put)
        parts.append(Path(moved(find_outline(face), low), fill=_DUSK))
        parts.append(shown)
        left += face.trim.width * 0.56
    return make_stage(parts)


def arrange_standing(faces: Sequence[Scene], camera: Camera, *, shadow: bool) -> Stage:
    """Cards that stand, each a little behind the one before it; what they stand on mirrors them."""
    step = max(face.trim.width for face in faces)
    cards = [
        _StandingCard(face, index * 0.92 * step, -index * 0.55 * step, camera)
        for index, face in enumerate(faces)
    ][::-1]
    below = [part for card in cards for part in card.on_table()] if shadow else []
    return make_stage([*below, *(part for card in cards for part in card.upright())])


class _StandingCard(Struct, frozen=True):
    face: Scene
    left: float
    z: float
    camera: Camera

    def stand(self, y: float, lean: tuple[float, float] = (0.0, 0.0)) -> Transform:
        """The map from its face to where it stands: from the table up to the height `y`."""
        trim = self.face.trim
        x, z = self.left + lean[0] * trim.height, self.z + lean[1] * trim.height
        right = x + trim.width
        return self.camera.plane(trim, (x, y, z), (right, y, z), (self.left, 0.0, self.z))

    def on_table(self) -> Iterator[Part]:
        """Its reflection, its shadow, and a narrow one below its foot."""
        trim, outline = self.face.trim, find_outline(self.face)
        yield _reflect(self.face, self.stand(-trim.height))
        floor = moved(outline, self.stand(0.0, (-_LIGHT[0], _LIGHT[1])))
        yield cast((floor,), 2.6 * _MM, 0.3)
        foot = Rect(trim.left, trim.bottom - 0.8 * _MM, trim.width, 0.8 * _MM)
        put = self.stand(trim.height)
        yield cast((moved(rectangle(foot), put),), 0.9 * _MM, 0.5, 0.3 * _MM)

    def upright(self) -> Iterator[Part]:
        put = self.stand(self.face.trim.height)
        side = -1 if self.camera.turn > 0 else 1
        edge = Transform(e=0.5 * _CARD * side).after(put)
        yield Path(moved(find_outline(self.face), edge), fill=_DUSK)
        yield StagedFace(self.face, put)


def _reflect(face: Scene, put: Transform) -> Group:
    """A face upside down below its foot, fading away."""
    trim = face.trim
    gray = round(255 * _REFLECTION)
    stops = (Stop(0.0, Color(0, 0, 0)), Stop(1.0, Color(gray, gray, gray)))
    fade = Linear((0.0, trim.bottom - 0.22 * trim.height), (0.0, trim.bottom), stops)
    inner = Group((*find_paper(face), *face.items), clip=find_outline(face))
    mask = (Path(rectangle(trim), fill=fade),)
    return Group((inner,), transform=put, mask=mask, by_light=True)
