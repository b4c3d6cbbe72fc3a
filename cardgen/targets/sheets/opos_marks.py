"""OPOS registration marks of Summa cutting machines.

In      the page, how far the marks are from its edge.
Out     the marks; how far within the page cards may lie.
Not here  the cut lines (`sheets.cut_files`), in whose files the marks are drawn again: the
          machine's program reads there where the lines are from the marks.

Marks are filled squares in a column at either side of the page, one in each corner and others
between them where those are far apart. The program calls them OPOS X; the lines between marks
of OPOS XY are not drawn.

Source  Summa's user manuals, chapter OPOS (S Class, DC5), as restated in vectorcraft's
        registration.rs: squares of 1.5 to 10 mm, 3 mm advised, no outline, white around each for 3
        to 4 times its size, 400 mm at most from mark to mark recommended. Summa's own plug-in
        (gosign_opos_regmarks_base.py, as restated in Sticker Toolkit's marks.py) has squares of
        3 mm, 12 mm between a column and the artwork, 3 mm above and below it, and halves a
        distance of more than 400 mm. Both draw them on a layer `Regmark`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_MM, Extent, Rect
from cardgen.scene.items import Layer, Path
from cardgen.scene.outlines import rectangle

SIZE = 3 * POINTS_PER_MM
BESIDE = 4 * SIZE
"""White between a column of marks and the cards."""
BEYOND = SIZE
"""White above and below the cards, up to the outermost marks."""
FARTHEST = 400 * POINTS_PER_MM
"""From mark to mark of a column."""

_INK = Color(0, 0, 0)


class OposMarks(Struct, frozen=True):
    """Two columns of squares, whose outer edges are `inset` from the paper's edges."""

    inset: float

    @property
    def within(self) -> tuple[float, float]:
        """What cards leave free at either side, and above and below."""
        return self.inset + SIZE + BESIDE, self.inset + SIZE + BEYOND

    @property
    def clear(self) -> float:
        """How far within that a mark and the white around it reach: not at all."""
        return 0.0

    @property
    def first_free(self) -> float:
        """How far from the upper edge of the page a header may reach."""
        return 0.0

    def list_closed_places(self, page: Extent) -> tuple[Rect, ...]:
        """Nothing: cards are between the columns."""
        del page
        return ()

    def list_squares(self, page: Extent) -> Iterator[Rect]:
        """The marks, from the upper left: left, right, left, right …"""
        low = page.height - self.inset - SIZE
        steps, step = 1, low - self.inset
        while step > FARTHEST:
            steps, step = 2 * steps, step / 2
        for number in range(steps + 1):
            for left in (self.inset, page.width - self.inset - SIZE):
                yield Rect(left, self.inset + number * step, SIZE, SIZE)

    def draw(self, page: Extent) -> Layer:
        return Layer(tuple(Path(rectangle(one), fill=_INK) for one in self.list_squares(page)))
