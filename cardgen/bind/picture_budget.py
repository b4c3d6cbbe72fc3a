"""How large a picture may be, as its headers tell before anything is unpacked.

In      the bytes of a PNG or JPEG.
Out     nothing, or `PictureError` with the figure and the budget.
Not here  decoding (`pictures`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_PIXELS = 80_000_000
"""A board of A3 at 600 dpi has 70 million."""
MAX_PROGRESSIVE_PIXELS = 50_000_000
"""A progressive JPEG is unpacked as a whole, two bytes a pixel and color: so many of three colors,
fewer of four inks."""
MAX_TINTED_PIXELS = 4_000_000
MAX_ALL_TINTED_PIXELS = 40_000_000
"""A picture that is given another color is made anew; so much each, and all of a game."""
MAX_SIDE = 30_000
MAX_SCANS = 50
"""Encoders make about ten."""
MAX_PNG_BYTES = 500_000_000
"""Unpacked: 80 megapixels of 16 bits in three colors, and a little more."""
MAX_CHUNKS = 50_000
MAX_OTHER_CHUNKS = 1_000
"""Texts, profiles, times: what is no pixel."""
_PNG_CHANNELS = {2: 3, 4: 2, 6: 4}
"""By PNG's number for a kind of color; the others have one."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_SEGMENT = re.compile(rb"\xff([\xc0-\xcf\xd9-\xfe])")
"""A marker of JPEG that a segment follows, or the end; zeros stand behind such bytes of pixels."""
_END, _SCAN = 0xD9, 0xDA
_TABLES = frozenset({0xC4, 0xC8, 0xCC})
_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
"""Of the frames, C0 to CF without the tables."""


class PictureError(ValueError):
    """Not a usable picture; the message completes «the picture `name` …»."""

    def __init__(
        self, reason: str, hint: str = "export it again as PNG, JPEG or plain SVG"
    ) -> None:
        super().__init__(reason)
        self.hint = hint


def check_file(data: bytes) -> None:
    """Judge a file by its headers, without a library that may follow them.

    Raises:
        PictureError: it is over a budget.
    """
    if data.startswith(_PNG):
        _check_png(data)
    elif data.startswith(_JPEG):
        scans = _count_scans(data)
        if scans > MAX_SCANS:
            raise PictureError(f"has {scans:,} scans; at most {MAX_SCANS} are read")


def _list_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Each segment's marker and place. What segments hold is passed over: profiles, and small
    pictures that are JPEGs themselves.

    Source  ITU-T T.81, B.1.1 (markers, table B.1).
    """
    at = len(_JPEG)
    while (found := _SEGMENT.search(data, at)) and found[1][0] != _END:
        yield found[1][0], found.start()
        length = int.from_bytes(data[found.end() : found.end() + 2])
        at = found.end() + max(2, length)


def _count_scans(data: bytes) -> int:
    """How many scans a JPEG has; looked at closely only where there may be too many."""
    most = data.count(bytes((0xFF, _SCAN)))
    if most <= MAX_SCANS:
        return most
    return sum(marker == _SCAN for marker, _ in _list_segments(data))


def _progressive_colors(data: bytes) -> int:
    """How many colors a progressive JPEG has; 0 of others."""
    for marker, start in _list_segments(data):
        if marker == _SCAN:
            break
        if marker < _END and marker not in _TABLES:
            return int.from_bytes(data[start + 9 : start + 10]) if marker in _PROGRESSIVE else 0
    return 0


def check_size(data: bytes, width: int, height: int) -> None:
    """Judge a picture by its size in pixels.

    Raises:
        PictureError: it is over a budget.
    """
    if max(width, height) > MAX_SIDE:
        raise PictureError(
            f"is {max(width, height):,} pixels long; sides of at most {MAX_SIDE:,} are read"
        )
    pixels, most = width * height, MAX_PIXELS
    colors = _progressive_colors(data) if data.startswith(_JPEG) else 0
    if colors:
        most = MAX_PROGRESSIVE_PIXELS * 3 // max(3, colors)
    if pixels > most:
        raise PictureError(
            f"has {pixels / 1e6:,.0f} megapixels; at most {most // 1_000_000} are read"
        )


def _check_unpacked(bits: int) -> None:
    if bits > 8 * MAX_PNG_BYTES:
        raise PictureError(
            f"unpacks to {bits // 8_000_000:,} MB; at most {MAX_PNG_BYTES // 1_000_000} are read"
        )


def check_tint(width: int, height: int, before: int) -> None:
    """Judge whether a picture can be given another color, beside those of `before` pixels.

    Raises:
        PictureError: it is over a budget.
    """
    pixels = width * height
    if pixels > MAX_TINTED_PIXELS:
        raise PictureError(
            f"has {pixels / 1e6:,.0f} megapixels; pictures of at most "
            f"{MAX_TINTED_PIXELS // 1_000_000} can have a `color`"
        )
    if before + pixels > MAX_ALL_TINTED_PIXELS:
        raise PictureError(
            f"is one too many: with it those with a `color` have {(before + pixels) / 1e6:,.0f} "
            f"megapixels; at most {MAX_ALL_TINTED_PIXELS // 1_000_000} are made"
        )


def _check_png(data: bytes) -> None:
    at, chunks, others = len(_PNG), 0, 0
    width = height = 0
    while at + 18 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if kind == b"IHDR":
            width = int.from_bytes(data[at + 8 : at + 12], "big")
            height = int.from_bytes(data[at + 12 : at + 16], "big")
            check_size(data[:8], width, height)
            _check_unpacked(width * height * data[at + 16] * _PNG_CHANNELS.get(data[at + 17], 1))
        chunks += 1
        others += kind != b"IDAT"
        if chunks > MAX_CHUNKS or others > MAX_OTHER_CHUNKS:
            raise PictureError(
                f"has more than {MAX_OTHER_CHUNKS:,} chunks that are no pixels, or "
                f"{MAX_CHUNKS:,} in all, which is the most that is read"
            )
        at += 12 + length
