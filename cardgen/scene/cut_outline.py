"""Where a component is cut and folded, and how far its safe zone reaches.

In      a `Size`; a `Scene`.
Out     outlines in points of its page (origin at the bleed box's top left).

One place says what a shape is: layout puts its outline on every scene, and home sheets, cut
files, previews and checks read it from there. A rectangle's corners are rounded by the
size's corner radius; a hexagon is regular and lies on a side.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt

from cardgen.core.geometry import QUARTER_ARC, Edges, Rect
from cardgen.core.sizes import Size, Tab
from cardgen.scene.items import Scene
from cardgen.scene.outlines import (
    Close,
    Curve,
    Line,
    Move,
    Outline,
    Segment,
    ellipse,
    rectangle,
    rounded,
)

_SLACK = 0.02
"""Points by which a corner of the safe line may be nearer to the cut."""


def find_outline(face: Scene) -> Outline:
    """Where a face is cut out, in points of its page."""
    return face.cut or rectangle(face.trim)


def bleed_outline(size: Size) -> Outline:
    return rectangle(size.bleed_box)


def trim_outline(size: Size) -> Outline:
    """Where the piece is cut: corners, slanted sides and tab."""
    if size.tab is not None:
        return _tabbed(size.body_box, size.trim_box, size.tab, size.corner)
    if size.notch is not None and size.wall and size.wall.notch:
        return _notched(size.trim_box, size.wall.notch[0], size.notch)
    if size.polygon:
        return _polygon(list_corner_points(size, 0.0))
    return _shaped(size, size.trim_box, size.corner)


def safe_outline(size: Size) -> Outline:
    """What cutting never comes near: `safe` inside every edge, slanted ones too; of a piece
    with a tab, its body."""
    if size.polygon:
        return _polygon(list_corner_points(size, size.safe))
    across = size.safe * (2 / sqrt(3) if size.shape == "hexagon" else 1.0)
    box = size.body_box.inset(Edges(size.safe, across, size.safe, across))
    return _shaped(size, box, max(0.0, size.corner - size.safe))


def fold_outlines(size: Size) -> tuple[Outline, ...]:
    """A line for each fold, from cut to cut."""
    box = size.trim_box
    upright = [(Move(box.left + x, box.top), Line(box.left + x, box.bottom)) for x in size.folds_x]
    level = [(Move(box.left, box.top + y), Line(box.right, box.top + y)) for y in size.folds_y]
    return (*upright, *level)


def _shaped(size: Size, box: Rect, corner: float) -> Outline:
    if size.shape == "circle":
        return ellipse(box)
    if size.shape == "hexagon":
        return _hexagon(box)
    return rounded(box, corner)


def list_corner_points(size: Size, inset: float) -> tuple[tuple[float, float], ...]:
    """The corners of a piece that is a polygon, on its page, all sides moved inwards; none if
    nothing is left. Where moved sides would cross, at tips of curves, the corner is left out."""
    left, top = size.trim_box.left, size.trim_box.top
    points = [(left + x, top + y) for x, y in size.polygon]
    if not inset:
        return tuple(points)
    moved = inset_polygon(points, inset)
    kept = tuple(p for p in moved if measure_beyond_polygon(points, *p) < _SLACK - inset)
    return kept if len(kept) > 2 else ()


def inset_polygon(
    points: Sequence[tuple[float, float]], distance: float
) -> tuple[tuple[float, float], ...]:
    """The corners of a clockwise polygon whose sides are moved inwards by a distance."""
    moved = []
    count = len(points)
    for index, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[index - 1], points[(index + 1) % count]
        before, after = hypot(x - ax, y - ay), hypot(bx - x, by - y)
        ux, uy, vx, vy = (x - ax) / before, (y - ay) / before, (bx - x) / after, (by - y) / after
        share = distance / max(0.2, 1 + ux * vx + uy * vy)
        moved.append((x - (uy + vy) * share, y + (ux + vx) * share))
    return tuple(moved)


def measure_beyond_polygon(corners: Sequence[tuple[float, float]], x: float, y: float) -> float:
    """How far a point is from a polygon's nearest side; negative inside."""
    nearest, inside = inf, False
    for index, (bx, by) in enumerate(corners):
        ax, ay = corners[index - 1]
        across, down = bx - ax, by - ay
        part = ((x - ax) * across + (y - ay) * down) / (across * across + down * down)
        part = min(1.0, max(0.0, part))
        nearest = min(nearest, hypot(x - ax - part * across, y - ay - part * down))
        if (ay > y) != (by > y) and x < ax + (y - ay) / down * across:
            inside = not inside
    return -nearest if inside else nearest


