"""The scenes of a game by face: those of a usual game as they are, further ones in a file.

In      a face and its scene, one after the other.
Out     a mapping; a packed scene is read and unpacked each time it is asked for.

A scene takes some ten kilobytes, packed one or two, in the file none: ten thousand cards fit
where five hundred did.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from cardgen.bind.bound_faces import BoundFace
from cardgen.cache.disk_store import LARGE_GAME, MAX_IN_MEMORY, PickleStore
from cardgen.scene.items import Bitmap, Layer, Scene
from cardgen.text.fonts import Face

_SHARED = frozenset((Face, Bitmap))


def count_kept_scenes(count: int) -> int:
    """Of so many faces, those of which all that is worked out is kept as it is."""
    return MAX_IN_MEMORY if count < LARGE_GAME else 0


def scene_key(face: BoundFace, scenes: Mapping[BoundFace, Scene]) -> Hashable:
    """What faces that look alike have in common, without unpacking a scene for it."""
    return scenes.key(face) if isinstance(scenes, Scenes) else scenes[face]


class Scenes(Mapping[BoundFace, Scene]):
    """Scenes by face; equal ones are one."""

    def __init__(self) -> None:
        self.limit = MAX_IN_MEMORY
        """Scenes that are kept as they are."""
        self._live: dict[BoundFace, Scene] = {}
        self._same: dict[Scene, Scene] = {}
        self._packed: dict[BoundFace, int] = {}
        """Where a scene was set aside."""
        self._pickles = PickleStore(self._is_shared)
        self._grounds: dict[Layer, Layer] = {}

    def __getitem__(self, face: BoundFace) -> Scene:
        found = self._live.get(face)
        return found if found is not None else Scene(*self._pickles.get(self._packed[face]))

    def __iter__(self) -> Iterator[BoundFace]:
        yield from self._live
        yield from self._packed

    def __len__(self) -> int:
        return len(self._live) + len(self._packed)

    def key(self, face: BoundFace) -> Hashable:
        """What faces that look alike have in common, as far as that is known."""
        return self._live[face] if face in self._live else self._packed[face]

    def ground(self, layer: Layer) -> Layer:
        """The one among equal grounds."""
        return self._grounds.setdefault(layer, layer)

    def put(self, face: BoundFace, scene: Scene) -> None:
        """Keep a face's scene, in the place of an earlier one."""
        if face in self._live or len(self._live) < self.limit:
            self._live[face] = self._same.setdefault(scene, scene)
        else:
            parts = (scene.page, scene.trim, scene.ground, scene.marks, scene.cut, scene.folds)
            self._packed[face] = self._pickles.put(parts)

    def _is_shared(self, value: Any) -> bool:
        kind = type(value)
        return kind in _SHARED or (kind is Layer and value in self._grounds)
