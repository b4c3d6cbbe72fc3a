"""What `bind` makes and `layout` reads: faces with nothing left to look up.

No names, units, defaults, templates or inheritance: fonts are opened, pictures known,
colors are colors. Lengths that depend on the surrounding box stay `Length`s. Equality
ignores places in files, so equal faces are equal values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, Literal, Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

from cardgen.core.color import Blend, Color
from cardgen.core.findings import Span
from cardgen.core.lengths import Length
from cardgen.core.sizes import Size
from cardgen.read.models.places import AnchorPoint
from cardgen.read.models.values import (
    Cap,
    Corner,
    CornerForm,
    CrossAlign,
    Join,
    MainAlign,
    StrokeSide,
    TextAlign,
    VerticalAlign,
)
from cardgen.scene.items import Bitmap, Outline, Stop
from cardgen.svg.drawing import Drawing
from cardgen.text.fonts import Face
from cardgen.text.hyphenation import Exceptions

ZERO = Length()


class Gradient(Struct, frozen=True):
    """A fill whose colors run across the box it fills."""

    stops: tuple[Stop, ...]
    angle: float
    radial: bool
    conic: bool = False
    center: tuple[float, float] | None = None
    """Of a round one or a conic one, in shares of the box; its middle if left out."""


Fill = Color | Gradient


class Pen(Struct, frozen=True):
    """A line around a shape."""

    color: Color
    width: Length
    dash: tuple[Length, ...] = ()
    cap: Cap = "butt"
    join: Join = "miter"


class Shadow(Struct, frozen=True):
    """A shadow or a glow of an element, below it or inside."""

    x: Length
    y: Length
    blur: Length
    color: Color
    strength: float = 1.0
    inside: bool = False


class Frame(Struct, frozen=True):
    """Where an element stands in its parent, and how it is mixed into the page."""

    width: Length | None = None
    height: Length | None = None
    min_width: Length | None = None
    max_width: Length | None = None
    min_height: Length | None = None
    max_height: Length | None = None
    grow: float = 0.0
    align: CrossAlign | None = None
    at: Corner | None = None
    spot: AnchorPoint | None = None
    left: Length | None = None
    right: Length | None = None
    top: Length | None = None
    bottom: Length | None = None
    opacity: float = 1.0
    rotate: float = 0.0
    blend: Blend = "normal"
    shadows: tuple[Shadow, ...] = ()
    """In painting order."""
    mirror: bool = True
    """Whether a mirrored layout mirrors what is inside."""
    finish: str = ""
    """What is put on it besides ink; "" for nothing."""


class TextStroke(Struct, frozen=True):
    """A line around letters."""

    color: Color
    width: Length
    side: StrokeSide


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


class InlineIcon(Struct, frozen=True):
    """A picture in the line: `height` in ems of the text, `drop` below its baseline."""

    bitmap: Bitmap | Drawing
    height: float
    text: str
    drop: float = 0.0
    color: Color | None = None
    paint: TextPaint | None = None


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
    vertical: bool = False
    """Whether lines run down, the first on the right. `align` is along them then, `left` their
    top, and `valign` across, `top` the right."""


class BoundItem(Struct, frozen=True, eq=False, kw_only=True):
    """An item of a face. Two are equal if they print alike, whatever their places and cards."""

    span: Span

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        look = _look_of(type(self))
        return type(other) is type(self) and bool(look(self) == look(other))

    def __hash__(self) -> int:
        return hash(_look_of(type(self))(self))


_UNSEEN = frozenset(("span", "source", "deck", "card", "side", "values", "_hash"))


@cache
def _look_of(kind: type[BoundItem]) -> Callable[[Any], Any]:
    """Return the function that gives the fields compared for a kind of item."""
    if kind is BoundCard:
        return attrgetter("deck", "id", "copies", "front", "back")
    return attrgetter(*(name for name in kind.__struct_fields__ if name not in _UNSEEN))


class ElementBox(BoundItem, frozen=True):
    """An element of a face; the kinds there are make up `BoundElement`."""

    @property
    def held(self) -> tuple[BoundElement, ...]:
        """All elements in it. A kind that holds others says which; who walks through asks this."""
        return ()


class TextCurve(Struct, frozen=True):
    """What a text runs along: a path in its own `view`, or the ellipse in the box."""

    path: str = ""
    view: tuple[float, float, float, float] = (0.0, 0.0, 100.0, 100.0)
    start: float = 0.0
    sweep: float = 360.0
    reverse: bool = False
    shift: Length = ZERO
    spread: bool = False


class TextBox(ElementBox, frozen=True):
    """A text. `source` is the card's field it comes from, as near as that is known."""

    frame: Frame
    text: RichText
    setting: TextSetting
    element: str
    source: Span
    curve: TextCurve | None = None


