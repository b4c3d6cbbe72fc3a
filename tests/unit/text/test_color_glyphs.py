"""Letters that their font paints: layers and gradients are paths, and the letter is copied."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

import pytest

from cardgen.bind.glyph_pictures import is_seen, is_shown_whole, keep_fonts
from cardgen.bind.pictures import PictureStore
from cardgen.core.color import Color
from cardgen.core.geometry import Rect
from cardgen.layout.face.color_letters import color_items, part_color_glyphs
from cardgen.scene import items as scene
from cardgen.scene import outlines
from cardgen.text import fonts
from cardgen.text.color_glyphs import ColorGlyph, find_color_glyph
from cardgen.text.fonts import Face, open_face
from tests.support.color_fonts import (
    LINEAR,
    MIXED,
    RADIAL,
    bitmap_font,
    color_font,
    drawing_font,
    make_png,
    paint_font,
    strike_font,
)  # fmt: skip
from tests.support.samples import garamond

INK = Color(1, 2, 3)


def colored(data: bytes) -> tuple[Face, ColorGlyph]:
    face = open_face(data, name="Colors")
    found = find_color_glyph(face, face.glyph("A"))
    assert found is not None
    return face, found


def items(face: Face, text: str, alpha: float = 1.0, turn: float = 0.0) -> list[scene.Item]:
    glyphs = tuple(scene.Glyph(face.glyph(c), 10.0 * i, 50.0, c) for i, c in enumerate(text))
    turns = (turn,) * len(glyphs) if turn else ()
    run = scene.Glyphs(face, 10.0, INK, glyphs, turns=turns)
    return [
        item
        for part, painted in part_color_glyphs(run)
        for item in (color_items(part, alpha) if painted else (part,))
    ]


def paths(found: list[scene.Item]) -> list[scene.Path]:
    return [item for item in scene.walk(tuple(found)) if isinstance(item, scene.Path)]


def test_layers_are_painted_in_their_order_and_colors() -> None:
    face, _ = colored(color_font())
    assert [path.fill for path in paths(items(face, "A"))] == [
        Color(255, 0, 0), Color(0, 255, 0), INK,
    ]  # fmt: skip


def test_a_half_solid_layer_is_one() -> None:
    face, _ = colored(color_font())
    groups = [item for item in items(face, "A") if isinstance(item, scene.Group)]
    assert [round(group.opacity, 2) for group in groups] == [0.5]


def test_a_layer_stands_where_its_letter_would() -> None:
    face, _ = colored(color_font())
    box = outlines.bounds(paths(items(face, "xA"))[0].outline)
    ink = face.ink(face.glyph("B"))
    assert box is not None
    assert ink is not None
    assert (box.left, box.right) == pytest.approx((10 + 10 * ink[0], 10 + 10 * ink[2]), abs=0.01)
    assert (box.top, box.bottom) == pytest.approx((50 - 10 * ink[3], 50 - 10 * ink[1]), abs=0.01)


def test_letters_beside_a_painted_one_are_glyphs_and_all_are_copied_once() -> None:
    face, _ = colored(color_font())
    runs = [item for item in items(face, "xAx") if isinstance(item, scene.Glyphs)]
    assert [(run.text, run.hidden) for run in runs] == [("x", False), ("A", True), ("x", False)]


def test_a_gradient_runs_square_to_its_third_point() -> None:
    """From (0, 0) towards (500, 100), lines of one color upright: it ends at (500, 0)."""
    face, found = colored(paint_font(LINEAR))
    (path,) = paths(items(face, "A"))[:1]
    assert [x for x, _ in found.layers[0].fill.points] == pytest.approx([0, 500])
    assert [y for _, y in found.layers[0].fill.points] == pytest.approx([0, 0])
    assert path.of_text


def test_a_gradient_around_a_point_moves_with_its_layer() -> None:
    _, found = colored(paint_font(RADIAL, RADIAL))
    assert found.whole
    assert found.layers[0].fill.points == ((110, 70), (410, 70))


def test_what_cannot_be_painted_is_known() -> None:
    assert not colored(paint_font(MIXED, LINEAR))[1].whole
    face, _ = colored(color_font(pictures=True))
    assert not is_shown_whole(face, face.glyph("A"))


def test_other_letters_of_such_a_font_are_outlines() -> None:
    face, _ = colored(color_font())
    assert find_color_glyph(face, face.glyph("x")) is None
    assert find_color_glyph(garamond(), garamond().glyph("A")) is None


@pytest.mark.parametrize(
    ("make", "left", "bottom"),
    [(strike_font, 3, 5), (bitmap_font, 2, 14)],
)
def test_a_letter_that_is_a_picture_stands_where_its_font_says(
    make: Callable[[bytes], bytes], left: float, bottom: float
) -> None:
    """Measured in pixels, of which 64 are an em."""
    face, _ = colored(make(make_png()))
    (picture,) = [item for item in items(face, "xA") if isinstance(item, scene.Picture)]
    assert (picture.rect.left, picture.rect.bottom) == pytest.approx(
        (10 + left * 10 / 64, 50 + bottom * 10 / 64), abs=0.01
    )
    assert (picture.rect.width, picture.rect.height) == pytest.approx((10, 10))
    assert (picture.bitmap.width, picture.bitmap.has_alpha) == (64, False)


def test_a_picture_on_a_curve_is_turned_about_its_pen_position() -> None:
    face, _ = colored(strike_font(make_png()))
    (group,) = [item for item in items(face, "A", turn=pi / 2) if isinstance(item, scene.Group)]
    assert group.transform is not None
    assert group.transform.apply(1, 0) == pytest.approx((0, 51))


def test_a_store_that_knows_the_font_has_the_picture() -> None:
    data = make_png()
    face, _ = colored(strike_font(data))
    store = PictureStore()
    keep_fonts(store, [face])
    (picture,) = [item for item in items(face, "A") if isinstance(item, scene.Picture)]
    assert store.data(picture.bitmap) == data


@pytest.mark.parametrize("packed", [False, True])
def test_a_letter_that_is_drawn_is_paths_in_its_colors(packed: bool) -> None:
    drawing = (
        '<path d="M0 0H500V-500z" fill="var(--color1, #0a0)"/><path d="M0 0H9V9z" '
        'fill="currentColor"/><path d="M0 0H9V9z"/>'
    )
    face, _ = colored(drawing_font(drawing, packed=packed))
    found = paths(items(face, "A"))
    assert [path.fill for path in found] == [Color(0, 170, 0), INK, Color(0, 0, 0)]
    assert outlines.bounds(found[0].outline) == Rect(0, 45, 5, 5)


def test_a_drawing_with_a_view_box_fills_the_em_below_the_baseline() -> None:
    drawing = '<path d="M0 0H36V-36z"/>'
    face, _ = colored(drawing_font(drawing, 'viewBox="0 0 36 36" width="9" height="9"'))
    assert outlines.bounds(paths(items(face, "A"))[0].outline) == Rect(0, 40, 10, 10)


def test_what_a_drawing_leaves_out_is_known_and_the_rest_is_drawn() -> None:
    face, _ = colored(drawing_font('<image href="a"/><path d="M0 0H9V9z"/>'))
    assert len(paths(items(face, "A"))) == 1
    assert not is_shown_whole(face, face.glyph("A"))


@pytest.mark.parametrize(
    "data",
    [
        strike_font(make_png()[:70]),
        strike_font(b"GIF89a" + bytes(40)),
        strike_font(make_png(), "jpg "),
        drawing_font("<path d='M0 0H1e999z'/>"),
        drawing_font("<g>" * 60 + "</g>" * 60),
    ],
)
def test_a_damaged_picture_is_an_outline_and_known(data: bytes) -> None:
    face = open_face(data, name="Colors")
    run = next(item for item in items(face, "A") if isinstance(item, scene.Glyphs))
    assert not run.hidden


def test_pictures_of_a_font_have_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """64 pixels square are 4,096; all that the glyphs of a font may have is more, of course."""
    monkeypatch.setattr(fonts, "MAX_GLYPH_PIXELS", 4095)
    face = fonts.Face(strike_font(make_png(color=(1, 2, 3, 255))), "few", "Colors")
    assert not is_shown_whole(face, face.glyph("A"))
    monkeypatch.setattr(fonts, "MAX_GLYPH_PIXELS", 4096)
    face = fonts.Face(strike_font(make_png(color=(1, 2, 3, 255))), "enough", "Colors")
    assert is_shown_whole(face, face.glyph("A"))


def test_a_drawing_that_unpacks_without_end_is_not_unpacked() -> None:
    face = open_face(drawing_font(" " * 5_000_001, packed=True), name="Colors")
    assert not find_pictures(face)


def find_pictures(face: Face) -> tuple[object, ...]:
    found = find_color_glyph(face, face.glyph("A"))
    return found.pictures if found else ()


def test_a_font_of_pictures_alone_is_opened_and_its_blank_letters_are_known() -> None:
    face, _ = colored(bitmap_font(make_png(), outlines=False))
    assert len([item for item in items(face, "A") if isinstance(item, scene.Picture)]) == 1
    assert (is_seen(face, face.glyph("A")), is_seen(face, face.glyph("x"))) == (True, False)
