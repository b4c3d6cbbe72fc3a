"""Fonts that paint their `A`: in layers, in gradients, or as a picture."""

from __future__ import annotations

import io
import re
from functools import cache
from typing import Any

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.BitmapGlyphMetrics import SmallGlyphMetrics
from fontTools.ttLib.tables.C_B_D_T_ import cbdt_bitmap_format_17
from fontTools.ttLib.tables.E_B_L_C_ import (
    SbitLineMetrics,
    eblc_index_sub_table_1,
    sbitLineMetricsFormat,
)
from fontTools.ttLib.tables.E_B_L_C_ import Strike as BitmapStrike
from fontTools.ttLib.tables.sbixGlyph import Glyph
from fontTools.ttLib.tables.sbixStrike import Strike
from PIL import Image

from tests.support.samples import font_bytes

LAYERS = {"A": [("B", 0), ("C", 1), ("D", 0xFFFF)]}
"""Red, half-solid green, and the color of the text."""
_FADE = {
    "Extend": "pad",
    "ColorStop": [
        {"StopOffset": 0.0, "PaletteIndex": 0, "Alpha": 1.0},
        {"StopOffset": 1.0, "PaletteIndex": 1, "Alpha": 1.0},
    ],
}
LINEAR = {
    "Format": 10, "Glyph": "B",
    "Paint": {"Format": 4, "ColorLine": _FADE, "x0": 0, "y0": 0, "x1": 500, "y1": 100, "x2": 0,
              "y2": 100},
}  # fmt: skip
RADIAL = {
    "Format": 14, "dx": 100, "dy": 50,
    "Paint": {"Format": 10, "Glyph": "C", "Paint": {
        "Format": 6, "ColorLine": _FADE, "x0": 10, "y0": 20, "r0": 0, "x1": 10, "y1": 20,
        "r1": 300}},
}  # fmt: skip
MIXED = {
    "Format": 32, "SourcePaint": LINEAR, "CompositeMode": "multiply",
    "BackdropPaint": {"Format": 10, "Glyph": "D", "Paint": {
        "Format": 2, "PaletteIndex": 0, "Alpha": 1.0}},
}  # fmt: skip


def paint_font(*paints: dict[str, Any]) -> bytes:
    """The text font, its `A` painted as `COLR` version 1 has it."""
    return _colored(buildCOLR({"A": {"Format": 1, "Layers": list(paints)}}, version=1))


@cache
def color_font(*, pictures: bool = False) -> bytes:
    """The text font, its `A` in layers (`COLR` version 0) or as a picture (`SVG `)."""
    if not pictures:
        return _colored(buildCOLR(LAYERS, version=0))
    return drawing_font('<image href="a.png" width="9" height="9"/>')


def drawing_font(drawing: str, attributes: str = "", *, packed: bool = False) -> bytes:
    """The text font, its `A` drawn as SVG; `attributes` are those of the root."""
    font = TTFont(io.BytesIO(font_bytes()))
    glyph = font.getGlyphID("A")
    table = font["SVG "] = newTable("SVG ")
    table.compressed = packed
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>'
    table.docList = [(f'{start}<g id="glyph{glyph}">{drawing}</g></svg>', glyph, glyph)]
    return _saved(font)


def make_png(size: int = 64, color: tuple[int, int, int, int] = (200, 30, 30, 255)) -> bytes:
    out = io.BytesIO()
    Image.new("RGBA", (size, size), color).save(out, "PNG")
    return out.getvalue()


def strike_font(picture: bytes, kind: str = "png ") -> bytes:
    """The text font, its `A` a picture of an em in the table `sbix`, its left edge 3 and its lower
    one -5 pixels from the pen, of 64 in an em."""
    font = TTFont(io.BytesIO(font_bytes()))
    table = font["sbix"] = newTable("sbix")
    table.version = table.flags = 1
    strike = Strike(ppem=64, resolution=72)
    strike.glyphs = {name: Glyph(glyphName=name) for name in font.getGlyphOrder()}
    strike.glyphs["A"] = Glyph(
        glyphName="A", graphicType=kind, imageData=picture, originOffsetX=3, originOffsetY=-5
    )
    table.strikes = {64: strike}
    return _saved(font)


def bitmap_font(picture: bytes, *, outlines: bool = True) -> bytes:
    """The text font, its `A` a picture in the table `CBDT`, as Noto Color Emoji has them: 64 pixels
    in an em, 2 right of the pen, its top 50 above it."""
    font = TTFont(io.BytesIO(font_bytes()))
    place = SmallGlyphMetrics()
    place.height = place.width = 64
    place.BearingX, place.BearingY, place.Advance = 2, 50, 68
    glyph = cbdt_bitmap_format_17(b"", font)
    glyph.metrics, glyph.imageData = place, picture
    data, index = newTable("CBDT"), newTable("CBLC")
    data.version = index.version = 3.0
    data.strikeData, index.strikes = [{"A": glyph}], [_make_strike(font.getGlyphID("A"), font)]
    font["CBDT"], font["CBLC"] = data, index
    if not outlines:
        del font["glyf"], font["loca"]
    return _saved(font)


def _make_strike(glyph: int, font: TTFont) -> Any:
    strike, lines = BitmapStrike(), SbitLineMetrics()
    for name in re.findall(r"(\w+):", sbitLineMetricsFormat):
        setattr(lines, name, 0)
    size = strike.bitmapSizeTable
    size.hori = size.vert = lines
    size.colorRef, size.flags, size.bitDepth, size.ppemX, size.ppemY = 0, 1, 32, 64, 64
    size.startGlyphIndex = size.endGlyphIndex = glyph
    part = eblc_index_sub_table_1(b"", font)
    part.names, part.indexFormat, part.imageFormat = ["A"], 1, 17
    part.firstGlyphIndex = part.lastGlyphIndex = glyph
    strike.indexSubTables = [part]
    return strike


def _colored(table: Any) -> bytes:
    font = TTFont(io.BytesIO(font_bytes()))
    font["COLR"] = table
    font["CPAL"] = buildCPAL([[(1, 0, 0, 1), (0, 1, 0, 0.5)]])
    return _saved(font)


def _saved(font: TTFont) -> bytes:
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()
