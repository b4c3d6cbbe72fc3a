"""Pixels to reckon with: arrays over the memory that PDFium draws into and PNGs are made of.

In      `Rows`, or any array of pixels.
Out     the other; the bytes of a PNG.
Not here  how a PNG is written (`render.raster.png_encode`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardgen.render.raster.png_encode import Rows, encode_rows

Pixels = NDArray[np.uint8]
"""Rows of pixels, height x width x 3, RGB."""


def pixels_of(rows: Rows) -> Pixels:
    """The pixels in rows, not copied: height x width x channels."""
    shape = rows.height, rows.width, rows.channels
    return np.ndarray(shape, np.uint8, rows.data, 1, (rows.stride, rows.channels, 1))


def rows_of(pixels: Pixels) -> Rows:
    """An image's rows: the memory that it is an array over, or a copy."""
    height, width, channels = pixels.shape
    data: Any = pixels.base
    stride = width * channels + 1
    laid_out = pixels.strides == (stride, channels, 1)
    if laid_out and isinstance(data, bytearray) and len(data) == height * stride:
        return Rows(width, height, data, channels)
    rows = Rows(width, height, bytearray(height * stride), channels)
    pixels_of(rows)[:] = pixels
    return rows


def encode_png(pixels: Pixels, dpi: float) -> bytes:
    """Encode an image.

    Args:
        pixels: Height x width x 3, 8-bit RGB; or x 4, with alpha.
        dpi: Pixels per inch, recorded per metre.
    """
    return encode_rows(rows_of(pixels), dpi)


def encode_cut_png(pixels: Pixels, alpha: NDArray[np.uint8], dpi: float) -> bytes:
    """Encode an image that is cut out; color and coverage go straight into a PNG's rows.

    Channel by channel that takes a third less time than the three of color at once.
    """
    height, width = alpha.shape
    rows = Rows(width, height, bytearray(height * (width * 4 + 1)), 4)
    inside = pixels_of(rows)
    for channel in range(3):
        inside[..., channel] = pixels[..., channel]
    inside[..., 3] = alpha
    return encode_rows(rows, dpi)
