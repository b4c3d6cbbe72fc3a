"""Where a box laid flat stands on its page, or on the sheets that it is tiled over.

In      a box, the paper if it is printed at home.
Out     a `BoxPlan`: the block (the die, its bleed, a strip of words below) and its pages.
Not here  what is drawn (`box.page`).

Points, y down. Tiles overlap, so that they can be laid over each other and glued.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from msgspec import Struct

from cardgen.bind.box.boxes import BoundBox
from cardgen.core.geometry import POINTS_PER_MM, Edges, Extent, Rect
from cardgen.targets.shared.papers import Paper

_MM = POINTS_PER_MM
_AROUND = 5 * _MM
STRIP = 14 * _MM
"""Height of the words below the die."""
OVERLAP = 10 * _MM
MOST_TILES = 24


class BoxTile(Struct, frozen=True):
    """A page: what of it is printed on, and where the block's top left stands."""

    column: int
    row: int
    page: Extent
    clip: Rect
    left: float
    top: float


class BoxPlan(Struct, frozen=True):
    """The block of a box, where the die stands in it, and its pages."""

    block: Extent
    die: Rect
    tiles: tuple[BoxTile, ...]
    paper: Paper | None

    @property
    def columns(self) -> int:
        return max(tile.column for tile in self.tiles) + 1

    @property
    def rows(self) -> int:
        return max(tile.row for tile in self.tiles) + 1


def plan_box(box: BoundBox, paper: Paper | None, margin: float) -> BoxPlan | None:
    """Place a box on one page of its own size, or on paper; None if that takes too many."""
    die, bleed = box.dieline.extent, box.bleed
    block = Extent(die.width + 2 * bleed, die.height + 2 * bleed + STRIP)
    place = Rect(bleed, bleed, die.width, die.height)
    if paper is None:
        page = Extent(block.width + 2 * _AROUND, block.height + 2 * _AROUND)
        whole = Rect(0, 0, page.width, page.height)
        return BoxPlan(block, place, (BoxTile(0, 0, page, whole, _AROUND, _AROUND),), None)
    ways = [list(_tiles(block, paper.turned(landscape=turn), margin)) for turn in (False, True)]
    best = min((way for way in ways if way), key=len, default=[])
    return BoxPlan(block, place, tuple(best), paper) if 0 < len(best) <= MOST_TILES else None


def _tiles(block: Extent, page: Extent, margin: float) -> Iterator[BoxTile]:
    """The pages that hold the block, rows from the top; none if the paper is too small."""
    clip = Rect(0, 0, page.width, page.height).inset(Edges(margin, margin, margin, margin))
    columns, rows = _count_tiles(block.width, clip.width), _count_tiles(block.height, clip.height)
    for row in range(rows if columns else 0):
        for column in range(columns):
            left = clip.left - column * (clip.width - OVERLAP)
            top = clip.top - row * (clip.height - OVERLAP)
            if columns == 1:
                left = clip.left + (clip.width - block.width) / 2
            if rows == 1:
                top = clip.top + (clip.height - block.height) / 2
            yield BoxTile(column, row, page, clip, left, top)


def _count_tiles(length: float, room: float) -> int:
    if length <= room:
        return 1
    return ceil((length - OVERLAP) / (room - OVERLAP)) if room > 2 * OVERLAP else 0
