"""What `bind` makes of a layout's elements, and `layout` reads: nothing is left to look up.

No names, units, defaults, templates or inheritance: fonts are opened, pictures known,
colors are colors. Lengths that depend on the surrounding box stay `Length`s. Equality
ignores places in files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Literal

from msgspec import Struct

from cardgen.bind.bound_paint import Fill, Pen, Shadow
from cardgen.bind.bound_texts import RichText, TextCurve, TextSetting
from cardgen.core.color import Blend, Color
from cardgen.core.findings import Span
from cardgen.core.lengths import Length
from cardgen.read.models.places import AnchorPoint
from cardgen.read.models.values import Corner, CornerForm, CrossAlign, MainAlign
from cardgen.scene.items import Bitmap
from cardgen.svg.drawing import Drawing
from cardgen.text.fonts import Face


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


class BoundItem(Struct, frozen=True, eq=False, kw_only=True):
    """An item of a face. Two are equal if they print alike, whatever their places and cards."""

    compared: ClassVar[tuple[str, ...]] = ()
    """The fields that are compared, where those are not all that print."""

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
    seen = (name for name in kind.__struct_fields__ if name not in _UNSEEN)
    return attrgetter(*(kind.compared or seen))


class ElementBox(BoundItem, frozen=True):
    """An element of a face; the kinds there are make up `BoundElement`."""

    @property
    def held(self) -> tuple[BoundElement, ...]:
        """All elements in it. A kind that holds others says which; who walks through asks this."""
        return ()


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
    asked_fit: bool = True
    """Whether `fit` is typed."""
    missing: bool = False
    """Whether the picture is the sheet that stands for one that is missing."""

    @property
    def natural(self) -> tuple[float, float]:
        """Its width and height after quarter turns: pixels of a bitmap, points of a drawing."""
        width, height = self.bitmap.width, self.bitmap.height
        return (height, width) if self.placing and self.placing.turn % 180 else (width, height)

    @property
    def natural_part(self) -> tuple[float, float]:
        """As `natural`, of the part that is shown."""
        width, height = self.natural
        return (width * self.crop[2], height * self.crop[3]) if self.crop else (width, height)


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
    faces: tuple[Face, ...]
    """The face of each character."""
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


def walk_elements(elements: Iterable[BoundElement]) -> Iterator[BoundElement]:
    """Elements, each followed by all that is in it."""
    for element in elements:
        yield element
        yield from walk_elements(element.held)


def list_marked_finishes(elements: Iterable[BoundElement]) -> Iterator[str]:
    """The foil, varnish and white ink that elements are marked with."""
    for element in walk_elements(elements):
        if element.frame.finish:
            yield element.frame.finish
