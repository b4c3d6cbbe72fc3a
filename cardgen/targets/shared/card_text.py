"""What a card says: the text of a face in reading order, as plain paragraphs.

In      a `Scene`: runs of glyphs with their places.
Out     text; a line break only where another paragraph begins.
Not here  the fields it was made from (`bind`): what players read may be put together otherwise.

A run beside the last one, on its baseline or raised a little, goes on in the same line. A line
below it in the same size, no further than a loose line spacing, goes on in the same paragraph.
Vertical lines go on to the left of each other.
"""

from __future__ import annotations

import re
from math import pi

from cardgen.scene.items import Glyph, Glyphs, Scene, walk
from cardgen.text.break_opportunities import lack_space_beside, lack_space_between

_LOOSEST = 1.7
"""Line spacing, in type sizes, beyond which lines are no longer one paragraph."""
_RAISED = 0.4
"""How far, in type sizes, a superscript stands off its line."""
_BLANK = 0.12
"""A gap between runs, in type sizes, that is read as a blank."""
_NEAR = 1e-6
_APART = 1.0
"""A gap, in type sizes, that sets runs apart though they are on one line."""


def read_card_text(face: Scene) -> str:
    """All that is set on a face."""
    text, last = "", None
    for item in walk(face.items):
        if isinstance(item, Glyphs) and item.glyphs:
            between = _between(last, item) if last else ""
            if item.text or between != "\n":
                text += between + item.text
                last = item
    lines = (re.sub(r"\s+", " ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def describe_face(face: Scene) -> str:
    """Its words on one line, for whoever is read them instead of its picture."""
    return read_card_text(face).replace("\n", "; ")


def _between(last: Glyphs, run: Glyphs) -> str:
    """Nothing, a blank, or a line break."""
    down, gap = _measure_step(last, run)
    size = max(last.size, run.size)
    if abs(down) < _RAISED * size and -_APART * size < gap < _APART * size:
        blank = gap > _BLANK * size and not _is_in_chunk(last, run)
        return " " if blank else ""
    follows = 0 < down <= _LOOSEST * run.size and run.size == last.size
    if not follows or run.element != last.element:
        return "\n"
    return "" if lack_space_between(last.glyphs[-1].text, run.glyphs[0].text) else " "


def _is_in_chunk(last: Glyphs, run: Glyphs) -> bool:
    """Whether the gap between runs parts scripts: a space would be a character there."""
    if last.element != run.element:
        return False
    ends = "".join(glyph.text for glyph in (last.glyphs[-1], run.glyphs[0]))
    return run.actual == "" or lack_space_beside(ends)


def _measure_step(last: Glyphs, run: Glyphs) -> tuple[float, float]:
    """How far a run is below the line of the last one, and how far after its end."""
    end, start = last.glyphs[-1], run.glyphs[0]
    if _is_vertical(last) and _is_vertical(run):
        return _middle(last, end) - _middle(run, start), _top(run, start) - _foot(last, end)
    return start.y - end.y, start.x - end.x - _advance_of(last, end)


def _is_vertical(run: Glyphs) -> bool:
    return run.down or (bool(run.turns) and all(abs(turn - pi / 2) < _NEAR for turn in run.turns))


def _middle(run: Glyphs, glyph: Glyph) -> float:
    """Where the middle of a vertical line is, from the left."""
    if run.down:
        return glyph.x + _advance_of(run, glyph) / 2
    return glyph.x + run.face.middle * run.size


def _top(run: Glyphs, glyph: Glyph) -> float:
    return glyph.y - (0.5 + run.face.middle) * run.size if run.down else glyph.y


def _foot(run: Glyphs, glyph: Glyph) -> float:
    if run.down:
        return _top(run, glyph) + run.size
    return glyph.y + _advance_of(run, glyph)


def _advance_of(run: Glyphs, glyph: Glyph) -> float:
    units: int = run.face.font.get_glyph_h_advance(glyph.index)
    return units * run.size / run.face.upem
