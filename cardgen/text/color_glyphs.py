"""Glyphs that a font paints itself: letters and emoji of several colors.

In      a face, a glyph.
Out     its layers in painting order, each the outline of a glyph with its fill, or the picture
        that it is; whether that is all that the font asks for.
Not here  where they stand on a card (`layout.face.color_letters`), what is in a picture
        (`bind.glyph_pictures`).

Source  OpenType 1.9, `COLR` versions 0 and 1, as HarfBuzz's paint functions tell them. Not
        kept: mixing modes, gradients that repeat or lie between two circles apart, one clip in
        another. `SVG `, `CBDT` and `sbix` (PNG alone), the largest size that there is; in this
        order where a font has several. HarfBuzz's function for pictures crashes (uharfbuzz
        0.57), so that they are asked for one by one.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from typing import Any

import uharfbuzz as hb
from msgspec import Struct

from cardgen.core.color import Color
from cardgen.core.geometry import Rect, Transform
from cardgen.text.fonts import Face

MAX_SVG_BYTES = 5_000_000
_PIXELS_PER_SVG_BYTE = 4
"""What a byte of SVG counts for: it takes about as long to read as so many pixels to unpack."""


class FillStop(Struct, frozen=True):
    """A color along a gradient; None is that of the text."""

    offset: float
    color: Color | None
    alpha: float


class LayerFill(Struct, frozen=True):
    """How a layer is filled: one stop is one color, of several `points` say where they lie.

    `linear`: from the first point to the second. `radial`: around the first, as far as the
    second. `conic`: around the first, from the second on. Font units, y up.
    """

    kind: str
    stops: tuple[FillStop, ...]
    points: tuple[tuple[float, float], ...] = ()


class ColorLayer(Struct, frozen=True):
    """The outline of a glyph under a transform, both in font units, and its fill."""

    glyph: int
    transform: Transform
    fill: LayerFill


class GlyphPicture(Struct, frozen=True):
    """A glyph that is a picture in its font: a PNG, and the box that it fills, or a document of
    SVG that draws it."""

    data: bytes
    box: Rect | None = None
    """In ems from the pen position, y down; None of a drawing, which knows its place."""


class ColorGlyph(Struct, frozen=True):
    """What a font paints for a glyph. `whole`: nothing that it asks for is left out."""

    layers: tuple[ColorLayer, ...]
    whole: bool
    pictures: tuple[GlyphPicture, ...] = ()
    """The best one first; there for glyphs that have no layers, or not all of them."""


def find_color_glyph(face: Face, glyph: int) -> ColorGlyph | None:
    """What a face paints for a glyph; None where it is an outline as others are."""
    if not face.colored:
        return None
    known: dict[int, ColorGlyph | None] = face.color_glyphs
    if glyph not in known:
        known[glyph] = _read_color_glyph(face, glyph)
    return known[glyph]


def _read_color_glyph(face: Face, glyph: int) -> ColorGlyph | None:
    painter = _LayerReader()
    face.font.paint_glyph(glyph, _paint_functions(), painter, foreground=hb.Color(0, 0, 0, 255))
    plain = all(_is_plain(layer, glyph) for layer in painter.layers)
    layers = () if plain else tuple(painter.layers)
    if layers and painter.whole:
        return ColorGlyph(layers, True)
    pictured, pictures = _is_pictured(face, glyph), tuple(_list_pictures(face, glyph))
    if plain and painter.whole and not pictured:
        return None
    return ColorGlyph(layers, False, pictures)


def _is_plain(layer: ColorLayer, glyph: int) -> bool:
    """Whether a layer is the glyph itself in the color of the text."""
    return layer.glyph == glyph and layer.fill.stops == (FillStop(0.0, None, 1.0),)


def _is_pictured(face: Face, glyph: int) -> bool:
    """Whether a glyph is a picture in the font."""
    return bool(read_glyph_png(face, glyph) or _read_svg(face, glyph))


def _list_pictures(face: Face, glyph: int) -> Iterator[GlyphPicture]:
    """The pictures of a glyph, as far as a font may have them."""
    drawing = _unpack(_read_svg(face, glyph))
    if drawing and face.spend_on_pictures(len(drawing) * _PIXELS_PER_SVG_BYTE):
        yield GlyphPicture(drawing)
    png = read_glyph_png(face, glyph)
    box = face.ink(glyph) if png else None
    if png[12:16] == b"IHDR" and box and face.spend_on_pictures(_count_pixels(png)):
        left, bottom, right, top = box
        yield GlyphPicture(png, Rect(left, -top, right - left, top - bottom))


def read_glyph_png(face: Face, glyph: int) -> bytes:
    """The PNG that a glyph is in its font, at the largest size there; none if empty."""
    if not face.font.face.has_color_png:
        return b""
    newer = hasattr(face.font, "get_glyph_color_png")
    blob = (
        face.font.get_glyph_color_png(glyph)
        if newer
        else hb.ot_color_glyph_get_png(face.font, glyph)
    )
    return bytes(blob.data) if blob else b""


def _read_svg(face: Face, glyph: int) -> bytes:
    if not face.font.face.has_color_svg:
        return b""
    blob = face.font.face.get_glyph_color_svg(glyph)
    return bytes(blob.data) if blob else b""


def _unpack(document: bytes) -> bytes:
    """A document as text; none if it unpacks to more than one may have."""
    if not document.startswith(b"\x1f\x8b"):
        return document if len(document) <= MAX_SVG_BYTES else b""
    try:
        unpacked = zlib.decompressobj(31).decompress(document, MAX_SVG_BYTES + 1)
    except zlib.error:
        return b""
    return unpacked if len(unpacked) <= MAX_SVG_BYTES else b""


def _count_pixels(png: bytes) -> int:
    return int.from_bytes(png[16:20], "big") * int.from_bytes(png[20:24], "big")


class _LayerReader:
    """Takes down what HarfBuzz paints."""

    def __init__(self) -> None:
        self.layers: list[ColorLayer] = []
        self.transforms = [Transform()]
        self.clips: list[tuple[int, Transform]] = []
        self.boxes: list[bool] = []
        """Whether each open clip is a glyph's outline; others are boxes around it."""
        self.whole = True

    def push_transform(self, *values: float) -> None:
        xx, yx, xy, yy, dx, dy = values
        self.transforms.append(self.transforms[-1].after(Transform(xx, yx, xy, yy, dx, dy)))

    def pop_transform(self) -> None:
        self.transforms.pop()

    def push_clip_glyph(self, glyph: int) -> None:
        self.clips.append((glyph, self.transforms[-1]))
        self.boxes.append(False)
        self.whole &= len(self.clips) == 1

    def push_clip_box(self) -> None:
        self.boxes.append(True)

    def pop_clip(self) -> None:
        if not self.boxes.pop():
            self.clips.pop()

    def pop_group(self, mode: Any) -> None:
        self.whole &= mode == hb.PaintCompositeMode.SRC_OVER

    def fill(self, kind: str, stops: list[FillStop], *points: tuple[float, float]) -> None:
        if not self.clips:
            self.whole = False
            return
        glyph, transform = self.clips[-1]
        fill = LayerFill(kind, tuple(sorted(stops, key=lambda stop: stop.offset)), points)
        self.layers.append(ColorLayer(glyph, transform, fill))

    def color(self, color: Any, foreground: bool) -> None:
        self.fill("solid", [_make_stop(0.0, color, foreground)])

    def stops(self, line: Any) -> list[FillStop]:
        self.whole &= line.extend == hb.PaintExtend.PAD
        return [_make_stop(s.offset, s.color, s.is_foreground) for s in line.color_stops]

    def linear(self, line: Any, *values: float) -> None:
        here = self.transforms[-1].apply
        x0, y0, x1, y1, x2, y2 = values
        start, end, turn = here(x0, y0), here(x1, y1), here(x2, y2)
        self.fill("linear", self.stops(line), start, _square_end(start, end, turn))

    def radial(self, line: Any, *values: float) -> None:
        x0, y0, r0, x1, y1, r1 = values
        self.whole &= (x0, y0) == (x1, y1) and r0 <= r1 and _keeps_circles(self.transforms[-1])
        inner = r0 / r1 if r1 else 0.0
        stops = [
            FillStop(inner + stop.offset * (1 - inner), stop.color, stop.alpha)
            for stop in self.stops(line)
        ]
        here = self.transforms[-1].apply
        self.fill("radial", stops, here(x1, y1), here(x1 + r1, y1))

    def sweep(self, line: Any, x: float, y: float, start: float, end: float) -> None:
        self.whole &= abs(end - start - 2 * math.pi) < 0.01 and _keeps_circles(self.transforms[-1])
        here = self.transforms[-1].apply
        edge = here(x + math.cos(start), y + math.sin(start))
        self.fill("conic", self.stops(line), here(x, y), edge)


