"""Card sheets for Tabletop Simulator: many cards in one picture, in equal cells.

In      how many cells are needed, the trim of a card; painted faces and where each goes.
Out     a grid; the bytes of a sheet.
Not here  the objects that show the cells (`tts.saved_object`).

The simulator divides a sheet into `columns` x `rows` and counts cells from the top left, row
by row. A sheet has at most 10 x 7 cells, and at most 4096 pixels a side. Its last cell is what
others see of a card in a hand, unless the object says that the back is; no card stands there,
so that either setting is right.

Source  kb.tabletopsimulator.com, "Asset Creation" (4096 pixels, RGB); 10 x 7 is what the
        simulator's own template and every known tool use, no published limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from msgspec import Struct

from cardgen.core.color import WHITE
from cardgen.core.geometry import POINTS_PER_INCH, Extent
from cardgen.render.raster.picture_files import Encoding, blend_over, encode_picture
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.scene.items import Scene
from cardgen.targets.shared.trimmed_faces import PaintedFaces

MOST_COLUMNS = 10
MOST_ROWS = 7
LARGEST = 4096
MOST_CARDS = MOST_COLUMNS * MOST_ROWS - 1


class CardGrid(Struct, frozen=True):
    """Columns and rows of cells, a cell's width and height in pixels."""

    columns: int
    rows: int
    cell: tuple[int, int]

    @property
    def places(self) -> int:
        return self.columns * self.rows

    @property
    def size(self) -> tuple[int, int]:
        return self.columns * self.cell[0], self.rows * self.cell[1]

    def corner(self, index: int) -> tuple[int, int]:
        """Where a cell begins, in pixels from the left and from the top."""
        row, column = divmod(index, self.columns)
        return column * self.cell[0], row * self.cell[1]


def divide_cards(cards: int, most: int) -> list[int]:
    """As few sheets as hold `cards`, each with about as many: [46, 46, 45]."""
    sheets = ceil(cards / most)
    return [cards // sheets + (index < cards % sheets) for index in range(sheets)]


def choose_grid(cards: int, trim: Extent, dpi: float) -> CardGrid:
    """The grid with the largest cells that holds `cards` and, beside more than one, the hidden
    card.

    Args:
        cards: 1 … `MOST_CARDS`.
        trim: What a cell shows.
        dpi: No cell is finer than this.
    """
    places = cards + (cards > 1)
    grids = [
        CardGrid(columns, rows, _cell(columns, rows, trim, dpi))
        for rows in range(1, MOST_ROWS + 1)
        for columns in range(1, MOST_COLUMNS + 1)
        if columns * rows >= places
    ]
    return max(grids, key=lambda g: (g.cell[0] * g.cell[1], -g.places, -max(g.size)))


def _cell(columns: int, rows: int, trim: Extent, dpi: float) -> tuple[int, int]:
    """As large as the sheet allows, in the trim's proportions to the pixel."""
    across, down = LARGEST // columns, LARGEST // rows
    scale = min(dpi / POINTS_PER_INCH, across / trim.width, down / trim.height)
    width, height = (round(side * scale) for side in (trim.width, trim.height))
    return min(across, max(1, width)), min(down, max(1, height))


class CardSheet(Struct, frozen=True):
    """What a worker is sent: the face by number in each cell that is not empty."""

    faces: PaintedFaces
    grid: CardGrid
    cells: tuple[tuple[int, int], ...]
    how: Encoding


def encode_sheet(sheet: CardSheet) -> bytes:
    """The picture of a sheet; white where no card is."""
    width, height = sheet.grid.size
    pixels = np.full((height, width, 3), 255, np.uint8)
    across, down = sheet.grid.cell
    for place, number in sheet.cells:
        left, top = sheet.grid.corner(place)
        pixels[top : top + down, left : left + across] = _face(sheet.faces, number)
    return encode_picture(pixels, None, sheet.how)


def _face(faces: PaintedFaces, number: int) -> Pixels:
    pixels, alpha = faces.pixels(number), faces.alpha(number)
    return pixels if alpha is None else blend_over(pixels, alpha, WHITE)


def list_cells(
    faces: Sequence[Scene], grid: CardGrid, hidden: Scene | None
) -> tuple[tuple[int, Scene], ...]:
    """Faces in reading order, and the hidden card in the last cell if there is room."""
    cells = list(enumerate(faces))
    if hidden is not None and len(faces) < grid.places:
        cells.append((grid.places - 1, hidden))
    return tuple(cells)
