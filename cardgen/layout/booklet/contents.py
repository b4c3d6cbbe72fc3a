"""Compose a booklet's table of contents: headings, leaders, numbers of pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import (
    BookBlock,
    BookContents,
    BookHeading,
)
from cardgen.bind.bound_texts import RichText
from cardgen.core.findings import Finding
from cardgen.layout.booklet.composer import Composer, add_space, set_ragged
from cardgen.layout.booklet.drawing import add_link, draw_both, draw_leader, move_strip
from cardgen.layout.booklet.strips import KEPT, Strip
from cardgen.scene.structure import StructureNode

_AROUND = 0.55
"""Above and below, in lines of the body."""
_ENTRY = 20.0
"""The price of a break before an entry."""


def compose_contents(
    composer: Composer, block: BookContents, measure: float, following: Sequence[BookBlock]
) -> list[Strip]:
    headings = list(list_headings(following))
    top = min((heading.level for heading in headings), default=1)
    strips: list[Strip] = []
    with composer.within(composer.add_node("TOC")):
        for heading in headings:
            if heading.level < top + block.depth:
                strips += _compose_entry(composer, block, heading, heading.level - top, measure)
    if not headings:
        message = "these contents list nothing: no heading follows them"
        hint = "move them above the headings that they are to list, or take them away"
        composer.report.add(Finding("empty-table", message, block.span, "warning", hint=hint))
    ends = {1, len(strips) - 1}
    strips = [
        replace(strip, cost=KEPT if index in ends else _ENTRY * bool(index), rise=None)
        for index, strip in enumerate(strips)
    ]
    return add_space(strips, _AROUND * composer.line, _AROUND * composer.line)


def _compose_entry(
    composer: Composer, block: BookContents, heading: BookHeading, depth: int, measure: float
) -> list[Strip]:
    """A heading's line, leaders, and the number of its page."""
    setting = set_ragged(block.setting, mirrored=composer.mirrored)
    figures = replace(block.figures, text=str(composer.numbers.pages.get(heading.slug, 0)))
    number = composer.set_text(RichText((((figures,),),)), setting, measure, block.span)
    indent, room = depth * composer.em, 2.2 * composer.em
    link = _add_link_node(composer, heading)
    strips = composer.lines(heading.entry, setting, measure - indent - room, block.span, link)
    before = room if composer.mirrored else indent
    strips = [move_strip(strip, before) for strip in strips]
    if strips:
        text = composer.set_text(heading.entry, setting, measure - indent - room, block.span)
        last = text.lines[-1]
        end = indent + last.width + (0.0 if composer.mirrored else last.left)
        leader = partial(
            draw_leader,
            start=end,
            number=number,
            measure=measure,
            em=composer.em,
            color=block.figures.color,
            node=link,
            mirrored=composer.mirrored,
        )
        drawn = draw_both(strips[-1].draw, leader)
        strips[-1] = replace(strips[-1], draw=drawn)
    return [replace(s, draw=add_link(s.draw, link, measure, s.height)) for s in strips]


def _add_link_node(composer: Composer, heading: BookHeading) -> StructureNode:
    """A whole entry is a link."""
    entry = composer.add_node("TOCI")
    reference = composer.add_node("Reference", parent=entry)
    return composer.add_node("Link", parent=reference, target=f"#{heading.slug}")


def list_headings(blocks: Iterable[BookBlock]) -> Iterator[BookHeading]:
    """All headings, those in boxes, quotes and lists left out."""
    return (block for block in blocks if isinstance(block, BookHeading))
