"""Ruby in markup: `[漢字]{ruby=かんじ}`, or a reading for each character, `[漢字]{ruby=かん|じ}`.

In      a piece of markup with such a style.
Out     its characters, each part with what stands above it; what is wrong with it.
Not here  runs and fonts (`bind.card.rich_text`), places (`layout.text.glyph_places`).
"""

from __future__ import annotations

from cardgen.text.clusters import split_clusters
from cardgen.text.markup import MarkupPiece

RUBY = "ruby="
SCALE = 0.5
"""How large ruby is, of the letters below it."""

RubyPart = tuple[str, str]
"""Characters, and what stands above them."""


def find_reading(piece: MarkupPiece) -> str | None:
    """What stands above a piece; None if nothing does."""
    found = [name for name in piece.styles if name.startswith(RUBY)]
    return found[-1].removeprefix(RUBY) if found else None


def part_ruby(text: str, reading: str) -> tuple[tuple[RubyPart, ...], str, str]:
    """Part a text that has ruby.

    Returns:
        The parts; if it is faulty, what is wrong and what to write, else "".
    """
    readings = reading.split("|")
    letters = tuple(split_clusters(text))
    if not text or not all(readings):
        return (), "this ruby is empty", "write `[漢字]{ruby=かんじ}`"
    if any(map(str.isspace, text)):
        return (), "ruby stands above words without spaces", "mark each word by itself"
    if len(readings) == 1:
        return ((text, reading),), "", ""
    if len(readings) != len(letters):
        message = f"this ruby has {len(readings)} parts for {len(letters)} characters"
        return (), message, "write a part for each character, or all of it without `|`"
    return tuple(zip(letters, readings, strict=True)), "", ""
