"""Letters that their font paints in several colors, or has as pictures → paths and pictures.

In      a run of glyphs in absolute points, its color.
Out     runs of plain glyphs as they are; for each painted glyph its layers as paths, its drawing
        or its picture, and the glyph hidden, to be copied.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import atan2 as direction_of
from math import degrees, hypot

from msgspec.structs import replace

from cardgen.bind.glyph_pictures import is_painted, open_glyph
from cardgen.core.color import Color
from cardgen.core.geometry import Rect, Transform
from cardgen.layout.face.letters import glyph_outline
from cardgen.scene import items as scene
from cardgen.scene import outlines
from cardgen.scene.items import Glyph, Glyphs, Group, Item, Paint, Path, Picture, Stop
from cardgen.scene.translucency import fade_items, painted_path
from cardgen.svg.drawing import recolor_drawing
from cardgen.svg.item_transforms import move_items
from cardgen.text.color_glyphs import ColorGlyph, ColorLayer, LayerFill, find_color_glyph

_SWEEP = 10_000
"""How far a gradient around a point is drawn, in font units."""
_UPRIGHT = Transform(1, 0, 0, -1)


def part_color_glyphs(run: Glyphs) -> Iterator[tuple[Glyphs, bool]]:
    """A run in a font that paints some glyphs, in parts: whether each is painted by the font."""
    actual = run.actual
    for painted, group in groupby(run.glyphs, key=lambda one: is_painted(run.face, one.index)):
        glyphs = tuple(group)
        turns = tuple(run.turn_of(glyph) for glyph in glyphs) if run.turns else ()
        yield replace(run, glyphs=glyphs, turns=turns, actual=actual, hidden=painted), painted
        actual = None if actual is None else ""


def color_items(run: Glyphs, alpha: float) -> Iterator[Item]:
    """Glyphs that their font paints, and what is copied of them; `alpha` is the text's own."""
    yield from fade_items(tuple(item for glyph in run.glyphs for item in _paint(run, glyph)), alpha)
    yield run


def _paint(run: Glyphs, glyph: Glyph) -> Iterator[Item]:
    opened = open_glyph(run.face, glyph.index)
    if opened is None:
        yield from _paint_layers(run, glyph)
        return
    place, em = run.placing(glyph), run.size
    if opened.bitmap is None or opened.box is None:
        units = em / run.face.upem
        drawn = recolor_drawing(opened.items, run.color)
        yield from move_items(drawn, place.after(Transform(units, 0, 0, units)))
        return
    box = opened.box
    rect = Rect(box.left * em, box.top * em, box.width * em, box.height * em)
    if run.turn_of(glyph):
        yield Group((Picture(opened.bitmap, rect, run.element, True),), transform=place)
        return
    there = replace(rect, left=glyph.x + rect.left, top=glyph.y + rect.top)
    yield Picture(opened.bitmap, there, run.element, True)


def _paint_layers(run: Glyphs, glyph: Glyph) -> Iterator[Item]:
    found = find_color_glyph(run.face, glyph.index)
    assert isinstance(found, ColorGlyph)
    scale = run.size / run.face.upem
    place = run.placing(glyph).after(Transform(scale, 0, 0, scale)).after(_UPRIGHT)
    for layer in found.layers:
        fill = _fill(layer.fill, place, run.color)
        yield from painted_path(
            Path(_outline(run, layer, place), fill, element=run.element, of_text=True)
        )


def _outline(run: Glyphs, layer: ColorLayer, place: Transform) -> outlines.Outline:
    drawn = tuple(glyph_outline(run.face.outline(layer.glyph)))
    return outlines.moved(drawn, place.after(layer.transform).after(_UPRIGHT))


def _fill(fill: LayerFill, place: Transform, color: Color) -> Paint:
    """A fill on the page."""
    stops = tuple(Stop(stop.offset, stop.color or color.opaque, stop.alpha) for stop in fill.stops)
    if fill.kind == "solid" or len(stops) < 2:
        first = stops[0]
        return Color(first.color.red, first.color.green, first.color.blue, first.alpha)
    (x, y), (x2, y2) = (place.apply(*point) for point in fill.points)
    reach = hypot(x2 - x, y2 - y)
    if fill.kind == "linear":
        return scene.Linear((x, y), (x2, y2), stops)
    if fill.kind == "radial":
        return scene.Radial((x, y), reach, stops)
    # The font goes counterclockwise, the page clockwise: from the same edge the other way.
    back = tuple(Stop(1 - stop.offset, stop.color, stop.alpha) for stop in reversed(stops))
    return scene.Conic((x, y), degrees(direction_of(y2 - y, x2 - x)), _SWEEP * reach, back)
