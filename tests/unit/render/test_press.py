"""Ink, flattening and bleed for press files, each against an independent measure."""

from __future__ import annotations

import io
import math
import random
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageCms

from cardgen.core.color import BLACK, WHITE, Blend, Color, parse_hex
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.files.disk_game import read_option_file
from cardgen.files.game_files import Asset, UnreadableError
from cardgen.files.memory_game import MemoryGame
from cardgen.render.ink_extents import overlap, reach
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.render.press.bleed import with_bleed
from cardgen.render.press.flatten import FINE, flatten, is_translucent
from cardgen.render.press.inks import refined
from cardgen.render.press.jpeg import pack_jpeg
from cardgen.render.press.profile import (
    ProfileError,
    opened,
    read_profile,
    shipped_profile,
    srgb_profile,
)
from cardgen.render.press.separation import Separation, is_black, lab, separate
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import (
    Bitmap,
    Glyphs,
    Group,
    Item,
    Layer,
    Picture,
    Scene,
    Stop,
    Stroke,
    walk,
)
from cardgen.scene.items import Path as Shape
from cardgen.scene.outlines import ellipse, rectangle
from cardgen.targets.contract import Job
from tests.support.press_games import CLEAR, clear, files, job_of, round_spot, tiny
from tests.support.samples import law

CHANNEL = st.integers(0, 255)
COLORS = st.builds(Color, CHANNEL, CHANNEL, CHANNEL)


@cache
def separation(limit: float = 240) -> Separation:
    return separate(shipped_profile(), limit)


