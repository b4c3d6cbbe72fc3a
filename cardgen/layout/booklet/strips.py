"""What a page of a booklet is stacked from: strips that no page break divides.

In      nothing: types, and the geometry of a stack.
Out     `Strip`, `Marks`, `Stack`: where strips stand in a column, one below the other.
Not here  what strips show (`layout.booklet.blocks`), which of them make a page
          (`layout.booklet.page_breaking`).

Baselines of the text stand on a grid that all pages share, so that facing pages and the two
sides of a leaf line up. What does not stand on it (boxes, tables, figures) is centerd in
the room that the grid leaves it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundFace
from cardgen.core.findings import Span
from cardgen.core.geometry import Rect, Transform
from cardgen.scene.items import Item
from cardgen.scene.structure import StructureNode

FORCED = -10_000.0
"""The cost of a break that must be."""
KEPT = 10_000.0
"""The cost of a break that parts what belongs together."""
_EXACT = 1e-6


class FaceOnPage(Struct, frozen=True):
    """A card's face: `put` takes points of the face's page to points of the booklet's."""

    face: BoundFace
    put: Transform
    whole: bool = False
    """Shown with its bleed, as the page's own ground, and not cut out."""


class Link(Struct, frozen=True):
    """Where a place of the page leads: the name of a heading after `#`, or an address."""

    rect: Rect
    target: str


class Label(Struct, frozen=True):
    """A heading that stands on the page."""

    slug: str
    title: str
    level: int
    y: float


class PageContent(Struct, frozen=True):
    """Something on a page, and what part of the text it is."""

    items: tuple[Item, ...] = ()
    faces: tuple[FaceOnPage, ...] = ()
    links: tuple[Link, ...] = ()
    node: StructureNode | None = None
    """None: no part of it, as lines and grounds."""


class Marks(Struct, frozen=True):
    """What stands on a page, in painting order."""

    contents: tuple[PageContent, ...] = ()
    labels: tuple[Label, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        return tuple(item for content in self.contents for item in content.items)

    def __add__(self, other: Marks) -> Marks:
        return Marks(self.contents + other.contents, self.labels + other.labels)


def mark_items(items: Iterable[Item], node: StructureNode | None = None) -> Marks:
    """Items that show a part of the text, or only adorn it."""
    return Marks((PageContent(tuple(items), node=node),))


Draw = Callable[[float, float], Marks]
"""Draws at the left of the column, and a top."""


class PanelGround(Struct, frozen=True):
    """The tinted ground of a box; `key` tells boxes apart."""

    key: int
    pad: float
    draw: Callable[[Rect], tuple[Item, ...]]


class Strip(Struct, frozen=True):
    """A line, a heading, a row of a table, a figure. Lengths in points."""

    height: float
    draw: Draw
    span: Span
    above: float = 0.0
    below: float = 0.0
    """Least space to its neighbors; the larger of two counts, none at the top of a page."""
    rise: float | None = None
    """From its top to what stands on the grid."""
    blank: float = 0.0
    """Height above its ink, given up at the top of a page."""
    cost: float = 0.0
    """Of a page that begins with it."""
    head: Strip | None = None
    """Stands above it again where it begins a page."""
    panel: PanelGround | None = None
    floats: bool = False
    """Whether it may wait for the next page, what follows going ahead."""
    level: int = 0
    """Of a heading; 0 for all else."""
    turns: bool = False
    """Whether the break before it is one of pages, not of columns."""

    @property
    def goes_ahead(self) -> bool:
        """Whether it may stand before a figure that comes before it in the text."""
        return self.rise is not None and not self.level


class StackedStrip(Struct, frozen=True):
    strip: Strip
    top: float


class Stack(Struct, frozen=True):
    """A column being filled: `y` is where its last strip ends.

    At its top a large heading touches the edge of the text, whatever the grid says.
    """

    grid: float
    first: float
    """The first baseline of the grid, from the column's top."""
    y: float = 0.0
    last: Strip | None = None
    stacked: tuple[StackedStrip, ...] = ()

    def add(self, strip: Strip) -> Stack:
        top = self.top_of(strip)
        stacked = (*self.stacked, StackedStrip(strip, top))
        return Stack(self.grid, self.first, top + strip.height, strip, stacked)

    def pass_strip(self, strip: Strip) -> Stack:
        """As `add`, but where the strips stand is forgotten."""
        return Stack(self.grid, self.first, self.top_of(strip) + strip.height, strip)

    def top_of(self, strip: Strip) -> float:
        if self.last is None:
            top = (strip.panel.pad if strip.panel else 0.0) - strip.blank
            return top if 0 < strip.level <= 2 else self.snapped(strip, top)
        return self.snapped(strip, self.y + self.space(self.last, strip))

    def space(self, before: Strip, after: Strip) -> float:
        gap = max(before.below, after.above)
        if before.panel is None:
            return gap if after.panel is None else gap + after.panel.pad
        if after.panel is None:
            return gap + before.panel.pad
        if before.panel.key == after.panel.key:
            return gap
        return before.panel.pad + gap + after.panel.pad

    def snapped(self, strip: Strip, top: float) -> float:
        if strip.rise is None:
            return top
        steps = math.ceil((top + strip.rise - self.first) / self.grid - _EXACT)
        return max(top, self.first + max(0, steps) * self.grid - strip.rise)

    @property
    def bottom(self) -> float:
        """Where the column's ink ends, the ground of a box included."""
        return self.y + (self.last.panel.pad if self.last and self.last.panel else 0.0)


def stack_strips(stack: Stack, strips: Iterable[Strip]) -> Stack:
    for strip in strips:
        stack = stack.add(strip)
    return stack


def settle_strips(stack: Stack) -> tuple[StackedStrip, ...]:
    """The strips of a full column; what is off the grid centerd in its room, but at the top."""
    found = list(stack.stacked)
    start = next((i for i, one in enumerate(found) if one.strip.rise is not None), len(found))
    while start < len(found):
        if found[start].strip.rise is not None:
            start += 1
            continue
        end = start
        while end < len(found) and found[end].strip.rise is None:
            end += 1
        shift = _slack(stack, found, end) / 2 if end < len(found) else 0.0
        found[start:end] = [replace(one, top=one.top + shift) for one in found[start:end]]
        start = end
    return tuple(found)


def _slack(stack: Stack, found: Sequence[StackedStrip], index: int) -> float:
    """What the grid leaves free above a strip."""
    before, after = found[index - 1], found[index]
    least = before.top + before.strip.height + stack.space(before.strip, after.strip)
    return max(0.0, after.top - least)
