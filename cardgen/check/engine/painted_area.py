"""Which points lie inside what is painted: true shapes instead of the boxes around them.

In      a `ItemOnPage` item, points on its page.
Out     which of the points its ink covers; how far they would have to move to be clear of it.
Not here  what is wrong with being covered (`check.rules.press.overlap`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from cardgen.check.engine.cut_distance import list_outline_points
from cardgen.check.engine.ink_marks import Clip, ItemOnPage
from cardgen.core.geometry import POINTS_PER_MM, Rect, Transform
from cardgen.core.late_import import import_late
from cardgen.layout.face.letters import glyph_outline
from cardgen.scene.items import Glyph, Glyphs, Path, Picture
from cardgen.scene.outlines import Move, Outline, Segment, rectangle
from cardgen.text.fonts import Face as Font

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.float64]
    """One point a row."""
    Sides = NDArray[np.float64]
    """One straight side a row: x and y of its start, x and y of its end."""
else:
    np = import_late("numpy")

_EM_STEP = 0.05
"""How close points along a letter stand, in ems: a tenth of a millimeter at 6 pt."""
_GRID = 9


# --- points of the ink ---------------------------------------------------------------------


def list_glyph_points(run: Glyphs, glyph: Glyph, turn: Transform | None) -> Points:
    """Points along a glyph's outline, on the page."""
    em = _em_points(run.face, glyph.index)
    return transform_points(_placed(em * run.size, run, glyph), turn)


def _placed(points: Points, run: Glyphs, glyph: Glyph) -> Points:
    """Points around a glyph's pen position where the glyph stands."""
    if run.turns:
        return transform_points(points, run.placing(glyph))
    placed: Points = points + np.array((glyph.x, glyph.y))
    return placed


@lru_cache(maxsize=4096)
def _em_points(font: Font, glyph: int) -> Points:
    """Points along a glyph's outline, in ems from its pen position, y down."""
    segments = tuple(glyph_outline(font.outline(glyph)))
    found = list(list_outline_points(segments, _EM_STEP * font.upem))
    return np.array(found, np.float64).reshape(-1, 2) / font.upem


def list_item_points(shown: ItemOnPage) -> Points:
    """Points of a path's outline, or all over a picture, on the page."""
    item = shown.item
    if isinstance(item, Path):
        found = np.array(list(list_outline_points(item.outline, POINTS_PER_MM / 4)), np.float64)
        return transform_points(found.reshape(-1, 2), shown.context.turn)
    assert isinstance(item, Picture)
    across = np.linspace(item.rect.left, item.rect.right, _GRID)
    down = np.linspace(item.rect.top, item.rect.bottom, _GRID)
    return transform_points(np.array([(x, y) for x in across for y in down]), shown.context.turn)


def transform_points(points: Points, turn: Transform | None) -> Points:
    """Points after a transform."""
    if turn is None:
        return points
    moved: Points = points @ np.array([[turn.a, turn.b], [turn.c, turn.d]]) + (turn.e, turn.f)
    return moved


# --- inside --------------------------------------------------------------------------------


def is_covered(shown: ItemOnPage, points: Points) -> NDArray[np.bool_]:
    """Which of the points the item's fill covers."""
    even_odd = isinstance(shown.item, Path) and shown.item.even_odd
    inside = _is_inside(list_sides(shown), points, even_odd=even_odd)
    return inside & is_seen(shown.context.clips, points)


def is_seen(clips: tuple[Clip, ...], points: Points) -> NDArray[np.bool_]:
    """Which of the points lie inside all windows."""
    seen = np.ones(len(points), np.bool_)
    for outline, turn, even_odd in clips:
        seen &= _is_inside(_outline_sides(outline, turn), points, even_odd=even_odd)
    return seen


def list_sides(shown: ItemOnPage) -> Sides:
    """The outline of an item that is no text, as straight sides on the page."""
    item = shown.item
    assert not isinstance(item, Glyphs)
    outline = item.outline if isinstance(item, Path) else rectangle(item.rect)
    return _outline_sides(outline, shown.context.turn)


