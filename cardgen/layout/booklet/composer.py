"""Compose the strips of one booklet, a block at a time.

In      `BookBlock`s, the measure, the numbers of pages as far as they are known.
Out     `Strip`s in reading order, with what it costs to part them; findings for what is too wide.
Not here  the strips of each kind of block (`layout.booklet.blocks`), pages
          (`layout.booklet.page_breaking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import (
    PAGE,
    BookBlock,
    BookBreak,
    BookHeading,
    BookList,
    BookText,
    BoundBooklet,
)
from cardgen.bind.bound_texts import ZERO, Inline, RichText, TextRun, TextSetting
from cardgen.core.findings import Finding, Report, Span
from cardgen.core.lengths import Length
from cardgen.layout.booklet.drawing import draw_line, move_strip
from cardgen.layout.booklet.strips import FORCED, KEPT, Strip
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import NO_HYPHEN, TextBlock
from cardgen.layout.text.rivers import find_rivers
from cardgen.layout.text.words import is_rtl_paragraph
from cardgen.read.models.values import TextAlign
from cardgen.scene.structure import StructureNode, StructureRole
from cardgen.text.shaping import shape

_IN_PARAGRAPH = 3.0
_HYPHEN = 25.0
_AFTER_COLON = 60.0
"""Prices of breaks: within a paragraph, after a divided word, after a line that announces what
follows."""
_MOST_TEXTS = 4096
"""Set texts that are kept: of booklets of some hundred pages."""


class PageNumbers(Struct, frozen=True):
    """The pages of headings, as the last pass found them; for some, the digits to leave room
    for, so that no other number changes where lines end."""

    pages: Mapping[str, int]
    digits: Mapping[str, int]

    def number_run(self, run: TextRun, slug: str, language: str) -> TextRun:
        """The number as it stands in a text."""
        text = str(self.pages.get(slug, 0))
        if slug not in self.digits:
            return replace(run, text=text)

        def width(figures: str) -> float:
            return shape(run.face, figures, run.features, language).width

        room = self.digits[slug] * max(width(figure) for figure in "0123456789")
        lacking = max(0.0, room - width(text)) / len(text)
        return replace(run, text=text, tracking=Length(ems=lacking))


class Composer(Struct):
    """Makes the strips of one booklet."""

    booklet: BoundBooklet
    numbers: PageNumbers
    height: float
    """Of a column."""
    report: Report
    compose: Callable[[Composer, BookBlock, float, Sequence[BookBlock]], list[Strip]]
    """`layout.booklet.blocks.compose_block`."""
    boxes: int = 0
    boxed: bool = False
    headings: list[BookHeading] = field(default_factory=list)
    node: StructureNode = field(default_factory=lambda: StructureNode("Document"))
    """What the next block is a part of."""
    nodes: int = 0
    level: int = 0
    """Of the last heading, as screen readers are told: none is left out on the way down."""

    @property
    def line(self) -> float:
        """The pitch of the grid."""
        body = self.booklet.body
        return body.leading.resolve(0.0, body.size)

    @property
    def em(self) -> float:
        return self.booklet.body.size

    @property
    def mirrored(self) -> bool:
        """Whether pages are read from the right."""
        return self.booklet.mirrored

    def indent(self, strip: Strip, by: float) -> Strip:
        """A strip that was made so much narrower than the column, away from where lines begin."""
        return move_strip(strip, 0.0 if self.mirrored else by)

    def first_baseline(self) -> float:
        """Of a line of the body, from its top."""
        body = self.booklet.body
        metrics = body.face.metrics
        return (self.line - (metrics.ascent - metrics.descent) * body.size) / 2 + (
            metrics.ascent * body.size
        )

    def add_node(self, role: StructureRole, **known: Any) -> StructureNode:
        """A part of the present node, after all others."""
        self.nodes += 1
        return StructureNode(role, known.pop("parent", self.node), self.nodes, **known)

    def add_text_node(self, role: StructureRole, setting: TextSetting) -> StructureNode:
        """A part with words in it, which may be in a language of their own."""
        own = setting.language != self.booklet.body.language
        return self.add_node(role, language=setting.language if own else "")

    @contextmanager
    def within(self, node: StructureNode) -> Iterator[StructureNode]:
        """What is composed meanwhile is a part of `node`."""
        outer, self.node = self.node, node
        yield node
        self.node = outer

    def strips(self, blocks: Sequence[BookBlock], measure: float) -> list[Strip]:
        """All strips of some blocks; a heading stays with what follows it."""
        found: list[Strip] = []
        forced: BookBreak | None = None
        for index, block in enumerate(blocks):
            if isinstance(block, BookBreak):
                forced = block
                continue
            made = self.compose(self, block, measure, blocks[index + 1 :])
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

    def set_text(
        self, text: RichText, setting: TextSetting, measure: float, span: Span
    ) -> TextBlock:
        """Set a text, the numbers of pages in it; report a word that is too wide."""
        block = _set_text(self.fill_page_numbers(text), setting, max(measure, 1.0))
        if block.overfull:
            message = "a word is wider than the column it stands in"
            hint = "use a shorter word, smaller type, or a wider column"
            self.report.add(Finding("text-overflow", message, span, hint=hint))
        if block.lost_hyphen:
            message = f"a word is divided, and `{block.lost_hyphen}` has no hyphen (U+002D)"
            self.report.add(Finding("missing-glyph", message, span, hint=NO_HYPHEN))
        if setting.align == "justify":
            rtl = any(is_rtl_paragraph(one, setting.language) for one in text.paragraphs[:1])
            hint = f"change a word, or set the style `align: {'start' if rtl else 'left'}`"
            self.report_loose_lines(block, setting, span, hint)
        return block

    def report_loose_lines(
        self, block: TextBlock, setting: TextSetting, span: Span, hint: str
    ) -> None:
        loose = max((line.space for line in block.lines), default=0.0)
        if loose > 1.005 + setting.space_stretch:
            message = f"a line has word spaces {loose:.1f} times their normal width"
            self.report.add(Finding("loose-line", message, span, "warning", hint=hint))
        for first, last in find_rivers(block.lines, block.size):
            lines = f"lines {first + 1} to {last + 1}"
            message = f"wide word spaces stand below one another on {lines} of a text"
            self.report.add(Finding("river", message, span, "warning", hint=hint))

    def fill_page_numbers(self, text: RichText) -> RichText:
        """The text with the numbers of pages that it refers to."""
        inlines = [i for paragraph in text.paragraphs for line in paragraph for i in line]
        if not any(isinstance(i, TextRun) and i.link.startswith(PAGE) for i in inlines):
            return text
        lines = (tuple(tuple(map(self.fill_number, line)) for line in p) for p in text.paragraphs)
        return RichText(tuple(lines))

    def fill_number(self, inline: Inline) -> Inline:
        if not isinstance(inline, TextRun) or not inline.link.startswith(PAGE):
            return inline
        slug = inline.link.removeprefix(PAGE)
        number = self.numbers.number_run(inline, slug, self.booklet.body.language)
        return replace(number, link=f"#{slug}")

    def lines(
        self,
        text: RichText,
        setting: TextSetting,
        measure: float,
        span: Span,
        node: StructureNode,
    ) -> list[Strip]:
        """A strip for each line; the first and last two are kept together."""
        block = self.set_text(text, setting, measure, span)
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
            draw = partial(draw_line, replace(line, baseline=first), node=node)
            rise = None if self.boxed else first
            strips.append(Strip(pitch, draw, span, rise=rise, blank=blank, cost=cost))
        return strips


@lru_cache(maxsize=_MOST_TEXTS)
def _set_text(text: RichText, setting: TextSetting, measure: float) -> TextBlock:
    """The text as it was set in the last pass, in another edition or before the last edit: most
    texts of a booklet stay as they are. A pass over a booklet of 31 pages takes 0.09 s, not 0.19,
    once its texts are known."""
    return set_text(text, setting, setting.size, measure)


def _says_colon(block: BookText) -> bool:
    texts = [i.text for p in block.text.paragraphs for line in p for i in line]
    return bool(texts) and texts[-1].rstrip().endswith(":")


def set_ragged(setting: TextSetting, *, mirrored: bool = False) -> TextSetting:
    """Ragged, and without divided words; from the right in a mirrored booklet."""
    side: TextAlign = "right" if mirrored else "left"
    return replace(setting, align=side, hyphenate=False, balance=False, indent=ZERO)


def add_space(strips: list[Strip], above: float, below: float) -> list[Strip]:
    """With so much space at both ends."""
    if strips:
        strips[0] = replace(strips[0], above=max(above, strips[0].above))
        strips[-1] = replace(strips[-1], below=max(below, strips[-1].below))
    return strips
