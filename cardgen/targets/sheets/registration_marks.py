"""Registration marks of Silhouette cutting machines.

In      the page, how many marks, how far from its edge, how long and thick.
Out     the marks; the places where nothing else may be printed.
Not here  the cut lines (`sheets.cut_files`).

Three marks are a square at the top left, and angles at the top right and bottom left; four
marks, which newer machines can be set to, are an angle in each corner. They stand on the
rectangle that lies `inset` inside the page: lines run along it, half of their thickness on
either side, and end `length` from its corner. The square has sides of 5 mm on the rectangle and
a border as thick as the lines, so that its outer edges are in line with those of the angles.
The machine looks for them with an eye that must see nothing else near them.

Source  silhouette-card-maker at 19dc9c3, page_manager.py and assets/layouts.json: square, lines,
        limits (length 5 to 20 mm, thickness 0.5 to 1 mm) and inset; its poker cards on Letter lie
        1.85 mm from marks of 7.2 mm. Measured in its sheets: square 6.01 mm, lines 1.02 mm.
        The inset of the Auto Sheet Feeder is a user's figure in its issue 173, 0.625 in, which is
        where Silhouette Studio puts marks by itself (inkscape-silhouette, issue 32: 15.9 mm).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_INCH, POINTS_PER_MM, Extent, Rect
from cardgen.scene.items import Item, Layer, Path, Stroke
from cardgen.scene.outlines import Line, Move, rectangle

LENGTHS = 5 * POINTS_PER_MM, 20 * POINTS_PER_MM
THICKNESSES = 0.5 * POINTS_PER_MM, POINTS_PER_MM
"""What the machine's program takes, from the least to the most."""
INSET = 10 * POINTS_PER_MM
FEEDER_INSET = 0.625 * POINTS_PER_INCH
"""The least with which the Auto Sheet Feeder finds the marks."""
_SQUARE = 5 * POINTS_PER_MM
_AROUND = POINTS_PER_MM
"""Kept white between a mark and what is printed."""

_INK = Color(0, 0, 0)
_CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))
"""Left or right, top or bottom."""


class CutterMarks(Struct, frozen=True):
    """How many marks, and how they are drawn."""

    count: int
    inset: float
    length: float
    thickness: float

    @property
    def clear(self) -> float:
        """How far from its corner a mark and the white around it reach."""
        return max(self.length, _SQUARE + self.thickness / 2) + _AROUND

    @property
    def within(self) -> tuple[float, float]:
        """What cards leave free at either side, and above and below."""
        return self.inset, self.inset

    @property
    def first_free(self) -> float:
        """How far from the upper edge of the page a header may reach."""
        return self.inset

    def span(self, page: Extent) -> Rect:
        """The rectangle that the marks stand on."""
        return Rect(0, 0, page.width, page.height).inset_by(self.inset)

    def list_closed_places(self, page: Extent) -> tuple[Rect, ...]:
        """Where nothing else may be printed."""
        area, clear = self.span(page), self.clear
        return tuple(
            Rect(area.left + x * (area.width - clear), area.top + y * (area.height - clear),
                 clear, clear)
            for x, y in _CORNERS[: self.count]
        )  # fmt: skip

    def draw(self, page: Extent) -> Layer:
        """The marks: a square and two angles, or four angles."""
        return Layer(tuple(_draw_marks(self.span(page), self)))


def _draw_marks(area: Rect, marks: CutterMarks) -> Iterator[Item]:
    for corner in _CORNERS[: marks.count]:
        if corner == (0, 0) and marks.count == 3:
            side, outer = _SQUARE + marks.thickness, marks.thickness / 2
            square = Rect(area.left - outer, area.top - outer, side, side)
            yield Path(rectangle(square), fill=_INK)
        else:
            yield _draw_angle(area, marks, *corner)


def _draw_angle(area: Rect, marks: CutterMarks, right: int, low: int) -> Path:
    x, y = (area.right if right else area.left), (area.bottom if low else area.top)
    arm = marks.length
    inwards, downwards = (-arm if right else arm), (-arm if low else arm)
    outline = (Move(x + inwards, y), Line(x, y), Line(x, y + downwards))
    return Path(outline, stroke=Stroke(_INK, marks.thickness))