def print_look(inks: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIELAB of ink, straight from the profile's own table of its print."""
    to_lab = ImageCms.buildTransform(
        opened(shipped_profile().data),
        ImageCms.createProfile("LAB"),
        "CMYK",
        "LAB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.NOOPTIMIZE,
    )
    pixels = np.round(inks * 255).astype(np.uint8)
    image = Image.frombytes("CMYK", (len(pixels), 1), pixels.tobytes())
    raw = np.asarray(ImageCms.applyTransform(image, to_lab))[0]
    return np.column_stack([raw[:, 0] / 2.55, raw[:, 1:].astype(np.int8)])


# --- ink -------------------------------------------------------------------------------------


def test_paper_is_no_ink_and_the_darkest_is_within_the_limit() -> None:
    assert separation().ink(WHITE) == (0, 0, 0, 0)
    darkest = sum(separation().ink(BLACK)) * 100
    assert 200 < darkest <= 240


@pytest.mark.parametrize("limit", [240, 200])
def test_no_colour_of_a_dense_grid_passes_the_limit(limit: float) -> None:
    axis = np.linspace(0, 255, 41).round().astype(np.uint8)
    red, green, blue = np.meshgrid(axis, axis, axis)
    pixels = np.stack([red, green, blue], axis=-1).reshape(41, -1, 3)
    ink = np.asarray(separation(limit).picture(Image.fromarray(pixels)))
    assert ink.astype(int).sum(axis=-1).max() / 2.55 <= limit


@law
@given(COLORS)
def test_a_colour_and_a_pixel_of_it_have_the_same_ink(color: Color) -> None:
    pixel = Image.new("RGB", (1, 1), (color.red, color.green, color.blue))
    printed = np.asarray(separation().picture(pixel))[0, 0]
    assert np.abs(np.array(separation().ink(color)) * 255 - printed).max() <= 0.75


def test_printable_colours_look_in_print_as_they_were_designed() -> None:
    """Black point compensation lifts the dark ones, so those are left to the next test."""
    levels = range(120, 236, 15)
    grid = [Color(r, g, b) for r in levels for g in levels for b in levels]
    designed = [c for c in grid if max(c.red, c.green, c.blue) - min(c.red, c.green, c.blue) <= 45]
    inks = np.array([separation().ink(color) for color in designed])
    apart = np.linalg.norm(print_look(inks) - [lab(color) for color in designed], axis=1)
    assert np.median(apart) < 1
    assert np.quantile(apart, 0.9) < 2


def test_greys_stay_grey_and_keep_their_order() -> None:
    looks = print_look(np.array([separation().ink(Color(v, v, v)) for v in range(0, 256, 15)]))
    assert np.abs(looks[:, 1:]).max() <= 2
    assert (np.diff(looks[:, 0]) > 0).all()


def test_replacing_grey_by_black_beats_cutting_all_inks_alike() -> None:
    """The shipped profile has much black already; profiles with little gain far more."""
    steps = range(0, 100, 24)
    dark = [Color(r, g, b) for r in steps for g in steps for b in steps]
    free = np.array([separation().ink(color) for color in dark])
    over = free.sum(axis=1) > 1.99
    wanted = print_look(free[over])
    ours = print_look(np.array([separation(200).ink(color) for color in dark])[over])
    cut = print_look(free[over] * (1.99 / free[over].sum(axis=1))[:, None])
    errors = [np.linalg.norm(look - wanted, axis=1).mean() for look in (ours, cut)]
    assert errors[0] < 0.85 * errors[1]


def most_ink(jpeg: bytes) -> float:
    pixels = np.asarray(Image.open(io.BytesIO(jpeg)))
    return float(pixels.astype(int).sum(axis=-1).max() / 2.55)


def harsh_picture() -> Image.Image:
    """Dark colours that roll into one another, grain, a bar of black, a patch of white."""
    y, x = np.mgrid[0:900, 0:700]
    red = (np.sin(x / 37) + np.cos(y / 53)) * 60 + 90
    green, blue = np.sin(x / 21 + y / 44) * 60 + 60, np.cos(x / 77 - y / 31) * 70 + 60
    grain = np.random.default_rng(0).normal(0, 6, (900, 700, 3))
    pixels = np.stack([red, green, blue], axis=-1) + grain
    pixels[200:260], pixels[400:430, :350] = 0, 255
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


@pytest.mark.parametrize(("quality", "kept"), [(97, True), (92, True), (80, False)])
def test_a_jpeg_that_would_pass_the_limit_is_given_room_or_given_up(
    quality: int, kept: bool
) -> None:
    naive = io.BytesIO()
    separation().picture(harsh_picture()).save(naive, "JPEG", quality=quality, subsampling=0)
    assert most_ink(naive.getvalue()) > 240, "else the test proves nothing"
    packed = pack_jpeg(harsh_picture(), separation(), quality)
    assert (packed is not None) is kept
    assert packed is None or most_ink(packed.data) <= 240


def test_lab_agrees_with_published_values() -> None:
    """Lindbloom's calculator, sRGB by Bradford to D50."""
    assert lab(WHITE) == pytest.approx((100, 0, 0), abs=0.05)
    assert lab(Color(255, 0, 0)) == pytest.approx((54.29, 80.81, 69.89), abs=0.05)
    assert lab(Color(0, 0, 255)) == pytest.approx((29.57, 68.30, -112.03), abs=0.05)


@pytest.mark.parametrize(
    ("color", "black"),
    [("#000000", True), ("#2b2320", True), ("#1a1a2a", True), ("#3a3a3a", True),
     ("#4b2a4f", False), ("#404040", False), ("#500000", False), ("#808080", False)],
)  # fmt: skip
def test_dark_and_nearly_neutral_is_black(color: str, black: bool) -> None:
    assert is_black(parse_hex(color)) is black


def test_a_ramp_has_stops_close_enough_for_ink_to_follow_the_colour() -> None:
    """In print, halfway between two stops is what sRGB has halfway."""
    ends = (Stop(0, Color(20, 60, 200)), Stop(1, Color(250, 240, 90)))
    stops = refined(ends)
    assert stops[0] == ends[0]
    assert stops[-1] == ends[1]
    pairs = [(first.color, second.color) for first, second in pairwise(stops)]
    assert _bend(pairs) < 0.02
    assert _bend([(ends[0].color, ends[1].color)]) > 0.2


def _bend(pairs: list[tuple[Color, Color]]) -> float:
    """How far ink halfway between two colours is from the ink of the colour halfway."""
    ink = separation().ink
    straight = [np.add(ink(first), ink(second)) / 2 for first, second in pairs]
    exact = [ink(_between(first, second)) for first, second in pairs]
    return float(np.abs(np.array(straight) - np.array(exact)).max())


def _between(first: Color, second: Color) -> Color:
    return Color(
        round((first.red + second.red) / 2),
        round((first.green + second.green) / 2),
        round((first.blue + second.blue) / 2),
    )


# --- profiles --------------------------------------------------------------------------------


def test_the_shipped_profile_is_small_and_names_its_source() -> None:
    profile = shipped_profile()
    assert len(profile.data) < 1_000_000
    assert profile.version == 2
    assert profile.condition == "CGATS TR 006"
    assert b"TR 006-2007, copyright 2007 NPES" in profile.data


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is no ICC profile"),
        (b"x" * 5000, "is no ICC profile"),
        (shipped_profile().data[:-9], "is damaged: it has another length than it says"),
        (srgb_profile(), "describes no CMYK printing (its class is `mntr`, for RGB)"),
        (
            shipped_profile().data[:200] + bytes(len(shipped_profile().data) - 200),
            "is damaged",
        ),
    ],
)
def test_what_is_no_press_profile_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ProfileError, match="^" + reason.replace("(", r"\(").replace(")", r"\)")):
        read_profile(data, "x.icc")


