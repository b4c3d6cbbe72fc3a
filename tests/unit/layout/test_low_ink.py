"""Low ink: far less ink, the same texts in the same places, all of it readable on white paper."""

from __future__ import annotations

from pathlib import Path as File

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.color import BLACK, WHITE, Color, luminance
from cardgen.core.findings import Report
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.files.disk_game import DiskGame
from cardgen.layout.face.low_ink import (
    DISPLAY,
    READABLE,
    SEEN,
    TINT,
    contrast,
    ink,
    legible,
    lightened,
    low_ink,
    tint,
)
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import (
    Bitmap,
    Glyph,
    Glyphs,
    Group,
    Item,
    Layer,
    Linear,
    Path,
    Picture,
    Scene,
    Stop,
    Stroke,
    walk,
)
from cardgen.scene.outlines import Outline, bounds, rectangle
from tests.conftest import NOVELTY
from tests.support.samples import garamond, law
from tests.targets.sheets.test_pages import job, manifest, write

PAGE, TRIM = Extent(120, 160), Rect(10, 10, 100, 140)
NIGHT, CREAM, RED = Color(30, 30, 60), Color(250, 240, 215), Color(170, 40, 40)

colors = st.builds(Color, *(st.integers(0, 255),) * 3)


def face(*marks: Item, ground: tuple[Item, ...] = ()) -> Scene:
    return Scene(PAGE, TRIM, Layer(ground), Layer(marks), rectangle(TRIM))


def box(left: float, top: float, width: float, height: float, fill: Color) -> Path:
    return Path(rectangle(Rect(left, top, width, height)), fill)


def text(x: float, y: float, color: Color, size: float = 10.0) -> Glyphs:
    letters = (Glyph(40, x, y, "G"), Glyph(41, x + size / 2, y, "H"))
    return Glyphs(garamond(), size, color, letters)


PICTURE = Bitmap("0" * 64, 100, 100, "PNG", has_alpha=False)
WHOLE = Rect(0, 0, 120, 160)


# --- Novelty ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def novelty() -> Checked:
    checked = check_game(DiskGame(NOVELTY), Report(), checks=())
    assert checked is not None
    return checked


def coverage(checked: Checked, scenes: list[Scene]) -> list[float]:
    """The mean of what three channels lack to white, by PDFium."""
    file = PdfFile(checked.bound.pictures, title="faces")
    for scene in scenes:
        show_face(file, scene)
    raster = Raster(file.save())
    size = round(scenes[0].page.width), round(scenes[0].page.height)
    found = [1 - float(raster.page(i, size).mean()) / 255 for i in range(len(scenes))]
    raster.close()
    return found


def test_novelty_takes_a_tenth_of_its_ink(novelty: Checked) -> None:
    """Over a fifth of the fronts and all backs, each as often as it is printed."""
    printed: dict[Scene, float] = {}
    for deck in novelty.bound.decks:
        for card in deck.cards:
            for side in (card.front, card.back):
                if side is not None:
                    scene = novelty.laid.scenes[side]
                    printed[scene] = printed.get(scene, 0) + card.copies
    backs = {novelty.laid.scenes[c.back] for d in novelty.bound.decks for c in d.cards if c.back}
    fronts = [scene for scene in printed if scene not in backs]
    for back in backs:
        printed[back] /= 5
    scenes = [*fronts[::5], *sorted(backs, key=lambda one: printed[one])]
    full, low = coverage(novelty, scenes), coverage(novelty, [low_ink(s) for s in scenes])
    counts = np.array([printed[scene] for scene in scenes])
    assert counts @ np.array(low) < 0.1 * (counts @ np.array(full))
    assert max(b / a for a, b in zip(full, low, strict=True)) < 0.6, "and every face far less"


def test_every_text_of_novelty_stays_letter_for_letter_where_it_is(novelty: Checked) -> None:
    for scene in dict.fromkeys(novelty.laid.scenes.values()):
        low = low_ink(scene)
        before, after = (
            [
                (run.face, run.size, run.glyphs, run.actual, run.element)
                for run in walk(one.items)
                if isinstance(run, Glyphs)
            ]
            for one in (scene, low)
        )
        assert before == after
        assert (low.page, low.trim, low.cut, low.folds) == (
            scene.page, scene.trim, scene.cut, scene.folds,
        )  # fmt: skip


