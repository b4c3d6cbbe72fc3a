"""Masks, shadows, gradients around a point and turned letters, as PDFium paints them."""

from __future__ import annotations

import math

import numpy as np
import pypdfium2 as pdfium
import pytest

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import BLACK, WHITE, Color
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.render.face_pixels import rasterize
from cardgen.render.ink_extents import reach
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.render.press.flatten import flatten, is_translucent
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import (
    Blur,
    Conic,
    Glyph,
    Glyphs,
    Group,
    Item,
    Layer,
    Linear,
    Path,
    Scene,
    Stop,
    walk,
)
from cardgen.scene.outlines import ellipse, rectangle
from cardgen.scene.scene_digest import layer_digest
from cardgen.scene.translucency import painted_path
from tests.support.samples import garamond

PAGE = Rect(0, 0, 100, 100)
RED, BLUE = Color(255, 0, 0), Color(0, 0, 255)
SQUARE = Path(rectangle(Rect(30, 30, 40, 40)), RED)


def scene_of(*items: Item) -> Scene:
    return Scene(Extent(100, 100), PAGE, Layer(()), Layer(items))


def painted(*items: Item) -> Pixels:
    ((_, pixels),) = rasterize((scene_of(*items),), (200, 200), PictureStore())
    return pixels


def test_a_mask_shows_a_group_where_its_items_are_solid_whatever_their_color() -> None:
    pixels = painted(Group((SQUARE,), mask=(Path(ellipse(Rect(30, 30, 40, 40)), BLACK),)))
    assert tuple(pixels[100, 100]) == (255, 0, 0)
    assert tuple(pixels[62, 62]) == (255, 255, 255)


def test_a_mask_moves_with_its_group() -> None:
    mask = (Path(rectangle(Rect(30, 30, 20, 40)), BLACK),)
    pixels = painted(Group((SQUARE,), transform=Transform(e=20), mask=mask))
    assert tuple(pixels[100, 110]) == (255, 0, 0)
    assert tuple(pixels[100, 150]) == (255, 255, 255)


def test_a_translucent_color_is_a_group_that_fades() -> None:
    half = Path(SQUARE.outline, Color(255, 0, 0, 0.5))
    (item,) = painted_path(half)
    assert isinstance(item, Group)
    assert item.opacity == 0.5
    assert np.abs(painted(item)[100, 100].astype(int) - (255, 128, 128)).max() <= 1


def test_stops_of_unlike_opacity_let_through_what_is_below_them() -> None:
    fade = Linear((0, 0), (100, 0), (Stop(0, RED, 1.0), Stop(1, RED, 0.0)))
    sheet = rectangle(PAGE)
    pixels = painted(Path(sheet, BLUE), *painted_path(Path(sheet, fade)))
    assert np.abs(pixels[100, 100].astype(int) - (128, 0, 127)).max() < 4


def test_a_shadow_is_as_wide_as_its_blur_and_has_its_color() -> None:
    pixels = painted(Group((SQUARE,), blur=Blur(4, BLUE)))
    assert tuple(pixels[100, 100]) == (0, 0, 255)
    edge = int(pixels[100, 60][0])  # half of it is left on the edge of the shape
    assert 100 < edge < 155
    assert 200 < int(pixels[100, 52][0]) < 250  # one deviation outside: 16 %
    assert tuple(pixels[100, 30]) == (255, 255, 255)


def test_a_shadow_is_as_soft_at_every_resolution() -> None:
    face = scene_of(Group((SQUARE,), blur=Blur(4, BLACK)))
    coarse, fine = (
        next(iter(rasterize((face,), (side, side), PictureStore())))[1] for side in (200, 800)
    )
    mean = fine.reshape(200, 4, 200, 4, 3).mean(axis=(1, 3))
    assert np.abs(mean - coarse).max() < 14  # PDFium places images to half a pixel


def test_an_inverted_shadow_falls_inside() -> None:
    dark = Group((SQUARE,), blur=Blur(3, BLACK, inverted=True))
    pixels = painted(SQUARE, Group((dark,), mask=(SQUARE,)))
    assert tuple(pixels[100, 100]) == (255, 0, 0)
    assert int(pixels[100, 62][0]) < 190
    assert tuple(pixels[100, 50]) == (255, 255, 255)


