"""What a scene paints where, and how light: enough to tell most texts that are easily read.

In      a scene, how light its ground is.
Out     what it paints over the ground, each with its box and range of luminances; the range of all
        that can be behind something.

The range behind a text is never too narrow, so that what stands out from both its ends stands out
from all of it. What is too small to be the ground of a line (`_THIN`) is left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.check.engine.covered_boxes import Share, find_path_share
from cardgen.check.engine.ground_light import GroundLight
from cardgen.check.engine.ink_marks import (
    ItemContext,
    ItemOnPage,
    Leaf,
    clip_rect,
    transform_rect,
)
from cardgen.core.color import Color, luminance
from cardgen.core.geometry import Extent, Rect
from cardgen.core.late_import import import_late
from cardgen.render.ink_extents import overlap, reach_of
from cardgen.scene.items import Glyphs, Group, Item, Paint, Path, Scene

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = import_late("numpy")

_MANY = 500
"""Items of a face from which on numpy finds those in a box."""
_THIN = 0.25
"""What is thinner than this share of the height of a line is not what the line stands on, nor is
all of it together that covers no more of the box in question."""
_BLACK_TO_WHITE = 0.0, 1.0


class PaintedItem(Struct, frozen=True):
    """Something painted on a page."""

    item: Item
    box: Rect
    light: tuple[float, float]
    """The least and the greatest luminance of its colors."""
    context: ItemContext
    edges: tuple[float, float, float, float]
    """Left, top, right and bottom of the box, to compare many."""


def list_painted(
    items: Iterable[Item], context: ItemContext | None = None
) -> Iterator[PaintedItem]:
    """All that items paint, groups opened, in painting order."""
    around = context or ItemContext()
    for item in items:
        if not isinstance(item, Group):
            yield from _list_leaf(item, around)
        elif item.blur is not None or item.blend != "normal":
            yield from _list_mixed(item, around)
        else:
            yield from list_painted(item.items, around.within(item))


def _list_leaf(item: Leaf, context: ItemContext) -> Iterator[PaintedItem]:
    box = ItemOnPage(item, context).rect
    if box is not None:
        yield _make_painted(item, box, _find_range(item), context)


def _list_mixed(group: Group, context: ItemContext) -> Iterator[PaintedItem]:
    """A shadow, or what is mixed in by another mode: what may come of it."""
    reached = reach_of((group,))
    if group.blur is not None and group.blur.inverted:
        reached = Rect(-1e6, -1e6, 2e6, 2e6)
    if reached is not None:
        light = luminance(group.blur.color) if group.blur and group.blend == "normal" else None
        range_ = _BLACK_TO_WHITE if light is None else (light, light)
        box = clip_rect(transform_rect(reached, context.turn), context.window)
        yield _make_painted(group, box, range_, context)


def find_share(one: PaintedItem, box: Rect) -> Share:
    """How much of a box something paints, and lets nothing be seen of what is below."""
    if not isinstance(one.item, Path) or one.context != ItemContext():
        return "part"
    return find_path_share(one.item, box)


def _make_painted(
    item: Item, box: Rect, light: tuple[float, float], context: ItemContext
) -> PaintedItem:
    return PaintedItem(item, box, light, context, (box.left, box.top, box.right, box.bottom))


def _find_range(item: Leaf) -> tuple[float, float]:
    match item:
        case Glyphs():
            light = luminance(item.color)
            return light, light
        case Path():
            lights = [luminance(color) for paint in _list_paints(item) for color in _list(paint)]
            return min(lights, default=0.0), max(lights, default=1.0)
    return _BLACK_TO_WHITE


def _find_fill_range(one: PaintedItem) -> tuple[float, float]:
    """The luminances of a path's inside."""
    assert isinstance(one.item, Path)
    return _find_range(replace(one.item, stroke=None))


def _list_paints(path: Path) -> Iterator[Paint]:
    if path.fill is not None:
        yield path.fill
    if path.stroke is not None:
        yield path.stroke.paint


def _list(paint: Paint) -> Iterator[Color]:
    if isinstance(paint, Color):
        yield paint
    else:
        yield from (stop.color for stop in paint.stops)


class FaceLight(Struct, frozen=True):
    """How light a face is as far as it is known without its pixels."""

    page: Extent
    ground: GroundLight
    painted: tuple[PaintedItem, ...]
    """All that is painted on the ground, in painting order."""
    edges: NDArray[np.float64] | None = None
    """Of all of them, a column each, where they are thousands: a box is looked for at once."""

    def find_range(
        self, box: Rect, line: float, ink: Color, own: Container[int]
    ) -> tuple[float, float]:
        """Return the least and the greatest luminance that can be behind something.

        Args:
            box: Around it.
            line: How high the line is that it stands in.
            ink: Its color; letters beside it that have it too are none of the ground.
            own: The places in `painted` of what it is made of.
        """
        behind, thin, below = [self.ground.range_in(box, self.page)], list[_Thin](), True
        for number, one, shared in self._list_overlaps(box):
            if number in own:
                below = False
                continue
            share = find_share(one, box)
            if share == "whole" and below:
                behind, thin = [_find_fill_range(one)], []
            elif share == "none":
                continue
            elif not _is_thin(shared, box, line):
                behind.append(one.light)
            elif not (isinstance(one.item, Glyphs) and one.item.color == ink):
                thin.append((shared.width * shared.height, one.light))
        if sum(area for area, _ in thin) > _THIN * box.width * box.height:
            behind += (light for _, light in thin)
        return min(low for low, _ in behind), max(high for _, high in behind)

    def _list_overlaps(self, box: Rect) -> Iterator[tuple[int, PaintedItem, Rect]]:
        """What is painted in a box: its place in `painted`, and what it shares with the box."""
        for number in self._list_near(box):
            one = self.painted[number]
            shared = overlap(box, one.box)
            if shared is not None:
                yield number, one, shared

    def _list_near(self, box: Rect) -> Iterable[int]:
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        if self.edges is not None:
            starts, aboves, ends, unders = self.edges
            near = (starts < right) & (ends > left) & (aboves < bottom) & (unders > top)
            return [int(number) for number in near.nonzero()[0]]
        edges = enumerate(one.edges for one in self.painted)
        return [
            number
            for number, (start, above, end, under) in edges
            if start < right and end > left and above < bottom and under > top
        ]


def _is_thin(shared: Rect, box: Rect, line: float) -> bool:
    """Whether what is painted in a box is too thin to be what a line stands on."""
    least = _THIN * line
    return shared.height < least or (shared.width < least and shared.width < box.width)


_Thin = tuple[float, tuple[float, float]]
"""An area, and its luminances."""


def look_at_scene(scene: Scene, ground: GroundLight) -> FaceLight:
    """Return what is known of a face on a ground."""
    painted = tuple(list_painted(scene.marks))
    many = len(painted) > _MANY
    edges = np.array([one.edges for one in painted], np.float64).T if many else None
    return FaceLight(scene.page, ground, painted, edges)


def find_least_contrast(light: float, low: float, high: float) -> float:
    """The least contrast of a luminance with any of a range."""
    if low <= light <= high:
        return 1.0
    return (light + 0.05) / (high + 0.05) if light > high else (low + 0.05) / (light + 0.05)
