"""PNG files whose pixels a PDF can have as they are.

In      the bytes of a PNG file.
Out     its packed rows and how they are to be read; None if the pixels have to be written anew.
Not here  which colors a file takes (`render.pdf.color_spaces`), the stream (`pdf.image_streams`).

A PNG's rows are packed as a PDF's may be, filters included, so that nothing has to be unpacked and
packed again. That holds for 8 bits a channel, in gray or RGB, without transparency and from top to
bottom. Checksums are looked at: a damaged file takes the long way, where it is told.

Source  ISO/IEC 15948 (PNG), 5 and 11.2; PDF 32000-1:2008, 7.4.4.4 (predictors).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import deflate
from msgspec import Struct

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEAD = struct.Struct(">IIBBBBB")
_BODY = len(_SIGNATURE) + 8 + _HEAD.size
"""Where a file's head ends: it is the first chunk, after the length and the kind of it."""
_CHANNELS = {0: 1, 2: 3}
"""By the kind of color: gray, RGB."""
_OTHERWISE = (b"tRNS", b"acTL", b"CgBI")
"""What makes pixels other than they are stored: a transparent color, animation, Apple's order."""


class PackedRows(Struct, frozen=True):
    """Rows of pixels, each with the number of its filter before it, packed by zlib."""

    data: bytes
    channels: int
    """1 for gray, 3 for RGB."""
    size: tuple[int, int]


def find_packed_rows(data: bytes) -> PackedRows | None:
    """The rows of a PNG file as they are packed in it."""
    head: tuple[int, ...] | None = None
    rows: list[memoryview] = []
    for kind, part in _list_chunks(data):
        if kind == b"IHDR":
            head = _HEAD.unpack(part) if len(part) == _HEAD.size and head is None else None
        elif kind in _OTHERWISE:
            return None
        elif kind == b"IDAT":
            rows.append(part)
        elif kind == b"IEND" and head is not None and rows:
            return _describe(head, b"".join(rows))
    return None


def has_packed_rows(data: bytes) -> bool:
    """Whether a file's head says that a PDF may have its rows; what follows is not looked at."""
    if not data.startswith(_SIGNATURE) or len(data) < _BODY:
        return False
    return _describe(_HEAD.unpack_from(data, _BODY - _HEAD.size), b"") is not None


def _describe(head: tuple[int, ...], data: bytes) -> PackedRows | None:
    width, height, depth, color, *ways = head
    if depth != 8 or color not in _CHANNELS or any(ways):
        return None
    return PackedRows(data, _CHANNELS[color], (width, height))


def _list_chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """The chunks of a PNG file up to the first that is cut off or damaged."""
    view, at = memoryview(data), len(_SIGNATURE)
    if not data.startswith(_SIGNATURE):
        return
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        end = at + 8 + length
        if end + 4 > len(data):
            return
        (stated,) = struct.unpack_from(">I", data, end)
        if deflate.crc32(view[at + 4 : end]) != stated:
            return
        yield bytes(view[at + 4 : at + 8]), view[at + 8 : end]
        at = end + 4