def test_shadows_say_nothing_and_reach_as_far_as_they_are_seen() -> None:
    shadow = Group((SQUARE,), blur=Blur(4, BLACK))
    assert list(walk([shadow])) == []
    box = reach(shadow)
    assert box is not None
    assert box.left == pytest.approx(18)


def test_a_gradient_around_a_point_runs_clockwise_from_its_angle() -> None:
    stops = (Stop(0, RED), Stop(0.5, BLUE), Stop(1, RED))
    pixels = painted(Path(rectangle(PAGE), Conic((50, 50), 0, 75, stops)))
    assert np.abs(pixels[101, 190].astype(int) - (255, 0, 0)).max() < 6
    assert np.abs(pixels[101, 10].astype(int) - (0, 0, 255)).max() < 6
    assert np.abs(pixels[190, 100].astype(int) - (128, 0, 128)).max() < 6


def test_masks_and_shadows_are_translucent_to_a_press_and_flatten_to_pictures() -> None:
    shadow = Group((SQUARE,), blur=Blur(4, BLACK))
    masked = Group((SQUARE,), mask=(Path(ellipse(Rect(30, 30, 40, 40)), BLACK),))
    for item in (shadow, masked):
        face, store = scene_of(Path(rectangle(PAGE), WHITE), item), PictureStore()
        assert is_translucent(face.items)
        flat = flatten([face], store).faces[face]
        assert not is_translucent(flat.items)
        ((_, one),) = rasterize((face,), (417, 417), store)
        ((_, other),) = rasterize((flat,), (417, 417), store)
        assert np.abs(one.astype(int) - other).mean() < 1


def test_scenes_with_other_masks_and_shadows_have_other_digests() -> None:
    items = [
        Group((SQUARE,), mask=(SQUARE,)),
        Group((SQUARE,), mask=(SQUARE,), by_light=True),
        Group((SQUARE,), mask=(Path(SQUARE.outline, BLUE),)),
        Group((SQUARE,), blur=Blur(1, BLACK)),
        Group((SQUARE,), blur=Blur(2, BLACK)),
    ]
    assert len({layer_digest(Layer((item,))) for item in items}) == len(items)


# --- letters -------------------------------------------------------------------------------


def letters(*, hidden: bool = False, turns: tuple[float, ...] = ()) -> Glyphs:
    face = garamond()
    glyphs = tuple(
        Glyph(face.font.get_nominal_glyph(ord(char)), 30 + 20 * index, 60, char)
        for index, char in enumerate("Tide")
    )
    return Glyphs(face, 30, RED, glyphs[: len(turns) or 4], hidden=hidden, turns=turns)


def text_of(item: Item) -> str:
    file = PdfFile(PictureStore(), title="letters")
    show_face(file, scene_of(item))
    with pdfium.PdfDocument(file.save()) as document:
        return str(document[0].get_textpage().get_text_range())


def test_hidden_letters_are_copied_and_not_seen() -> None:
    assert (painted(letters(hidden=True)) == 255).all()
    assert "Tide" in text_of(letters(hidden=True)).replace(" ", "")


def test_what_follows_hidden_letters_is_seen() -> None:
    assert (painted(letters(hidden=True), letters()) != 255).any()


def test_a_letter_is_turned_about_its_pen_position() -> None:
    upright, turned = painted(letters(turns=(0.0,))), painted(letters(turns=(math.pi / 2,)))
    (rows, columns), (rows_, columns_) = (np.nonzero(p[:, :, 1] < 128) for p in (upright, turned))
    assert rows.min() < 100 < columns.min() + 45
    assert columns_.min() >= 58  # the foot of the letter was on the left of the pen: now below
    assert rows_.max() > 121


def test_a_file_shows_one_shadow_once_however_often_it_falls() -> None:
    shadow = Group((SQUARE,), blur=Blur(4, BLACK))
    file = PdfFile(PictureStore(), title="shadows")
    for shift in range(3):
        show_face(file, scene_of(Group((shadow,), transform=Transform(e=shift))))
    data = file.save()
    assert data.count(b"/Interpolate true") == 1
    assert len(Raster(data)) == 3
