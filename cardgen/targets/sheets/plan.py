"""The plan of a sheet: the paper as it lies, and the places on it.

In      made by `sheets.grid`, `sheets.nest` and `sheets.tiles`.
Out     cells, and the cells under them when the sheet is turned over.
Not here  how many cards fit (`sheets.grid`), which card lies where (`sheets.page`).

Points, y down, from the paper's top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import POINTS_PER_MM, Edges, Extent, Rect
from cardgen.core.sizes import Size
from cardgen.targets.shared.papers import Paper

MARK = 5 * POINTS_PER_MM
"""Marks are as long as this where there is room."""
STRIP = 3.5 * POINTS_PER_MM
"""Room for the header, at the edge of what the printer reaches."""

_NOTHING = 1e-6

Flip = Literal["columns", "rows"]


class Cell(Struct, frozen=True):
    """A place for a card: where it is cut, and how far its picture may reach.

    It may reach over all of `clip`, or, if there is one, over the polygon `reach` in it. A
    `turned` one stands on its head.
    """

    row: int
    column: int
    trim: Rect
    clip: Rect
    reach: tuple[tuple[float, float], ...] = ()
    turned: bool = False


class SheetAxis(Struct, frozen=True):
    """Cards along one side of the paper.

    `outer` is the bleed beyond the first and last card, `inner` the bleed into each gap,
    `mark` the length of the crop marks outside that.
    """

    length: float
    card: float
    starts: tuple[float, ...]
    outer: float
    inner: tuple[float, ...]
    mark: float

    @property
    def cuts(self) -> tuple[float, ...]:
        """Where cards end, each once, in order."""
        edges = [edge for start in self.starts for edge in (start, start + self.card)]
        return tuple(b for a, b in zip([-1.0, *edges], edges, strict=False) if b - a > _NOTHING)

    def reach(self, index: int) -> tuple[float, float]:
        """From where to where the picture of a card may reach."""
        bleeds = (self.outer, *self.inner, self.outer)
        start = self.starts[index]
        return start - bleeds[index], start + self.card + bleeds[index + 1]


class Nest(Struct, frozen=True):
    """Every second column stands lower, between its neighbors; `short` if it holds one
    piece less. `reach` is the hexagon that a piece's picture may fill."""

    drop: float
    short: bool
    bleed: float
    reach: Extent


class PiecePlace(Struct, frozen=True):
    """Where the trim of a piece lies that interlocks with others."""

    row: int
    column: int
    left: float
    top: float
    turned: bool


class Interlock(Struct, frozen=True):
    """Pieces at places of their own. `reach` is the polygon that the picture of an upright
    piece may fill, from the left and top of its trim."""

    places: tuple[PiecePlace, ...]
    bleed: float
    reach: tuple[tuple[float, float], ...]


class Tiles(Struct, frozen=True):
    """A piece larger than the paper, over several sheets that overlap; one tile a sheet."""

    columns: int
    rows: int
    overlap: float


