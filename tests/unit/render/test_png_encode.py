"""Pixels in rows: what workers draw on, without arrays."""

from __future__ import annotations

import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from cardgen.render.raster.pixel_arrays import pixels_of, rows_of
from cardgen.render.raster.png_encode import copied, encode_rows, paper

FAULTS = """
import resource, sys
from cardgen.render.raster import malloc_settings as memory
if sys.argv[1] == "kept":
    memory.keep_what_is_wanted_again()
def faces(count):
    for _ in range(count):
        bytearray(1_200_000), bytearray(2_800_000)
faces(3)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
faces(20)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's memory")
def test_memory_for_faces_is_not_taken_anew_each_time() -> None:
    def faults(how: str) -> int:
        command = [sys.executable, "-c", FAULTS, how]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert faults("kept") * 10 < faults("left") + 10
