"""A tuck box in space, closed, or open with cards in it.

In      a box, the faces of its panels, the cards that are seen in it.
Out     a `Stage`.

The box stands with its front to the eye: x from the left to the right of the front, y up from
the table, z from the back to the front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import cos, radians, sin

from msgspec import Struct

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.box.boxes import BoundBox
from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_MM, Rect, Transform
from cardgen.scene.items import Path, Scene, Stroke
from cardgen.scene.outlines import Outline
from cardgen.targets.box.page import place_panel
from cardgen.targets.showcase.camera import Camera, Point
from cardgen.targets.showcase.stage import (
    Part,
    Stage,
    StagedFace,
    cast,
    darken,
    make_stage,
    polygon,
)

_MM = POINTS_PER_MM
_BOARD, _INSIDE, _DEEP = Color(238, 232, 220), Color(214, 206, 192), Color(150, 141, 128)
_CREASE = Stroke(Color(120, 112, 100), 0.2)
_LIGHT = (0.34, -0.3)
_LID = 118.0
"""Degrees that the lid is opened by."""
_RISE = 0.2
"""How far cards stand out of an open box, of its height."""

Quad = tuple[Point, Point, Point]
"""A parallelogram: its left upper corner, the right upper and the left lower one."""


def arrange_box(
    box: BoundBox,
    scenes: Mapping[BoundFace, Scene],
    cards: Sequence[Scene],
    camera: Camera,
    *,
    opened: bool,
    shadow: bool,
) -> Stage:
    """The box, with its lid closed or opened."""
    model = _BoxModel(box, scenes, camera)
    parts = [*(model.shadows() if shadow else ())]
    parts += model.open(cards) if opened else model.closed()
    return make_stage(parts)


class _BoxModel(Struct):
    box: BoundBox
    scenes: Mapping[BoundFace, Scene]
    camera: Camera

    @property
    def width(self) -> float:
        return self.box.dieline.panel("front").rect.width

    @property
    def height(self) -> float:
        return self.box.dieline.panel("front").rect.height

    @property
    def depth(self) -> float:
        return self.box.dieline.outer.depth

    # --- panels ----------------------------------------------------------------------

    def closed(self) -> Iterator[Part]:
        yield from self.panel("tuck-top", self.tuck, veil=0.35)
        yield from self.panel("front", self.front)
        yield from self.panel(*self.side, veil=0.2)
        yield from self.panel("top", self.top, veil=-0.1)

    def open(self, cards: Sequence[Scene]) -> Iterator[Part]:
        yield from self.lid()
        yield from self.inside()
        yield from self.held(cards)
        yield from self.flap()
        yield from self.panel("front", self.front)
        yield from self.panel(*self.side, veil=0.2)

    @property
    def front(self) -> Quad:
        w, h, d = self.width, self.height, self.depth
        return (0, h, d), (w, h, d), (0, 0, d)

    @property
    def side(self) -> tuple[str, Quad]:
        """The side that is seen."""
        w, h, d = self.width, self.height, self.depth
        if self.camera.turn > 0:
            return "left", ((0, h, 0), (0, h, d), (0, 0, 0))
        return "right", ((w, h, d), (w, h, 0), (w, 0, d))

    @property
    def top(self) -> Quad:
        """As it lies on the die: upside down, its fold at the back."""
        w, h, d = self.width, self.height, self.depth
        return (w, h, d), (0, h, d), (w, h, 0)

    @property
    def tuck(self) -> Quad:
        """Behind the front, seen through the notch; upside down on the die as the top is."""
        rect = self.box.dieline.panel("tuck-top").rect
        inset, low = (self.width - rect.width) / 2, self.height - rect.height
        left, right, d = self.width - inset, inset, self.depth
        return (left, low, d), (right, low, d), (left, self.height, d)

    def panel(self, name: str, quad: Quad, veil: float = 0.0) -> Iterator[Part]:
        """A panel's face over its board, in the shade or in the light."""
        bound = next((one for one in self.box.panels if one.panel.name == name), None)
        if bound is None:
            yield self.board(quad, _BOARD)
        else:
            on_die = self.camera.plane(bound.panel.rect, *quad)
            yield StagedFace(self.scenes[bound.face], on_die.after(place_panel(bound).put))
        if veil:
            color = Color(0, 0, 0) if veil > 0 else Color(255, 255, 255)
            yield darken(self.outline(quad), abs(veil), color)

    def board(self, quad: Quad, color: Color) -> Path:
        return Path(self.outline(quad), fill=color)

    def outline(self, quad: Quad) -> Outline:
        (x, y), (x1, y1), (x2, y2) = map(self.camera.see, quad)
        corners = ((x1, y1), (x1 + x2 - x, y1 + y2 - y), (x2, y2))
        return polygon([(x, y), *corners])

    # --- an open box -----------------------------------------------------------------

    def lid(self) -> Iterator[Part]:
        """The closure stands up behind, its tuck bent; their insides are seen."""
        w, h = self.width, self.height
        high, low = sin(radians(_LID)), cos(radians(_LID))
        reach, tuck = self.depth, self.box.dieline.panel("tuck-top").rect
        tip = h + reach * high, reach * low
        inset = (w - tuck.width) / 2
        bent = radians(_LID + 38)
        end = tip[0] + tuck.height * sin(bent), tip[1] + tuck.height * cos(bent)
        flap: Quad = ((inset, *end), (w - inset, *end), (inset, *tip))
        lid: Quad = ((0, *tip), (w, *tip), (0, h, 0))
        yield Path(self.outline(flap), fill=_INSIDE, stroke=_CREASE)
        yield Path(self.outline(lid), fill=_BOARD, stroke=_CREASE)

    def inside(self) -> Iterator[Part]:
        """The walls of the inside that are seen: the back, and the side that is turned away."""
        w, h, d = self.width, self.height, self.depth
        far = 0.0 if self.camera.turn <= 0 else w
        yield Path(self.outline(((0, h, 0), (w, h, 0), (0, 0, 0))), fill=_DEEP)
        yield Path(self.outline(((far, h, 0), (far, h, d), (far, 0, 0))), fill=_INSIDE)

    def held(self, cards: Sequence[Scene]) -> Iterator[Part]:
        """Cards in the box, side by side if it has several piles; the last is in front. Those that
        lie on their side and are too wide so stand upright, turned clockwise."""
        piles = self.box.spec.piles
        room = self.width / piles
        count = max(len(cards), 1)
        for index, face in enumerate(cards):
            slot = index % piles
            z = self.depth * (0.3 + 0.5 * (index + 1) / (count + 1))
            turned = face.trim.width > room >= face.trim.height
            wide = face.trim.height if turned else face.trim.width
            left = slot * room + (room - wide) / 2
            rise = self.height * (1 + _RISE * (0.55 + 0.45 * ((index * 5) % 3) / 2))
            put = self.upright(face.trim, left, rise, z, turned=turned)
            shown = StagedFace(face, put)
            yield cast((shown.outline,), 0.9 * _MM, 0.4, 0.3 * _MM)
            yield shown

    def upright(self, trim: Rect, left: float, top: float, z: float, *, turned: bool) -> Transform:
        """A card that stands, its left edge up if it is turned."""
        if turned:
            right, low = left + trim.height, top - trim.width
            return self.camera.plane(trim, (right, top, z), (right, low, z), (left, top, z))
        low = top - trim.height
        return self.camera.plane(trim, (left, top, z), (left + trim.width, top, z), (left, low, z))

    def flap(self) -> Iterator[Part]:
        """The dust flap of the side that is seen stands outwards."""
        w, h, d = self.width, self.height, self.depth
        edge, way = (0.0, -1) if self.camera.turn > 0 else (w, 1)
        reach = 0.55 * d
        out = edge + way * reach * 0.62
        high = h + reach * 0.78
        corners = ((edge, h, 0.06 * d), (out, high, 0.2 * d), (out, high, 0.8 * d), (edge, h, d))
        outline = polygon([self.camera.see(corner) for corner in corners])
        yield Path(outline, fill=_INSIDE, stroke=_CREASE)

    # --- the table -------------------------------------------------------------------

    def shadows(self) -> Iterator[Part]:
        """On the table: where the light does not reach, and where the box touches."""
        foot = [(x, 0.0, z) for x in (0.0, self.width) for z in (0.0, self.depth)]
        dx, dz = (share * self.height for share in _LIGHT)
        far = [(x + dx, 0.0, z + dz) for x, _, z in foot]
        see: Callable[[Point], tuple[float, float]] = self.camera.see
        yield cast((_hull([see(p) for p in (*foot, *far)]),), 3.6 * _MM, 0.36)
        yield cast((_hull([see(p) for p in foot]),), 1.2 * _MM, 0.5, 0.5 * _MM)


def _hull(points: Sequence[tuple[float, float]]) -> Outline:
    """The outline around points: Andrew's monotone chain (1979)."""
    ordered = sorted(points)
    low, high = _chain(ordered), _chain(ordered[::-1])
    return polygon([*low[:-1], *high[:-1]])


def _chain(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    kept: list[tuple[float, float]] = []
    for point in points:
        while len(kept) > 1 and not _turns_left(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def _turns_left(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0