# --- flattening ------------------------------------------------------------------------------


def raster(face: Scene, job: Job, dpi: int) -> NDArray[np.uint8]:
    file = PdfFile(job.game.pictures, title="face")
    show_face(file, face)
    opened_file = Raster(file.save())
    pixels = opened_file.page(
        0, (round(face.page.width * dpi / 72), round(face.page.height * dpi / 72))
    )
    opened_file.close()
    return pixels


@cache
def faces() -> tuple[Scene, Scene]:
    card = clear().game.decks[0].cards[0]
    assert card.back is not None
    return clear().scenes[card.front], clear().scenes[card.back]


@pytest.mark.parametrize("side", [0, 1])
def test_a_flat_face_has_no_transparency_and_looks_the_same(side: int) -> None:
    face = faces()[side]
    flat = flatten([face], clear().game.pictures).faces[face]
    assert is_translucent(face.items)
    assert not is_translucent(flat.items)
    for dpi in (300, 600):
        apart = np.abs(raster(face, clear(), dpi).astype(int) - raster(flat, clear(), dpi))
        assert apart.mean() < 0.1
        assert (apart.max(axis=-1) > 40).mean() < 0.001  # edges, a pixel wide


def random_item(roll: random.Random, depth: int) -> Item:
    """A shape, a soft-edged picture, or a group that moves, clips, fades or blends others."""
    place = Rect(*(roll.uniform(-10, 60) for _ in range(2)), *(roll.uniform(5, 50) for _ in "wh"))
    kind = roll.random()
    if depth and kind < 0.5:
        angle, size = roll.uniform(-1, 1), roll.uniform(0.6, 1.3)
        a, b = size * math.cos(angle), size * math.sin(angle)
        turn = Transform(a, b, -b, a, roll.uniform(0, 25), roll.uniform(-10, 20))
        inner = tuple(random_item(roll, depth - 1) for _ in range(roll.randint(1, 3)))
        clip = ellipse(place) if roll.random() < 0.5 else None
        moved = turn if roll.random() < 0.5 else None
        return Group(inner, clip, moved, roll.choice((1, 1, 0.5)), roll.choice(BLENDS))
    if kind > 0.9:
        return Picture(spot_bitmap(), place)
    color = Color(*(roll.randrange(256) for _ in range(3)))
    stroke = Stroke(BLACK, roll.uniform(0.3, 4)) if roll.random() < 0.3 else None
    return Shape(ellipse(place), color, stroke)


