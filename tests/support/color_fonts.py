"""Fonts that paint their `A`: in layers, in gradients, or as a picture."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.ttLib import TTFont, newTable

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
    font = TTFont(io.BytesIO(font_bytes()))
    glyph = font.getGlyphID("A")
    table = font["SVG "] = newTable("SVG ")
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><g id="glyph{glyph}"/></svg>'
    table.docList = [(drawing, glyph, glyph)]
    return _saved(font)


def _colored(table: Any) -> bytes:
    font = TTFont(io.BytesIO(font_bytes()))
    font["COLR"] = table
    font["CPAL"] = buildCPAL([[(1, 0, 0, 1), (0, 1, 0, 0.5)]])
    return _saved(font)


def _saved(font: TTFont) -> bytes:
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()
