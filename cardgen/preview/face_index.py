"""What is known of each face: the key of its picture, and its words.

In      a laid-out game, again and again.
Out     a `Known` for every face; only faces that are new are looked into.

A face and the sizes that its deck shares decide its scene. So as long as these sizes stay,
an equal face is the same picture, and its scene need not be unpacked to be told apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from cardgen.bind.bound_faces import BoundFace
from cardgen.layout.face.layouter import LaidOut
from cardgen.render.scene_digest import scene_digest
from cardgen.scene.items import Glyphs, Scene, walk


class Known(Struct, frozen=True):
    """The key stands for what is painted; the words are what a screen reader says."""

    key: str
    words: str


class Faces:
    """The faces of a game, remembered from one look to the next."""

    def __init__(self) -> None:
        self._known: dict[BoundFace, Known] = {}
        self._sizes: Mapping[Any, Any] = {}

    def of(self, laid: LaidOut) -> Mapping[BoundFace, Known]:
        before = self._known if laid.deck_fits == self._sizes else {}
        self._sizes = laid.deck_fits
        self._known = {face: before.get(face) or known(laid.scenes[face]) for face in laid.scenes}
        return self._known


def known(scene: Scene) -> Known:
    return Known(scene_digest(scene), words(scene))


def words(scene: Scene) -> str:
    """A face's words in painting order."""
    runs = (item.text for item in walk(scene.items) if isinstance(item, Glyphs))
    return " ".join(" ".join(runs).split())
