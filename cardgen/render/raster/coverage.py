"""An outline → how much of each pixel it covers, exactly.

In      an outline in points, the box that the pixels divide, their number.
Out     coverage, 0 … 255, rounded once.
Not here  what is cut out with it (`render.workers`, `targets`).

Painters flatten curves coarsely: PDFium's edge of a round card is up to 35 levels off. Here a
curve becomes lines no further than a hundredth of a pixel from it, and the area that each line
cuts off in each pixel it crosses is summed, so that nothing is sampled.

Source  The accumulation of signed areas is Raph Levien's ("Inside the fastest font renderer in
        the world", 2016). The number of lines for a curve is Wang's bound (G. Wang, "The
        subdivision method for finding the intersection between two Bézier curves", 1984).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cardgen.core.geometry import Rect
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline

_NEAR = 0.01
"""Pixels between a curve and the lines drawn for it."""

_BAND = 128
"""Rows summed at a time: a whole board in floats would not fit in memory."""

_Points = NDArray[np.float64]


def measure_coverage(outline: Outline, box: Rect, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The coverage of each pixel of `box` divided into `size` (width, height)."""
    width, height = size
    lines = (
        line for loop in _list_loops(outline, box, size) for line in pairwise((*loop, loop[0]))
    )
    parts = [_measure_shares(start, end, size) for start, end in lines]
    rows, columns, areas = (np.concatenate(part) for part in zip(*parts, strict=True))
    levels = np.empty((height, width), np.uint8)
    for top in range(0, height, _BAND):
        inside = (rows >= top) & (rows < top + _BAND)
        band = np.zeros((min(_BAND, height - top), width + 2), np.float32)
        np.add.at(band, (rows[inside] - top, columns[inside]), areas[inside])
        covered = np.abs(np.cumsum(band, axis=1, out=band)[:, :width])
        levels[top : top + _BAND] = np.rint(np.minimum(covered, 1) * 255)
    return levels


def _list_loops(outline: Outline, box: Rect, size: tuple[int, int]) -> Iterator[list[_Points]]:
    """Closed lines in pixels."""
    origin = np.array((box.left, box.top))
    scale = np.array((size[0] / box.width, size[1] / box.height))
    loop: list[_Points] = []
    for segment in outline:
        match segment:
            case Move(x, y):
                if loop:
                    yield loop
                loop = [(np.array((x, y)) - origin) * scale]
            case Line(x, y):
                loop.append((np.array((x, y)) - origin) * scale)
            case Curve(x1, y1, x2, y2, x, y):
                points = (np.array(((x1, y1), (x2, y2), (x, y))) - origin) * scale
                loop.extend(_flatten_curve(np.vstack((loop[-1], points))))
            case Close():
                pass
    if loop:
        yield loop


def _flatten_curve(control: _Points) -> Iterator[_Points]:
    """Points along a curve, its start left out."""
    bends = control[:-2] - 2 * control[1:-1] + control[2:]
    count = int(np.ceil(np.sqrt(0.75 * np.hypot(*bends.T).max() / _NEAR))) or 1
    for t in np.arange(1, count + 1) / count:
        s = 1 - t
        yield np.array((s**3, 3 * s * s * t, 3 * s * t * t, t**3)) @ control


def _measure_shares(
    start: _Points, end: _Points, size: tuple[int, int]
) -> tuple[NDArray[np.intp], NDArray[np.intp], _Points]:
    """What a line covers to its right: its share in each pixel it crosses, the rest beyond."""
    width, height = size
    points = _list_crossings(start, end)
    (x, y), down = ((points[1:] + points[:-1]) / 2).T, np.diff(points[:, 1])
    row = np.floor(y).astype(np.intp)
    inside = (row >= 0) & (row < height)
    row, x, down = row[inside], np.clip(x[inside], 0, width), down[inside]
    column = np.floor(x).astype(np.intp)
    share = column + 1 - x
    areas = np.concatenate((down * share, down * (1 - share)))
    return np.tile(row, 2), np.concatenate((column, column + 1)), areas


def _list_crossings(start: _Points, end: _Points) -> _Points:
    """A line's ends, and where it passes from one pixel into another."""
    along = [np.array((0.0, 1.0))]
    for a, b in zip(start, end, strict=True):
        if a != b:
            low, high = min(a, b), max(a, b)
            edges = np.arange(np.floor(low) + 1, np.ceil(high))
            along.append((edges - a) / (b - a))
    t = np.unique(np.concatenate(along))[:, None]
    crossed: _Points = start + t * (end - start)
    return crossed
