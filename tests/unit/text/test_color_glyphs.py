"""Letters that their font paints: layers and gradients are paths, and the letter is copied."""

from __future__ import annotations

import pytest

from cardgen.core.color import Color
from cardgen.layout.face.color_letters import color_items
from cardgen.scene import items as scene
from cardgen.text.color_glyphs import ColorGlyph, find_color_glyph
from cardgen.text.fonts import Face, open_face
from tests.support.color_fonts import LINEAR, MIXED, RADIAL, color_font, paint_font
from tests.support.samples import garamond

INK = Color(1, 2, 3)


def colored(data: bytes) -> tuple[Face, ColorGlyph]:
    face = open_face(data, name="Colors")
    found = find_color_glyph(face, face.glyph("A"))
    assert found is not None
    return face, found


def items(face: Face, text: str, alpha: float = 1.0) -> list[scene.Item]:
    glyphs = tuple(scene.Glyph(face.glyph(c), 10.0 * i, 50.0, c) for i, c in enumerate(text))
    return list(color_items(scene.Glyphs(face, 10.0, INK, glyphs), alpha))


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
    box = scene.bounds(paths(items(face, "xA"))[0].outline)
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
    pictured = colored(color_font(pictures=True))[1]
    assert (pictured.whole, pictured.layers) == (False, ())


def test_other_letters_of_such_a_font_are_outlines() -> None:
    face, _ = colored(color_font())
    assert find_color_glyph(face, face.glyph("x")) is None
    assert find_color_glyph(garamond(), garamond().glyph("A")) is None
