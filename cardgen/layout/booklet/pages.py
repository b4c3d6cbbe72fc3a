"""Lay out a booklet: bound blocks → pages.

In      a `BoundBooklet`.
Out     a `LaidBooklet`: pages with scenes, cards in place, links and headings; findings for
        what does not fit.
Not here  strips (`layout.booklet.blocks`), breaks (`layout.booklet.page_breaking`), sheets
        (`targets`).

Numbers of pages in the text and the contents are what the last pass found; two passes do
for most texts. A number may make its own line longer, and so move what it speaks of: where
numbers do not rest by themselves, each is given the room of the widest there can be.
Then a pass does not depend on them, and the next finds the same. Pages are drawn once their
numbers rest: of 39 pages one pass of two, a tenth of the time a booklet takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count as count_from

from msgspec import Struct, field

from cardgen.bind.booklet.bound_booklet import BoundBooklet, RunningText
from cardgen.bind.bound_faces import BoundFace
from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import Extent, Rect
from cardgen.core.sizes import millimeters
from cardgen.layout.booklet.blocks import compose_block
from cardgen.layout.booklet.composer import Composer, PageNumbers
from cardgen.layout.booklet.drawing import draw_lines
from cardgen.layout.booklet.page_breaking import FilledColumn, break_pages
from cardgen.layout.booklet.strips import (
    FaceOnPage,
    Label,
    Link,
    Marks,
    PageContent,
    Stack,
    StackedStrip,
    mark_items,
    settle_strips,
    stack_strips,
)
from cardgen.layout.text.paragraph import set_text
from cardgen.scene.items import Item, Layer, Scene
from cardgen.scene.structure import StructureNode

FREE_PASSES = 4
_HEAD, _FOOT = 0.56, 0.46
"""Where the baselines of head and foot stand in their margins, from the outside."""


class BookPage(Struct, frozen=True):
    """A page. `number` counts from the front cover, or the first page, as 1."""

    number: int
    scene: Scene
    ground: BoundFace | None = None
    contents: tuple[PageContent, ...] = ()
    """The items of the scene, faces and links, by what they are."""
    labels: tuple[Label, ...] = ()
    cover: StructureNode | None = None
    """What the ground is part of, if it is more than adornment."""

    @property
    def faces(self) -> tuple[FaceOnPage, ...]:
        return tuple(face for content in self.contents for face in content.faces)

    @property
    def links(self) -> tuple[Link, ...]:
        return tuple(link for content in self.contents for link in content.links)


class LaidBooklet(Struct, frozen=True, eq=False):
    """The pages of a booklet, covers included."""

    booklet: BoundBooklet
    pages: tuple[BookPage, ...]
    findings: tuple[Finding, ...] = field(default=())

    @property
    def numbers(self) -> dict[str, int]:
        """The page of each heading, by its name in links."""
        return {label.slug: page.number for page in self.pages for label in page.labels}


def name_headings(pages: Iterable[BookPage]) -> dict[str, str]:
    """The headings of pages, by what links to them say."""
    return {f"#{label.slug}": label.title for page in pages for label in page.labels}


@lru_cache(maxsize=16)
def lay_out_booklet(booklet: BoundBooklet) -> LaidBooklet:
    """Lay out a booklet until its numbers of pages rest."""
    numbers: dict[str, int] = {}
    digits: dict[str, int] = {}
    for count in count_from(1):
        report = Report()
        maker = _PageMaker(booklet, numbers, digits, report)
        filled = maker.fill_pages()
        found = maker.number_headings(filled)
        if found == numbers:
            break
        if count >= FREE_PASSES:
            seen = [found, numbers]
            digits = {slug: max(digits.get(slug, 1), *_digits(slug, seen)) for slug in found}
        numbers = found
    return LaidBooklet(booklet, tuple(maker.pages(filled)), report.findings)


def _digits(slug: str, seen: Sequence[Mapping[str, int]]) -> list[int]:
    return [len(str(numbers.get(slug, 0))) for numbers in seen]


class _FilledPages(Struct, frozen=True):
    """The columns of each page with text, and what they were made with."""

    composer: Composer
    empty: Stack
    pages: list[list[FilledColumn]]


class _PageMaker(Struct):
    """One pass over a booklet."""

    booklet: BoundBooklet
    numbers: Mapping[str, int]
    digits: Mapping[str, int]
    report: Report

    @property
    def area(self) -> Extent:
        """Of the text, on a page."""
        trim, margins = self.booklet.size.trim, self.booklet.margins
        return Extent(trim.width - margins.across, trim.height - margins.down)

    @property
    def measure(self) -> float:
        columns, gap = self.booklet.columns, self.booklet.column_gap
        return (self.area.width - (columns - 1) * gap) / columns

    def fill_pages(self) -> _FilledPages:
        """The text divided into pages."""
        known = PageNumbers(self.numbers, self.digits)
        composer = Composer(self.booklet, known, self.area.height, self.report, compose_block)
        strips = composer.strips(self.booklet.blocks, self.measure)
        empty = Stack(composer.line, self.first_baseline_offset())
        columns = break_pages(strips, self.area.height, empty)
        self.report_overfull(columns)
        return _FilledPages(composer, empty, list(self.group_columns(columns)))

    def number_headings(self, filled: _FilledPages) -> dict[str, int]:
        """The page of each heading, by its name in links: as `LaidBooklet.numbers`."""
        return {
            label.slug: number
            for number, columns in enumerate(filled.pages, self.first_number)
            for column in columns
            for strip in column.strips
            if strip.level
            for label in strip.draw(0.0, 0.0).labels
        }

    @property
    def first_number(self) -> int:
        """Of the first page with text."""
        return 1 if self.booklet.cover is None else 2

    def pages(self, filled: _FilledPages) -> Iterator[BookPage]:
        """All pages, covers included."""
        composer = filled.composer
        number = self.first_number
        if self.booklet.cover is not None:
            yield self.make_cover(self.booklet.cover, 1, composer.node, -1)
        section = ""
        for columns in filled.pages:
            page, section = self.make_page(number, columns, filled.empty, section)
            yield page
            number += 1
        if self.booklet.back_cover is not None:
            while number % 4:
                yield self.make_blank(number)
                number += 1
            yield self.make_cover(
                self.booklet.back_cover, number, composer.node, composer.nodes + 1
            )

    def first_baseline_offset(self) -> float:
        """The first baseline: capitals of the body touch the top of the text's area."""
        body = self.booklet.body
        return max(body.face.metrics.ascent * 0.72, body.face.metrics.cap_height) * body.size

    def report_overfull(self, columns: Sequence[FilledColumn]) -> None:
        for column in columns:
            if column.overfull:
                strip = column.strips[-1]
                over = millimeters(max(0.0, strip.height - self.area.height))
                message = f"this is {over:g} mm too high for a page"
                hint = "make it smaller, divide it, or take a larger page"
                self.report.add(Finding("page-overflow", message, strip.span, hint=hint))

    def group_columns(self, columns: Sequence[FilledColumn]) -> Iterator[list[FilledColumn]]:
        """The columns of each page."""
        page: list[FilledColumn] = []
        for column in columns:
            if page and (column.turns or len(page) == self.booklet.columns):
                yield page
                page = []
            page.append(column)
        if page:
            yield page

    # --- pages -----------------------------------------------------------------------

    def make_page(
        self, number: int, columns: Sequence[FilledColumn], empty: Stack, section: str
    ) -> tuple[BookPage, str]:
        marks = Marks()
        left = self.left(number)
        for index, column in enumerate(columns):
            x = left + self.column_place(index) * (self.measure + self.booklet.column_gap)
            marks += self.draw_column(settle_strips(stack_strips(empty, column.strips)), x)
        top = min((label.level for label in marks.labels), default=9)
        here = next((label.title for label in marks.labels if label.level == top), section)
        after = next((label.title for label in reversed(marks.labels)), section)
        head, foot = self.draw_head_and_foot(number, here or section)
        marks = mark_items(head) + marks + mark_items(foot)
        ground = self.background(number)
        page = BookPage(number, self.scene(marks.items), ground, marks.contents, marks.labels)
        return page, after

    def left(self, number: int) -> float:
        """Of the text's area, from the bleed box."""
        size, margins = self.booklet.size, self.booklet.margins
        return size.bleed + (margins.left if self.is_right(number) else margins.right)

    def is_right(self, number: int) -> bool:
        """Whether a page lies on the right: the first does, unless pages are read from there."""
        return (number % 2 == 1) is not self.booklet.mirrored

    def column_place(self, index: int) -> int:
        """How many columns stand left of one."""
        return self.booklet.columns - 1 - index if self.booklet.mirrored else index

    @property
    def top(self) -> float:
        return self.booklet.size.bleed + self.booklet.margins.top

    def draw_column(self, strips: Sequence[StackedStrip], left: float) -> Marks:
        marks = mark_items(self.draw_grounds(strips, left))
        for one in strips:
            marks += one.strip.draw(left, self.top + one.top)
        return marks

    def draw_grounds(self, strips: Sequence[StackedStrip], left: float) -> Iterator[Item]:
        """The ground of each box, below its strips."""
        start = 0
        while start < len(strips):
            panel, end = strips[start].strip.panel, start + 1
            while end < len(strips) and panel and _same_box(strips[end], strips[start]):
                end += 1
            if panel is not None:
                last = strips[end - 1]
                top = self.top + strips[start].top - panel.pad
                bottom = self.top + last.top + last.strip.height + panel.pad
                yield from panel.draw(Rect(left, top, self.measure, bottom - top))
            start = end

    def draw_head_and_foot(
        self, number: int, section: str
    ) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
        """The head, and the foot with the number of the page."""
        booklet, size = self.booklet, self.booklet.size
        head, foot = size.bleed + booklet.margins.top * _HEAD, size.bleed + size.trim.height
        foot -= booklet.margins.bottom * _FOOT
        return (
            tuple(self.draw_words(booklet.head, number, section, head)),
            tuple(self.draw_words(booklet.foot, number, section, foot)),
        )

    def draw_words(
        self, furniture: RunningText | None, number: int, section: str, baseline: float
    ) -> Iterator[Item]:
        if furniture is None:
            return
        setting = furniture.setting
        block = set_text(furniture.say(number, section), setting, setting.size, self.area.width)
        if block.lines:
            top = baseline - block.lines[0].baseline
            yield from draw_lines(block.lines, self.left(number), top).items

    def background(self, number: int) -> BoundFace | None:
        grounds = self.booklet.backgrounds
        return grounds[self.is_right(number)] if len(grounds) == 2 else None

    def scene(self, items: Sequence[Item]) -> Scene:
        size = self.booklet.size
        return Scene(size.page, size.trim_box, Layer(()), Layer(tuple(items)))

    def make_cover(
        self, face: BoundFace, number: int, document: StructureNode, order: int
    ) -> BookPage:
        node = StructureNode("Figure", document, order)
        return BookPage(number, self.scene(()), face, cover=node)

    def make_blank(self, number: int) -> BookPage:
        return BookPage(number, self.scene(()), self.background(number))


def _same_box(one: StackedStrip, other: StackedStrip) -> bool:
    first, second = one.strip.panel, other.strip.panel
    return first is not None and second is not None and first.key == second.key
