"""What `bind` makes of texts: runs of characters with one look, and how they are to be set.

Fonts are opened; what depends on the surrounding box stays a `Length`.
Equal texts are equal values.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cardgen.bind.bound_paint import Gradient, TextStroke
from cardgen.core.color import Color
from cardgen.core.lengths import Length
from cardgen.read.models.values import TextAlign, VerticalAlign
from cardgen.scene.items import Bitmap
from cardgen.scene.outlines import Outline
from cardgen.svg.drawing import Drawing
from cardgen.text.font_widths import FaceWidths
from cardgen.text.fonts import Face
from cardgen.text.hyphenation import Exceptions

ZERO = Length()


class TextPaint(Struct, frozen=True):
    """What letters have besides a color."""

    fill: Gradient | None = None
    stroke: TextStroke | None = None
    underline: bool = False
    strike: bool = False


class TextRun(Struct, frozen=True):
    """Characters with one look. `scale` multiplies the text's size."""

    text: str
    face: Face
    color: Color
    scale: float = 1.0
    features: tuple[tuple[str, int], ...] = ()
    tracking: Length = ZERO
    link: str = ""
    """Where it leads, in a booklet."""
    paint: TextPaint | None = None
    language: str = ""
    """Its own, if that is not the text's."""
    upright: bool = False
    """Whether it stands upright as one in a vertical line: a number of a few digits."""
    ruby: tuple[TextRun, ...] = ()
    """How it is read, in smaller letters above it; in a vertical line, to its right."""
    hyphen: Face | None = None
    """Where the hyphen of a divided word comes from, if its own face has none."""


class InlineIcon(Struct, frozen=True):
    """A picture in the line: `height` in ems of the text, `drop` below its baseline."""

    bitmap: Bitmap | Drawing
    height: float
    text: str
    drop: float = 0.0
    color: Color | None = None
    paint: TextPaint | None = None
    link: str = ""
    """Where it leads, in a booklet."""


Inline = TextRun | InlineIcon
TextLine = tuple[Inline, ...]
Paragraph = tuple[TextLine, ...]


class RichText:
    """The paragraphs of a text, compared by value; looked up often, so hashed once."""

    __slots__ = ("_hash", "paragraphs")

    def __init__(self, paragraphs: tuple[Paragraph, ...]) -> None:
        self.paragraphs = paragraphs
        self._hash = hash(paragraphs)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, RichText) or self._hash != other._hash:
            return False
        return self.paragraphs == other.paragraphs

    def __hash__(self) -> int:
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.paragraphs)

    def __repr__(self) -> str:
        return f"Text({self.paragraphs!r})"

    def __reduce__(self) -> tuple[type[RichText], tuple[tuple[Paragraph, ...]]]:
        return RichText, (self.paragraphs,)


class FlowShape(Struct, frozen=True):
    """A shape in a text's box that its lines keep clear of: where it stands, how large it is.
    One of `left` and `right` is there; without `bottom` it stands at `top`."""

    outline: Outline
    """In the unit square."""
    width: Length
    height: Length
    left: Length | None
    right: Length | None
    top: Length | None
    bottom: Length | None
    gap: Length


class TextFlow(Struct, frozen=True):
    """What a text's lines keep clear of: shapes in its box, or all that is outside an outline
    that fills the box."""

    within: Outline = ()
    """In the unit square."""
    around: tuple[FlowShape, ...] = ()
    gap: Length = ZERO
    height: float = 0.0
    """How high the box is, once that is known."""
    top: float = 0.0
    """Where the box is on the card, once that is known; for texts on a grid."""


class TextSetting(Struct, frozen=True):
    """How a text is set. Sizes in points; `floor` ≤ `size` ≤ `ceiling`."""

    face: Face
    size: float
    floor: float
    ceiling: float
    step: float
    fit: Literal["none", "card", "deck", "editions"]
    leading: Length
    align: TextAlign
    valign: VerticalAlign
    language: str
    hyphenate: bool = False
    balance: bool = False
    hang: bool = False
    space_stretch: float = 0.6
    space_shrink: float = 0.25
    """How far word spaces of justified lines grow and shrink, as shares of their width."""
    letterspace: float = 0.0
    """How far letters of justified lines may move apart, in ems; they close by half of it."""
    widths: tuple[FaceWidths, ...] = ()
    """The faces whose letters may be narrower and wider in justified lines."""
    optical: bool = False
    baseline: Length | None = None
    grid: float = 0.0
    """Baselines stand on multiples of so many points from the top; 0: anywhere."""
    indent: Length = ZERO
    paragraph_gap: Length = ZERO
    drop_cap: int = 0
    flow: TextFlow | None = None
    exceptions: Exceptions = ()
    """Words that the game has divided otherwise than by the patterns."""
    autospace: bool = True
    """Whether Chinese and Japanese characters stand off Latin letters and figures."""
    vertical: bool = False
    """Whether lines run down, the first on the right. `align` is along them then, `left` their
    top, and `valign` across, `top` the right."""


class TextCurve(Struct, frozen=True):
    """What a text runs along: a path in its own `view`, or the ellipse in the box."""

    path: str = ""
    view: tuple[float, float, float, float] = (0.0, 0.0, 100.0, 100.0)
    start: float = 0.0
    sweep: float = 360.0
    reverse: bool = False
    shift: Length = ZERO
    spread: bool = False
