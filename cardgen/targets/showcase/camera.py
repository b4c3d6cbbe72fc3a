"""Points in space → points on the stage, without perspective.

In      x to the right, y up, z towards the eye; how far things are turned, and looked down on.
Out     points; the map of a flat thing in space, which is affine, so that a face stays vectors.
"""

from __future__ import annotations

from math import cos, radians, sin

from msgspec import Struct

from cardgen.core.geometry import Rect, Transform

Point = tuple[float, float, float]


class Camera(Struct, frozen=True):
    """Looks at things turned by `turn` degrees from `tilt` degrees above."""

    turn: float
    tilt: float

    def see(self, point: Point) -> tuple[float, float]:
        """Where a point is on the stage."""
        x, y, z = point
        s, c = sin(radians(self.turn)), cos(radians(self.turn))
        near = z * c - x * s
        return x * c + z * s, near * sin(radians(self.tilt)) - y * cos(radians(self.tilt))

    def plane(self, rect: Rect, origin: Point, right: Point, down: Point) -> Transform:
        """The map of a rectangle onto the parallelogram from `origin` to `right` and `down`."""
        (x, y), (x1, y1), (x2, y2) = self.see(origin), self.see(right), self.see(down)
        a, b = (x1 - x) / rect.width, (y1 - y) / rect.width
        c, d = (x2 - x) / rect.height, (y2 - y) / rect.height
        return Transform(a, b, c, d, x, y).after(Transform(e=-rect.left, f=-rect.top))
