"""What a card says: the text of a face in reading order, as plain paragraphs.

In      a `Scene`: runs of glyphs with their places.
Out     text; a line break only where another paragraph begins.
Not here  the fields it was made from (`bind`): what players read may be put together otherwise.

A run beside the last one, on its baseline or raised a little, goes on in the same line. A line
below it in the same size, no further than a loose line spacing, goes on in the same paragraph.
"""

from __future__ import annotations

import re

from cardgen.scene.items import Glyph, Glyphs, Scene, walk

_LOOSEST = 1.7
"""Line spacing, in type sizes, beyond which lines are no longer one paragraph."""
_RAISED = 0.4
"""How far, in type sizes, a superscript stands off its line."""
_BLANK = 0.12
"""A gap between runs, in type sizes, that is read as a blank."""
_APART = 1.0
"""A gap, in type sizes, that sets runs apart though they are on one line."""


def read_card_text(face: Scene) -> str:
    """All that is set on a face."""
    text, last = "", None
    for item in walk(face.items):
        if isinstance(item, Glyphs) and item.glyphs:
            text += (_between(last, item) if last else "") + item.text
            last = item
    lines = (re.sub(r"\s+", " ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def describe_face(face: Scene) -> str:
    """Its words on one line, for whoever is read them instead of its picture."""
    return read_card_text(face).replace("\n", "; ")


def _between(last: Glyphs, run: Glyphs) -> str:
    """Nothing, a blank, or a line break."""
    end, start, size = last.glyphs[-1], run.glyphs[0], max(last.size, run.size)
    down, gap = start.y - end.y, start.x - end.x - _advance_of(last, end)
    if abs(down) < _RAISED * size and -_APART * size < gap < _APART * size:
        return " " if gap > _BLANK * size else ""
    follows = 0 < down <= _LOOSEST * run.size and run.size == last.size
    return " " if follows and run.element == last.element else "\n"


def _advance_of(run: Glyphs, glyph: Glyph) -> float:
    units: int = run.face.font.get_glyph_h_advance(glyph.index)
    return units * run.size / run.face.upem
