"""Pixels of few colors → PNGs with a palette: letters and flat shapes, sharp as they are painted.

In      RGBA pixels, of which most are one color or nothing.
Out     the bytes of a PNG of at most 256 colors; None where that many do not show it.
Not here  what is shown so (`targets.gallery.faces`), PNGs of all colors (`raster.png_encode`).

An edge of a letter has up to 256 steps between its color and nothing, and a face some colors: 400
to 1,200 different pixels. Steps are put together, coarser ones only if they have to be, and each
is shown by the pixel of it that is most frequent, so that what is flat keeps its very color.
"""

from __future__ import annotations

import struct

import deflate
import numpy as np
from numpy.typing import NDArray

from cardgen.render.raster.png_encode import join_chunks

_FIRST = np.array([True])

_Words = NDArray[np.uint32]
"""A pixel each: red in the lowest byte, alpha in the highest."""
_Numbers = NDArray[np.intp]

_MOST = 256
_STEPS = ((2, 2), (2, 3), (3, 3), (3, 4), (4, 4))
"""How many bits of alpha, and of colors as they come out, are put together. The first saves an
eighth of the bytes, and nobody sees it."""
_SPREAD = np.uint32(2_654_435_761)
"""Knuth's multiplier: what is similar comes to lie apart."""
_SLOTS = 1 << 16
_EFFORT = 6
"""Of libdeflate; 1 takes twice as long where nearly all is one color."""


def encode_palette(pixels: _Words) -> bytes | None:
    """Encode an image.

    Args:
        pixels: Height x width, C-contiguous.
    """
    height, width = pixels.shape
    flat = pixels.ravel()
    starts = np.flatnonzero(np.concatenate((_FIRST, flat[1:] != flat[:-1])))
    lengths = np.diff(starts, append=len(flat))
    values, counts, number = _count(flat[starts], lengths)
    reduced = _reduce(values, counts)
    if reduced is None:
        return None
    palette, entry = reduced
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = np.repeat(entry[number], lengths).reshape(height, width)
    return _join(rows, palette)


def _count(pixels: _Words, lengths: _Numbers) -> tuple[_Words, _Numbers, _Numbers]:
    """The different values of runs, how many pixels have each, and which each run has.

    By a table, as sorting takes six times as long; values that met another in their slot are
    sorted.
    """
    slots = (pixels * _SPREAD) >> np.uint32(16)
    table = np.zeros(_SLOTS, np.uint32)
    table[slots] = pixels
    is_alone = table[slots] == pixels
    used = np.flatnonzero(np.bincount(slots, minlength=_SLOTS))
    order = np.zeros(_SLOTS, np.intp)
    order[used] = np.arange(len(used))
    number = order[slots]
    values, met = table[used], np.flatnonzero(~is_alone)
    if len(met):
        further, which = np.unique(pixels[met], return_inverse=True)
        number[met] = which + len(used)
        values = np.concatenate((values, further))
    counts = np.bincount(number, lengths, len(values)).astype(np.intp)
    return values, counts, number


def _reduce(values: _Words, counts: _Numbers) -> tuple[_Words, NDArray[np.uint8]] | None:
    """A palette, and the entry of each value; the same whatever the order of the values."""
    for bits in _STEPS:
        steps, which = np.unique(_put_together(values, *bits), return_inverse=True)
        if len(steps) <= _MOST:
            return _most_frequent(values, counts, which), which.astype(np.uint8)
    return None


def _put_together(values: _Words, alpha_bits: int, color_bits: int) -> _Words:
    """What tells values apart when bits are left out; colors as much as is seen of them."""
    alpha = values >> np.uint32(24)
    key = alpha >> np.uint32(alpha_bits)
    for shift in (0, 8, 16):
        color = (values >> np.uint32(shift)) & np.uint32(255)
        seen = (color * alpha + np.uint32(127)) // np.uint32(255)
        key = (key << np.uint32(8 - color_bits)) | (seen >> np.uint32(color_bits))
    return key


def _most_frequent(values: _Words, counts: _Numbers, which: _Numbers) -> _Words:
    """Of each step."""
    order = np.lexsort((values, counts, which))
    last = np.flatnonzero(np.append(np.diff(which[order]), 1))
    chosen: _Words = values[order[last]]
    return chosen


def _join(rows: NDArray[np.uint8], palette: _Words) -> bytes:
    height, stride = rows.shape
    header = struct.pack(">IIBBBBB", stride - 1, height, 8, 3, 0, 0, 0)
    channels = palette.astype("<u4").view(np.uint8).reshape(-1, 4)
    chunks = [(b"IHDR", header), (b"sRGB", b"\0"), (b"PLTE", channels[:, :3].tobytes())]
    if channels[:, 3].min() < 255:
        chunks.append((b"tRNS", channels[:, 3].tobytes()))
    packed = bytes(deflate.zlib_compress(rows.data, _EFFORT))
    return join_chunks([*chunks, (b"IDAT", packed), (b"IEND", b"")])
