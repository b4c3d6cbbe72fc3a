"""Take some glyphs out of a font, as a PDF embeds them.

In      the bytes of a static font, glyph numbers.
Out     the bytes of a font with these glyphs alone; of a CFF font, how it numbers them.
Not here  what an embedded font has beside that (`render.pdf.font_embedding`).
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable

import uharfbuzz as hb

CUBIC = b"OTTO"
"""How a font with cubic outlines begins."""
_DROPPED = (
    "GSUB GPOS GDEF kern DSIG name post BASE JSTF MATH STAT gasp hdmx VDMX LTSH cvt fpgm "
    "prep meta feat morx trak vhea vmtx VORG COLR CPAL SVG CBDT CBLC EBDT EBLC sbix"
).split()


def subset_glyphs(font: hb.Face, glyphs: Iterable[int]) -> bytes:
    """Return the font with these glyphs alone, at their old numbers, without layout or hints.

    Raises:
        ValueError: The font is damaged.
    """
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).set([0, *glyphs])
    wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(
        [struct.unpack(">I", tag.ljust(4).encode())[0] for tag in _DROPPED]
    )
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
    try:
        return bytes(hb.subset(font, wanted).blob.data)
    except RuntimeError as error:
        raise ValueError(str(error)) from None


def take_table(font: bytes, tag: bytes) -> bytes:
    """Return one table of a font that has it."""
    for at in range(12, 12 + 16 * int.from_bytes(font[4:6], "big"), 16):
        if font[at : at + 4] == tag:
            start, length = struct.unpack_from(">LL", font, at + 8)
            return font[start : start + length]
    raise KeyError(tag)


def read_cids(outlines: bytes) -> dict[int, int] | None:
    """Return the CID of each glyph of a CID-keyed CFF font; None where glyphs have names, and
    PDF goes by their numbers (PDF 32000-1, 9.7.4.2)."""
    from fontTools.cffLib import CFFFontSet

    fonts = CFFFontSet()
    fonts.decompile(io.BytesIO(outlines), None, isCFF2=False)
    top = fonts[0]
    if not hasattr(top, "ROS"):
        return None
    return {glyph: int(name[3:]) for glyph, name in enumerate(top.charset) if name[:3] == "cid"} | {
        0: 0
    }
