"""Turn any font file into one static OpenType font, which a PDF can hold.

In      TTF, OTF (CFF), WOFF, WOFF2; a face of a collection; variable fonts with a place on their
        axes.
Out     the bytes of a static font, TrueType or CFF, glyph order and layout tables kept.

What is static already passes through untouched: the cubic outlines of an OTF are embedded as
they are. Those of a variable font (CFF2), which no PDF can hold, become quadratic ones.
"""

from __future__ import annotations

import hashlib
import io
import struct
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cardgen.text.font_error import AxisError, FontError
from cardgen.text.font_subset import CUBIC

_TRUETYPE = (b"\x00\x01\x00\x00", b"true")
_KNOWN = (*_TRUETYPE, CUBIC, b"wOFF", b"wOF2")
_PICTURES = frozenset(("CBDT", "sbix", "SVG "))
"""Tables of glyphs that are pictures; such a font may have no outlines."""
_TOLERANCE = 0.0005  # of an em: how far a quadratic may leave the cubic it stands for


def make_static(data: bytes, location: Mapping[str, float]) -> bytes:
    """The font without axes, unpacked.

    Raises:
        FontError: the bytes are no font, or `location` names an axis that it does not have, or a
            place beyond it.
    """
    if data[:4] not in _KNOWN:
        from cardgen.text.font_faults import name_other

        raise name_other(data)
    if is_static(data):
        refuse_axes(location)
        return data
    return _convert(data, location)


def refuse_axes(location: Mapping[str, float]) -> None:
    """Say that a font without axes stands nowhere on them.

    Raises:
        AxisError: a place is asked for.
    """
    if location:
        raise AxisError(f"has no axis `{min(location)}`: it is no variable font")


def is_static(data: bytes) -> bool:
    """Whether a font passes through untouched."""
    tags = _table_tags(data) if data[:4] in (*_TRUETYPE, CUBIC) else [b"fvar"]
    return b"fvar" not in tags and bool({b"glyf", b"CFF "}.intersection(tags))


def is_known(data: bytes) -> bool:
    """Whether a file is of a kind that is read at all."""
    return data[:4] in _KNOWN


@cache
def checker_version() -> str:
    """A short name that changes with the way in which fonts are judged."""
    return hashlib.sha256(Path(__file__).with_name("font_check.py").read_bytes()).hexdigest()[:8]


@cache
def converter_version() -> str:
    """A short name that changes with all that converted outlines depend on."""
    from importlib.metadata import version

    sources = Path(__file__).read_bytes() + version("fonttools").encode()
    return hashlib.sha256(sources).hexdigest()[:12]


@cache
def _silence_tools() -> None:
    """Keep from stderr what fontTools says of odd tables, unless a program asks for it."""
    import logging

    logging.getLogger("fontTools").addHandler(logging.NullHandler())


def _table_tags(data: bytes) -> list[bytes]:
    count = int.from_bytes(data[4:6], "big")
    return [data[12 + 16 * i : 16 + 16 * i] for i in range(count)]


def _convert(data: bytes, location: Mapping[str, float]) -> bytes:
    from fontTools.ttLib import TTFont

    _silence_tools()
    try:
        font = TTFont(io.BytesIO(data), lazy=False, recalcTimestamp=False)
        font.flavor = None
        if "fvar" in font:
            _freeze(font, location)
        else:
            refuse_axes(location)
        if "CFF2" in font:
            _make_quadratic(font)
        if "glyf" not in font and "CFF " not in font:
            if not _PICTURES.intersection(font.keys()):
                raise FontError("has no outlines")
            _add_empty_outlines(font)
        out = io.BytesIO()
        font.save(out, reorderTables=None)
    except FontError:
        raise
    except Exception:  # fontTools raises anything at all on a damaged file
        from cardgen.text.font_faults import name_fault

        raise name_fault(data) from None
    return out.getvalue()


def _freeze(font: Any, location: Mapping[str, float]) -> None:
    """Replace a variable font by one instance of itself."""
    from fontTools.varLib import instancer

    axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    unknown = sorted(set(location) - set(axes))
    if unknown:
        known = ", ".join(f"`{tag}`" for tag in axes)
        raise AxisError(f"has no axis `{unknown[0]}`; it has {known}")
    for axis in font["fvar"].axes:
        value, least, most = location.get(axis.axisTag), axis.minValue, axis.maxValue
        if value is not None and not least <= value <= most:
            raise AxisError(f"has `{axis.axisTag}` from {least:g} to {most:g}, not at {value:g}")
    instancer.instantiateVariableFont(font, axes | dict(location), inplace=True)


def _make_quadratic(font: Any) -> None:
    """Replace cubic (CFF2) outlines by quadratic ones."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    order, glyph_set = font.getGlyphOrder(), font.getGlyphSet()
    error = font["head"].unitsPerEm * _TOLERANCE
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(glyph_set)
        glyph_set[name].draw(Cu2QuPen(pen, error, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"] = newTable("loca")
    glyf = font["glyf"] = newTable("glyf")
    glyf.glyphOrder, glyf.glyphs = order, glyphs
    for tag in ("CFF2", "VORG"):
        if tag in font:
            del font[tag]
    _set_bearings(font)
    _set_maxima(font, len(order))
    font["post"].formatType = 3.0
    font.sfntVersion = "\000\001\000\000"


def _add_empty_outlines(font: Any) -> None:
    """Give a font of pictures alone what a PDF must have to let its text be copied."""
    from fontTools.ttLib.tables.DefaultTable import DefaultTable

    count = font["maxp"].numGlyphs
    for tag, data in (("glyf", b"\0"), ("loca", bytes(2 * (count + 1)))):
        font[tag] = DefaultTable(tag)
        font[tag].data = data
    font["head"].indexToLocFormat = 0
    font["maxp"] = maxp = DefaultTable("maxp")
    maxp.data = struct.pack(">LHHHHHH", 0x00010000, count, 0, 0, 0, 0, 1) + bytes(16)
    font.sfntVersion = "\000\001\000\000"


def _set_bearings(font: Any) -> None:
    """Rasterizers move a TrueType outline until its left edge is where `hmtx` says."""
    glyf, metrics = font["glyf"], font["hmtx"].metrics
    for name, glyph in glyf.glyphs.items():
        glyph.recalcBounds(glyf)
        metrics[name] = metrics[name][0], getattr(glyph, "xMin", 0)


def _set_maxima(font: Any, count: int) -> None:
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    maxp.numGlyphs = count
    for field in (
        "maxZones maxTwilightPoints maxStorage maxFunctionDefs maxInstructionDefs "
        "maxStackElements maxSizeOfInstructions maxComponentElements"
    ).split():
        setattr(maxp, field, 1 if field == "maxZones" else 0)
    maxp.recalc(font)