class PicturePlacing(Struct, frozen=True):
    """How a picture is turned and spread, where that is not as it is."""

    flip: str = ""
    turn: int = 0
    focus: tuple[float, float] | None = None
    slice: tuple[float, float, float, float] | None = None
    slice_width: Length | None = None
    tile: Length | None = None


class PictureBox(ElementBox, frozen=True):
    """A picture. `crop` is the part shown, in shares of it: left, top, width, height."""

    frame: Frame
    bitmap: Bitmap | Drawing
    fit: Literal["cover", "contain", "stretch"]
    radius: Length
    element: str
    crop: tuple[float, float, float, float] | None = None
    mask: str = ""
    color: Color | None = None
    placing: PicturePlacing | None = None

    @property
    def natural(self) -> tuple[float, float]:
        """Its width and height after quarter turns: pixels of a bitmap, points of a drawing."""
        width, height = self.bitmap.width, self.bitmap.height
        return (height, width) if self.placing and self.placing.turn % 180 else (width, height)


class ShapeForm(Struct, frozen=True):
    """What shapes a shape besides its box and its points."""

    corner: CornerForm = "round"
    closed: bool = False
    corners: int | None = None
    inner: float | None = None
    start: float = 0.0
    sweep: float = 360.0
    head: float | None = None
    shaft: float | None = None
    tail: tuple[Length, Length] | None = None


class ShapeBox(ElementBox, frozen=True):
    """A simple shape that fills its box."""

    frame: Frame
    shape: str
    radius: Length
    fill: Fill | None
    pen: Pen | None
    element: str
    points: tuple[tuple[Length, Length], ...] = ()
    form: ShapeForm = ShapeForm()


class PathBox(ElementBox, frozen=True):
    """SVG path data, mapped from `view` (left, top, width, height) onto the box."""

    frame: Frame
    data: str
    view: tuple[float, float, float, float]
    keep: bool
    even_odd: bool
    fill: Fill | None
    pen: Pen | None
    element: str


class OutlineBox(ElementBox, frozen=True):
    """The outlines of a font's letters, and what is clipped to them."""

    frame: Frame
    text: str
    face: Face
    fill: Fill | None
    pen: Pen | None
    inside: tuple[BoundElement, ...]
    element: str
    size: float | None = None
    """In points; as large as the box allows if left out."""

    @property
    def held(self) -> tuple[BoundElement, ...]:
        return self.inside


class BarcodeBox(ElementBox, frozen=True):
    """A barcode. `rows` are its modules from the top, "1" a dark one; bars are a single row."""

    frame: Frame
    rows: tuple[str, ...]
    quiet: tuple[int, int]
    """Modules kept free on the left and the right; above and below a QR code as on the left."""
    color: Color
    ground: Color | None
    element: str
    spared: float = 0.0
    """Which share of it may be lost; 0 for bars."""

    @property
    def bars(self) -> bool:
        return len(self.rows) == 1

    @property
    def across(self) -> int:
        """Modules side by side, the quiet zone among them."""
        return len(self.rows[0]) + sum(self.quiet)

    @property
    def proportion(self) -> float:
        """Its height at a width of 1."""
        return NOMINAL_BARS / self.across if self.bars else 1.0