def list_glyph_sides(run: Glyphs, glyph: Glyph, turn: Transform | None) -> Sides:
    """A glyph's outline as straight sides on the page."""
    em = _em_sides(run.face, glyph.index).reshape(-1, 2)
    sides: Sides = transform_points(_placed(em * run.size, run, glyph), turn).reshape(-1, 4)
    return sides


def glyph_covers_any(run: Glyphs, glyph: Glyph, turn: Transform | None, points: Points) -> bool:
    """Whether a glyph's ink covers any of the points."""
    return bool(_is_inside(list_glyph_sides(run, glyph, turn), points).any())


@lru_cache(maxsize=1024)
def _em_sides(font: Font, glyph: int) -> Sides:
    return _outline_sides(tuple(glyph_outline(font.outline(glyph))), None) / font.upem


@lru_cache(maxsize=1024)
def measure_stem(font: Font, glyph: int) -> float:
    """How thick a glyph's strokes are on the whole, in ems: its area by half of its outline."""
    x0, y0, x1, y1 = _em_sides(font, glyph).T
    area = abs(float((x0 * y1 - x1 * y0).sum())) / 2
    around = float(np.hypot(x1 - x0, y1 - y0).sum())
    return 2 * area / around if around else 0.0


def _outline_sides(outline: Outline, turn: Transform | None) -> Sides:
    """Every ring of an outline, closed as a fill closes it."""
    rings = [transform_points(np.array(ring, np.float64), turn) for ring in _rings(outline)]
    parts = [np.hstack((ring, np.roll(ring, -1, axis=0))) for ring in rings]
    return np.vstack(parts) if parts else np.empty((0, 4))


def _rings(outline: Outline) -> Iterator[list[tuple[float, float]]]:
    ring: list[Segment] = []
    for segment in outline:
        if isinstance(segment, Move) and ring:
            yield list(list_outline_points(tuple(ring), np.inf))
            ring = []
        ring.append(segment)
    if ring:
        yield list(list_outline_points(tuple(ring), np.inf))


def _is_inside(sides: Sides, points: Points, *, even_odd: bool = False) -> NDArray[np.bool_]:
    """Which points the sides wind around."""
    x0, y0, x1, y1 = sides.T
    x, y = points[:, :1], points[:, 1:]
    left = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
    down, up = (y0 <= y) & (y < y1) & (left > 0), (y1 <= y) & (y < y0) & (left < 0)
    winding = down.sum(axis=1) - up.sum(axis=1)
    inside: NDArray[np.bool_] = winding % 2 == 1 if even_odd else winding != 0
    return inside


# --- the way out ---------------------------------------------------------------------------


def measure_way_out(shown: ItemOnPage, points: Points) -> float:
    """The shortest way, left, right, up or down, that takes all points out of a shape."""
    sides = list_sides(shown)
    return min(
        *_measure_ways(sides, points), *_measure_ways(sides[:, [1, 0, 3, 2]], points[:, ::-1])
    )


def _measure_ways(sides: Sides, points: Points) -> tuple[float, float]:
    """How far it is out of a shape to the left and to the right."""
    x0, y0, x1, y1 = sides.T
    x, y = points[:, :1], points[:, 1:]
    crossed = (y0 <= y) != (y1 <= y)
    fall = np.where(y1 == y0, 1.0, y1 - y0)
    way = np.where(crossed, x0 + (y - y0) / fall * (x1 - x0) - x, 0.0)
    return float(-way.min()), float(way.max())


def measure_common_area(one: Rect, two: Rect) -> float:
    """The area that two boxes have in common."""
    across = min(one.right, two.right) - max(one.left, two.left)
    down = min(one.bottom, two.bottom) - max(one.top, two.top)
    return across * down if across > 0 and down > 0 else 0.0
