"""The scenes of a game by face: those of a usual game as they are, further ones in a file.

In      a face and its scene, one after the other.
Out     a mapping; a packed scene is read and unpacked each time it is asked for.

A scene takes some ten kilobytes, packed one or two, in the file none: ten thousand cards fit
where five hundred did. What many scenes share (fonts, pictures, grounds) is kept once, here.
The file is a temporary one without a name, and goes with the mapping.
"""

from __future__ import annotations

import io
import pickle
import tempfile
import weakref
import zlib
from collections.abc import Iterator, Mapping
from typing import IO, Any

from cardgen.bind.tree import BoundFace
from cardgen.scene import Bitmap, Layer, Scene
from cardgen.text.fonts import Face

LIVE = 600
"""Scenes that are kept as they are."""
_LEVEL = 1
_LENGTH = 4
"""Bytes that say how long a packed scene is."""


class Scenes(Mapping[BoundFace, Scene]):
    """Scenes by face; equal ones are one."""

    def __init__(self) -> None:
        self._live: dict[BoundFace, Scene] = {}
        self._same: dict[Scene, Scene] = {}
        self._packed: dict[BoundFace, int] = {}
        """Where in the file a scene begins."""
        self._file: IO[bytes] | None = None
        self._grounds: dict[Layer, Layer] = {}
        self._shared: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def __getitem__(self, face: BoundFace) -> Scene:
        found = self._live.get(face)
        return found if found is not None else self._unpacked(self._found(self._packed[face]))

    def __iter__(self) -> Iterator[BoundFace]:
        yield from self._live
        yield from self._packed

    def __len__(self) -> int:
        return len(self._live) + len(self._packed)

    def ground(self, layer: Layer) -> Layer:
        """The one among equal grounds."""
        return self._grounds.setdefault(layer, layer)

    def put(self, face: BoundFace, scene: Scene) -> None:
        """Keep a face's scene, in the place of an earlier one."""
        if face in self._live or len(self._live) < LIVE:
            self._live[face] = self._same.setdefault(scene, scene)
        else:
            self._packed[face] = self._kept(self._pack(scene))

    # --- the file ----------------------------------------------------------------------

    def _kept(self, data: bytes) -> int:
        """Put packed bytes at the end of the file; gives their place."""
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="cardgen-")  # noqa: SIM115 - as long as self
            weakref.finalize(self, self._file.close)
        place = self._file.seek(0, io.SEEK_END)
        self._file.write(len(data).to_bytes(_LENGTH, "little") + data)
        return place

    def _found(self, place: int) -> bytes:
        assert self._file is not None
        self._file.seek(place)
        length = int.from_bytes(self._file.read(_LENGTH), "little")
        return self._file.read(length)

    # --- packing -----------------------------------------------------------------------

    def _pack(self, scene: Scene) -> bytes:
        out = io.BytesIO()
        pickler = pickle.Pickler(out, pickle.HIGHEST_PROTOCOL)
        pickler.persistent_id = self._number  # type: ignore[method-assign]
        pickler.dump((scene.page, scene.trim, scene.ground, scene.marks, scene.cut, scene.folds))
        return zlib.compress(out.getvalue(), _LEVEL)

    def _number(self, value: Any) -> int | None:
        """What is shared goes by its number."""
        known = isinstance(value, Face | Bitmap) or (
            isinstance(value, Layer) and value in self._grounds
        )
        if not known:
            return None
        if value not in self._numbers:
            self._numbers[value] = len(self._shared)
            self._shared.append(value)
        return self._numbers[value]

    def _unpacked(self, data: bytes) -> Scene:
        unpickler = pickle.Unpickler(io.BytesIO(zlib.decompress(data)))
        unpickler.persistent_load = self._shared.__getitem__  # type: ignore[method-assign]
        page, trim, ground, marks, cut, folds = unpickler.load()
        return Scene(page, trim, ground, marks, cut, folds)
