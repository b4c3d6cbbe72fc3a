"""Pixels as a PNG holds them, and PNG files: 8-bit RGB or RGBA, compressed by libdeflate.

In      pixels in rows, their resolution.
Out     the bytes of a PNG with `pHYs` and `sRGB` chunks.
Not here  arrays to reckon with (`render.raster.pixel_arrays`): a worker does without numpy, whose
        import takes as
          long as five faces.

Encoding is over 85 % of the run in every peer measured. Rows stand unfiltered: paper has few
distinct colors, whose repetitions filters would hide, so that libdeflate's fastest level
comes within a tenth of Pillow's size in a fifteenth of its time; and no row has to be copied,
as PDFium draws into memory that is laid out as PNG wants it. What libdeflate writes depends on
its version, not on the processor or on time.

Source  PNG, third edition (W3C), chapters 9 (filtering), 11 (chunks).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

import deflate
from msgspec import Struct

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KIND = {3: 2, 4: 6}
"""PNG's color type by the number of channels: RGB, RGBA."""
_LEVEL = 1
_WHITE = b"\xff"


class Rows(Struct, frozen=True, eq=False):
    """Pixels row by row, 8 bits a channel; a zero before each row, PNG's mark of an unfiltered
    one, is in the same memory."""

    width: int
    height: int
    data: bytearray
    channels: int = 3

    @property
    def stride(self) -> int:
        """Bytes from a row to the next."""
        return self.width * self.channels + 1


def paper(width: int, height: int) -> Rows:
    """White RGB pixels to draw on."""
    stride = width * 3 + 1
    data = bytearray(_WHITE) * (stride * height)
    data[::stride] = bytes(height)
    return Rows(width, height, data)


def copied(rows: Rows) -> Rows:
    """The same pixels to draw on."""
    return Rows(rows.width, rows.height, bytearray(rows.data), rows.channels)


def encode_rows(rows: Rows, dpi: float) -> bytes:
    """Encode an image.

    Args:
        rows: Its pixels, RGB or RGBA.
        dpi: Pixels per inch, recorded per metre.
    """
    header = struct.pack(">IIBBBBB", rows.width, rows.height, 8, _KIND[rows.channels], 0, 0, 0)
    per_meter = round(dpi / 0.0254)
    return join_chunks(
        (
            (b"IHDR", header),
            (b"sRGB", b"\0"),
            (b"pHYs", struct.pack(">IIB", per_meter, per_meter, 1)),
            (b"IDAT", deflate.zlib_compress(rows.data, _LEVEL)),
            (b"IEND", b""),
        )
    )


def join_chunks(chunks: Iterable[tuple[bytes, bytes]]) -> bytes:
    """A PNG file of chunks: the kind of each, and what is in it."""
    return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = deflate.crc32(data, deflate.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)))
