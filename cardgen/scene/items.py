"""A face with everything decided: what painters paint.

In      built by `layout`.
Out     read by `render`; each painter is one `match` over the four `Item`s.
Not here  units, names, fonts to look up, anything left to choose.

Absolute points, y down, origin at the top left of the bleed box. Every glyph has its
position, so that no painter measures. All of it is immutable and compares by value:
equal scenes are painted once.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from math import cos, sin
from typing import Any, Literal

from msgspec import Struct

from cardgen.core.color import Blend, Color
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.scene.outlines import Outline
from cardgen.text.fonts import Face


class Stop(Struct, frozen=True, gc=False):
    """A color along a gradient; `offset` and `alpha` 0 … 1.

    What is painted has opaque stops: `scene.translucency` makes masks of the others.
    """

    offset: float
    color: Color
    alpha: float = 1.0


class Linear(Struct, frozen=True, tag=True):
    """A gradient along the line from `start` to `end`, extended at both ends."""

    start: tuple[float, float]
    end: tuple[float, float]
    stops: tuple[Stop, ...]


class Radial(Struct, frozen=True, tag=True):
    """A gradient from `center` outwards, extended beyond `radius`."""

    center: tuple[float, float]
    radius: float
    stops: tuple[Stop, ...]


class Conic(Struct, frozen=True, tag=True):
    """A gradient around `center`, clockwise from `angle` in degrees (0: to the right), within
    `reach` points of it."""

    center: tuple[float, float]
    angle: float
    reach: float
    stops: tuple[Stop, ...]


Gradation = Linear | Radial | Conic
Paint = Color | Linear | Radial | Conic


class Stroke(Struct, frozen=True):
    """A line drawn along an outline; `dash` is lengths on and off, all in points."""

    paint: Color
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 4.0
    """How far a mitred corner may reach, in line widths, before it is cut off."""
    offset: float = 0.0
    """How far into `dash` the line begins."""


class Glyph(Struct, frozen=True, gc=False):
    """One glyph of a font at the pen position (x, y), y on the baseline.

    `text` is the source it stands for, so that copied text comes out as typed: a
    ligature carries all its letters, and further glyphs of a cluster carry "".
    """

    index: int
    x: float
    y: float
    text: str


class Glyphs(Struct, frozen=True, tag=True):
    """A run of glyphs in one font, size and color, in reading order."""

    face: Face
    size: float
    color: Color
    glyphs: tuple[Glyph, ...]
    element: str = ""
    actual: str | None = None
    """What is copied instead of the glyphs' own texts, where that is something else: of a
    word divided over two lines the first part carries all, the second nothing."""
    hidden: bool = False
    """Not painted, but there to be copied: paths show the letters."""
    turns: tuple[float, ...] = ()
    """How far each glyph is turned about its pen position, in radians, clockwise; none if
    empty."""
    down: bool = False
    """Whether they stand upright in a vertical line: readers are told that it runs down."""
    ruby: bool = False
    """Whether they say how others are read, and so are smaller than these."""

    @property
    def text(self) -> str:
        if self.actual is not None:
            return self.actual
        return "".join(glyph.text for glyph in self.glyphs)

    @property
    def letters(self) -> str:
        """What is seen, whatever of it is copied."""
        return "".join(glyph.text for glyph in self.glyphs)

    def turn_of(self, glyph: Glyph) -> float:
        """How far one of the glyphs is turned."""
        return self.turns[self.glyphs.index(glyph)] if self.turns else 0.0

    def placing(self, glyph: Glyph) -> Transform:
        """The map from around a glyph's pen position to where it stands."""
        angle = self.turn_of(glyph)
        if not angle:
            return Transform(e=glyph.x, f=glyph.y)
        return Transform(cos(angle), sin(angle), -sin(angle), cos(angle), glyph.x, glyph.y)

    def __reduce__(self) -> tuple[Callable[..., Glyphs], tuple[Any, ...]]:
        """Glyphs travel as columns of numbers: one by one they take ten times as long."""
        texts = [glyph.text for glyph in self.glyphs]
        columns = (
            array("L", [glyph.index for glyph in self.glyphs]),
            array("d", [glyph.x for glyph in self.glyphs]),
            array("d", [glyph.y for glyph in self.glyphs]),
            "".join(texts) if all(len(text) == 1 for text in texts) else texts,
        )
        own = (self.element, self.actual, self.hidden, self.turns, self.down, self.ruby)
        return _glyphs, (self.face, self.size, self.color, columns, *own)


def _glyphs(
    face: Face,
    size: float,
    color: Color,
    columns: tuple[Iterable[Any], ...],
    *own: Any,
) -> Glyphs:
    return Glyphs(face, size, color, tuple(map(Glyph, *columns)), *own)


