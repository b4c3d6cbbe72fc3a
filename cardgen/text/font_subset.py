"""Take some glyphs out of a TrueType font, as a PDF embeds them.

In      the bytes of a static TrueType font, glyph numbers.
Out     the bytes of a font with these glyphs alone.
Not here  what an embedded font has beside that (`render.pdf.font_embedding`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

import uharfbuzz as hb

_DROPPED = (
    "GSUB GPOS GDEF kern DSIG name post BASE JSTF MATH STAT gasp hdmx VDMX LTSH cvt fpgm "
    "prep meta feat morx trak vhea vmtx VORG"
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
