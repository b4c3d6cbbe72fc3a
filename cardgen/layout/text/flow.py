"""Where lines have room: beside and between shapes, or inside an outline.

In      a `TextFlow`, the measure, how high a line is.
Out     `LineSlot`s: pieces of lines, from left to right (or from right to left) and down.
Not here  breaking lines of such lengths (`layout.text.lines`).

A line is a band as high as the leading. It keeps clear of a shape wherever that reaches within
the band, and stays inside an outline wherever that is there in all of the band. Both follow from
two things: which parts of the band's upper edge are inside the outline, and which parts of the
band the outline's own line touches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor

from msgspec import Struct

from cardgen.bind.bound_texts import FlowShape, TextFlow, TextSetting
from cardgen.core.lengths import Length
from cardgen.scene.flattening import list_rings
from cardgen.scene.outlines import Outline

_MOST_LINES = 400
_SLACK = 1e-6
LEAST_BESIDE, LEAST_WITHIN = 3.0, 1.5
"""The narrowest piece of a line that is used, in ems: beside shapes, within an outline."""

Span = tuple[float, float]


class LineSlot(Struct, frozen=True):
    """A piece of a line: which line it is in, and what is not free on its left and right."""

    row: int
    left: float
    right: float


class FlowSlots(Struct, frozen=True):
    """The pieces of a paragraph's first lines, and the first line after all of them."""

    slots: tuple[LineSlot, ...] = ()
    after: int = 0

    def row(self, index: int) -> int:
        """The line that a piece stands in; after the last of them all lines are whole."""
        if index < len(self.slots):
            return self.slots[index].row
        return self.after + index - len(self.slots)

    def sides(self, index: int) -> Span:
        """What is not free on the left and on the right of a piece."""
        if index < len(self.slots):
            return self.slots[index].left, self.slots[index].right
        return 0.0, 0.0

    def begins_row(self, index: int) -> bool:
        return index == 0 or self.row(index) != self.row(index - 1)


def offset_block(
    setting: TextSetting, top: float, height: float, block: float, first: float
) -> float:
    """How far down in its box a block of lines begins.

    Args:
        setting: How the text is set.
        top: Where the box is on the card.
        height: How high the box is.
        block: How high the block is.
        first: Where the first baseline is in the block.
    """
    room = height - block
    down = {"top": 0.0, "middle": room / 2, "bottom": room}[setting.valign]
    if setting.baseline is not None:
        down = setting.baseline.resolve(height) - first
    return down + snap(setting, top + down + first)


def snap(setting: TextSetting, baseline: float) -> float:
    """How far down a first baseline has to go to stand on the grid."""
    return -baseline % setting.grid if setting.grid else 0.0


