"""What a set text is: lines of runs of glyphs, each with its place."""

from __future__ import annotations

from msgspec import Struct

from cardgen.bind.bound_texts import InlineIcon, TextRun
from cardgen.layout.text.words import Stand
from cardgen.text.fonts import MISSING

NO_HYPHEN = "give the font a `fallback:` that has it, or leave `hyphenate` and soft hyphens out"
"""What to do where `TextBlock.lost_hyphen` names a font."""


class PlacedGlyph(Struct, frozen=True, gc=False):
    """A glyph at (x, y) in points from the line's left end and baseline."""

    index: int
    x: float
    y: float
    text: str


class LigatureShare(Struct, frozen=True, gc=False):
    """Letters of a ligature that look as a run of their own: from where to where they are, in
    points from the ligature's pen position."""

    run: TextRun
    start: float
    end: float


class PlacedRun(Struct, frozen=True, gc=False):
    """Glyphs of one run on one line."""

    run: TextRun
    size: float
    glyphs: tuple[PlacedGlyph, ...]
    actual: str | None = None
    """What is copied instead of the glyphs' own texts: a divided word is copied whole."""
    chunk: int = 0
    """Which of its line's chunks it is in, of those whose text their first run carries."""
    ruby: bool = False
    """Whether it says how others are read."""
    stand: Stand = ""
    """How it stands in a vertical line."""
    extent: tuple[float, float] = (0.0, 0.0)
    """In a vertical line, from where to where it goes down it."""
    shares: tuple[LigatureShare, ...] = ()
    """Of a ligature that several runs share, how it is painted; its only glyph."""


class PlacedIcon(Struct, frozen=True, gc=False):
    icon: InlineIcon
    x: float
    width: float
    height: float


class SetLine(Struct, frozen=True, gc=False):
    """One line. `left` is where it begins in the measure; `space` is how wide its word
    spaces are, 1 being normal."""

    parts: tuple[PlacedRun | PlacedIcon, ...]
    left: float
    width: float
    baseline: float
    space: float = 1.0
    hyphenated: bool = False
    overfull: bool = False
    lone: bool = False
    blank_after: bool = False
    """Whether it ends at a space of the text."""
    vertical: bool = False
    """Whether it runs down: its places are along it then, from its top, and across, from its
    middle to the left."""
    rule_side: int = 1
    """On which side of a vertical line words are underlined: 1 on the left, -1 on the right."""
    spoken: str = ""
    """Its words in reading order, if any of them run from the right."""


class TextBlock(Struct, frozen=True):
    """A set text: `height` from the top of its first line to the bottom of its last."""

    lines: tuple[SetLine, ...]
    width: float
    height: float
    size: float

    @property
    def overfull(self) -> bool:
        return any(line.overfull for line in self.lines)

    @property
    def lost_hyphen(self) -> str:
        """The font of a line that is divided, if it has no hyphen; "" if all of them have one."""
        runs = (
            part
            for line in self.lines
            if line.hyphenated
            for part in line.parts
            if isinstance(part, PlacedRun)
        )
        poor = (part for part in runs if not part.run.face.has("-"))
        lost = (part for part in poor if any(glyph.index == MISSING for glyph in part.glyphs))
        return next((part.run.face.name for part in lost), "")
