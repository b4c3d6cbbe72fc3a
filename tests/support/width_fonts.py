"""A variable font with a width axis, made of one without."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

from fontTools import varLib
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from cardgen.text.font_conversion import make_static
from tests.conftest import ROOT

GARAMOND = ROOT / "tests" / "data" / "fonts" / "EBGaramond-variable-subset.ttf"


@lru_cache
def open_garamond(narrower: float = 0.1, wider: float = 0.1) -> bytes:
    """Letters, digits and punctuation of EB Garamond with a width axis."""
    return add_width_axis(make_static(GARAMOND.read_bytes(), {}), narrower, wider)


def add_width_axis(data: bytes, narrower: float = 0.1, wider: float = 0.1) -> bytes:
    """A font with letters narrower and wider by these shares at 0 and 1000 of its axis `wdth`,
    500 being normal; at one end the axis stops at 500 if there the share is 0."""
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    builder = FontBuilder(font=font)
    ends = 0 if narrower else 500, 1000 if wider else 500
    builder.setupFvar([("wdth", ends[0], 500, ends[1], "Width")], [])
    builder.setupGvar({name: _vary(font, name, narrower, wider) for name in font.getGlyphOrder()})
    out = io.BytesIO()
    font.save(out, reorderTables=None)
    return out.getvalue()


def _vary(font: Any, name: str, narrower: float, wider: float) -> list[TupleVariation]:
    coordinates, _ = font["glyf"]._getCoordinatesAndControls(name, font["hmtx"].metrics)
    steps = (((-1.0, -1.0, 0.0), -narrower), ((0.0, 1.0, 1.0), wider))
    return [
        TupleVariation({"wdth": peak}, [(round(x * share), 0) for x, _ in coordinates])
        for peak, share in steps
        if share
    ]


@lru_cache
def open_cff2() -> bytes:
    """Letters a to z as blocks, in a CFF2 font whose axis makes them a tenth narrower and wider."""
    space = DesignSpaceDocument()
    axis = AxisDescriptor(name="Width", tag="wdth", minimum=75, default=100, maximum=125)
    space.addAxis(axis)
    for place, scale in ((100, 1.0), (75, 0.9), (125, 1.1)):
        source = SourceDescriptor(font=_draw_blocks(scale), name=f"{place}")
        source.location = {"Width": place}
        space.addSource(source)
    font, _, _ = varLib.build(space, optimize=False)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _draw_blocks(scale: float) -> TTFont:
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    widths = {name: round((300 + 10 * at) * scale) for at, name in enumerate(letters)}
    widths |= {".notdef": 500, "space": 250}
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "space", *letters])
    builder.setupCharacterMap({ord(name): name for name in letters} | {32: "space"})
    glyphs = {}
    for name, width in widths.items():
        pen = T2CharStringPen(width, None)
        if name != "space":
            pen.moveTo((20, 0))
            pen.lineTo((width - 20, 0))
            pen.curveTo((width - 20, 250), (width - 60, 500), (width / 2, 500))
            pen.lineTo((20, 500))
            pen.closePath()
        glyphs[name] = pen.getCharString()
    builder.setupCFF("Blocks", {}, glyphs, {})
    builder.setupHorizontalMetrics({name: (width, 20) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Blocks", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sxHeight=500, sCapHeight=700)
    builder.setupPost()
    return builder.font
