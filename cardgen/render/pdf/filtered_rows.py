"""Rows of pixels as differences from the row above, which pack smaller where colors are many.

In      a picture, one strip below the other.
Out     its rows with the number of their filter, as a PDF's predictors read them.

Source  ISO/IEC 15948 (PNG), 9.2, filter type 2 (Up); PDF 32000-1:2008, 7.4.4.4.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

_UP = 2


def filter_rows(strips: Sequence[Image.Image]) -> bytes:
    """Each row as a byte, 2, and its bytes less those of the row above, modulo 256.

    Args:
        strips: Parts of a picture from top to bottom, of one width and mode, 8 bits a channel.
    """
    pixels = np.concatenate([np.asarray(strip) for strip in strips])
    flat = pixels.reshape(len(pixels), -1)
    rows = np.empty((flat.shape[0], 1 + flat.shape[1]), np.uint8)
    rows[:, 0] = _UP
    rows[0, 1:] = flat[0]
    np.subtract(flat[1:], flat[:-1], out=rows[1:, 1:])
    return rows.tobytes()
