"""PNG files, read back by Pillow."""

import io
import struct
import zlib
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.render.raster.pixel_arrays import Pixels, encode_png
from tests.support.samples import law


def noise(height: int, width: int, seed: int = 1) -> Pixels:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes, bool]]:
    """Each chunk's kind, its content, and whether its check sum is right."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        yield kind, body, check == zlib.crc32(kind + body)
        at += 12 + length


@law
@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 999))
def test_pixels_are_read_back_as_they_were(height: int, width: int, seed: int) -> None:
    pixels = noise(height, width, seed)
    with Image.open(io.BytesIO(encode_png(pixels, 300))) as image:
        assert image.mode == "RGB"
        assert np.array_equal(np.asarray(image), pixels)


def test_a_large_picture_is_read_back_too() -> None:
    pixels = noise(1122, 822)
    with Image.open(io.BytesIO(encode_png(pixels, 300))) as image:
        assert np.array_equal(np.asarray(image), pixels)


@pytest.mark.parametrize("dpi", [72, 150, 300, 600, 1200])
def test_the_resolution_is_recorded(dpi: int) -> None:
    with Image.open(io.BytesIO(encode_png(noise(2, 2), dpi))) as image:
        assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_the_colours_are_said_to_be_srgb() -> None:
    found = {kind: body for kind, body, _ in chunks(encode_png(noise(2, 2), 300))}
    assert found[b"sRGB"] == b"\0"


def test_chunks_stand_in_the_order_that_png_asks_for_and_are_sound() -> None:
    found = list(chunks(encode_png(noise(3, 4), 300)))
    kinds = [kind for kind, _, _ in found]
    assert (kinds[0], kinds[-1]) == (b"IHDR", b"IEND")
    assert max(kinds.index(b"sRGB"), kinds.index(b"pHYs")) < kinds.index(b"IDAT")
    assert all(sound for _, _, sound in found)


def test_there_is_no_time_and_no_text_in_it() -> None:
    kinds = {kind for kind, _, _ in chunks(encode_png(noise(3, 4), 300))}
    assert kinds == {b"IHDR", b"sRGB", b"pHYs", b"IDAT", b"IEND"}


def test_the_same_picture_gives_the_same_bytes() -> None:
    assert encode_png(noise(40, 30), 300) == encode_png(noise(40, 30), 300)


def test_another_picture_gives_other_bytes() -> None:
    assert encode_png(noise(40, 30), 300) != encode_png(noise(40, 30, seed=2), 300)


def test_a_part_of_a_larger_picture_can_be_written() -> None:
    pixels = noise(20, 20)[2:9, 3:11]
    with Image.open(io.BytesIO(encode_png(pixels, 300))) as image:
        assert np.array_equal(np.asarray(image), pixels)
