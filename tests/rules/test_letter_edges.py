"""The pixels around letters: of those on the page, and never of more than is told from."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from cardgen.check.engine.ink_marks import ItemContext, ItemOnPage
from cardgen.check.engine.letter_edges import list_edge_pixels
from cardgen.core.sizes import find_size
from cardgen.scene.items import Glyphs
from tests.unit.layout.test_effects import TEXT, items

PLACES = 16


def count_points(letters: int, step: float) -> int:
    """How many points are looked at in a row of letters, each `step` points from the last."""
    size = find_size("poker")
    assert size is not None
    (run,) = items(f"- {{text: x, {TEXT}}}")
    assert isinstance(run, Glyphs)
    (glyph,) = run.glyphs
    row = tuple(replace(glyph, x=glyph.x + number * step) for number in range(letters))
    pixels = np.zeros((300, 200, 3), np.uint8)
    found = list_edge_pixels(pixels, size, ItemOnPage(replace(run, glyphs=row), ItemContext()))
    assert found is not None
    assert found.shape[1:] == (PLACES, 3)
    return len(found)


def test_letters_off_the_page_are_not_looked_at() -> None:
    assert count_points(2_000, 9) == count_points(200, 9)
    assert count_points(2, 9) == 2 * count_points(1, 9)


def test_of_very_many_letters_on_the_page_some_points_are_looked_at() -> None:
    assert 10_000 < count_points(9_000, 0.01) <= 50_000
