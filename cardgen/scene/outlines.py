"""Outlines: lines and curves from point to point, in points, y down.

Not here  what is painted along or within them (`scene.items`).
"""

from __future__ import annotations

from msgspec import Struct

from cardgen.core.geometry import QUARTER_ARC, Rect, Transform


class Move(Struct, frozen=True, gc=False, tag=True):
    x: float
    y: float


class Line(Struct, frozen=True, gc=False, tag=True):
    x: float
    y: float


class Curve(Struct, frozen=True, gc=False, tag=True):
    """A cubic Bézier segment to (x, y)."""

    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float


class Close(Struct, frozen=True, gc=False, tag=True):
    pass


Segment = Move | Line | Curve | Close
Outline = tuple[Segment, ...]


def rectangle(rect: Rect) -> Outline:
    """The four sides of `rect`."""
    return (
        Move(rect.left, rect.top),
        Line(rect.right, rect.top),
        Line(rect.right, rect.bottom),
        Line(rect.left, rect.bottom),
        Close(),
    )


def rounded(rect: Rect, radius: float) -> Outline:
    """`rect` with corners of `radius`, at most half its shorter side."""
    r = min(radius, rect.width / 2, rect.height / 2)
    return rectangle(rect) if r <= 0 else _rounded(rect, r, r)


def ellipse(rect: Rect) -> Outline:
    """The ellipse that touches the four sides of `rect`."""
    return _rounded(rect, rect.width / 2, rect.height / 2)


def _rounded(rect: Rect, rx: float, ry: float) -> Outline:
    left, top, right, bottom = rect.left, rect.top, rect.right, rect.bottom
    kx, ky = rx * (1 - QUARTER_ARC), ry * (1 - QUARTER_ARC)
    return (
        Move(left + rx, top),
        Line(right - rx, top),
        Curve(right - kx, top, right, top + ky, right, top + ry),
        Line(right, bottom - ry),
        Curve(right, bottom - ky, right - kx, bottom, right - rx, bottom),
        Line(left + rx, bottom),
        Curve(left + kx, bottom, left, bottom - ky, left, bottom - ry),
        Line(left, top + ry),
        Curve(left, top + ky, left + kx, top, left + rx, top),
        Close(),
    )


def moved(outline: Outline, transform: Transform) -> Outline:
    """The outline after `transform`."""
    return tuple(_moved(segment, transform) for segment in outline)


def _moved(segment: Segment, transform: Transform) -> Segment:
    match segment:
        case Move(x, y):
            return Move(*transform.apply(x, y))
        case Line(x, y):
            return Line(*transform.apply(x, y))
        case Curve(x1, y1, x2, y2, x, y):
            first, second = transform.apply(x1, y1), transform.apply(x2, y2)
            return Curve(*first, *second, *transform.apply(x, y))
        case Close():
            return segment


def bounds(outline: Outline) -> Rect | None:
    """The box of an outline's points and control points (never too small), or None."""
    points: list[tuple[float, float]] = []
    for segment in outline:
        match segment:
            case Move(x, y) | Line(x, y):
                points.append((x, y))
            case Curve(x1, y1, x2, y2, x, y):
                points += [(x1, y1), (x2, y2), (x, y)]
            case Close():
                pass
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