class SheetPlan(Struct, frozen=True):
    """A sheet: the paper as it lies, cards across and down, and where the header goes.

    `edges` is what the printer leaves white at either side, and above and below; no card
    lies on the `closed` places.
    """

    size: Size
    paper: Paper
    page: Extent
    edges: tuple[float, float]
    across: SheetAxis
    down: SheetAxis
    header: Literal["top", "left"] | None
    folded: bool = False
    nest: Nest | None = None
    interlock: Interlock | None = None
    tiles: Tiles | None = None
    closed: tuple[Rect, ...] = ()

    @property
    def landscape(self) -> bool:
        return self.page.width > self.page.height

    @property
    def printable(self) -> Rect:
        x, y = self.edges
        return Rect(0, 0, self.page.width, self.page.height).inset(Edges(y, x, y, x))

    @property
    def columns(self) -> int:
        return len(self.across.starts)

    @property
    def rows(self) -> int:
        """Rows of cards; of a folded sheet those above the fold."""
        return len(self.down.starts) // (2 if self.folded else 1)

    @property
    def places(self) -> int:
        """How many cards a sheet holds; a tiled piece is one."""
        return 1 if self.tiles else len(self.cells())

    @property
    def bleed(self) -> float:
        """The least bleed that a card on the sheet has at any of its sides."""
        close = self.nest or self.interlock
        if close:
            return close.bleed
        return min(a for axis in (self.across, self.down) for a in (axis.outer, *axis.inner))

    def cells(self) -> tuple[Cell, ...]:
        """The places for fronts, in reading order; of a tiled piece, one after the other."""
        if self.tiles:
            return tuple(self._tiled(self.tiles))
        cells = self._interlocked(self.interlock) if self.interlock else self._in_rows()
        return tuple(cell for cell in cells if cell and not self._is_closed(cell))

    def _in_rows(self) -> Iterator[Cell | None]:
        find = self._nested if self.nest else self._cell
        return (find(row, col) for row in range(self.rows) for col in range(self.columns))

    def _interlocked(self, lock: Interlock) -> Iterator[Cell]:
        wide, high = self.across.card, self.down.card
        for place in lock.places:
            x, y = place.left, place.top
            points = ((wide - a, high - b) if place.turned else (a, b) for a, b in lock.reach)
            reach = tuple((x + a, y + b) for a, b in points)
            trim = Rect(x, y, wide, high)
            yield Cell(place.row, place.column, trim, bounding_box(reach), reach, place.turned)

    def _is_closed(self, cell: Cell) -> bool:
        return any(overlap(cell.clip, place) for place in self.closed)

    def _cell(self, row: int, column: int) -> Cell | None:
        left, top = self.across.starts[column], self.down.starts[row]
        trim = Rect(left, top, self.across.card, self.down.card)
        (x1, x2), (y1, y2) = self.across.reach(column), self.down.reach(row)
        return Cell(row, column, trim, Rect(x1, y1, x2 - x1, y2 - y1))

    def _nested(self, row: int, column: int) -> Cell | None:
        assert self.nest is not None
        lower = column % 2 == 1
        if lower and self.nest.short and row == self.rows - 1:
            return None
        left, top = self.across.starts[column], self.down.starts[row]
        top += self.nest.drop if lower else 0.0
        trim = Rect(left, top, self.across.card, self.down.card)
        reach, (x, y) = self.nest.reach, trim.center
        clip = Rect(x - reach.width / 2, y - reach.height / 2, reach.width, reach.height)
        return Cell(row, column, trim, clip, _hexagon(clip))

    def _tiled(self, tiles: Tiles) -> Iterator[Cell]:
        """The piece's whole trim, moved so that another part of it lies on the sheet."""
        window = self.window
        for row in range(tiles.rows):
            for column in range(tiles.columns):
                left = window.left - column * (window.width - tiles.overlap)
                top = window.top - row * (window.height - tiles.overlap)
                trim = Rect(left, top, self.size.trim.width, self.size.trim.height)
                yield Cell(row, column, trim, self._tile_clip(tiles, row, column))

    @property
    def window(self) -> Rect:
        """The part of the paper that a tile fills."""
        return Rect(self.across.starts[0], self.down.starts[0], self.across.card, self.down.card)

    def _tile_clip(self, tiles: Tiles, row: int, column: int) -> Rect:
        """The window, and the bleed where the piece itself ends."""
        x, y = -self.across.outer, -self.down.outer
        return self.window.inset(
            Edges(
                top=y if row == 0 else 0.0,
                right=x if column == tiles.columns - 1 else 0.0,
                bottom=y if row == tiles.rows - 1 else 0.0,
                left=x if column == 0 else 0.0,
            )
        )

    def cell_behind(self, cell: Cell, flip: Flip) -> Cell:
        """The place on the back of the sheet that lies under `cell`."""
        trim, clip = (self._flipped(rect, flip) for rect in (cell.trim, cell.clip))
        wide, high = self.page.width, self.page.height
        reach = tuple((wide - x, y) if flip == "columns" else (x, high - y) for x, y in cell.reach)
        return replace(cell, trim=trim, clip=clip, reach=reach)

    def _flipped(self, rect: Rect, flip: Flip) -> Rect:
        if flip == "columns":
            return replace(rect, left=self.page.width - rect.right)
        return replace(rect, top=self.page.height - rect.bottom)


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two places share more than an edge."""
    return (
        min(one.right, other.right) - max(one.left, other.left) > _NOTHING
        and min(one.bottom, other.bottom) - max(one.top, other.top) > _NOTHING
    )


def bounding_box(points: Sequence[tuple[float, float]]) -> Rect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _hexagon(clip: Rect) -> tuple[tuple[float, float], ...]:
    """The hexagon in a box, two of its sides level."""
    quarter, (_, middle) = clip.width / 4, clip.center
    return (
        (clip.left, middle),
        (clip.left + quarter, clip.top),
        (clip.right - quarter, clip.top),
        (clip.right, middle),
        (clip.right - quarter, clip.bottom),
        (clip.left + quarter, clip.bottom),
    )
