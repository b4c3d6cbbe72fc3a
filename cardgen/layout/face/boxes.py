"""Columns, rows and overlays: how much room each element wants, and where it stands.

In      a tree of `BoundElement` elements, a rectangle, sizes already chosen for some texts.
Out     `Placed` leaves with their rectangles; complaints about what does not fit.
Not here  how much room elements want (`layout.face.measure`), drawing (`layout.face.drawing`),
        which size
        a deck shares (`layout.text.fit`).

A text whose ladder has several sizes is set as large as its box allows; in a column that
is too full, all such texts step down together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.bound_elements import (
    BarcodeBox,
    BoundElement,
    GroupBox,
    OutlineBox,
    PathBox,
    PictureBox,
    ShapeBox,
    SpaceBox,
    TextBox,
)
from cardgen.bind.bound_texts import TextCurve
from cardgen.core.geometry import Rect
from cardgen.core.lengths import Length
from cardgen.layout.face.art import MAX_TILES, count_tiles
from cardgen.layout.face.curves import curve_of
from cardgen.layout.face.letters import letter_outline
from cardgen.layout.face.measure import (
    SLACK,
    Measure,
    Sizes,
    fit_key,
    grown,
    height_limits,
    know_room,
    limit_length,
    line_length,
    line_room,
    list_texts,
    measure_fall,
    padding,
)
from cardgen.layout.face.placing import (
    align_in_room,
    corner_shares,
    place_along,
    place_around,
    resolve_given,
    spread_children,
)
from cardgen.layout.text.fit import SHORT_LINES, list_regular_sizes, list_sizes
from cardgen.layout.text.lines import MeasuredText, measure_text
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import TextBlock
from cardgen.scene.outlines import bounds

_ENDLESS = 1e5
"""A measure, in points, that no line of text is broken for."""


class PlacedElement(Struct, frozen=True):
    """An element with its rectangle; of texts also the block and whether it fits."""

    box: BoundElement
    rect: Rect
    children: tuple[PlacedElement, ...] = ()
    block: TextBlock | None = None
    mask: tuple[PlacedElement, ...] = ()
    missing: float = 0.0
    """Height in points by which a text overflows its box."""


_LEAST_EXCESS = 0.05
"""Points by which a box must be too full to be told."""
_HANGING = 0.5
"""Of the type size: how far lines may stand out of a row."""


class Squeeze(Struct, frozen=True):
    """A box whose content is too large for it, by so many points."""

    box: BoundElement
    points: float
    across: bool
    neighbor: BoundElement | None = None
    """What it stands over, beside it in a grid."""


class BoxLayout(Measure):
    """Places the elements of one face, and notes what is too full."""

    squeezes: list[Squeeze] = field(default_factory=list)
    negative: list[PlacedElement] = field(default_factory=list)
    """Elements whose width or height was calculated, and came out below 0."""
    crowded: list[PlacedElement] = field(default_factory=list)  # pictures of too many tiles

    def place(self, box: BoundElement, rect: Rect, sizes: Sizes) -> PlacedElement:
        if rect.width < 0 or rect.height < 0:
            self.negative.append(PlacedElement(box, rect))
            rect = Rect(rect.left, rect.top, max(0.0, rect.width), max(0.0, rect.height))
        match box:
            case GroupBox(mask=mask) if mask:
                placed = self.place(replace(box, mask=()), rect, sizes)
                shapes = tuple(self.place_in(one, rect, sizes) for one in mask)
                return replace(placed, box=box, mask=shapes)
            case TextBox():
                return self.place_text(box, rect, sizes)
            case GroupBox():
                kinds = {
                    "overlay": self.place_overlay,
                    "column": self.place_column,
                    "grid": self.place_grid,
                    "row": self.place_row,
                }
                return kinds[box.kind](box, rect, sizes)
            case OutlineBox():
                if box.size is not None and (ink := bounds(letter_outline(box, rect))):
                    self.check(box, ink.width - rect.width, across=True)
                    self.check(box, ink.height - rect.height, across=False)
                inside = tuple(self.place_in(child, rect, sizes) for child in box.inside)
                return PlacedElement(box, rect, inside)
            case PictureBox():
                if count_tiles(box, rect) > MAX_TILES:
                    self.crowded.append(PlacedElement(box, rect))
                return PlacedElement(box, rect)
            case ShapeBox() | PathBox() | BarcodeBox() | SpaceBox():
                return PlacedElement(box, rect)
            case _:
                assert_never(box)

    def place_text(self, box: TextBox, rect: Rect, sizes: Sizes) -> PlacedElement:
        setting = know_room(box.setting, rect)
        decided = self.forced.get(fit_key(box))
        tried = (decided,) if decided else self.tried(box, rect, sizes)
        measure, room = line_length(box, rect.width, rect.height), line_room(box, rect)
        if box.curve is not None:
            return self.place_along(box, box.curve, rect, tried)
        best = tried[-1]
        for size in tried:
            lines = measure_text(box.text, setting, size, measure)
            if self.fits(lines, room) and not measure_fall(setting, room, lines.height, size):
                best = size
                break
        block = set_text(box.text, setting, best, measure)
        missing = max(self.missing(block, room), measure_fall(setting, room, block.height, best))
        return PlacedElement(box, rect, block=block, missing=missing)

    @staticmethod
    def place_along(
        box: TextBox, along: TextCurve, rect: Rect, tried: Sequence[float]
    ) -> PlacedElement:
        """A text in one line, as large as the curve that it runs along allows."""
        length = curve_of(along, box.setting.align, rect).length
        setting = replace(
            box.setting, align="left", hyphenate=False, balance=False, hang=False, drop_cap=0,
            indent=Length(),
        )  # fmt: skip
        placed = PlacedElement(box, rect)
        for size in tried:
            block = set_text(box.text, setting, size, _ENDLESS)
            widths = [line.width for line in block.lines]
            missing = max(sum(widths) - length, sum(widths[1:]))
            placed = PlacedElement(box, rect, block=block, missing=max(0.0, missing))
            if missing <= SLACK:
                return replace(placed, missing=0.0)
        return placed

    @staticmethod
    def missing(block: TextBlock, room: float) -> float:
        over = block.height - room
        return over if over > SLACK else 0.0

    @staticmethod
    def fits(text: MeasuredText, room: float) -> bool:
        return text.height <= room + SLACK and not text.overfull

    def tried(self, box: TextBox, rect: Rect, sizes: Sizes) -> tuple[float, ...]:
        """Sizes to try: the largest first, but grown ones only for short texts."""
        setting, limit = box.setting, sizes.get(fit_key(box))
        if limit is not None:
            return tuple(size for size in list_sizes(setting) if size <= limit + 1e-9)
        grown = [size for size in list_sizes(setting) if size > setting.size + 1e-9]
        measure = line_length(box, rect.width, rect.height)
        short = [
            size
            for size in grown
            if setting.fit == "card"
            or measure_text(box.text, setting, size, measure).count <= SHORT_LINES
        ]
        return (*short, *list_regular_sizes(setting))

    def place_in(self, child: BoundElement, parent: Rect, sizes: Sizes) -> PlacedElement:
        """Place an overlay's child by its anchors, or let it fill the box."""
        frame, width, height = child.frame, parent.width, parent.height
        left, right = resolve_given(frame.left, width), resolve_given(frame.right, width)
        top, bottom = resolve_given(frame.top, height), resolve_given(frame.bottom, height)
        across, down = corner_shares(frame.at if frame.spot is None else "center")
        w = self.anchored_width(child, parent, left, right, across, sizes)
        h = self.anchored_height(child, parent, w, (top, bottom, down), sizes)
        x = place_along(width, w, left, right, across)
        y = place_along(height, h, top, bottom, down)
        if frame.spot is not None:
            x, y = place_around(frame.spot, parent, w, h)
        return self.place(child, Rect(parent.left + x, parent.top + y, w, h), sizes)

    def anchored_width(
        self,
        child: BoundElement,
        parent: Rect,
        left: float | None,
        right: float | None,
        across: float | None,
        sizes: Sizes,
    ) -> float:
        room = parent.width - (left or 0.0) - (right or 0.0)
        if child.frame.width is not None:
            return child.frame.width.resolve(parent.width)
        if (left is not None and right is not None) or across is None:
            frame = child.frame
            return limit_length(max(0.0, room), frame.min_width, frame.max_width, parent.width)
        return self.wanted_width(child, max(0.0, room), sizes)

    def anchored_height(
        self,
        child: BoundElement,
        parent: Rect,
        width: float,
        anchors: tuple[float | None, float | None, float | None],
        sizes: Sizes,
    ) -> float:
        top, bottom, down = anchors
        room = max(0.0, parent.height - (top or 0.0) - (bottom or 0.0))
        if child.frame.height is not None:
            return child.frame.height.resolve(parent.height)
        if (top is not None and bottom is not None) or (down is None and bottom is None):
            return limit_length(room, child.frame.min_height, child.frame.max_height, parent.height)
        wanted = self.wanted_height(child, width, parent.height, sizes)
        return min(wanted, room) if isinstance(child, TextBox | GroupBox) else wanted

    def place_overlay(self, box: GroupBox, rect: Rect, sizes: Sizes) -> PlacedElement:
        inner = rect.inset(padding(box, rect.width, rect.height))
        children = tuple(self.place_in(child, inner, sizes) for child in box.children)
        return PlacedElement(box, rect, children)

    def place_column(self, box: GroupBox, rect: Rect, sizes: Sizes) -> PlacedElement:
        inner = rect.inset(padding(box, rect.width, rect.height))
        sizes = self.fitted_column(box, inner, sizes)
        widths = [self.cross_width(child, box, inner.width, sizes) for child in box.children]
        heights = self.column_heights(box, inner, widths, sizes)
        self.check(box, sum(heights) + self.gaps(box, inner.height) - inner.height, across=False)
        return PlacedElement(
            box, rect, tuple(self.column_children(box, inner, widths, heights, sizes))
        )

    def column_heights(
        self, box: GroupBox, inner: Rect, widths: Sequence[float], sizes: Sizes
    ) -> list[float]:
        natural = [
            self.wanted_height(child, width, inner.height, sizes) if not child.frame.grow else 0.0
            for child, width in zip(box.children, widths, strict=True)
        ]
        left = inner.height - sum(natural) - self.gaps(box, inner.height)
        return grown(box.children, natural, left, height_limits(inner.height))

    def fitted_column(self, box: GroupBox, inner: Rect, sizes: Sizes) -> Sizes:
        """Step down the texts of an overfull column, together, until it fits."""
        held = (child for child in box.children if not child.frame.grow)
        texts = (one for child in held for one in list_texts(child))
        texts = (one for one in texts if fit_key(one) not in self.forced)
        free = [one for one in texts if len(list_sizes(one.setting)) > 1]
        if not free:
            return sizes
        steps = max(len(list_sizes(text.setting)) for text in free)
        tried = dict(sizes)
        for step in range(steps):
            for text in free:
                own = self.steps_for(text, inner, sizes)
                tried[fit_key(text)] = own[min(step, len(own) - 1)]
            if self.column_fits(box, inner, tried):
                break
        return tried

    def steps_for(self, text: TextBox, inner: Rect, sizes: Sizes) -> tuple[float, ...]:
        return self.tried(text, Rect(0, 0, inner.width, inner.height), sizes)

    def column_fits(self, box: GroupBox, inner: Rect, sizes: Sizes) -> bool:
        total = self.gaps(box, inner.height)
        for child in box.children:
            width = self.cross_width(child, box, inner.width, sizes)
            if not child.frame.grow:
                total += self.wanted_height(child, width, inner.height, sizes)
            if isinstance(child, TextBox) and not self.text_fits(child, inner, width, sizes):
                return False
        return total <= inner.height + SLACK

    def text_fits(self, text: TextBox, inner: Rect, width: float, sizes: Sizes) -> bool:
        """Whether a text of a column fits the width that it gets there."""
        if not text.setting.vertical:
            return not self.measure_box(text, width, 0.0, sizes).overfull
        height = self.wanted_height(text, width, inner.height, sizes)
        return self.fits(self.measure_box(text, width, height, sizes), width)

    def column_children(
        self,
        box: GroupBox,
        inner: Rect,
        widths: Sequence[float],
        heights: Sequence[float],
        sizes: Sizes,
    ) -> Iterator[PlacedElement]:
        y, gap = spread_children(
            box, inner.top, inner.height, heights, box.gap.resolve(inner.height)
        )
        for child, width, height in zip(box.children, widths, heights, strict=True):
            align = child.frame.align or box.align
            x = inner.left + align_in_room(align, inner.width - width)
            yield self.place(child, Rect(x, y, width, height), sizes)
            y += height + (0.0 if isinstance(child, SpaceBox) else gap)

    def place_row(self, box: GroupBox, rect: Rect, sizes: Sizes) -> PlacedElement:
        inner = rect.inset(padding(box, rect.width, rect.height))
        widths = self.row_widths(box, inner.width, sizes)
        self.check(box, sum(widths) + self.gaps(box, inner.width) - inner.width, across=True)
        x, gap = spread_children(box, inner.left, inner.width, widths, box.gap.resolve(inner.width))
        children = []
        for child, width in zip(box.children, widths, strict=True):
            align = child.frame.align or box.align
            height = self.cross_height(child, box, width, inner.height, sizes)
            height = self.hold_height(child, width, height, inner.height, sizes)
            y = inner.top + align_in_room(align, inner.height - height)
            children.append(self.place(child, Rect(x, y, width, height), sizes))
            x += width + (0.0 if isinstance(child, SpaceBox) else gap)
        return PlacedElement(box, rect, tuple(children))

    def hold_height(
        self, child: BoundElement, width: float, height: float, room: float, sizes: Sizes
    ) -> float:
        """How high a child of a row is: a text that shrinks into it is as high as it then is."""
        largest = max((self.size_of(text, sizes) for text in list_texts(child)), default=0.0)
        if child.frame.height is not None or height <= room + _HANGING * largest:
            return height
        if isinstance(child, GroupBox) and child.kind == "column" and len(child.children) > 1:
            return room
        lines = child if isinstance(child, TextBox) and not child.setting.vertical else None
        if lines is None or self.measure_box(lines, width, height, sizes).count < 2:
            return height
        block = self.place_text(lines, Rect(0, 0, width, room), sizes).block
        return min(room, block.height) if block else room

    def place_grid(self, box: GroupBox, rect: Rect, sizes: Sizes) -> PlacedElement:
        """Children in rows of equal columns; `stretch` shares out the height left over."""
        inner = rect.inset(padding(box, rect.width, rect.height))
        gap, width = box.gap.resolve(inner.width), self.column_width(box, inner.width)
        rows = self.grid_rows(box, inner.width, inner.height, sizes)
        left = inner.height - sum(rows) - max(0, len(rows) - 1) * gap
        self.check(box, -left, across=False)
        if rows and left > 0 and box.align == "stretch":
            rows = [row + left / len(rows) for row in rows]
        children = []
        y = inner.top
        for number, row in enumerate(rows):
            start = number * box.columns
            for column, child in enumerate(box.children[start : start + box.columns]):
                cell = Rect(inner.left + column * (width + gap), y, width, row)
                children.append(self.place(child, self.in_cell(child, box, cell, sizes), sizes))
            y += row + gap
        self.check(box, (box.columns - 1) * gap - inner.width, across=True)
        self.squeezes += _list_over_neighbors(children, box.columns)
        return PlacedElement(box, rect, tuple(children))

    def in_cell(self, child: BoundElement, box: GroupBox, cell: Rect, sizes: Sizes) -> Rect:
        align = child.frame.align or box.align
        width = self.cross_width(child, box, cell.width, sizes)
        height = min(cell.height, self.cross_height(child, box, width, cell.height, sizes))
        x, y = align_in_room(align, cell.width - width), align_in_room(align, cell.height - height)
        return Rect(cell.left + x, cell.top + y, width, height)

    def check(self, box: BoundElement, excess: float, *, across: bool) -> None:
        if excess > _LEAST_EXCESS:
            self.squeezes.append(Squeeze(box, excess, across))


def _list_over_neighbors(children: Sequence[PlacedElement], columns: int) -> Iterator[Squeeze]:
    """What stands over the next column of a grid: its own width is larger than the column."""
    for place, (one, neighbor) in enumerate(pairwise(children), 1):
        excess = one.rect.right - neighbor.rect.left
        if place % columns and excess > _LEAST_EXCESS:
            yield Squeeze(one.box, excess, True, neighbor.box)
