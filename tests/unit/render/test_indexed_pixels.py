"""Pixels of few colors are numbers of a table, and the same colors afterwards."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from cardgen.render.pdf.indexed_pixels import _choose_slots, number_colors

Color = tuple[int, int, int, int]


def strips_of(colors: list[Color], height: int = 4) -> list[Image.Image]:
    """Two strips, each of all the colors."""
    strips = [Image.new("CMYK", (len(colors), rows)) for rows in (height, 1)]
    for strip in strips:
        strip.putdata(colors * strip.height)
    return strips


def looked_up(strips: list[Image.Image]) -> bytes:
    """The pixels that table and numbers give."""
    numbered = number_colors(strips)
    assert numbered is not None
    table, numbers = numbered
    return np.frombuffer(table, "<u4")[np.frombuffer(numbers, np.uint8)].tobytes()


def bytes_of(strips: list[Image.Image]) -> bytes:
    return b"".join(strip.tobytes() for strip in strips)


@pytest.mark.parametrize("count", [1, 2, 255, 256])
def test_numbers_stand_for_the_colors_of_the_pixels(count: int) -> None:
    draw = random.Random(count)
    colors = [tuple(color) for color in zip(*[draw.sample(range(256), count)] * 4, strict=True)]
    strips = strips_of([(c, m, y, k) for c, m, y, k in colors])
    assert looked_up(strips) == bytes_of(strips)


def test_colors_that_share_a_slot_are_told_apart() -> None:
    words = np.arange(1 << 17, dtype="<u4")
    by_slot: dict[int, list[Color]] = {}
    for slot, word in zip(_choose_slots(words).tolist(), words.tolist(), strict=True):
        c, m, y, k = word.to_bytes(4, "little")
        by_slot.setdefault(slot, []).append((c, m, y, k))
    first, second = next(pair for met in by_slot.values() for pair in combinations(met, 2))
    strips = strips_of([first, second, (1, 2, 3, 4)])
    assert looked_up(strips) == bytes_of(strips)


def test_a_byte_numbers_256_colors_and_no_more() -> None:
    gray: list[Color] = [(level, level, level, 0) for level in range(256)]
    assert number_colors(strips_of(gray)) is not None
    assert number_colors(strips_of([*gray, (1, 2, 3, 4)])) is None


def test_colors_are_counted_over_all_strips() -> None:
    light = strips_of([(level, 0, 0, 0) for level in range(200)])
    dark = strips_of([(level, 0, 0, 99) for level in range(200)])
    assert number_colors([*light, *dark]) is None
