"""A deck on its way to targets before the game is laid out whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct

from cardgen.bind.bound_faces import BoundDeck, BoundFace
from cardgen.bind.pictures import PictureStore
from cardgen.layout.face.scene_store import scene_key
from cardgen.render.workers.face_painting import FaceRequest, Look
from cardgen.scene.items import Scene


class LaidDeck(Struct, frozen=True):
    """A deck that is laid out, while others are not yet."""

    deck: BoundDeck
    scenes: Mapping[BoundFace, Scene]
    """Those of its faces, and of decks before it."""
    dpi: float
    pictures: PictureStore

    def request_all(self) -> Iterator[FaceRequest]:
        """Every face, at the pixels of the deck's size."""
        look = Look(self.deck.size.pixels(self.dpi), self.dpi, self.pictures)
        for face in self.deck.faces:
            make = partial(_same, self.scenes[face])
            yield FaceRequest(scene_key(face, self.scenes), make, look)


def _same(scene: Scene) -> Scene:
    return scene
