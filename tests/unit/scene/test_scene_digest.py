"""Digests of faces: they are recorded with prints, so they stay what they were."""

from __future__ import annotations

from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.scene.items import Layer, Path, Stroke
from cardgen.scene.outlines import Line, Move
from cardgen.scene.scene_digest import layer_digest

PEN = Stroke(Color(1, 2, 3), 0.5, (3.0, 2.0))


def digest(pen: Stroke) -> str:
    return layer_digest(Layer((Path((Move(1.0, 2.0), Line(3.0, 4.5)), stroke=pen),))).hex()


def test_a_line_has_the_digest_that_earlier_prints_recorded() -> None:
    assert digest(PEN) == "921bde79c8f68f4177231365d26bd53d"


def test_where_its_dashes_begin_changes_it() -> None:
    assert digest(replace(PEN, offset=1.0)) != digest(PEN)
