"""Pixels in memory: those of a face do not depend on how many are asked for at once."""

from __future__ import annotations

import numpy as np
import pytest

from cardgen.cache.result_store import ResultStore
from cardgen.check.engine.subject import Subject
from cardgen.render import face_pixels
from cardgen.render.face_pixels import rasterize
from tests.support.small_games import checked

GAME = """\
game: Many
palette: {sand: "#eeddaa", ink: "#111111", rose: "#cc6677"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front}}
"""
LAYOUTS = """\
layouts:
  front:
    bleed: [{shape: rectangle, fill: "{{ ground }}"}]
    safe: [{text: "{{ name }}", font: text, size: 12pt, color: ink}]
"""
ROWS = "".join(f"- {{name: N{n}, ground: {'rose' if n == 2 else 'sand'}}}\n" for n in range(5))


@pytest.mark.parametrize("chunk", [1, 2, 5])
def test_faces_are_the_same_however_many_are_painted_at_a_time(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = checked({"game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": ROWS})
    faces = Subject(game.game, game.spec, game.bound, game.laid, ResultStore(None)).faces
    scenes, store = [face.scene for face in faces], game.bound.pictures
    whole = [(scene, pixels.copy()) for scene, pixels in rasterize(scenes, (300, 400), store)]
    monkeypatch.setattr(face_pixels, "_CHUNK", chunk)
    parts = [(scene, pixels.copy()) for scene, pixels in rasterize(scenes, (300, 400), store)]
    assert [scene for scene, _ in parts] == [scene for scene, _ in whole] == scenes
    assert len({pixels.tobytes() for _, pixels in whole}) == 5
    for (_, part), (_, one) in zip(parts, whole, strict=True):
        assert np.array_equal(part, one)
