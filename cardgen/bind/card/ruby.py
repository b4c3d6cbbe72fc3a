"""Ruby in markup: `[漢字]{ruby=かんじ}`, or a reading for each character, `[漢字]{ruby=かん|じ}`.

In      a piece of markup with such a style.
Out     its characters, each part with what stands above it; what is wrong with it.
Not here  runs and fonts (`bind.card.rich_text`), places (`layout.text.glyph_places`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cardgen.bind.bound_texts import RichText, TextRun, TextSetting
from cardgen.core.findings import Finding
from cardgen.text.clusters import split_clusters
from cardgen.text.markup import MarkupPiece

RUBY = "ruby="
SCALE = 0.5
"""How large ruby is, of the letters below it."""

NOT_PLAIN = "ruby stands above plain characters, not above marks and icons"
AROUND = "put other marks around it: `**[漢字]{ruby=かんじ}**`"

RubyPart = tuple[str, str]
"""Characters, and what stands above them."""


def find_reading(piece: MarkupPiece) -> str | None:
    """What stands above a piece; None if nothing does."""
    found = [name for name in piece.styles if name.startswith(RUBY)]
    return found[-1].removeprefix(RUBY) if found else None


def find_broken_reading(line: Sequence[MarkupPiece]) -> MarkupPiece | None:
    """The first piece of a line whose ruby stands above several looks, so above each of them."""
    for piece, following in pairwise(line):
        reading = find_reading(piece)
        alike = (piece.bold, piece.italic, piece.styles, piece.icon) == (
            following.bold, following.italic, following.styles, following.icon,
        )  # fmt: skip
        if reading is not None and reading == find_reading(following) and not alike:
            return piece
    return None


def find_tight_ruby(words: RichText, setting: TextSetting) -> Finding | None:
    """What to say of a text whose lines have no room for its ruby; a place is for the caller."""
    pitch = setting.leading.resolve(0.0, setting.size)
    inlines = (one for part in words.paragraphs for line in part for one in line)
    has_ruby = any(isinstance(one, TextRun) and one.ruby for one in inlines)
    if not has_ruby or pitch >= (1 + SCALE) * setting.size - 1e-6:
        return None
    message = f"lines {pitch:g} pt apart have no room for ruby above letters of {setting.size:g} pt"
    hint = f"write `leading: {1 + SCALE:g}` or more"
    return Finding("tight-ruby", message, severity="warning", hint=hint)


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
