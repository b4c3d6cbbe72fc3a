"""Pixels in rows: what workers draw on, without arrays."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib

import deflate
import numpy as np
import pytest
from PIL import Image

from cardgen.render.raster.pixel_arrays import pixels_of, rows_of
from cardgen.render.raster.png_encode import Rows, copied, encode_rows, paper


def test_paper_is_white_and_its_rows_unfiltered() -> None:
    rows = paper(5, 4)
    assert np.array_equal(pixels_of(rows), np.full((4, 5, 3), 255))
    assert [rows.data[row * rows.stride] for row in range(4)] == [0] * 4
    with Image.open(io.BytesIO(encode_rows(rows, 300))) as image:
        assert image.getcolors() == [(20, (255, 255, 255))]


def test_a_copy_is_drawn_on_alone() -> None:
    first = paper(3, 2)
    second = copied(first)
    pixels_of(second)[:] = 7
    assert (pixels_of(first) == 255).all()
    assert (pixels_of(second) == 7).all()


def chunks(png: bytes) -> dict[bytes, bytes]:
    """What a PNG holds, by the names of its chunks, each checked."""
    assert png[:8] == bytes.fromhex("89504e470d0a1a0a")
    found, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (check,) = struct.unpack_from(">I", png, at + 8 + length)
        assert check == zlib.crc32(kind + data), kind
        found[kind] = data
        at += 12 + length
    return found


@pytest.mark.parametrize(("channels", "kind"), [(3, 2), (4, 6)])
def test_the_header_has_the_size_8_bits_and_the_kind_of_color(channels: int, kind: int) -> None:
    """PNG, 11.2.1: width, height, depth, color type, compression, filter, interlace."""
    rows = rows_of(np.zeros((7, 5, channels), np.uint8))
    header = chunks(encode_rows(rows, 300))[b"IHDR"]
    assert struct.unpack(">IIBBBBB", header) == (5, 7, 8, kind, 0, 0, 0)


def test_the_resolution_is_recorded_a_metre_and_the_color_space_is_srgb() -> None:
    found = chunks(encode_rows(paper(2, 2), 300))
    assert struct.unpack(">IIB", found[b"pHYs"]) == (11811, 11811, 1)
    assert found[b"sRGB"] == b"\0"
    assert list(found) == [b"IHDR", b"sRGB", b"pHYs", b"IDAT", b"IEND"]
    assert found[b"IEND"] == b""


def test_rows_are_compressed_as_they_are_at_the_fastest_level() -> None:
    pixels = np.random.default_rng(4).integers(0, 9, (90, 70, 3), np.uint8)
    rows = rows_of(pixels)
    data = chunks(encode_rows(rows, 300))[b"IDAT"]
    assert zlib.decompress(data) == bytes(rows.data)
    assert data == deflate.zlib_compress(rows.data, 1)


def test_rows_are_rgb_unless_they_say_otherwise() -> None:
    assert Rows(2, 1, bytearray(7)).stride == 7
    assert Rows(2, 1, bytearray(9), channels=4).stride == 9
    assert copied(Rows(2, 1, bytearray(9), channels=4)).channels == 4


@pytest.mark.parametrize("channels", [3, 4])
def test_arrays_and_rows_are_each_other(channels: int) -> None:
    pixels = np.random.default_rng(2).integers(0, 256, (6, 5, channels), np.uint8)
    rows = rows_of(pixels)
    assert np.array_equal(pixels_of(rows), pixels)
    assert rows_of(pixels_of(rows)).data is rows.data, "nothing is copied"
    flipped = pixels_of(rows)[::-1]
    assert np.array_equal(pixels_of(rows_of(flipped)), flipped)


def test_a_worker_does_without_arrays() -> None:
    worker = "cardgen.render.workers.raster_worker"
    code = f"import sys, {worker}; print('numpy' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"