class Path(Struct, frozen=True, tag=True):
    """An outline, filled, stroked or both."""

    outline: Outline
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    element: str = ""
    of_text: bool = False
    """Letters, or a line around, below or through them: glyphs say what they are."""
    of_barcode: bool = False
    """Read by a machine, which needs it as it is."""


class Bitmap(Struct, frozen=True, gc=False):
    """A decoded picture: identity, pixel size, and the file's bytes."""

    key: str
    width: int
    height: int
    format: str
    has_alpha: bool
    """Whether any pixel is less than opaque."""
    orientation: int = 1
    """Which of EXIF's eight ways its pixels are stored in."""


class Picture(Struct, frozen=True, tag=True):
    """A bitmap stretched over `rect` (cropping is a `Group`'s clip)."""

    bitmap: Bitmap
    rect: Rect
    element: str = ""
    of_text: bool = False
    """Whether it is a letter, or an icon among letters."""


class Blur(Struct, frozen=True):
    """What makes a shadow or a glow of items: their shape, blurred, in one color."""

    radius: float
    """Standard deviation of the blur in points; 0 leaves the shape sharp."""
    color: Color
    strength: float = 1.0
    """How many times as solid it becomes, up to full."""
    inverted: bool = False
    """Of what the items leave free, for shadows that fall inside."""


class Group(Struct, frozen=True, tag=True):
    """Items painted together: clipped, moved, made translucent or blended as one."""

    items: tuple[Item, ...]
    clip: Outline | None = None
    transform: Transform | None = None
    opacity: float = 1.0
    blend: Blend = "normal"
    mask: tuple[Item, ...] = ()
    """Shows the group where these items are solid, in the group's own points."""
    by_light: bool = False
    """The mask shows the group where its items are light, not where they are solid."""
    blur: Blur | None = None
    """The group shows a shadow of its items instead of the items."""
    finish: str = ""
    """What is put on the items besides ink (`render.finish_plates`); painters do not show it."""
    of_text: bool = False
    """Whether it is a part of a letter: others show what its clip leaves of that."""
    clip_even_odd: bool = False
    """Whether what lies within an even number of the clip's lines is cut off, too."""

    isolated: bool = False
    """Whether what is in it blends with nothing below the group."""

    @property
    def mixes(self) -> bool:
        """Whether it takes a picture of its own: what is below shows through, or changes, what is
        painted, or is kept out of that."""
        faded = self.opacity < 1 or self.blend != "normal" or self.isolated
        return faded or bool(self.mask) or self.blur is not None


Item = Glyphs | Path | Picture | Group


class Layer:
    """Items painted together, compared by value; the hash of so much is worked out once."""

    __slots__ = ("__weakref__", "_hash", "digest", "items")

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items
        self._hash = hash(items)
        self.digest: bytes | None = None
        """Kept by `render.scene_digest`."""

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Layer) or self._hash != other._hash:
            return False
        return self.items == other.items

    def __hash__(self) -> int:
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __repr__(self) -> str:
        return f"Layer({len(self.items)} items)"

    def __reduce__(self) -> tuple[type[Layer], tuple[tuple[Item, ...]]]:
        return Layer, (self.items,)  # a hash does not travel between processes


class Scene(Struct, frozen=True):
    """One face. The ground is painted first, and is shared by many faces of a layout.

    `cut` and `folds` are not painted: they say where the piece is cut out and folded. A
    scene without a `cut` is cut along its trim box.
    """

    page: Extent
    trim: Rect
    ground: Layer
    marks: Layer
    cut: Outline = ()
    folds: tuple[Outline, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        """All of it, in painting order."""
        return self.ground.items + self.marks.items


def walk(items: Iterable[Item]) -> Iterator[Glyphs | Path | Picture]:
    """Every item that puts ink on the page, groups opened, in painting order.

    Shadows are left out: they say nothing, and have no edge.
    """
    for item in items:
        if isinstance(item, Group):
            if item.blur is None:
                yield from walk(item.items)
        else:
            yield item


def count_blends(items: Iterable[Item]) -> int:
    """How often something is mixed with what is below it; each time takes a page's pixels."""
    groups = [item for item in items if isinstance(item, Group)]
    return sum(_count_own_blends(group) + count_blends(group.items) for group in groups)


def _count_own_blends(group: Group) -> int:
    masks = 1 + count_blends(group.mask) if group.mask else 0
    return (group.blend != "normal") + masks + (group.blur is not None)


def blends(items: Iterable[Item]) -> bool:
    """Whether any item mixes with what is below it in another way than covering it."""
    return any(
        isinstance(item, Group) and (item.blend != "normal" or blends(item.items)) for item in items
    )
