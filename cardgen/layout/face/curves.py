"""Curves that text runs along: how long they are, and where each place on them is.

In      what a text runs along, the rectangle of its box.
Out     a `Curve`: its length; the point and the direction at a distance from its beginning.

Curves are followed in straight steps of about a third of a degree at the size of a card.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from cardgen.bind.bound_texts import TextCurve
from cardgen.core.geometry import Rect, Transform
from cardgen.layout.face.shapes import arc
from cardgen.scene import outlines
from cardgen.scene.flattening import list_rings
from cardgen.scene.outlines import Outline, moved
from cardgen.scene.plain_shapes import Point, view_onto
from cardgen.svg.path_data import read_path


class FollowedCurve(Struct, frozen=True):
    """A line in straight steps; `starts` is how far along each of them begins."""

    points: tuple[Point, ...]
    starts: tuple[float, ...]

    @property
    def length(self) -> float:
        return self.starts[-1] if self.starts else 0.0

    def place(self, far: float) -> tuple[Point, float]:
        """The point at a distance from the beginning, and the direction there in radians; beyond
        its ends the line goes straight on."""
        if len(self.points) < 2:
            return (self.points or ((0.0, 0.0),))[0], 0.0
        last = len(self.points) - 2
        index = min(max(bisect_right(self.starts, far) - 1, 0), last)
        (x1, y1), (x2, y2) = self.points[index], self.points[index + 1]
        step = self.starts[index + 1] - self.starts[index] or 1.0
        share = (far - self.starts[index]) / step
        place = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
        return place, math.atan2(y2 - y1, x2 - x1)


@lru_cache(maxsize=256)
def curve_of(along: TextCurve, align: str, rect: Rect) -> FollowedCurve:
    """The line that a text runs along in its box."""
    outline = _path(along, rect) if along.path else _ellipse(along, align, rect)
    points = tuple(_follow(outline))
    starts = [0.0]
    for one, other in pairwise(points):
        starts.append(starts[-1] + math.dist(one, other))
    return FollowedCurve(points, tuple(starts))


def _path(along: TextCurve, rect: Rect) -> Outline:
    return moved(read_path(along.path), view_onto(along.view, rect, keep=False))


def _ellipse(along: TextCurve, align: str, rect: Rect) -> Outline:
    """The part of the ellipse in the box that a text may take, as it runs."""
    sweep = -along.sweep if along.reverse else along.sweep
    before = {"left": 0.0, "right": sweep}.get(align, sweep / 2)
    return tuple(
        segment
        for segment in arc(rect, along.start - before, sweep)
        if not isinstance(segment, outlines.Close)
    )


def _follow(outline: Outline) -> list[Point]:
    """Points along the first line of an outline, none of them twice in a row."""
    found = next(iter(list_rings(outline)), ())
    return [*found[:1], *(q for p, q in pairwise(found) if math.dist(p, q) > 1e-9)]


def turn_at(place: Point, angle: float) -> Transform:
    """The map that puts what stands on a level line at the origin onto a curve."""
    cos, sin = math.cos(angle), math.sin(angle)
    return Transform(cos, sin, -sin, cos, *place)