class LineRoom(Struct, frozen=True):
    """Where lines have room in a text's box."""

    flow: TextFlow
    measure: float
    size: float
    pitch: float
    start: float
    """Where the first line begins, from the top of the box."""
    height: float
    """How high the box is."""
    least: float
    """The narrowest piece of a line, in points."""

    def list_slots(self, y: float, rtl: bool) -> FlowSlots:
        """The pieces of all lines from `y` on, down to where all are whole, or none is."""
        after = min(_MOST_LINES, self._count_rows(y))
        slots = [
            LineSlot(row, left, self.measure - right)
            for row in range(after)
            for left, right in self._free(y + row * self.pitch, rtl)
        ]
        return FlowSlots(tuple(slots), after)

    def _count_rows(self, y: float) -> int:
        """How many lines there are down to the end of the outline, or below the last shape."""
        if self.flow.within:
            return max(0, floor((self.height - self.start - y) / self.pitch + _SLACK))
        ends = [top + high + gap for top, high, gap in map(self._extent, self.flow.around)]
        return max(0, ceil((max(ends) - self.start - y) / self.pitch - _SLACK))

    def _free(self, y: float, rtl: bool) -> list[Span]:
        """The pieces of a line in their order, each as wide as a piece has to be."""
        top = self.start + y
        band = top, top + self.pitch
        free = self._inside(band) if self.flow.within else self._beside(band)
        wide = [(a, b) for a, b in free if b - a >= min(self.least, self.measure) - _SLACK]
        return wide[::-1] if rtl else wide

    def _inside(self, band: Span) -> list[Span]:
        gap = self._resolve_gap()
        rings = _scale(self.flow.within, 0.0, 0.0, self.measure, self.height)
        top, bottom = band[0] - gap, band[1] + gap
        if -_SLACK < top < 0:
            top = 0.0
        kept = _without(_spans_at(rings, top), _touched(rings, top, bottom))
        return [(a + gap, b - gap) for a, b in kept]

    def _resolve_gap(self) -> float:
        return self.flow.gap.resolve(self.measure, self.size)

    def _beside(self, band: Span) -> list[Span]:
        taken: list[Span] = []
        for shape in self.flow.around:
            top, high, gap = self._extent(shape)
            if band[1] + gap <= top + _SLACK or band[0] - gap >= top + high - _SLACK:
                continue
            rings = self._place(shape, top, high)
            over, under = band[0] - gap, band[1] + gap
            found = (*_spans_at(rings, over), *_touched(rings, over, under))
            taken += [(a - gap, b + gap) for a, b in found]
        return _without([(0.0, self.measure)], taken)

    def _extent(self, shape: FlowShape) -> tuple[float, float, float]:
        """A shape's top, height and gap, in points."""
        high, gap = self._resolve(shape.height), self._resolve(shape.gap)
        if shape.bottom is not None:
            return self.height - self._resolve(shape.bottom) - high, high, gap
        return (self._resolve(shape.top) if shape.top is not None else 0.0), high, gap

    def _place(self, shape: FlowShape, top: float, high: float) -> tuple[tuple[Span, ...], ...]:
        wide = self._resolve(shape.width)
        if shape.left is not None:
            left = self._resolve(shape.left)
        else:
            right = self._resolve(shape.right) if shape.right is not None else 0.0
            left = self.measure - right - wide
        return _scale(shape.outline, left, top, wide, high)

    def _resolve(self, length: Length) -> float:
        return length.resolve(self.measure, self.size)


@lru_cache(maxsize=256)
def _scale(
    outline: Outline, left: float, top: float, width: float, height: float
) -> tuple[tuple[Span, ...], ...]:
    """The rings of an outline of the unit square in a box, each closed."""
    rings = []
    for ring in list_rings(outline):
        points = [(left + x * width, top + y * height) for x, y in ring]
        rings.append((*points, points[0]))
    return tuple(rings)


def _spans_at(rings: Iterable[Sequence[Span]], y: float) -> list[Span]:
    """What of a level line is inside: between its first and second crossing, and so on."""
    crossings = sorted(
        x1 + (x2 - x1) * (y - y1) / (y2 - y1)
        for ring in rings
        for (x1, y1), (x2, y2) in pairwise(ring)
        if (y1 <= y) != (y2 <= y)
    )
    return list(zip(crossings[::2], crossings[1::2], strict=False))


def _touched(rings: Iterable[Sequence[Span]], top: float, bottom: float) -> Iterator[Span]:
    """From where to where each straight piece of an outline runs within a band."""
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise(ring):
            high, low = max(min(y1, y2), top), min(max(y1, y2), bottom)
            if abs(y2 - y1) < _SLACK:
                if top + _SLACK < y1 < bottom - _SLACK:
                    yield min(x1, x2), max(x1, x2)
                continue
            if high > low - _SLACK:
                continue
            slope = (x2 - x1) / (y2 - y1)
            one, other = x1 + (high - y1) * slope, x1 + (low - y1) * slope
            yield min(one, other), max(one, other)


def _without(spans: Iterable[Span], taken: Iterable[Span]) -> list[Span]:
    """What is left of spans."""
    left = list(spans)
    for a, b in sorted(taken):
        left = [
            part
            for start, end in left
            for part in ((start, min(end, a)), (max(start, b), end))
            if part[1] - part[0] > _SLACK
        ]
    return left
