"""Blocks of a booklet → strips: lines of text, headings, lists, boxes, contents.

In      `BookBlock`s, the measure, the numbers of pages as far as they are known.
Out     `Strip`s in reading order; findings for what is too wide.
Not here  tables (`layout.booklet.tables`), figures (`layout.booklet.figures`), pages
          (`layout.booklet.page_breaking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import (
    PAGE,
    BookBlock,
    BookBox,
    BookBreak,
    BookContents,
    BookFigure,
    BookHeading,
    BookList,
    BookQuote,
    BookRule,
    BookTable,
    BookText,
    BoundBooklet,
)
from cardgen.bind.bound_faces import ZERO, Inline, RichText, TextRun, TextSetting
from cardgen.core.findings import Finding, Report, Span
from cardgen.core.geometry import Rect
from cardgen.core.lengths import Length
from cardgen.layout.booklet.drawing import (
    ELEMENT,
    both,
    draw_heading,
    draw_leader,
    draw_line,
    draw_rule,
    linked,
    moved,
    with_marker,
)
from cardgen.layout.booklet.strips import FORCED, KEPT, Label, Panel, Strip
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import TextBlock
from cardgen.scene.items import Item, Path, rounded
from cardgen.text.shaping import shape

_ABOVE = {1: 1.4, 2: 0.95, 3: 0.55, 4: 0.4}
_BELOW = {1: 0.7, 2: 0.35, 3: 0.2, 4: 0.0}
"""Space around headings, in lines of the body."""
_AROUND = 0.55
_INDENT = 1.4
_MARKER_GAP = 0.45
_PAD = 0.75
"""In ems of the body."""
_IN_PARAGRAPH = 3.0
_HYPHEN = 25.0
_IN_BOX = 45.0
_AFTER_COLON = 60.0
_IN_LIST = 2.0
_ENTRY = 20.0
_LONE = 25.0
"""Prices of breaks: within a paragraph, after a divided word … before a line of the contents,
before a paragraph of a single line."""


class Numbers(Struct, frozen=True):
    """The pages of headings, as the last pass found them; for some, the digits to leave room
    for, so that no other number changes where lines end."""

    pages: Mapping[str, int]
    held: Mapping[str, int]

    def run(self, run: TextRun, slug: str, language: str) -> TextRun:
        """The number as it stands in a text."""
        text = str(self.pages.get(slug, 0))
        if slug not in self.held:
            return replace(run, text=text)

        def width(figures: str) -> float:
            return shape(run.face, figures, run.features, language).width

        room = self.held[slug] * max(width(figure) for figure in "0123456789")
        lacking = max(0.0, room - width(text)) / len(text)
        return replace(run, text=text, tracking=Length(ems=lacking))


class Composer(Struct):
    """Makes the strips of one booklet."""

    booklet: BoundBooklet
    numbers: Numbers
    height: float
    """Of a column."""
    report: Report
    tables: Callable[[Composer, BookTable, float], list[Strip]]
    figures: Callable[[Composer, BookFigure, float], list[Strip]]
    boxes: int = 0
    boxed: bool = False
    headings: list[BookHeading] = field(default_factory=list)

    @property
    def line(self) -> float:
        """The pitch of the grid."""
        body = self.booklet.body
        return body.leading.resolve(0.0, body.size)

    @property
    def em(self) -> float:
        return self.booklet.body.size

    def strips(self, blocks: Sequence[BookBlock], measure: float) -> list[Strip]:
        """All strips of some blocks; a heading stays with what follows it."""
        found: list[Strip] = []
        forced: BookBreak | None = None
        for index, block in enumerate(blocks):
            if isinstance(block, BookBreak):
                forced = block
                continue
            made = self.block(block, measure, blocks[index + 1 :])
            if not made:
                continue
            cost = self.cost_before(found, blocks[:index])
            above = self.gap(blocks[index - 1], block, measure) if found else 0.0
            made[0] = replace(made[0], above=max(above, made[0].above))
            if forced is not None and found:
                made[0] = replace(made[0], cost=FORCED, turns=forced.of == "page")
            else:
                made[0] = replace(made[0], cost=max(cost, made[0].cost))
            forced = None
            if found and found[-1].level and made[0].level:
                found[-1] = replace(found[-1], rise=None)  # only the last of them meets the grid
            found += made
        return found

    def gap(self, before: BookBlock, after: BookBlock, measure: float) -> float:
        """The least space between two blocks: that between paragraphs. Headings have their own;
        paragraphs of one text know theirs; a list stands close below what announces it."""
        if isinstance(before, BookHeading) or isinstance(after, BookHeading):
            return 0.0
        if isinstance(before, BookText) and isinstance(after, BookText | BookList):
            return 0.0
        setting = after.setting if isinstance(after, BookText) else self.booklet.body
        return setting.paragraph_gap.resolve(measure, setting.size)

    def cost_before(self, found: Sequence[Strip], before: Sequence[BookBlock]) -> float:
        """What it costs to part a block from the one before it."""
        if not found:
            return 0.0
        if found[-1].level:
            return KEPT
        last = before[-1] if before else None
        return _AFTER_COLON if isinstance(last, BookText) and _says_colon(last) else 0.0

    def block(  # noqa: C901 - a match
        self, block: BookBlock, measure: float, following: Sequence[BookBlock]
    ) -> list[Strip]:
        match block:
            case BookText():
                return self.paragraph(block, measure)
            case BookHeading():
                return self.heading(block, measure)
            case BookList():
                return self.listing(block, measure)
            case BookQuote():
                return self.quote(block, measure)
            case BookBox():
                return self.box(block, measure)
            case BookRule():
                return [self.rule(block, measure)]
            case BookContents():
                return self.contents(block, measure, following)
            case BookTable():
                return self.tables(self, block, measure)
            case BookFigure():
                return self.figures(self, block, measure)
            case BookBreak():
                return []

    # --- text ------------------------------------------------------------------------

    def set(self, text: RichText, setting: TextSetting, measure: float, span: Span) -> TextBlock:
        """Set a text, the numbers of pages in it; report a word that is too wide."""
        block = set_text(self.numbered(text), setting, setting.size, max(measure, 1.0))
        if block.overfull:
            message = "a word is wider than the column it stands in"
            hint = "use a shorter word, smaller type, or a wider column"
            self.report.add(Finding("text-overflow", message, span, hint=hint))
        loose = max((line.space for line in block.lines), default=0.0)
        if loose > 1.005 + setting.space_stretch:
            message = f"a line has word spaces {loose:.1f} times their normal width"
            hint = "change a word, or set the style `align: left`"
            self.report.add(Finding("loose-line", message, span, "warning", hint=hint))
        return block

    def numbered(self, text: RichText) -> RichText:
        """The text with the numbers of pages that it refers to."""
        inlines = [i for paragraph in text.paragraphs for line in paragraph for i in line]
        if not any(isinstance(i, TextRun) and i.link.startswith(PAGE) for i in inlines):
            return text
        lines = (tuple(tuple(map(self.number, line)) for line in p) for p in text.paragraphs)
        return RichText(tuple(lines))

    def number(self, inline: Inline) -> Inline:
        if not isinstance(inline, TextRun) or not inline.link.startswith(PAGE):
            return inline
        slug = inline.link.removeprefix(PAGE)
        number = self.numbers.run(inline, slug, self.booklet.body.language)
        return replace(number, link=f"#{slug}")

    def paragraph(self, block: BookText, measure: float) -> list[Strip]:
        setting, text = block.setting, block.text
        if block.joins and setting.indent != ZERO:
            text = RichText(((), *text.paragraphs))
        gap = setting.paragraph_gap.resolve(measure, setting.size)
        strips = self.lines(text, replace(setting, paragraph_gap=ZERO), measure, block.span)
        if block.joins and strips:
            cost = _LONE if len(strips) == 1 else 0.0
            strips[0] = replace(strips[0], above=gap, cost=cost)
        return strips

    def lines(
        self, text: RichText, setting: TextSetting, measure: float, span: Span
    ) -> list[Strip]:
        """A strip for each line; the first and last two are kept together."""
        block = self.set(text, setting, measure, span)
        pitch = setting.leading.resolve(0.0, setting.size)
        first = block.lines[0].baseline if block.lines else 0.0
        metrics = setting.face.metrics
        blank = max(0.0, first - metrics.ascent * setting.size * 0.72)
        count = len(block.lines)
        strips = []
        for index, line in enumerate(block.lines):
            cost = 0.0
            if index:
                cost = KEPT if index == 1 or index == count - 1 else _IN_PARAGRAPH
                cost += _HYPHEN * block.lines[index - 1].hyphenated
            draw = partial(draw_line, replace(line, baseline=first))
            rise = None if self.boxed else first
            strips.append(Strip(pitch, draw, span, rise=rise, blank=blank, cost=cost))
        return strips

    def heading(self, block: BookHeading, measure: float) -> list[Strip]:
        """A heading: the text after it stands on the grid, at its proper distance."""
        self.headings.append(block)
        setting = block.setting
        set_block = self.set(block.text, setting, measure, block.span)
        first = set_block.lines[0].baseline if set_block.lines else 0.0
        label = Label(block.slug, block.title, block.level, 0.0)
        below = _BELOW[block.level] * self.line
        strip = Strip(
            set_block.height,
            partial(draw_heading, set_block.lines, label),
            block.span,
            above=_ABOVE[block.level] * self.line,
            below=below,
            rise=None if self.boxed else set_block.height + below + self.first_baseline(),
            blank=max(0.0, first - setting.face.metrics.cap_height * setting.size),
            level=block.level,
        )
        return [strip]

    def first_baseline(self) -> float:
        """Of a line of the body, from its top."""
        body = self.booklet.body
        metrics = body.face.metrics
        return (self.line - (metrics.ascent - metrics.descent) * body.size) / 2 + (
            metrics.ascent * body.size
        )

    # --- what holds others -----------------------------------------------------------

    def listing(self, block: BookList, measure: float) -> list[Strip]:
        setting = block.setting
        markers = [self.set(m, plain(setting), measure, block.span) for m in block.markers]
        widest = max((marker.width for marker in markers), default=0.0)
        indent = max(_INDENT * setting.size, widest + _MARKER_GAP * setting.size)
        strips: list[Strip] = []
        for number, (item, marker) in enumerate(zip(block.items, markers, strict=True)):
            inner = self.strips(item, measure - indent)
            if not inner:
                continue
            inner = [moved(strip, indent) for strip in inner]
            right = indent - _MARKER_GAP * setting.size - marker.width
            inner[0] = with_marker(inner[0], marker, right)
            cost = 0.0 if not number else _AFTER_COLON / 2 if number == 1 else _IN_LIST
            inner[0] = replace(inner[0], cost=max(inner[0].cost, cost))
            if number and not block.tight:
                inner[0] = replace(inner[0], above=0.5 * self.line)
            strips += inner
        return strips

    def quote(self, block: BookQuote, measure: float) -> list[Strip]:
        indent = _INDENT * self.em
        strips = [moved(s, indent) for s in self.strips(block.blocks, measure - 2 * indent)]
        return add_space(strips, _AROUND * self.line, _AROUND * self.line)

    def box(self, block: BookBox, measure: float) -> list[Strip]:
        """Strips on a ground of their own; a box in a box is only indented."""
        if self.boxed:
            return [moved(s, self.em) for s in self.strips(block.blocks, measure - self.em)]
        self.boxes += 1
        self.boxed = True
        pad = _PAD * self.em
        across = measure - 2 * pad
        strips: list[Strip] = []
        if block.title is not None:
            strips += self.lines(block.title, plain(block.title_setting), across, block.span)
        body = self.strips(block.blocks, across)
        if strips and body:
            body[0] = replace(body[0], cost=KEPT, above=0.15 * self.em)
        strips += body
        self.boxed = False
        panel = Panel(self.boxes, pad * 0.85, partial(self.ground, measure=measure))
        strips = [replace(moved(s, pad), panel=panel, blank=0.0) for s in strips]
        inner = [replace(s, cost=max(s.cost, _IN_BOX)) for s in strips[1:]]
        return add_space([*strips[:1], *inner], _AROUND * self.line, _AROUND * self.line)

    def ground(self, rect: Rect, measure: float) -> tuple[Item, ...]:
        """The tint of a box, and a bar of the accent at its left."""
        whole = Rect(rect.left, rect.top, measure, rect.height)
        bar = Rect(rect.left, rect.top, 1.6, rect.height)
        tint = Path(rounded(whole, 0.0), self.booklet.tint, element=ELEMENT)
        return tint, Path(rounded(bar, 0.0), self.booklet.accent, element=ELEMENT)

    def rule(self, block: BookRule, measure: float) -> Strip:
        """A short rule in the middle, as between sections without a title."""
        draw = partial(draw_rule, measure=measure, color=self.booklet.accent)
        return Strip(self.line, draw, block.span, rise=self.first_baseline(), cost=0.0)

    # --- contents --------------------------------------------------------------------

    def contents(
        self, block: BookContents, measure: float, following: Sequence[BookBlock]
    ) -> list[Strip]:
        headings = list(headings_in(following))
        top = min((heading.level for heading in headings), default=1)
        strips: list[Strip] = []
        for heading in headings:
            if heading.level < top + block.depth:
                strips += self.entry(block, heading, heading.level - top, measure)
        ends = {1, len(strips) - 1}
        strips = [
            replace(strip, cost=KEPT if index in ends else _ENTRY * bool(index), rise=None)
            for index, strip in enumerate(strips)
        ]
        return add_space(strips, _AROUND * self.line, _AROUND * self.line)

    def entry(
        self, block: BookContents, heading: BookHeading, depth: int, measure: float
    ) -> list[Strip]:
        """A heading's line, leaders, and the number of its page."""
        setting = plain(block.setting)
        figures = replace(block.figures, text=str(self.numbers.pages.get(heading.slug, 0)))
        number = self.set(RichText((((figures,),),)), setting, measure, block.span)
        indent, room = depth * self.em, 2.2 * self.em
        strips = self.lines(heading.entry, setting, measure - indent - room, block.span)
        strips = [moved(strip, indent) for strip in strips]
        if strips:
            text = self.set(heading.entry, setting, measure - indent - room, block.span)
            end = indent + text.lines[-1].left + text.lines[-1].width
            leader = partial(draw_leader, start=end, number=number, measure=measure, em=self.em,
                             color=block.figures.color)  # fmt: skip
            drawn = both(strips[-1].draw, leader)
            strips[-1] = replace(strips[-1], draw=drawn)
        link = f"#{heading.slug}"
        return [replace(s, draw=linked(s.draw, link, measure, s.height)) for s in strips]


def headings_in(blocks: Iterable[BookBlock]) -> Iterator[BookHeading]:
    """All headings, those in boxes, quotes and lists left out."""
    return (block for block in blocks if isinstance(block, BookHeading))


def plain(setting: TextSetting) -> TextSetting:
    """Ragged, and without divided words."""
    return replace(setting, align="left", hyphenate=False, balance=False, indent=ZERO)


def _says_colon(block: BookText) -> bool:
    texts = [i.text for p in block.text.paragraphs for line in p for i in line]
    return bool(texts) and texts[-1].rstrip().endswith(":")


def add_space(strips: list[Strip], above: float, below: float) -> list[Strip]:
    """With so much space at both ends."""
    if strips:
        strips[0] = replace(strips[0], above=max(above, strips[0].above))
        strips[-1] = replace(strips[-1], below=max(below, strips[-1].below))
    return strips
