"""Shapes that other tools have: each is told with what draws it here."""

from __future__ import annotations

import pytest

from cardgen.read.foreign_shapes import PATHS, SHAPES
from cardgen.read.models.components import SizeSpec
from cardgen.read.models.drawn_elements import ShapeElement
from cardgen.svg.path_data import read_path
from tests.support.samples import model


@pytest.mark.parametrize("word", sorted(PATHS))
def test_a_shape_that_is_a_path_is_told_with_its_data(word: str) -> None:
    _, (finding,) = model(f"{{shape: {word}, fill: white}}", ShapeElement)
    assert finding.hint.startswith(f"write `path: {PATHS[word]}` in place of `shape:`")
    assert read_path(PATHS[word])


@pytest.mark.parametrize("word", sorted(SHAPES))
def test_a_shape_of_another_name_is_told_with_its_fields(word: str) -> None:
    _, (finding,) = model(f"{{shape: {word}}}", ShapeElement)
    assert finding.hint == f"write `{SHAPES[word]}`"
    _, findings = model(f"{{{SHAPES[word]}}}", ShapeElement)
    assert findings == ()


def test_a_size_of_such_a_shape_is_an_outline() -> None:
    _, (finding,) = model("{shape: shield, width: 40mm, height: 40mm}", SizeSpec)
    hint = f"write `shape: outline, path: {PATHS['shield']}`, with a `width` and a `height`"
    assert finding.hint == hint
