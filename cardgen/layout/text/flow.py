"""How much of the measure a text's lines leave free: beside a shape, or inside an outline.

In      a `TextFlow`, the measure, how high a line is.
Out     for a line at any height what it leaves free on its left and on its right, in points.
Not here  breaking lines of such lengths (`layout.text.lines`).

A line is a band as high as the leading. It keeps clear of a shape wherever that reaches furthest
within the band, and inside an outline wherever that is narrowest.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt

from msgspec import Struct

from cardgen.bind.bound_faces import TextFlow

_HALVES: dict[str, Callable[[float], float]] = {
    "rectangle": lambda _: 0.5,
    "ellipse": lambda t: sqrt(max(0.0, t * (1 - t))),
    "diamond": lambda t: 0.5 - abs(t - 0.5),
    "triangle": lambda t: t / 2,
    "hexagon": lambda t: 0.5 - 0.5 * abs(t - 0.5),
}
"""Half a shape's width at a share of its height, as a share of its box; it grows, then shrinks."""
_MOST_LINES = 400

Sides = tuple[float, float]


def _extent(shape: str, top: float, bottom: float, *, widest: bool) -> float:
    """Half the width of a shape between two shares of its height."""
    half = _HALVES[shape]
    ends = half(top), half(bottom)
    if not widest:
        return min(ends)
    inner = (half(0.5),) if top < 0.5 < bottom else ()
    return max(*ends, *inner)


class LineRoom(Struct, frozen=True):
    """What lines leave free, from the top of the text's first line."""

    flow: TextFlow
    measure: float
    size: float
    pitch: float
    start: float = 0.0
    """Where the first line begins, from the top of an outline."""
    high: float = 0.0
    """How high the outline is."""

    def sides(self, y: float) -> Sides:
        """Of a line whose band begins `y` points below that of the first."""
        return self._inside(y) if self.flow.within else self._beside(y)

    def list_sides(self, y: float) -> tuple[Sides, ...]:
        """Of all lines from there that leave anything free."""
        high = self.high or self.flow.height.resolve(self.measure, self.size) + self._gap
        count = min(_MOST_LINES, max(0, ceil((high - self.start - y) / self.pitch)))
        return tuple(self.sides(y + index * self.pitch) for index in range(count))

    @property
    def _gap(self) -> float:
        return self.flow.gap.resolve(self.measure, self.size)

    def _inside(self, y: float) -> Sides:
        top = (self.start + y) / self.high
        bottom = top + self.pitch / self.high
        if bottom > 1 + 1e-6 or top < -1e-6:
            half = 0.0
        else:
            half = _extent(self.flow.within, max(top, 0.0), min(bottom, 1.0), widest=False)
        free = min(0.5 - half, 0.499) * self.measure
        return free, free

    def _beside(self, y: float) -> Sides:
        flow, gap = self.flow, self._gap
        width = flow.width.resolve(self.measure, self.size)
        high = flow.height.resolve(self.measure, self.size)
        if y >= high + gap or high <= 0:
            return 0.0, 0.0
        top, bottom = (min(1.0, max(0.0, at / high)) for at in (y - gap, y + self.pitch + gap))
        reach = width * (0.5 + _extent(flow.shape, top, bottom, widest=True)) + gap
        reach = min(reach, 0.95 * self.measure)
        return (reach, 0.0) if flow.side == "left" else (0.0, reach)
