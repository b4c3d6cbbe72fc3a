"""Find rivers in a set text: wide word spaces that stand below one another on line after line.

In      the lines of a set text.
Out     the first and the last line of each river.
Not here  what a river is, and what it costs (`text.rivers`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardgen.layout.text.placed_text import PlacedRun, SetLine
from cardgen.text.rivers import WIDE, Span, trace_rivers

_SHARED = 0.12
"""How much of their width two spaces have in common at least, in ems."""


def find_rivers(lines: Sequence[SetLine], size: float) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of each river, counted from 0.

    Args:
        lines: As they stand below one another.
        size: Of the type, in points.
    """
    yield from trace_rivers(map(_list_spans, lines), size * _SHARED)


def _list_spans(line: SetLine) -> list[Span]:
    """From where to where the wide spaces of a line go."""
    if line.space < WIDE or line.vertical:
        return []
    glyphs = [glyph for part in line.parts if isinstance(part, PlacedRun) for glyph in part.glyphs]
    return [
        (line.left + space.x, line.left + following.x)
        for space, following in pairwise(glyphs)
        if space.text == " "
    ]