BLENDS: tuple[Blend, ...] = ("normal", "normal", "multiply", "screen", "overlay", "lighten")


@cache
def spot_bitmap() -> Bitmap:
    return clear().game.pictures.add(Asset("spot.png", round_spot()))


def random_face(seed: int) -> Scene:
    roll, page = random.Random(seed), Rect(0, 0, 72, 72)
    paper = Shape(rectangle(page), Color(240, 230, 210))
    ground = (paper, *(random_item(roll, 1) for _ in range(roll.randint(0, 2))))
    marks = tuple(random_item(roll, 3) for _ in range(roll.randint(1, 5)))
    return Scene(Extent(72, 72), page.inset_by(6), Layer(ground), Layer(marks))


def test_nested_groups_look_the_same_when_flat() -> None:
    """All but edges, which PDFium smooths in another order."""
    faces = [random_face(seed) for seed in range(30)]
    made = flatten(faces, clear().game.pictures)
    assert sum(is_translucent(face.items) for face in faces) > 20
    for face in faces:
        flat = made.faces[face]
        assert not is_translucent(flat.items)
        apart = np.abs(raster(face, clear(), 300).astype(int) - raster(flat, clear(), 300))
        assert (apart.max(axis=-1) > 48).mean() < 0.012


def test_a_comparison_would_see_a_missing_patch() -> None:
    face = faces()[0]
    bare = Scene(face.page, face.trim, face.ground, Layer(face.marks.items[:1]))
    apart = np.abs(raster(face, clear(), 300).astype(int) - raster(bare, clear(), 300))
    assert apart.mean() > 1


def test_text_above_transparency_stays_text_and_text_below_stays_in_the_file() -> None:
    face = faces()[0]
    made = flatten([face], clear().game.pictures)
    texts = [item.text for item in walk(made.faces[face].items) if isinstance(item, Glyphs)]
    assert texts == ["below", "Wyvern"]
    assert [patch.text for patch in made.patches[face]] == ["below", "", "below", ""]
    assert all(patch.dpi == FINE for patch in made.patches[face])


def test_what_is_opaque_is_given_back_as_it_is() -> None:
    asked = list(tiny().scenes.values())
    made = flatten(asked, tiny().game.pictures)
    assert all(made.faces[face] is face for face in asked)
    assert made.patches == {}


def test_equal_patches_are_made_once_for_all_cards() -> None:
    """Two cards and their back: what differs is the name, which lies above."""
    game = job_of(MemoryGame(files(layouts_yaml=CLEAR)))
    before = len(game.game.pictures._data)
    flatten(game.scenes.values(), game.game.pictures)
    assert len(game.game.pictures._data) - before == 5


# --- reach -----------------------------------------------------------------------------------


def test_no_ink_lies_outside_an_items_reach() -> None:
    for job in (clear(), tiny()):
        for face in set(job.scenes.values()):
            for item in face.marks:
                alone = Scene(face.page, face.trim, Layer(()), Layer((item,)))
                inked = (raster(alone, job, 144) < 250).any(axis=-1)
                rows, columns = np.nonzero(inked)
                found = reach(item)
                assert found is not None
                assert rows.min() / 2 >= found.top - 1
                assert rows.max() / 2 <= found.bottom + 1
                assert columns.min() / 2 >= found.left - 1
                assert columns.max() / 2 <= found.right + 1


def test_a_group_that_fades_is_not_cut_off_left_of_its_own_origin() -> None:
    """Its items may have any coordinates in their own space."""
    square = Shape(rectangle(Rect(-300, 700, 40, 40)), BLACK)
    faded = Group((square, square), None, Transform(e=310, f=-690), 0.5)
    face = Scene(Extent(72, 72), Rect(6, 6, 60, 60), Layer(()), Layer((faded,)))
    pixels = raster(face, clear(), 72)[..., 0]
    assert (pixels[11:49, 11:49] == 128).all()


