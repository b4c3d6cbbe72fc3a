"""The scenes of a game by face: those of a usual game as they are, further ones in a file.

In      a face and its scene, one after the other.
Out     a mapping; a packed scene is read and unpacked each time it is asked for.

A scene takes some ten kilobytes, packed one or two, in the file none: ten thousand cards fit
where five hundred did.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from cardgen.bind.bound_faces import BoundFace
from cardgen.cache.disk_store import LARGE_GAME, MAX_IN_MEMORY, PickleStore
from cardgen.scene.items import Bitmap, Layer, Scene
from cardgen.scene.scene_digest import scene_digest
from cardgen.text.fonts import Face

_SHARED = frozenset((Face, Bitmap))


def count_kept_scenes(count: int) -> int:
    """Of so many faces, those of which all that is worked out is kept as it is."""
    return MAX_IN_MEMORY if count < LARGE_GAME else 0


def scene_key(face: BoundFace, scenes: Mapping[BoundFace, Scene]) -> Hashable:
    """What faces that look alike have in common, without unpacking a scene for it."""
    return scenes.key(face) if isinstance(scenes, Scenes) else scenes[face]


def find_digest(face: BoundFace, scenes: Mapping[BoundFace, Scene]) -> str:
    """Return the digest of a face's scene; nothing, where the scene would have to be made."""
    return scenes.known_digest(face) if isinstance(scenes, Scenes) else ""


KnownScene = tuple[str, bytes]
"""The digest of a scene, and its key: two that are equal have one."""


class _UnmadeScene(Struct, frozen=True, eq=False):
    """How a scene is made that an earlier process knew."""

    make: Callable[[], Scene]


class Scenes(Mapping[BoundFace, Scene]):
    """Scenes by face; equal ones are one."""

    def __init__(self) -> None:
        self.limit = MAX_IN_MEMORY
        """Scenes that are kept as they are."""
        self._live: dict[BoundFace, Scene | _UnmadeScene] = {}
        self._same: dict[Scene, Scene] = {}
        self._packed: dict[BoundFace, int] = {}
        """Where a scene was set aside."""
        self._pickles = PickleStore(self._is_shared)
        self._grounds: dict[Layer, Layer] = {}
        self._digests: dict[BoundFace, str] = {}
        self._looks: dict[BoundFace, bytes] = {}
        """Keys of scenes, if all have one."""
        self._made = 0
        """Scenes that were made when they were asked for."""

    def __getitem__(self, face: BoundFace) -> Scene:
        found = self._live.get(face)
        if isinstance(found, _UnmadeScene):
            return self._make(face, found)
        return found if found is not None else Scene(*self._pickles.get(self._packed[face]))

    def __iter__(self) -> Iterator[BoundFace]:
        yield from self._live
        yield from self._packed

    def __len__(self) -> int:
        return len(self._live) + len(self._packed)

    def key(self, face: BoundFace) -> Hashable:
        """What faces that look alike have in common, as far as that is known."""
        if face in self._looks:
            return self._looks[face]
        return self._live[face] if face in self._live else self._packed[face]

    def digest(self, face: BoundFace) -> str:
        """The digest of a face's scene, which need not be made for it."""
        return self._digests.get(face) or scene_digest(self[face])

    def known_digest(self, face: BoundFace) -> str:
        """The digest of a face's scene, if it is known without the scene."""
        return self._digests.get(face, "")

    def ground(self, layer: Layer) -> Layer:
        """The one among equal grounds."""
        return self._grounds.setdefault(layer, layer)

    def put_unmade(self, face: BoundFace, known: KnownScene, make: Callable[[], Scene]) -> None:
        """Keep how a face's scene is made, in the place of an earlier one."""
        self._live[face] = _UnmadeScene(make)
        self._digests[face], self._looks[face] = known

    def _make(self, face: BoundFace, unmade: _UnmadeScene) -> Scene:
        """Make a scene that is asked for; it stays if there is room."""
        made = unmade.make()
        self._made += 1
        if self._made <= self.limit:
            self._live[face] = self._same.setdefault(made, made)
        return made

    def put(self, face: BoundFace, scene: Scene, known: KnownScene | None = None) -> None:
        """Keep a face's scene, in the place of an earlier one; and what is known, if it is of
        all."""
        if known:
            self._digests[face], self._looks[face] = known
        if face in self._live or len(self._live) < self.limit:
            self._live[face] = self._same.setdefault(scene, scene)
        else:
            parts = (scene.page, scene.trim, scene.ground, scene.marks, scene.cut, scene.folds)
            self._packed[face] = self._pickles.put(parts)

    def _is_shared(self, value: Any) -> bool:
        kind = type(value)
        return kind in _SHARED or (kind is Layer and value in self._grounds)
