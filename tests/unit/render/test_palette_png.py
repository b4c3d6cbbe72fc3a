"""PNGs with a palette: few colors exactly, many not at all."""

from __future__ import annotations

import io

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from cardgen.render.raster.palette_png import encode_palette
from tests.support.samples import law


def words(pixels: NDArray[np.uint8]) -> NDArray[np.uint32]:
    return np.ascontiguousarray(pixels).view("<u4")[..., 0]


def decoded(png: bytes | None) -> NDArray[np.uint8]:
    assert png is not None
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGBA"))


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 40), st.integers(0, 2**32 - 1))
@law
def test_colors_that_are_far_apart_come_out_as_they_are(
    width: int, height: int, colors: int, seed: int
) -> None:
    some = np.random.default_rng(seed)
    palette = some.choice(6, (colors, 4)) * 51
    palette[palette[:, 3] == 0] = 0
    pixels = palette[some.integers(0, colors, (height, width))].astype(np.uint8)
    assert (decoded(encode_palette(words(pixels))) == pixels).all()


def test_steps_of_an_edge_are_put_together_and_what_is_flat_keeps_its_color() -> None:
    pixels = np.zeros((60, 256, 4), np.uint8)
    pixels[:20] = (201, 63, 17, 255)
    pixels[20:40, :, :3], pixels[20:40, :, 3] = (201, 63, 17), np.arange(256)
    pixels[40:50] = (13, 77, 199, 255)
    found = decoded(encode_palette(words(pixels))).astype(int)
    assert (found[:20] == pixels[:20]).all()
    assert (found[40:50] == pixels[40:50]).all()
    assert np.abs(found[..., 3] - pixels[..., 3]).max() <= 4


def test_more_colors_than_a_palette_has_are_none() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (64, 64, 4), np.uint8)
    pixels[..., 3] = 255
    assert encode_palette(words(pixels)) is None


def test_values_that_meet_in_a_slot_stay_apart() -> None:
    """With 200 far colors out of 2^32 and 2^16 slots, some seeds have two in one."""
    for seed in range(30):
        some = np.random.default_rng(seed)
        palette = np.zeros((200, 4), np.uint8)
        palette[:, :3] = some.choice(np.arange(0, 256, 8), (200, 3))
        palette[:, 3] = 255
        pixels = palette[some.integers(0, 200, (50, 50))]
        assert (decoded(encode_palette(words(pixels))) == pixels).all()
