"""Points, rectangles and affine transforms.

Everything inside cardgen is in points (1/72 inch), y down, origin at the top left of
the bleed box. Units end in `cardgen.core.lengths`; pixels are born in `render.raster.rasterizer`.
"""

from __future__ import annotations

from msgspec import Struct

POINTS_PER_INCH = 72.0
POINTS_PER_MM = 72.0 / 25.4

QUARTER_ARC = 0.5522847498307936
"""How long the control arms of a cubic curve are, in radii, that fits a quarter circle within
0.03 %."""


class Extent(Struct, frozen=True, gc=False):
    """A width and a height in points, both ≥ 0."""

    width: float
    height: float


class Edges(Struct, frozen=True, gc=False):
    """Four distances in points from the sides of a rectangle, inwards."""

    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    left: float = 0.0

    @property
    def across(self) -> float:
        return self.left + self.right

    @property
    def down(self) -> float:
        return self.top + self.bottom


class Rect(Struct, frozen=True, gc=False):
    """An upright rectangle; `top` is the smaller y."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def center(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2

    def inset(self, edges: Edges) -> Rect:
        """Shrink by `edges`; a side never turns inside out."""
        width = max(0.0, self.width - edges.across)
        height = max(0.0, self.height - edges.down)
        return Rect(self.left + edges.left, self.top + edges.top, width, height)

    def inset_by(self, distance: float) -> Rect:
        """Shrink by the same distance on every side (negative: grow)."""
        return Rect(
            self.left + distance,
            self.top + distance,
            self.width - 2 * distance,
            self.height - 2 * distance,
        )

    def contains(self, other: Rect, slack: float = 1e-6) -> bool:
        """True if `other` lies inside, give or take `slack` points."""
        return (
            other.left >= self.left - slack
            and other.top >= self.top - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def union(self, other: Rect) -> Rect:
        """The smallest rectangle that holds both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Rect(left, top, right - left, bottom - top)


class Transform(Struct, frozen=True, gc=False):
    """The affine map x' = a·x + c·y + e, y' = b·x + d·y + f (PDF's order of letters)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def apply(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, first: Transform) -> Transform:
        """The map that does `first`, then this one."""
        e, f = self.apply(first.e, first.f)
        return Transform(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            e,
            f,
        )