NOMINAL_BARS = 69.24
"""Height of the bars of an EAN-13 in modules: 22.85 mm at a module of 0.33 mm (GS1)."""


class SpaceBox(ElementBox, frozen=True):
    frame: Frame
    length: Length


class GroupBox(ElementBox, frozen=True):
    """What holds others: a column, a row, a grid of `columns`, or an overlay."""

    frame: Frame
    kind: Literal["column", "row", "grid", "overlay"]
    children: tuple[BoundElement, ...]
    gap: Length
    padding: tuple[Length, Length, Length, Length]
    align: CrossAlign
    justify: MainAlign
    fill: Fill | None
    pen: Pen | None
    radius: Length
    clip: bool
    element: str
    columns: int = 1
    corner: CornerForm = "round"
    clip_shape: str = ""
    """The shape that `clip` cuts to, where that is not the box."""
    mask: tuple[BoundElement, ...] = ()
    by_light: bool = False

    @property
    def held(self) -> tuple[BoundElement, ...]:
        """Its children, and its mask."""
        return (*self.children, *self.mask)


BoundElement = (
    TextBox | PictureBox | ShapeBox | PathBox | OutlineBox | BarcodeBox | SpaceBox | GroupBox
)


class Body(Struct, frozen=True):
    """What a face shows, by the box that it stands in."""

    bleed: tuple[BoundElement, ...]
    trim: tuple[BoundElement, ...]
    safe: tuple[BoundElement, ...]
    tab: tuple[BoundElement, ...] = ()
    mirrored: bool = False
    """Whether everything stands on the other side, left for right."""

    def open(self) -> Body:
        return self

    @property
    def elements(self) -> tuple[BoundElement, ...]:
        """All of it, in painting order."""
        return (*self.bleed, *self.trim, *self.safe, *self.tab)


class BodySource(Protocol):
    """A body in memory, or a reference to one stored in a file (`bind.card.face_bodies`)."""

    def open(self) -> Body:
        """The body itself, for as long as it is needed."""


class BoundFace(BoundItem, frozen=True):
    """One side of a card, ready to be laid out."""

    size: Size
    layout: str
    drawn: BodySource
    deck: str
    card: str
    side: Literal["front", "back"]
    _hash: int = 0
    """Worked out once: a face is looked up often."""

    def __post_init__(self) -> None:
        force_setattr(self, "_hash", BoundItem.__hash__(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """A hash differs from run to run, and does not travel between processes."""
        parts = (self.size, self.layout, self.drawn, self.deck, self.card, self.side, self.span)
        return _face, parts

    @property
    def body(self) -> Body:
        """What it shows; worth keeping while it is looked at."""
        return self.drawn.open()

    def __hash__(self) -> int:
        return self._hash


def _face(
    size: Size,
    layout: str,
    drawn: BodySource,
    deck: str,
    card: str,
    side: Literal["front", "back"],
    span: Span,
) -> BoundFace:
    return BoundFace(size, layout, drawn, deck, card, side, span=span)


class Override(Struct, frozen=True):
    """A change that a card makes to its layout, and that it may not need."""

    element: str
    key: str
    place: Span
    without: BoundFace | None = None
    """The face without it; None if it changes nothing."""


class BoundCard(BoundItem, frozen=True):
    """A card with its two faces."""

    deck: str
    id: str
    copies: int
    front: BoundFace
    back: BoundFace | None
    values: Mapping[str, Any]
    overrides: tuple[Override, ...] = ()
    copy: int = 1
    """Which of its row's copies it is, where each is a card by itself; else 1."""


class BoundDeck(BoundItem, frozen=True):
    name: str
    size: Size
    cards: tuple[BoundCard, ...]

    @property
    def faces(self) -> tuple[BoundFace, ...]:
        """Every face once a card, fronts before backs."""
        backs = (card.back for card in self.cards if card.back)
        return (*(card.front for card in self.cards), *backs)

    @property
    def total(self) -> int:
        """Cards to print: copies counted."""
        return sum(card.copies for card in self.cards)
