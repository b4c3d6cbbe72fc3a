"""Compose each kind of block of a booklet: its strips.

In      a `BookBlock`, the measure, the blocks that follow it.
Out     its `Strip`s in reading order.
Not here  blocks one after the other (`layout.booklet.composer`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from cardgen.bind.booklet.bound_booklet import (
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
)
from cardgen.layout.booklet.composer import Composer
from cardgen.layout.booklet.containers import compose_box, compose_list, compose_quote
from cardgen.layout.booklet.contents import compose_contents
from cardgen.layout.booklet.figures import lay_out_figure
from cardgen.layout.booklet.strips import Strip
from cardgen.layout.booklet.tables import lay_out_table
from cardgen.layout.booklet.text_blocks import compose_heading, compose_rule, compose_text


def compose_block(  # noqa: C901 - a match
    composer: Composer, block: BookBlock, measure: float, following: Sequence[BookBlock]
) -> list[Strip]:
    """Compose one block; `following` is what the contents list."""
    match block:
        case BookText():
            return compose_text(composer, block, measure)
        case BookHeading():
            return compose_heading(composer, block, measure)
        case BookList():
            return compose_list(composer, block, measure)
        case BookQuote():
            return compose_quote(composer, block, measure)
        case BookBox():
            return compose_box(composer, block, measure)
        case BookRule():
            return [compose_rule(composer, block, measure)]
        case BookContents():
            return compose_contents(composer, block, measure, following)
        case BookTable():
            return lay_out_table(composer, block, measure)
        case BookFigure():
            return lay_out_figure(composer, block, measure)
        case BookBreak():
            return []
    assert_never(block)