def _make_stop(offset: float, color: Any, foreground: bool) -> FillStop:
    own = None if foreground else Color(color.red, color.green, color.blue)
    return FillStop(offset, own, color.alpha / 255)


def _square_end(
    start: tuple[float, float], end: tuple[float, float], turn: tuple[float, float]
) -> tuple[float, float]:
    """The end of a gradient whose lines of one color run from the start towards a third point:
    the foot of the second point on what is square to them."""
    across = turn[1] - start[1], start[0] - turn[0]
    length = math.hypot(*across)
    if not length:
        return end
    along = ((end[0] - start[0]) * across[0] + (end[1] - start[1]) * across[1]) / length**2
    return start[0] + along * across[0], start[1] + along * across[1]


def _keeps_circles(transform: Transform) -> bool:
    across, down = (transform.a, transform.b), (transform.c, transform.d)
    square = abs(across[0] * down[0] + across[1] * down[1]) < 1e-3
    return square and abs(math.hypot(*across) - math.hypot(*down)) < 1e-3


def _paint_functions() -> Any:
    """HarfBuzz's calls, each handed on to the reader that comes along as its last argument."""
    functions = hb.PaintFuncs()
    functions.set_push_transform_func(lambda *a: a[-1].push_transform(*a[:6]))
    functions.set_pop_transform_func(lambda reader: reader.pop_transform())
    functions.set_push_clip_glyph_func(lambda glyph, reader: reader.push_clip_glyph(glyph))
    functions.set_push_clip_rectangle_func(lambda *a: a[-1].push_clip_box())
    functions.set_pop_clip_func(lambda reader: reader.pop_clip())
    functions.set_push_group_func(lambda _reader: None)
    functions.set_pop_group_func(lambda mode, reader: reader.pop_group(mode))
    functions.set_color_func(lambda color, own, reader: reader.color(color, bool(own)))
    functions.set_linear_gradient_func(lambda *a: a[-1].linear(*a[:7]))
    functions.set_radial_gradient_func(lambda *a: a[-1].radial(*a[:7]))
    functions.set_sweep_gradient_func(lambda *a: a[-1].sweep(*a[:5]))
    return functions
