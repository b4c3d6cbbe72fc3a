"""Pictures in ink as JPEG, where that keeps the ink limit.

In      a picture, a separation, a quality.
Out     a JPEG of its ink, or None where it would be no smaller, or pass the limit.

A JPEG's pixels waver around what went in, most beside sharp edges, and so may pass a limit
that the picture kept. What comes out is unpacked and measured; if it is too much, the
picture is separated once more with some room to waver in.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
from PIL import Image

from cardgen.bind.picture_decoding import rgb_of
from cardgen.render.pdf.color_spaces import Packed, pack_exactly
from cardgen.render.press.separation import Separation, separate

LEAST, MOST = 75, 100
_MOST_PIXELS = 16_000_000
"""A JPEG is made and measured as a whole, which takes thirty bytes a pixel."""
_ROOM = 10
"""Percent of ink."""


def pack_jpeg(image: Image.Image, separation: Separation, quality: int) -> Packed | None:
    """A JPEG of the picture's ink; None if it had better be stored exactly."""
    if image.width * image.height > _MOST_PIXELS:
        return None
    image = rgb_of(image)
    for tried in _separations(separation):
        ink = tried.picture(image)
        data = _encoded(ink, quality)
        if _most(data) <= separation.limit:
            smaller = len(data) < len(pack_exactly(ink).data)
            return Packed(data, "DCTDecode", inverted=True) if smaller else None
    return None


def _separations(separation: Separation) -> Iterator[Separation]:
    yield separation
    yield separate(separation.profile, separation.limit - _ROOM)


def _encoded(ink: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    ink.save(out, "JPEG", quality=quality, subsampling=0)
    return out.getvalue()


def _most(data: bytes) -> float:
    """The most ink of any pixel, in percent, as it will be unpacked."""
    with Image.open(io.BytesIO(data)) as image:
        pixels = np.asarray(image)
    return float(pixels.sum(axis=-1, dtype=np.int32).max()) / 2.55
