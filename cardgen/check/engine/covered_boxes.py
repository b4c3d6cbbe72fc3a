"""Whether a path paints all of a box, nothing of it, or may paint a part.

In      a path, a box of the page.
Out     the share, which is certain: where it is not, it is said to be a part.

Each segment lies in the box around its points. Where none of these meets the box in question, the
outline does not cross that, and the straight lines from point to point run around it as often.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from cardgen.core.geometry import Rect
from cardgen.scene.items import Conic, Path, Stroke
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline

Share = Literal["whole", "part", "none"]

_MOST_SEGMENTS = 64
"""Drawings of more are not looked at segment by segment."""

_RIGHT = 1.5
"""How far the corner of a right angle reaches, and more, in halves of a line's width."""

_Point = tuple[float, float]
_Edge = tuple[_Point, ...]
"""The points of a segment, its start first."""


def find_path_share(path: Path, box: Rect) -> Share:
    """Return how much of a box a path paints for certain."""
    if len(path.outline) > _MOST_SEGMENTS:
        return "part"
    edges = list(_list_edges(path.outline))
    room = _measure_stroke(path.stroke, edges) if path.stroke else 0.0
    if any(_meets(edge, box, room) for edge in edges):
        return "part"
    turns = _count_turns(edges, *box.center)
    if path.fill is None or turns == 0:
        return "none"
    return "whole" if abs(turns) == 1 and not isinstance(path.fill, Conic) else "part"


def _measure_stroke(stroke: Stroke, edges: Iterable[_Edge]) -> float:
    """How far a line can reach beyond its edges: corners that are not right may be long spikes."""
    is_upright = all(len(edge) == 2 and 0 in _measure_edge(edge) for edge in edges)
    return stroke.width / 2 * (_RIGHT if is_upright or stroke.join != "miter" else stroke.miter)


def _measure_edge(edge: _Edge) -> tuple[float, float]:
    return edge[-1][0] - edge[0][0], edge[-1][1] - edge[0][1]


def _list_edges(outline: Outline) -> Iterator[_Edge]:
    """The segments of an outline; each of its parts closed, as filling closes it."""
    start = at = (0.0, 0.0)
    for segment in outline:
        match segment:
            case Move(x, y):
                yield at, start
                start = at = x, y
            case Line(x, y):
                yield at, (x, y)
                at = x, y
            case Curve(x1, y1, x2, y2, x, y):
                yield at, (x1, y1), (x2, y2), (x, y)
                at = x, y
            case Close():
                yield at, start
                at = start
    yield at, start


def _meets(edge: _Edge, box: Rect, room: float) -> bool:
    """Whether a segment, with some room around it, may have a part in a box."""
    xs, ys = [x for x, _ in edge], [y for _, y in edge]
    return (
        min(xs) - room <= box.right
        and max(xs) + room >= box.left
        and min(ys) - room <= box.bottom
        and max(ys) + room >= box.top
    )


def _count_turns(edges: list[_Edge], x: float, y: float) -> int:
    """How often edges run around a point, clockwise less anticlockwise."""
    turns = 0
    for edge in edges:
        (x1, y1), (x2, y2) = edge[0], edge[-1]
        if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            turns += 1 if y2 > y1 else -1
    return turns
