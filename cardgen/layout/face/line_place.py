"""Where a line of text stands on the page, and which way it runs.

In      places along a line, from its start, and across, from its baseline.
Out     points, boxes and turns on the page. A vertical line runs down; across is to its left.
"""

from __future__ import annotations

from math import pi

from msgspec import Struct

from cardgen.core.geometry import Rect
from cardgen.layout.text.placed_text import PlacedRun, SetLine
from cardgen.scene.items import Glyph

_ON_ITS_SIDE = pi / 2


class LinePlace(Struct, frozen=True):
    """The start of a line, on its baseline; of a vertical one, the top of its middle."""

    x: float
    y: float
    vertical: bool = False

    def point(self, along: float, across: float) -> tuple[float, float]:
        if self.vertical:
            return self.x - across, self.y + along
        return self.x + along, self.y + across

    def rect(self, along: float, across: float, length: float, thickness: float) -> Rect:
        """The box that begins at a place, in the directions of the line."""
        x, y = self.point(along, across)
        if self.vertical:
            return Rect(x - thickness, y, thickness, length)
        return Rect(x, y, length, thickness)

    def glyphs(self, part: PlacedRun) -> tuple[Glyph, ...]:
        """A run's glyphs on the page."""
        x, y = self.x, self.y
        if self.vertical:
            return tuple([Glyph(one.index, x - one.y, y + one.x, one.text) for one in part.glyphs])
        return tuple([Glyph(one.index, x + one.x, y + one.y, one.text) for one in part.glyphs])

    def turns(self, part: PlacedRun) -> tuple[float, ...]:
        """How far each of its glyphs is turned; nothing if none is."""
        if not self.vertical or part.stand:
            return ()
        return (_ON_ITS_SIDE,) * len(part.glyphs)


def place_line(line: SetLine, left: float, top: float) -> LinePlace:
    """Where a line is whose text begins at (left, top); a vertical text, at its right."""
    if line.vertical:
        return LinePlace(left - line.baseline, top + line.left, vertical=True)
    return LinePlace(left + line.left, top + line.baseline)