def test_every_text_of_novelty_is_readable_where_it_stands(novelty: Checked) -> None:
    """On white, or on one of the small areas that keep their colour."""
    for scene in dict.fromkeys(novelty.laid.scenes.values()):
        behind = [(rectangle(scene.trim), WHITE)]
        for item in walk(low_ink(scene).items):
            if isinstance(item, Path) and isinstance(item.fill, Color):
                behind.append((item.outline, item.fill))
            if isinstance(item, Glyphs):
                assert contrast(item.color, color_at(item, behind)) >= READABLE, item.text


def color_at(run: Glyphs, behind: list[tuple[Outline, Color]]) -> Color:
    """The last fill whose box holds the first glyph of a run."""
    x, y = run.glyphs[0].x + run.size / 4, run.glyphs[0].y - run.size / 4
    boxes = [(bounds(outline), color) for outline, color in behind]
    return [color for box, color in boxes if box and box.left < x < box.right
            and box.top < y < box.bottom][-1]  # fmt: skip


# --- what becomes of what --------------------------------------------------------------------


def test_grounds_are_left_out() -> None:
    low = low_ink(
        face(text(20, 50, BLACK), ground=(box(0, 0, 120, 160, NIGHT), Picture(PICTURE, WHOLE)))
    )
    assert not low.ground
    assert len(low.marks.items) == 1


def test_light_text_on_a_dark_ground_turns_dark() -> None:
    (run,) = low_ink(face(text(20, 50, CREAM), ground=(box(0, 0, 120, 160, NIGHT),))).items
    assert isinstance(run, Glyphs)
    assert contrast(run.color, WHITE) >= READABLE


def test_light_text_on_a_small_dark_badge_stays_light() -> None:
    low = low_ink(face(box(20, 40, 14, 14, NIGHT), text(22, 50, WHITE)))
    badge, run = low.items
    assert isinstance(badge, Path)
    assert isinstance(run, Glyphs)
    assert (badge.fill, run.color) == (NIGHT, WHITE)


def test_a_large_area_becomes_a_tint_with_an_outline_and_its_text_dark() -> None:
    low = low_ink(face(box(20, 30, 60, 40, RED), text(30, 50, WHITE)))
    outline, area, run = low.items
    assert isinstance(outline, Path)
    assert isinstance(area, Path)
    assert isinstance(area.fill, Color)
    assert isinstance(run, Glyphs)
    assert outline.fill is None
    assert outline.stroke
    assert contrast(outline.stroke.paint, WHITE) >= SEEN
    assert ink(area.fill) <= TINT + 0.01
    assert contrast(run.color, area.fill) >= READABLE


def test_a_white_shape_on_dark_gets_an_outline() -> None:
    low = low_ink(face(box(20, 40, 6, 6, WHITE), ground=(box(0, 0, 120, 160, NIGHT),)))
    outline, shape = low.items
    assert isinstance(outline, Path)
    assert isinstance(shape, Path)
    assert shape.fill == WHITE
    assert outline.stroke
    assert contrast(outline.stroke.paint, WHITE) >= SEEN


def test_a_small_dark_shape_is_as_it_was() -> None:
    shape = box(20, 40, 6, 6, RED)
    assert low_ink(face(shape)).items == (shape,)


def test_ornament_of_a_ground_is_tinted_however_small() -> None:
    low = low_ink(face(ground=(box(20, 40, 6, 6, RED),)))
    *_, shape = low.items
    assert isinstance(shape, Path)
    assert isinstance(shape.fill, Color)
    assert ink(shape.fill) <= TINT + 0.01


def test_pictures_fade_and_those_of_the_whole_face_go() -> None:
    low = low_ink(face(Picture(PICTURE, Rect(20, 20, 80, 60)), Picture(PICTURE, WHOLE)))
    (faded,) = low.items
    assert isinstance(faded, Group)
    assert faded.opacity < 0.5


