"""Pictures of PDFs: packed by workers or here, kept for the next build, always the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cardgen.bind.pictures import PictureStore
from cardgen.cache.face_cache import FaceCache
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.files.game_files import Asset
from cardgen.render.pdf import picture_packing
from cardgen.render.pdf.color_spaces import SCREEN, Colors, Effort
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.press.inks import ManagedRgb, ProcessInk
from cardgen.render.press.profile import shipped_profile
from cardgen.render.press.separation import separate
from cardgen.render.workers import picture_packer
from cardgen.render.workers.picture_packer import PicturePacker
from cardgen.render.workers.pool import Workers
from cardgen.scene.items import Bitmap, Layer, Picture, Scene

PAGE = Extent(60.0, 80.0)
BOX = Rect(0, 0, PAGE.width, PAGE.height)
COUNT = 6


def painting(number: int, *, side: int = 500) -> bytes:
    """A PNG with opacity like no other: no PDF has its pixels as they are packed in it."""
    soft = np.random.default_rng(number).integers(0, 256, (9, 9, 4), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(soft).resize((side, side), Image.Resampling.BICUBIC).save(out, "PNG")
    return out.getvalue()


class Album:
    """Scenes with a picture each."""

    def __init__(self, paintings: Sequence[bytes]) -> None:
        self.pictures = PictureStore()
        assets = [Asset(f"{number}.png", data) for number, data in enumerate(paintings)]
        self.bitmaps = [self.pictures.add(asset) for asset in assets]
        self.scenes = [Scene(PAGE, BOX, Layer(()), show(one)) for one in self.bitmaps]

    def pdf(self, colors: Colors, packer: PicturePacker | None, *, ahead: bool = True) -> bytes:
        """A page a scene."""
        if packer is not None and ahead:
            packer.begin(self.scenes, self.pictures, colors)
        file = PdfFile(self.pictures, title="album", colors=colors, packer=packer)
        for scene in self.scenes:
            file.page([(file.form(scene.marks, PAGE), Transform())], PageBoxes(PAGE))
        return file.save()


def show(bitmap: Bitmap) -> Layer:
    return Layer((Picture(bitmap, BOX),))


@pytest.fixture(scope="module")
def album() -> Album:
    return Album([painting(number) for number in range(COUNT)])


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of files that were packed in this process."""
    sizes: list[int] = []

    def pack(data: bytes, *further: object, **named: object) -> object:
        sizes.append(len(data))
        return picture_packing.pack_picture(data, *further, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(picture_packer, "pack_picture", pack)
    return sizes


def list_colors() -> Iterator[Colors]:
    separation = separate(shipped_profile(), 240)
    yield SCREEN
    yield ManagedRgb(separation)
    yield ProcessInk(separation)
    yield ProcessInk(separation, quality=90)


@pytest.mark.parametrize("colors", [*list_colors()], ids=["screen", "rgb", "ink", "jpeg"])
def test_workers_make_the_same_file(album: Album, colors: Colors, packed: list[int]) -> None:
    with Workers(2) as workers:
        packer = PicturePacker(workers)
        made = album.pdf(colors, packer)
        packer.close()
    assert made == album.pdf(colors, None)
    assert packed == []


@pytest.mark.parametrize("count", [1, 2])
def test_a_picture_is_packed_once_for_all_builds(
    album: Album, packed: list[int], count: int, tmp_path: Path
) -> None:
    with Workers(count) as workers:
        packer = PicturePacker(workers, FaceCache(tmp_path))
        made = album.pdf(SCREEN, packer)
        packer.close()
    packed.clear()
    assert album.pdf(SCREEN, PicturePacker(None, FaceCache(tmp_path))) == made
    assert packed == []


def test_each_way_of_writing_color_has_pixels_of_its_own(
    album: Album, packed: list[int], tmp_path: Path
) -> None:
    full, spare = (ProcessInk(separate(shipped_profile(), limit)) for limit in (300, 200))
    for colors in (SCREEN, full, spare):
        made = album.pdf(colors, PicturePacker(None, FaceCache(tmp_path)))
        assert made == album.pdf(colors, None)
    assert len(packed) == 3 * COUNT


def test_what_is_asked_for_in_another_order_is_the_same(album: Album) -> None:
    """What was passed over is packed here."""
    with Workers(2) as workers:
        packer = PicturePacker(workers)
        packer.begin(album.scenes, album.pictures, SCREEN)
        order = [3, 0, 5, 1, 4, 2]
        found = {n: pack_one(packer, album, n) for n in order}
        packer.close()
    assert found == {n: pack_one(PicturePacker(), album, n) for n in range(COUNT)}


def pack_one(packer: PicturePacker, album: Album, number: int) -> picture_packing.PackedPicture:
    bitmap = album.bitmaps[number]
    return packer.pack(bitmap, album.pictures.data(bitmap), SCREEN, Effort.SMALL)


def test_a_file_after_one_that_was_given_up_gets_its_own_pictures(album: Album) -> None:
    with Workers(2) as workers:
        packer = PicturePacker(workers)
        packer.begin(album.scenes, album.pictures, ProcessInk(separate(shipped_profile(), 300)))
        assert album.pdf(SCREEN, packer) == album.pdf(SCREEN, None)
        packer.close()


@pytest.mark.parametrize("keep", [slice(0, -1), slice(1, None)], ids=["end", "beginning"])
def test_what_was_cut_short_is_packed_anew(
    album: Album, packed: list[int], keep: slice, tmp_path: Path
) -> None:
    made = album.pdf(SCREEN, PicturePacker(None, FaceCache(tmp_path)))
    for entry in (tmp_path / "faces").rglob("*.packed"):
        entry.write_bytes(entry.read_bytes()[keep])
    packed.clear()
    assert album.pdf(SCREEN, PicturePacker(None, FaceCache(tmp_path))) == made
    assert len(packed) == COUNT


def test_kept_bytes_of_another_form_are_packed_anew(
    album: Album, packed: list[int], tmp_path: Path
) -> None:
    """An entry that is whole, and says something else."""
    store = FaceCache(tmp_path)
    album.pdf(SCREEN, PicturePacker(None, store))
    names = {entry.name[:32] for entry in (tmp_path / "faces").rglob("*.packed")}
    for entry in list((tmp_path / "faces").rglob("*.packed")):
        entry.unlink()
    for key in names:
        store.keep_data(key, ".packed", b"\x93\x01\x02\x03")
    packed.clear()
    made = album.pdf(SCREEN, PicturePacker(None, FaceCache(tmp_path)))
    assert made == album.pdf(SCREEN, None)
    assert len(packed) == COUNT


def test_pixels_that_are_not_the_pictures_own_are_not_kept(album: Album, tmp_path: Path) -> None:
    """A file that changed while it was built, and comes back: its pixels are those that it has."""
    bitmap, store = album.bitmaps[0], FaceCache(tmp_path)
    other = PicturePacker(None, store).pack(bitmap, painting(99), SCREEN, Effort.SMALL)
    assert pack_one(PicturePacker(None, store), album, 0) != other


@pytest.mark.parametrize("side", [40, 2100])
def test_small_pictures_and_huge_ones_are_not_kept(side: int, tmp_path: Path) -> None:
    small = Album([painting(number, side=side) for number in range(4)])
    with Workers(2) as workers:
        packer = PicturePacker(workers, FaceCache(tmp_path))
        made = small.pdf(SCREEN, packer)
        packer.close()
    assert made == small.pdf(SCREEN, None)
    assert not list(tmp_path.rglob("*.packed"))


def test_pictures_that_enter_as_they_are_come_to_no_worker(packed: list[int]) -> None:
    """JPEGs, and PNGs that a PDF has as they are packed."""
    files = []
    for number, kind in enumerate(["PNG", "JPEG"] * 3):
        out = io.BytesIO()
        with Image.open(io.BytesIO(painting(number))) as image:
            image.convert("RGB").save(out, kind)
        files.append(out.getvalue())
    whole = Album(files)
    with Workers(2) as workers:
        packer = PicturePacker(workers)
        packer.begin(whole.scenes, whole.pictures, SCREEN)
        assert not packer._waiting
        assert whole.pdf(SCREEN, packer) == whole.pdf(SCREEN, None)
        packer.close()
    assert packed == []
