"""A PDF has the pixels of a PNG as the file packed them, wherever they are what is printed."""

from __future__ import annotations

import io
import random
import zlib
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image

from cardgen.bind.picture_decoding import open_picture, rgb_of
from cardgen.bind.pictures import PictureStore
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.files.game_files import Asset
from cardgen.render.pdf.color_spaces import SCREEN, Colors, Effort
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.pdf.png_streams import find_packed_rows
from cardgen.render.press.inks import ManagedRgb
from cardgen.render.press.profile import shipped_profile
from cardgen.render.press.separation import separate
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import Layer, Picture

_SIZE = 37, 23


def noise(mode: str) -> Image.Image:
    """Every pixel another: what is shifted, turned or mixed up is seen."""
    channels = len(Image.new(mode, (1, 1)).getbands())
    data = random.Random(7).randbytes(_SIZE[0] * _SIZE[1] * channels)
    return Image.frombytes(mode, _SIZE, data)


def png(image: Image.Image, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", **options)
    return out.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return len(data).to_bytes(4, "big") + kind + data + check.to_bytes(4, "big")


def with_chunk(data: bytes, kind: bytes, content: bytes) -> bytes:
    """A PNG file with one chunk more behind its head."""
    return data[:33] + chunk(kind, content) + data[33:]


def deep() -> Image.Image:
    return Image.fromarray(np.arange(_SIZE[0] * _SIZE[1], dtype=np.uint16).reshape(_SIZE) * 70)


def interlaced() -> bytes:
    """A PNG of one pixel in Adam7's order: Pillow reads such files and writes none."""
    head = bytes([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 1])
    rows = chunk(b"IDAT", zlib.compress(b"\0\x10\x20\x30"))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + rows + chunk(b"IEND", b"")


def shown(data: bytes, *, effort: Effort, colors: Colors = SCREEN) -> tuple[bytes, np.ndarray]:
    """A PDF of a picture in its own size, and its pixels as they are rasterized."""
    store, extent = PictureStore(), Extent(*map(float, _SIZE))
    bitmap = store.add(Asset("noise.png", data))
    file = PdfFile(store, title="noise", colors=colors, effort=effort)
    layer = Layer((Picture(bitmap, Rect(0, 0, extent.width, extent.height)),))
    file.page([(file.form(layer, extent), Transform())], PageBoxes(extent))
    made = file.save()
    raster = Raster(made)
    try:
        return made, np.array(raster.page(0, _SIZE))
    finally:
        raster.close()


@pytest.mark.parametrize("effort", list(Effort))
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_rows_enter_a_pdf_as_the_file_packed_them(mode: str, effort: Effort) -> None:
    image = noise(mode)
    data = png(image, compress_level=1)
    rows = find_packed_rows(data)
    assert rows is not None
    made, pixels = shown(data, effort=effort)
    assert rows.data in made
    assert np.array_equal(pixels, np.array(image.convert("RGB")))


def test_rows_in_many_chunks_are_joined() -> None:
    data = png(noise("RGB"))
    start = data.index(b"IDAT") - 4
    length = int.from_bytes(data[start : start + 4], "big")
    rows, rest = data[start + 8 : start + 8 + length], data[start + 12 + length :]
    parts = b"".join(chunk(b"IDAT", rows[at : at + 100]) for at in range(0, length, 100))
    found = find_packed_rows(data[:start] + parts + rest)
    assert found is not None
    assert found.data == rows


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: png(noise("RGBA")), id="transparent"),
        pytest.param(lambda: png(noise("LA")), id="transparent gray"),
        pytest.param(lambda: png(noise("P")), id="palette"),
        pytest.param(lambda: png(noise("RGB"), transparency=(1, 2, 3)), id="transparent color"),
        pytest.param(lambda: png(deep()), id="16 bits"),
        pytest.param(lambda: png(noise("L").convert("1")), id="1 bit"),
        pytest.param(interlaced, id="interlaced"),
        pytest.param(lambda: with_chunk(png(noise("RGB")), b"acTL", bytes(8)), id="animated"),
        pytest.param(lambda: with_chunk(png(noise("RGB")), b"CgBI", bytes(4)), id="of Apple"),
    ],
)
def test_other_pixels_are_written_anew(make: Callable[[], bytes]) -> None:
    assert find_packed_rows(make()) is None


@pytest.mark.parametrize("mode", ["RGBA", "P", "1"])
@pytest.mark.parametrize("effort", list(Effort))
def test_pixels_that_are_written_anew_are_the_picture_s(mode: str, effort: Effort) -> None:
    image = noise("L").convert("1") if mode == "1" else noise(mode)
    if mode == "RGBA":
        image.putalpha(255)
    data = png(image)
    with open_picture(data) as opened:
        expected = np.array(rgb_of(opened))
    assert np.array_equal(shown(data, effort=effort)[1], expected)


def test_gray_goes_by_the_profile_of_the_colors_beside_it() -> None:
    """By itself it would be black ink alone on a press."""
    colors = ManagedRgb(separate(shipped_profile(), 300))
    image = noise("L")
    made, pixels = shown(png(image), effort=Effort.SMALL, colors=colors)
    rows = find_packed_rows(png(image))
    assert rows is not None
    assert rows.data in made
    assert b"/DeviceGray" not in made
    managed = shown(png(image.convert("RGB")), effort=Effort.SMALL, colors=colors)[1]
    assert np.array_equal(pixels, managed)


def test_a_gray_photograph_goes_by_that_profile_too() -> None:
    colors = ManagedRgb(separate(shipped_profile(), 300))
    out = io.BytesIO()
    noise("L").save(out, "JPEG", quality=90)
    with Image.open(out) as photograph:
        as_light = png(photograph.convert("RGB"))
    made, pixels = shown(out.getvalue(), effort=Effort.SMALL, colors=colors)
    assert b"/DeviceGray" not in made
    assert np.array_equal(pixels, shown(as_light, effort=Effort.SMALL, colors=colors)[1])
    assert out.getvalue() in shown(out.getvalue(), effort=Effort.SMALL)[0], "on a screen as it is"


def test_a_damaged_file_takes_the_long_way() -> None:
    data = png(noise("RGB"))
    assert find_packed_rows(data) is not None
    middle = len(data) // 2
    damaged = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    assert find_packed_rows(damaged) is None
    for end in (0, 20, middle, len(data) - 13, len(data) - 1):
        assert find_packed_rows(data[:end]) is None
    assert find_packed_rows(b"GIF89a" + data) is None


def test_a_file_with_two_heads_takes_the_long_way() -> None:
    data = png(noise("RGB"))
    assert find_packed_rows(data[:33] + data[8:]) is None