def test_light_lines_turn_dark_and_broad_frames_thin() -> None:
    frame = Path(rectangle(TRIM), None, Stroke(CREAM, 12.0))
    (drawn,) = low_ink(face(frame, ground=(box(0, 0, 120, 160, NIGHT),))).items
    assert isinstance(drawn, Path)
    assert drawn.stroke
    assert drawn.stroke.width < 1
    assert contrast(drawn.stroke.paint, WHITE) >= SEEN


def test_gradients_of_a_large_area_are_tinted_stop_for_stop() -> None:
    fill = Linear((0, 0), (0, 100), (Stop(0, NIGHT), Stop(1, RED)))
    (drawn,) = low_ink(face(Path(rectangle(Rect(20, 20, 60, 60)), fill))).items
    assert isinstance(drawn, Path)
    assert isinstance(drawn.fill, Linear)
    assert all(ink(stop.color) <= TINT + 0.01 for stop in drawn.fill.stops)


def test_display_type_is_lightened_and_small_type_is_not() -> None:
    large, small = low_ink(face(text(20, 90, BLACK, DISPLAY), text(20, 130, BLACK))).items
    assert isinstance(large, Glyphs)
    assert isinstance(small, Glyphs)
    assert contrast(large.color, WHITE) == pytest.approx(READABLE, abs=1)
    assert small.color == BLACK


def test_what_is_moved_and_clipped_counts_as_large_as_it_shows() -> None:
    """A huge area seen through a small hole is small; one that is scaled up is large."""
    hole = Group((box(0, 0, 120, 160, RED),), clip=rectangle(Rect(20, 20, 8, 8)))
    (kept,) = low_ink(face(hole)).items
    assert isinstance(kept, Group)
    assert kept.items == hole.items
    scaled = Group((box(0, 0, 8, 8, RED),), transform=Transform(8, 0, 0, 8, 15, 15))
    (group,) = low_ink(face(scaled)).items
    assert isinstance(group, Group)
    area = group.items[-1]
    assert isinstance(area, Path)
    assert isinstance(area.fill, Color)
    assert ink(area.fill) <= TINT + 0.01


def test_a_face_that_is_all_ground_keeps_a_shadow_of_it() -> None:
    (ghost,) = low_ink(face(ground=(box(0, 0, 120, 160, NIGHT),))).items
    assert isinstance(ghost, Group)
    assert ghost.opacity <= 0.25


def test_groups_that_lose_all_are_gone() -> None:
    group = Group((Picture(PICTURE, WHOLE),), opacity=0.5, blend="multiply")
    assert len(low_ink(face(text(20, 50, BLACK), group)).items) == 1


def test_an_empty_face_stays_empty() -> None:
    assert low_ink(face()).items == ()


# --- colours ---------------------------------------------------------------------------------


@law
@given(colors)
def test_a_tint_is_light_and_lightness_is_kept_where_it_is(color: Color) -> None:
    assert ink(tint(color)) <= TINT + 0.01
    if ink(color) <= TINT:
        assert tint(color) == color


@law
@given(colors, colors)
def test_legible_is_legible_as_far_as_black_and_white_are(color: Color, behind: Color) -> None:
    best = max(contrast(BLACK, behind), contrast(WHITE, behind))
    assert contrast(legible(color, behind, SEEN), behind) >= min(SEEN, best)


@law
@given(colors)
def test_lightening_never_makes_unreadable_or_darker(color: Color) -> None:
    lighter = lightened(color, WHITE, READABLE)
    assert luminance(lighter) >= luminance(color) - 1e-9
    if contrast(color, WHITE) >= READABLE:
        assert contrast(lighter, WHITE) >= READABLE


# --- on sheets -------------------------------------------------------------------------------


def test_sheets_take_the_theme_and_say_so(tmp_path: File) -> None:
    write(tmp_path / "low", job("poker", 4), "ink=low")
    write(tmp_path / "full", job("poker", 4))
    assert manifest(tmp_path / "low")["ink"] == "low"
    assert manifest(tmp_path / "low")["version"] == manifest(tmp_path / "full")["version"]
    low, full = ((tmp_path / n / "sheets.pdf").read_bytes() for n in ("low", "full"))
    assert low != full
