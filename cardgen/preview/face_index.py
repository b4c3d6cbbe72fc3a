"""The picture key and the text of each face.

In      a laid-out game, after every save.
Out     an `IndexedFace` for every face; only new faces are examined.

A face and the font sizes that its deck shares determine its scene. While these sizes stay
the same, equal faces have equal pictures, and their scenes need not be decoded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from cardgen.bind.bound_faces import BoundFace
from cardgen.layout.face.layouter import LaidOut
from cardgen.scene.items import Glyphs, Scene, walk
from cardgen.scene.scene_digest import scene_digest


class IndexedFace(Struct, frozen=True):
    """`key` identifies what is painted; `words` is the text alternative of the picture."""

    key: str
    words: str


class FaceIndex:
    """Index of a game's faces, updated incrementally."""

    def __init__(self) -> None:
        self._known: dict[BoundFace, IndexedFace] = {}
        self._sizes: Mapping[Any, Any] = {}

    def update(self, laid: LaidOut) -> Mapping[BoundFace, IndexedFace]:
        before = self._known if laid.deck_fits == self._sizes else {}
        self._sizes = laid.deck_fits
        self._known = {
            face: before.get(face) or index_face(laid.scenes[face]) for face in laid.scenes
        }
        return self._known


def index_face(scene: Scene) -> IndexedFace:
    return IndexedFace(scene_digest(scene), read_words(scene))


def read_words(scene: Scene) -> str:
    """Return a face's text in painting order."""
    runs = (item.text for item in walk(scene.items) if isinstance(item, Glyphs))
    return " ".join(" ".join(runs).split())
