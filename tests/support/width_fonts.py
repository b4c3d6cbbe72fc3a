"""A variable font with a width axis, made of one without."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

from fontTools.fontBuilder import FontBuilder
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
