"""Measure how far a glyph at a line's end stands out of the measure: edges that look straight.

In      a face, a glyph.
Out     ems by which it stands out on its left and on its right.
Not here  which ends of lines hang (`layout.text.lines`), signs that fill an em
          (`text.wide_punctuation`).

What the eye takes for the margin is where most of the ink is. So the blank between a glyph's edge
and its ink is averaged over its height, rows of small letters counting most, as nearly all
lines end in them. Punctuation stands out by nearly all of that, the more of its rows are empty;
letters by a part, and at most by a twentieth of an em, as their thin ends are seen too. Nothing is
listed by sign, font or language.

Source  Hàn Thế Thành, "Micro-typographic extensions to the TeX typesetting system", 2000, chapter
        3, for what looks right; there the figures are listed by hand for each font.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil, inf

from msgspec import Struct

from cardgen.text.fonts import Face, PenCommand
from cardgen.text.shaping import is_joined

_ROWS = 20
_ABOVE = 0.35
"""What a row above the small letters counts for, beside 1 of the others."""
_DEPTH = 0.35
"""How deep into a row is looked, in ems: beyond, it is just blank."""
_OF_PUNCTUATION, _OF_LETTERS = 0.85, 0.3
_STRAIGHT, _MOST_OF_LETTERS = 0.02, 0.05
"""What serifs alone make of a straight letter, and the most that a letter stands out, in ems."""
_CAP, _SMALL = 0.66, 0.45
"""Heights of letters where a font does not tell."""
_QUADRATIC = ((9 / 16, 6 / 16, 1 / 16), (1 / 4, 2 / 4, 1 / 4), (1 / 16, 6 / 16, 9 / 16))
_CUBIC = (
    (27 / 64, 27 / 64, 9 / 64, 1 / 64),
    (1 / 8, 3 / 8, 3 / 8, 1 / 8),
    (1 / 64, 9 / 64, 27 / 64, 27 / 64),
)
"""How much of each of its points is in a curve at a quarter, at half and at three quarters of it:
exact, as coordinates are whole numbers, or halves of them."""
_OPENING = ("Pi", "Pf", "Ps")
_STRAIGHT_QUOTES = "\"'"

Point = tuple[float, float]


def measure_protrusion(face: Face, glyph: int, character: str, *, right: bool, ends: bool) -> float:
    """How far a glyph may stand out of the measure, in ems.

    Args:
        face: Its font.
        glyph: Its number.
        character: What it stands for: punctuation, or a letter.
        right: On its right, not on its left.
        ends: At the end of a line. At its start a dash or a bullet is the beginning of a
            speech or of an entry, and stays where letters are.
    """
    if is_joined(character) or unicodedata.east_asian_width(character) in "WF":
        return 0.0
    edge = _measure_edges(face, glyph)[right]
    of_letters = _OF_LETTERS * (edge.blank - edge.bearing) - _STRAIGHT
    protrusion = min(_MOST_OF_LETTERS, max(0.0, of_letters))
    kind = unicodedata.category(character)
    if kind[0] == "P" and (ends or kind in _OPENING or character in _STRAIGHT_QUOTES):
        protrusion = max(protrusion, _OF_PUNCTUATION * edge.blank * edge.empty**0.25)
    return protrusion


class _Edge(Struct, frozen=True):
    """A side of a glyph: how much is blank on the average and at the least, in ems, and the share
    of rows without ink."""

    blank: float
    bearing: float
    empty: float


@lru_cache(maxsize=4096)
def _measure_edges(face: Face, glyph: int) -> tuple[_Edge, _Edge]:
    """The left and the right side."""
    cap, small = face.metrics.cap_height or _CAP, face.metrics.x_height or _SMALL
    step = cap / _ROWS
    inks = _find_inks(face, glyph, step)
    if not any(inks):
        return _Edge(0.0, 0.0, 0.0), _Edge(0.0, 0.0, 0.0)
    weights = [1.0 if (row + 0.5) * step < small else _ABOVE for row in range(_ROWS)]
    advance = face.advance(glyph)
    lefts = [ink[0] if ink else None for ink in inks]
    rights = [advance - ink[1] if ink else None for ink in inks]
    most = min(advance, _DEPTH)
    return _average(lefts, weights, most), _average(rights, weights, most)


def _average(blanks: list[float | None], weights: list[float], most: float) -> _Edge:
    cut = [most if blank is None else min(most, max(0.0, blank)) for blank in blanks]
    pairs = list(zip(cut, weights, strict=True))
    empty = sum(weight for blank, weight in zip(blanks, weights, strict=True) if blank is None)
    total = sum(weights)
    return _Edge(sum(blank * weight for blank, weight in pairs) / total, min(cut), empty / total)


def _find_inks(face: Face, glyph: int, step: float) -> list[Point | None]:
    """From where to where the ink goes in each row, in ems; None where there is none."""
    lefts, rights = [inf] * _ROWS, [-inf] * _ROWS
    em, row_height = face.upem, step * face.upem
    for path in _list_paths(face.outline(glyph), row_height):
        below = [ceil(y / row_height - 0.5) for _, y in path]
        for at in range(1, len(path)):
            if below[at - 1] == below[at]:
                continue  # it crosses the middle of no row
            (x, y), (x2, y2) = path[at - 1], path[at]
            first, after = sorted((below[at - 1], below[at]))
            for row in range(max(0, first), min(_ROWS, after)):
                share = ((row + 0.5) * row_height - y) / (y2 - y)
                ink = (x + share * (x2 - x)) / em
                if ink < lefts[row]:
                    lefts[row] = ink
                if ink > rights[row]:
                    rights[row] = ink
    return [
        (left, right) if left <= right else None for left, right in zip(lefts, rights, strict=True)
    ]


def _list_paths(commands: Iterable[PenCommand], row_height: float) -> Iterator[list[Point]]:
    """The points of each stroke of the pen, between which it may be thought to go straight."""
    path: list[Point] = [(0.0, 0.0)]
    for name, points in commands:
        if name == "move":
            yield path
            path = [points[0]]
        elif name == "close":
            path.append(path[0])
        elif name == "line":
            path.append(points[0])
        elif name == "cubic":
            path += _bend((path[-1], *points), row_height)
        else:
            for control, end in _list_quadratics(points):
                path += _bend((path[-1], control, end), row_height)
    yield path


def _list_quadratics(points: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """The control point and the end of each curve; what is between two control points is an end."""
    for (x, y), (x2, y2) in pairwise(points[:-1]):
        yield (x, y), ((x + x2) / 2, (y + y2) / 2)
    yield points[-2], points[-1]


def _bend(points: tuple[Point, ...], row_height: float) -> list[Point]:
    """Points of a Bézier curve, after its first; its last alone where it crosses the middle of no
    row, as half of a letter's curves do."""
    heights = [y for _, y in points]
    if ceil(min(heights) / row_height - 0.5) == ceil(max(heights) / row_height - 0.5):
        return [points[-1]]
    if len(points) == 3:
        (x, y), (x2, y2), (x3, y3) = points
        made = [(a * x + b * x2 + c * x3, a * y + b * y2 + c * y3) for a, b, c in _QUADRATIC]
    else:
        (x, y), (x2, y2), (x3, y3), (x4, y4) = points
        made = [
            (a * x + b * x2 + c * x3 + d * x4, a * y + b * y2 + c * y3 + d * y4)
            for a, b, c, d in _CUBIC
        ]
    return [*made, points[-1]]
