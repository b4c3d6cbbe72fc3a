"""Compose lines of text and headings of a booklet."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import (
    BookHeading,
    BookRule,
    BookText,
)
from cardgen.bind.bound_texts import ZERO, RichText
from cardgen.layout.booklet.composer import Composer
from cardgen.layout.booklet.drawing import draw_heading, draw_rule
from cardgen.layout.booklet.strips import Label, Strip
from cardgen.scene.structure import StructureNode, StructureRole

_ABOVE = {1: 1.4, 2: 0.95, 3: 0.55, 4: 0.4}
_BELOW = {1: 0.7, 2: 0.35, 3: 0.2, 4: 0.0}
"""Space around headings, in lines of the body."""
_HEADINGS: tuple[StructureRole, ...] = ("H1", "H2", "H3", "H4", "H5", "H6")
_LONE = 25.0
"""The price of a break before a paragraph of a single line."""


def compose_text(composer: Composer, block: BookText, measure: float) -> list[Strip]:
    setting, text = block.setting, block.text
    if block.joins and setting.indent != ZERO:
        text = RichText(((), *text.paragraphs))
    gap = setting.paragraph_gap.resolve(measure, setting.size)
    node = composer.add_text_node("P", setting)
    strips = composer.lines(text, replace(setting, paragraph_gap=ZERO), measure, block.span, node)
    if block.joins and strips:
        cost = _LONE if len(strips) == 1 else 0.0
        strips[0] = replace(strips[0], above=gap, cost=cost)
    return strips


def compose_heading(composer: Composer, block: BookHeading, measure: float) -> list[Strip]:
    """A heading: the text after it stands on the grid, at its proper distance."""
    composer.headings.append(block)
    setting = block.setting
    set_block = composer.set_text(block.text, setting, measure, block.span)
    first = set_block.lines[0].baseline if set_block.lines else 0.0
    label = Label(block.slug, block.title, block.level, 0.0)
    below = _BELOW[block.level] * composer.line
    strip = Strip(
        set_block.height,
        partial(draw_heading, set_block.lines, label, _add_heading_node(composer, block)),
        block.span,
        above=_ABOVE[block.level] * composer.line,
        below=below,
        rise=None if composer.boxed else set_block.height + below + composer.first_baseline(),
        blank=max(0.0, first - setting.face.metrics.cap_height * setting.size),
        level=block.level,
    )
    return [strip]


def _add_heading_node(composer: Composer, block: BookHeading) -> StructureNode:
    """A heading at most one level below the one before it."""
    composer.level = min(block.level, composer.level + 1)
    return composer.add_text_node(_HEADINGS[composer.level - 1], block.setting)


def compose_rule(composer: Composer, block: BookRule, measure: float) -> Strip:
    """A short rule in the middle, as between sections without a title."""
    draw = partial(draw_rule, measure=measure, color=composer.booklet.accent)
    return Strip(composer.line, draw, block.span, rise=composer.first_baseline(), cost=0.0)
