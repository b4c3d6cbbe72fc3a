"""Pictures in ink are packed once a build, and found by their ink."""

from __future__ import annotations

import io
import zlib

import numpy as np
import pytest
from PIL import Image

from cardgen.bind.pictures import PictureStore
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.files.game_files import Asset
from cardgen.render.pdf import color_spaces
from cardgen.render.pdf.color_spaces import Packed, pack_exactly
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.press import packed_ink
from cardgen.render.press.inks import ProcessInk
from cardgen.render.press.packed_ink import PackedInk
from cardgen.render.press.profile import shipped_profile
from cardgen.render.press.separation import separate
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import Layer, Picture


def paper(width: int = 40, height: int = 30) -> Image.Image:
    picture = Image.new("RGB", (width, height), "#f4eee0")
    picture.paste("#e8e0d0", (0, 0, width // 2, height // 2))
    return picture


def sum_rows(data: bytes, length: int) -> bytes:
    """Rows that are differences from the row above (PNG's filter 2), as they were."""
    rows = np.frombuffer(data, np.uint8).reshape(-1, 1 + length)
    assert (rows[:, 0] == 2).all()
    return np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8).tobytes()


def unpack(packed: Packed, width: int = 40) -> bytes:
    """The pixels themselves."""
    data = zlib.decompress(packed.data)
    if packed.filtered:
        return sum_rows(data, width * packed.filtered)
    if not packed.table:
        return data
    colors = [packed.table[start : start + 4] for start in range(0, len(packed.table), 4)]
    return b"".join(colors[number] for number in data)


def test_what_two_limits_leave_alike_is_packed_once() -> None:
    profile, packed = shipped_profile(), PackedInk()
    first = packed.pack(paper(), separate(profile, 240).picture)
    assert packed.pack(paper(), separate(profile, 300).picture) is first


def test_what_a_limit_changes_is_packed_for_itself() -> None:
    profile, packed = shipped_profile(), PackedInk()
    dark = Image.new("RGB", (40, 30), "#100408")
    made = [packed.pack(dark, separate(profile, limit).picture) for limit in (180, 300)]
    assert unpack(made[0]) != unpack(made[1])


@pytest.mark.parametrize("strip", [1_000_000, 100])
def test_packed_ink_is_that_of_the_whole_picture(
    strip: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.bind.picture_decoding._STRIP", strip)
    ink = separate(shipped_profile(), 240).picture
    packed = PackedInk().pack(paper(), ink)
    assert packed == pack_exactly(paper(), ink)
    assert unpack(packed) == ink(paper()).tobytes()


def test_equal_bytes_of_another_shape_are_another_picture() -> None:
    packed = PackedInk()
    plain = [Image.new("CMYK", size, (1, 2, 3, 4)) for size in ((20, 10), (10, 20))]
    made = [packed.pack(one, lambda strip: strip) for one in plain]
    assert made[0] is not made[1]


def test_no_more_is_kept_than_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_ink, "_MOST_BYTES", 10)
    packed = PackedInk()
    first = packed.pack(paper(), lambda strip: strip)
    assert packed.pack(paper(), lambda strip: strip) is not first


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
@pytest.mark.parametrize("small", [0, 4_000_000])
def test_pixels_come_out_as_they_went_in(
    mode: str, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(color_spaces, "_SMALL", small)
    picture = Image.radial_gradient("L").resize((61, 47)).convert(mode)
    assert unpack(pack_exactly(picture)) == picture.tobytes()


def test_few_inks_are_numbers_of_a_table() -> None:
    ink = separate(shipped_profile(), 240).picture
    packed = pack_exactly(paper(), ink)
    assert len(packed.table) == 2 * 4
    assert len(zlib.decompress(packed.data)) == 40 * 30


def many_inks() -> Image.Image:
    """Soft light with grain, as of a painting."""
    chance = np.random.default_rng(5)
    soft = Image.fromarray(chance.integers(0, 255, (8, 8, 3), dtype=np.uint8))
    pixels = np.asarray(soft.resize((256, 256), Image.Resampling.BICUBIC)).astype(np.int16)
    pixels += chance.integers(-3, 4, pixels.shape, dtype=np.int16)
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).convert("CMYK")


def drawing() -> Image.Image:
    """Bars in all colors: each row is the same as the one before but at their ends."""
    rows = np.zeros((256, 256, 4), np.uint8)
    rows[:] = np.random.default_rng(6).integers(0, 255, (256, 4), dtype=np.uint8)
    rows[::9] = 0
    rows[4::9] = 90
    return Image.fromarray(rows, "CMYK")


@pytest.mark.parametrize("strip", [1_000_000, 5_000])
def test_more_inks_than_a_byte_numbers_are_rows_of_differences(
    strip: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.bind.picture_decoding._STRIP", strip)
    packed = pack_exactly(many_inks())
    assert (packed.filtered, packed.table) == (4, b"")
    assert unpack(packed, 256) == many_inks().tobytes()


@pytest.mark.parametrize("least", [0, 256 * 256, 256 * 256 + 1])
def test_large_paintings_in_light_are_rows_of_differences_too(
    least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(color_spaces, "_LIKE_ART", least)
    for picture in (many_inks().convert("RGB"), drawing().convert("RGB")):
        packed = pack_exactly(picture)
        small = picture.size[0] * picture.size[1] < least
        assert packed.filtered == (0 if small or picture == drawing().convert("RGB") else 3)
        assert unpack(packed, 256) == picture.tobytes()


def test_rows_that_pack_smaller_as_they_are_stay_so() -> None:
    packed = pack_exactly(drawing())
    assert (packed.filtered, packed.table) == (0, b"")
    assert unpack(packed) == drawing().tobytes()
    assert len(packed.data) < len(zlib.compress(_difference(drawing())))


def _difference(picture: Image.Image) -> bytes:
    rows = np.asarray(picture).reshape(picture.height, -1)
    return np.diff(rows, axis=0, prepend=np.zeros((1, rows.shape[1]), np.uint8)).tobytes()


def test_a_pdf_shows_rows_of_differences_as_the_inks_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ink, extent = separate(shipped_profile(), 240), Extent(256.0, 256.0)
    out = io.BytesIO()
    many_inks().convert("RGB").save(out, "PNG")
    shown = []
    for small in (color_spaces._SMALL, 0):
        monkeypatch.setattr(color_spaces, "_SMALL", small)
        store = PictureStore()
        bitmap = store.add(Asset("inks.png", out.getvalue()))
        file = PdfFile(store, title="inks", colors=ProcessInk(ink))
        layer = Layer((Picture(bitmap, Rect(0, 0, 256, 256)),))
        file.page([(file.form(layer, extent), Transform())], PageBoxes(extent))
        made = file.save()
        assert (b"/Predictor 15" in made) == bool(small)
        raster = Raster(made)
        shown.append(np.array(raster.page(0, (256, 256))))
        raster.close()
    assert shown[0].std() > 20
    assert np.array_equal(shown[0], shown[1])
