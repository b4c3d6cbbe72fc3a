"""The least and the greatest level of each channel in a picture.

In      the bytes of a picture.
Out     levels between which all its pixels are, however it is scaled: scaling takes averages.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from cardgen.bind.picture_decoding import open_picture, rgb_of, strips_of

Levels = tuple[int, int, int]
"""Of red, green and blue, 0 … 255."""

MOST_PIXELS = 8_000_000
"""Larger pictures are not unpacked for this."""


class Extremes(Struct, frozen=True, array_like=True):
    """The darkest and the lightest that each channel is."""

    darkest: Levels
    lightest: Levels

    def including(self, other: Extremes) -> Extremes:
        """The extremes of both."""
        darkest = map(min, self.darkest, other.darkest)
        lightest = map(max, self.lightest, other.lightest)
        return Extremes(_three(darkest), _three(lightest))

    def widened(self, by: int) -> Extremes:
        """The extremes of pixels that may be some levels darker or lighter."""
        darkest = (max(level - by, 0) for level in self.darkest)
        lightest = (min(level + by, 255) for level in self.lightest)
        return Extremes(_three(darkest), _three(lightest))


def find_extremes(data: bytes) -> Extremes | None:
    """Look at all pixels of a picture; None if it is large, or its colors may be shown otherwise
    than they are stored."""
    with open_picture(data) as image:
        apart = image.mode == "CMYK" or "icc_profile" in image.info
        if apart or image.width * image.height > MOST_PIXELS:
            return None
        found: Extremes | None = None
        for strip in strips_of(image):
            bands = [band.getextrema() for band in rgb_of(strip).split()]
            one = Extremes(_three(low for low, _ in bands), _three(high for _, high in bands))
            found = one if found is None else found.including(one)
    return found


def _three(levels: Iterable[Any]) -> Levels:
    """Pillow may give levels of 8 bits as real numbers."""
    red, green, blue = map(int, levels)
    return red, green, blue
