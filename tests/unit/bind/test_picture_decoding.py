"""Odd pictures are decoded in silence: what is wrong with them is a finding, no warning."""

from __future__ import annotations

import io
import re
import struct
import warnings
import zlib
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image

from cardgen.bind.picture_decoding import open_picture, rgb_of, strips_of
from cardgen.bind.pictures import PictureStore
from cardgen.check.rules.press.pictures import read_facts
from cardgen.core.color import Color
from cardgen.files.game_files import Asset
from cardgen.render.pdf.document import PdfFile
from tests.unit.test_architecture import MODULES, PACKAGE


def odd_animation() -> bytes:
    """A PNG that says of itself that it is animated, in no frames: Pillow warns."""
    out = io.BytesIO()
    Image.new("RGB", (4, 4)).save(out, "PNG")
    data, control = out.getvalue(), b"acTL" + bytes(8)
    chunk = struct.pack(">I", 8) + control + struct.pack(">I", zlib.crc32(control))
    at = data.index(b"IDAT") - 4
    return data[:at] + chunk + data[at:]


def transparent_palette() -> bytes:
    """A palette with an alpha for each color: Pillow warns where it becomes RGB."""
    out = io.BytesIO()
    Image.new("P", (4, 4)).save(out, "PNG", transparency=b"\x00\x01\x02")
    return out.getvalue()


def large() -> bytes:
    """More pixels than Pillow likes, and fewer than the budget."""
    out = io.BytesIO()
    Image.new("1", (9500, 9500)).save(out, "PNG")
    return out.getvalue()


def store_and_embed(data: bytes) -> None:
    store = PictureStore()
    bitmap = store.add(Asset("odd.png", data))
    PdfFile(store, title="x").image_stream(bitmap, "odd")


def tint(data: bytes) -> None:
    store = PictureStore()
    store.tinted(store.add(Asset("odd.png", data)), Color(200, 0, 0))


def judge(data: bytes) -> None:
    read_facts(data)


@pytest.mark.parametrize("use", [store_and_embed, tint, judge])
@pytest.mark.parametrize("make", [odd_animation, transparent_palette])
def test_no_warning_of_the_library_comes_out(
    make: Callable[[], bytes], use: Callable[[bytes], None]
) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        use(make())
    assert [str(one.message) for one in said] == []


def test_a_large_picture_is_opened_in_silence() -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        with open_picture(large()) as image:
            assert image.size == (9500, 9500)
    assert said == []


def test_the_odd_pictures_are_odd() -> None:
    with pytest.warns(UserWarning, match="APNG"), Image.open(io.BytesIO(odd_animation())) as image:
        image.load()


def test_no_other_module_opens_pictures_of_games() -> None:
    """`render/press/jpeg.py` and `prints/small_pictures.py` open JPEGs just written."""
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in MODULES
        if re.search(r"\bImage\.open\(", path.read_text("utf-8"))
    }
    own = {"render/press/jpeg.py", "prints/small_pictures.py"}
    assert found == {"bind/picture_decoding.py", *own}


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1", "CMYK", "I;16"])
def test_strips_make_up_the_picture(mode: str) -> None:
    """Whatever the mode, a picture of several strips is converted as it would be at once."""
    gradient = Image.linear_gradient("L").resize((1300, 1700))
    image = gradient.convert(mode) if mode != "I;16" else deep_gray((1300, 1700))
    whole = rgb_of(image)
    parts = b"".join(rgb_of(strip).tobytes() for strip in strips_of(image))
    assert parts == whole.tobytes()
    assert whole.getextrema()[0] != (255, 255)


def deep_gray(size: tuple[int, int]) -> Image.Image:
    """From black at the top to white at the bottom, in 65,536 levels."""
    rows = np.linspace(0, 65_535, size[1]).astype(np.uint16)
    return Image.fromarray(np.repeat(rows[:, None], size[0], 1))


def test_gray_of_sixteen_bits_is_printed_as_gray() -> None:
    """Pillow cuts it off at 255: all but the darkest would be white."""
    out = io.BytesIO()
    deep_gray((20, 20)).save(out, "PNG")
    store = PictureStore()
    stream = PdfFile(store, title="x").image_stream(store.add(Asset("a.png", out.getvalue())), "a")
    pixels = np.frombuffer(zlib.decompress(stream.content), np.uint8).reshape(20, 20, 3)
    assert (pixels[0], pixels[-1]) == (pytest.approx(0), pytest.approx(255))
    assert 120 < pixels[10].mean() < 140


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_picture_in_one_color_stands_as_the_picture_itself(orientation: int) -> None:
    """A phone stores its photographs on their side, and says so in EXIF."""
    exif, out = Image.Exif(), io.BytesIO()
    exif[0x0112] = orientation
    Image.new("RGB", (40, 30), "gray").save(out, "JPEG", exif=exif.tobytes())
    store = PictureStore()
    photo = store.add(Asset("phone.jpg", out.getvalue()))
    assert photo.orientation == orientation
    assert store.tinted(photo, Color(200, 0, 0)).orientation == orientation


# --- opacity ---------------------------------------------------------------------------------


def save(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def measured(data: bytes) -> bool:
    return PictureStore().add(Asset("drawn.png", data)).has_alpha


@pytest.mark.parametrize("strip", [1_000_000, 100])
@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_opacity_that_is_full_for_each_pixel_is_none(
    mode: str, strip: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.bind.picture_decoding._STRIP", strip)
    image = Image.new("RGBA", (40, 30), (200, 100, 50, 255)).convert(mode)
    assert not measured(save(image))
    levels = Image.new("L", image.size, 255)
    levels.putpixel((39, 29), 254)
    image.putalpha(levels)
    assert measured(save(image))


def test_a_transparent_color_counts_where_a_pixel_has_it() -> None:
    image = Image.new("RGB", (40, 30), (200, 100, 50))
    assert not measured(save(image, transparency=(1, 2, 3)))
    assert measured(save(image, transparency=(200, 100, 50)))
    palette = image.convert("P", palette=Image.Palette.ADAPTIVE)
    assert measured(save(palette, transparency=palette.getpixel((0, 0))))


def test_a_webp_with_holes_has_them() -> None:
    assert measured(save(Image.new("RGBA", (40, 30), (9, 9, 9, 0)), "WEBP", lossless=True))
    assert not measured(save(Image.new("RGBA", (40, 30), (9, 9, 9, 255)), "WEBP", lossless=True))
