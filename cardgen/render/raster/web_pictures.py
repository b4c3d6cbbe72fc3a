"""Pixels → WebP, for pictures in pages.

In      pixels in rows.
Out     the bytes of a WebP.
Not here  pictures of few colors (`render.raster.palette_png`).
"""

from __future__ import annotations

import io

from PIL import Image, WebPImagePlugin

from cardgen.render.raster.pixel_arrays import pixels_of
from cardgen.render.raster.png_encode import Rows

WEBP = WebPImagePlugin.WebPImageFile.format
"""Pillow knows the format once its module is imported. To find it, it imports all of some forty,
which takes a worker 0.018 s: a hundredth of a gallery."""
EFFORT = 2
"""Of the encoder: 4 takes 2.5 times as long and saves 3 %."""


def encode_webp(rows: Rows, quality: int) -> bytes:
    """Encode an image.

    Args:
        rows: Its pixels, RGB.
        quality: 1 … 100.
    """
    out = io.BytesIO()
    Image.fromarray(pixels_of(rows)).save(out, WEBP, quality=quality, method=EFFORT)
    return out.getvalue()
