"""Letters as outlines.

In      glyphs of a font, a bound outline and its rectangle.
Out     `Outline`s in absolute points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, assert_never

from cardgen.bind.bound_elements import OutlineBox
from cardgen.core.geometry import Rect, Transform
from cardgen.scene import outlines
from cardgen.scene.items import Glyphs
from cardgen.scene.outlines import Outline
from cardgen.text.fonts import MISSING, Face, PenCommand

if TYPE_CHECKING:
    from cardgen.text.shaping import ShapedGlyph


def letter_outline(box: OutlineBox, rect: Rect) -> Outline:
    """The letters' outline, its ink in the middle of `rect`: as large as fits there, or at its
    own size."""
    segments = tuple(_drawn(box))
    ink = outlines.bounds(segments)
    if ink is None or not ink.width or not ink.height:
        return ()
    scale = min(rect.width / ink.width, rect.height / ink.height)
    if box.size is not None:
        scale = box.size
    dx = rect.center[0] - scale * ink.center[0]
    dy = rect.center[1] - scale * ink.center[1]
    return outlines.moved(segments, Transform(scale, 0, 0, scale, dx, dy))


def _drawn(box: OutlineBox) -> Iterator[outlines.Segment]:
    """The letters in ems, the first at the origin."""
    x = 0.0
    for face, glyph in _shape_line(box):
        em = 1 / face.upem
        put = Transform(em, 0, 0, em, x + glyph.dx, -glyph.dy)
        yield from outlines.moved(_em_outline(face, glyph.index), put)
        x += glyph.advance


def _shape_line(box: OutlineBox) -> Iterator[tuple[Face, ShapedGlyph]]:
    """The glyphs of a line from left to right, whichever way its words run, and their faces."""
    from cardgen.text.bidi.direction import find_direction, find_levels, order_visually
    from cardgen.text.shaping import shape

    levels = find_levels(box.text, bool(find_direction(box.text)))
    looks = zip(levels, box.faces, box.text, strict=True)
    runs = [
        (*look, "".join(character for *_, character in part))
        for look, part in groupby(looks, key=itemgetter(0, 1))
    ]
    for index in order_visually([level for level, *_ in runs]):
        level, face, words = runs[index]
        for glyph in shape(face, words, rtl=bool(level % 2)).glyphs:
            yield face, glyph


def run_outline(run: Glyphs) -> Outline:
    """The letters of a run where they stand."""
    scale = run.size / run.face.upem
    return tuple(
        segment
        for glyph in run.glyphs
        for segment in outlines.moved(
            _em_outline(run.face, glyph.index),
            run.placing(glyph).after(Transform(scale, 0, 0, scale)),
        )
    )


@lru_cache(maxsize=2048)
def _em_outline(face: Face, glyph: int) -> Outline:
    """A glyph's outline in font units, y down; what stands for one that the font lacks has none,
    as where letters are filled: it may be a space."""
    if glyph == MISSING:
        return ()
    return tuple(glyph_outline(face.outline(glyph)))


def glyph_outline(commands: Iterable[PenCommand]) -> Iterator[outlines.Segment]:
    """Pen commands in font units, y up, as segments with y down."""
    here = (0.0, 0.0)
    for name, points in commands:
        flipped = [(x, -y) for x, y in points]
        match name:
            case "move":
                yield outlines.Move(*flipped[0])
            case "line":
                yield outlines.Line(*flipped[0])
            case "cubic":
                yield outlines.Curve(*flipped[0], *flipped[1], *flipped[2])
            case "quadratic":
                yield from _quadratic(here, flipped)
            case "close":
                yield outlines.Close()
            case _:
                assert_never(name)
        here = flipped[-1] if flipped else here


def _quadratic(
    start: tuple[float, float], points: list[tuple[float, float]]
) -> Iterator[outlines.Segment]:
    """A TrueType spline: points between two control points lie half-way."""
    controls, end = points[:-1], points[-1]
    for index, control in enumerate(controls):
        following = controls[index + 1] if index + 1 < len(controls) else None
        stop = end
        if following is not None:
            stop = (control[0] + following[0]) / 2, (control[1] + following[1]) / 2
        first = (
            start[0] + 2 / 3 * (control[0] - start[0]),
            start[1] + 2 / 3 * (control[1] - start[1]),
        )
        second = stop[0] + 2 / 3 * (control[0] - stop[0]), stop[1] + 2 / 3 * (control[1] - stop[1])
        yield outlines.Curve(*first, *second, *stop)
        start = stop