def _polygon(points: Sequence[tuple[float, float]]) -> Outline:
    return (Move(*points[0]), *(Line(*point) for point in points[1:]), Close())


def _hexagon(box: Rect) -> Outline:
    """Six equal sides, two of them level."""
    middle, quarter = box.center[1], box.width / 4
    return (
        Move(box.left, middle),
        Line(box.left + quarter, box.top),
        Line(box.right - quarter, box.top),
        Line(box.right, middle),
        Line(box.right - quarter, box.bottom),
        Line(box.left + quarter, box.bottom),
        Close(),
    )


def _notched(box: Rect, side: str, notch: tuple[float, float, float]) -> Outline:
    """A panel with half a circle for the thumb in one side."""
    x, y, r = notch
    k = r * QUARTER_ARC
    turns = {"top": (1, 0), "right": (0, 1), "bottom": (-1, 0), "left": (0, -1)}
    along, down = turns[side]

    def at(u: float, v: float) -> tuple[float, float]:
        """`u` along the side, clockwise, and `v` into the panel."""
        return x + u * along - v * down, y + u * down + v * along

    half = (
        Line(*at(-r, 0)),
        Curve(*at(-r, k), *at(-k, r), *at(0, r)),
        Curve(*at(k, r), *at(r, k), *at(r, 0)),
    )
    corners = [(box.left, box.top), (box.right, box.top), (box.right, box.bottom)]
    corners.append((box.left, box.bottom))
    first = ("top", "right", "bottom", "left").index(side)
    around = [corners[(first + i) % 4] for i in range(4)]
    return (Move(*around[0]), *half, *(Line(*corner) for corner in around[1:]), Close())


def _tabbed(body: Rect, trim: Rect, tab: Tab, corner: float) -> Outline:
    """Body and tab in one line, clockwise; a tab that reaches a side goes on straight into it."""
    left, right = trim.left + tab.left, trim.left + tab.left + tab.width
    r, t = corner, min(tab.corner, tab.width / 2, tab.height)
    flush_left, flush_right = tab.left < r, body.right - right < r
    top = body.top
    points: list[Segment] = [Move(left, body.bottom - r if flush_left else top)]
    points += [Line(left, trim.top + t), *_corner(left, trim.top, t, 0)]
    points += [Line(right - t, trim.top), *_corner(right, trim.top, t, 1)]
    if not flush_right:
        points += [Line(right, top), Line(body.right - r, top), *_corner(body.right, top, r, 1)]
    points += [Line(body.right, body.bottom - r), *_corner(body.right, body.bottom, r, 2)]
    points += [Line(body.left + r, body.bottom), *_corner(body.left, body.bottom, r, 3)]
    if not flush_left:
        points += [Line(body.left, top + r), *_corner(body.left, top, r, 0)]
    return (*points, Close())


def _corner(x: float, y: float, r: float, turn: int) -> tuple[Segment, ...]:
    """A quarter circle about the corner (x, y), clockwise: top left, top right, bottom
    right, bottom left for `turn` 0 … 3; the pen stands at its beginning."""
    if r <= 0:
        return (Line(x, y),)
    k = r * (1 - QUARTER_ARC)
    ways = (
        ((0, k), (k, 0), (r, 0)),
        ((-k, 0), (0, k), (0, r)),
        ((0, -k), (-k, 0), (-r, 0)),
        ((k, 0), (0, -k), (0, -r)),
    )
    (x1, y1), (x2, y2), (x3, y3) = ways[turn]
    return (Curve(x + x1, y + y1, x + x2, y + y2, x + x3, y + y3),)