def test_boxes_that_only_touch_share_nothing() -> None:
    assert overlap(Rect(0, 0, 2, 2), Rect(2, 0, 2, 2)) is None
    assert overlap(Rect(0, 0, 2, 2), Rect(1, 1, 2, 2)) == Rect(1, 1, 1, 1)
    assert overlap(None, Rect(0, 0, 1, 1)) is None


# --- bleed -----------------------------------------------------------------------------------


def test_more_bleed_leaves_the_card_as_it_is() -> None:
    for face in set(tiny().scenes.values()):
        grown = with_bleed(face, 9)
        assert grown.page == Extent(198, 270)
        assert (grown.trim.left, grown.trim.top) == (9, 9)
        old, new = raster(face, tiny(), 600), raster(grown, tiny(), 600)
        # 0.36 pt are 3 pixels; the rim lies below the outermost one
        inner = np.abs(new[3:-3, 3:-3].astype(int) - old)[2:-2, 2:-2]
        assert inner.max() <= 1


def test_more_bleed_is_filled_to_its_edge_without_a_seam() -> None:
    for face in set(tiny().scenes.values()):
        pixels = raster(with_bleed(face, 9), tiny(), 600).astype(int)
        steps = np.abs(np.diff(pixels, axis=1))[:, :12], np.abs(np.diff(pixels, axis=0))[:12]
        assert max(step.max() for step in steps) <= 3


def test_text_never_goes_into_the_rim() -> None:
    word = next(i for i in walk(faces()[0].marks) if isinstance(i, Glyphs))
    border = Shape(rectangle(Rect(0, 0, 20, 269)), Color(9, 9, 9))
    face = faces()[0]
    odd = Scene(face.page, face.trim, Layer(()), Layer((word, border)))
    rim = with_bleed(odd, 9).ground
    assert [type(item).__name__ for item in walk(rim)] == ["Path"]


def test_less_bleed_is_a_smaller_page() -> None:
    face = faces()[0]
    cut = with_bleed(face, 5)
    assert cut.page == Extent(190, 262)
    old, new = raster(face, clear(), 72 * 25 // 2), raster(cut, clear(), 72 * 25 // 2)
    away = round(3.64 * 12.5)
    inside = old[away + 1 : -away - 1, away + 1 : -away - 1]
    assert abs(inside.astype(int).mean() - new[1:-1, 1:-1].mean()) < 0.5


def test_the_cut_moves_with_the_card() -> None:
    face = faces()[0]
    assert face.cut
    moved = with_bleed(face, 9).cut
    shift = Transform(e=0.36, f=0.36)
    first, second = face.cut[0], moved[0]
    assert shift.apply(first.x, first.y) == pytest.approx((second.x, second.y))  # type: ignore[union-attr]


def test_a_file_that_an_option_names_is_looked_for_in_order(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    (tmp_path / "b" / "x.icc").write_bytes(b"b")
    folders = [tmp_path / "a", tmp_path / "b"]
    assert read_option_file("x.icc", folders, 10) == b"b"
    (tmp_path / "a" / "x.icc").write_bytes(b"a")
    assert read_option_file("x.icc", folders, 10) == b"a"
    assert read_option_file(str(tmp_path / "b" / "x.icc"), folders, 10) == b"b"
    for bad in ("y.icc", "a", "\0", "~nobody-here/x.icc"):
        with pytest.raises(UnreadableError):
            read_option_file(bad, folders, 10)
    (tmp_path / "a" / "x.icc").write_bytes(b"a" * 11)
    with pytest.raises(UnreadableError, match="is over"):
        read_option_file("x.icc", folders, 10)
