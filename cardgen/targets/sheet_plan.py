"""The plan of a sheet: the paper as it lies, and the places on it.

In      made by `sheet_grid`.
Out     cells, and the cells under them when the sheet is turned over.
Not here  how many cards fit (`sheet_grid`), which card lies where (`sheet_page`).

Points, y down, from the paper's top left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from cardgen.geometry import Extent, Rect
from cardgen.sizes import Size
from cardgen.targets.sheet_options import Paper

_NOTHING = 1e-6

Flip = Literal["columns", "rows"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A place for a card: where it is cut, and how far its picture may reach."""

    row: int
    column: int
    trim: Rect
    clip: Rect


@dataclass(frozen=True, slots=True)
class Axis:
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


@dataclass(frozen=True, slots=True)
class Plan:
    """A sheet: the paper as it lies, cards across and down, and where the header goes."""

    size: Size
    paper: Paper
    page: Extent
    margin: float
    across: Axis
    down: Axis
    header: Literal["top", "left"] | None
    folded: bool

    @property
    def landscape(self) -> bool:
        return self.page.width > self.page.height

    @property
    def printable(self) -> Rect:
        return Rect(0, 0, self.page.width, self.page.height).inset_by(self.margin)

    @property
    def columns(self) -> int:
        return len(self.across.starts)

    @property
    def rows(self) -> int:
        """Rows of cards; of a folded sheet those above the fold."""
        return len(self.down.starts) // (2 if self.folded else 1)

    @property
    def bleed(self) -> float:
        """The least bleed that a card on the sheet has at any of its sides."""
        return min(a for axis in (self.across, self.down) for a in (axis.outer, *axis.inner))

    def cells(self) -> tuple[Cell, ...]:
        """The places for fronts, in reading order."""
        return tuple(
            self._cell(row, col) for row in range(self.rows) for col in range(self.columns)
        )

    def _cell(self, row: int, column: int) -> Cell:
        left, top = self.across.starts[column], self.down.starts[row]
        trim = Rect(left, top, self.across.card, self.down.card)
        (x1, x2), (y1, y2) = self.across.reach(column), self.down.reach(row)
        return Cell(row, column, trim, Rect(x1, y1, x2 - x1, y2 - y1))

    def behind(self, cell: Cell, flip: Flip) -> Cell:
        """The place on the back of the sheet that lies under `cell`."""
        trim, clip = (self._flipped(rect, flip) for rect in (cell.trim, cell.clip))
        return replace(cell, trim=trim, clip=clip)

    def _flipped(self, rect: Rect, flip: Flip) -> Rect:
        if flip == "columns":
            return replace(rect, left=self.page.width - rect.right)
        return replace(rect, top=self.page.height - rect.bottom)
