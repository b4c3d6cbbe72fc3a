"""How light the ground of a face is, place by place: worked out once for all faces that share it.

In      the ground of a scene.
Out     the darkest and the lightest that it is in a box; whether it is bare at the bleed's edge.

Most of what rules would see in the pixels of a face follows from the pixels of its ground and from
the colors over it. The ground is rendered alone, and of every few pixels the darkest and the
lightest are kept, also for later runs: then neither PDFium nor numpy is imported for a face on it.
Of a ground that hardly any faces share it is only told what it is between (`ground_estimate`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from cardgen.bind.pictures import PictureStore
from cardgen.cache.content_key import make_record_key
from cardgen.cache.result_store import ResultStore
from cardgen.check.engine.ground_estimate import estimate_ground
from cardgen.check.engine.luminances import measure_luminances
from cardgen.core.color import LINEAR_LIGHT
from cardgen.core.geometry import Extent, Rect
from cardgen.core.late_import import import_late
from cardgen.scene.items import Glyphs, Layer, Scene, walk
from cardgen.scene.scene_digest import layer_digest

if TYPE_CHECKING:
    import numpy as np

    from cardgen.render.raster.pixel_arrays import Pixels
else:
    np = import_late("numpy")

_BLOCK = 8
"""Pixels of a block, across and down."""
_BARE = 254
_WORTH = 3
"""Faces on a ground from which on it is rendered by itself."""


class GroundLight(Struct, frozen=True, array_like=True):
    """Levels of gray, 0 … 255, of each block of a ground's pixels, row by row."""

    width: int
    height: int
    """In pixels."""
    darkest: bytes
    lightest: bytes
    bare: bool
    """Whether any pixel outside the cut is as white as paper."""

    @property
    def is_whole(self) -> bool:
        """Whether there is a level for each block."""
        blocks = -(-self.width // _BLOCK) * -(-self.height // _BLOCK)
        return len(self.darkest) == len(self.lightest) == blocks > 0

    def range_in(self, box: Rect, page: Extent) -> tuple[float, float]:
        """The least and the greatest luminance in a box of the page."""
        first, last = _list_blocks(box.left, box.right, page.width, self.width)
        top, bottom = _list_blocks(box.top, box.bottom, page.height, self.height)
        columns = -(-self.width // _BLOCK)
        rows = [slice(row * columns + first, row * columns + last) for row in range(top, bottom)]
        low = min(min(self.darkest[row]) for row in rows)
        high = max(max(self.lightest[row]) for row in rows)
        return LINEAR_LIGHT[low], LINEAR_LIGHT[high]


def _list_blocks(start: float, end: float, length: float, pixels: int) -> tuple[int, int]:
    """The first block that a stretch of the page touches, and the one behind the last."""
    first, last = (int(place / length * pixels) for place in (start, end))
    count = -(-pixels // _BLOCK)
    first, last = (min(max(place // _BLOCK, 0), count - 1) for place in (first - 1, last + 1))
    return first, last + 1


PAPER = GroundLight(1, 1, b"\xff", b"\xff", bare=True)
"""Where nothing is painted."""


class GroundLights:
    """The grounds of some faces of one size."""

    def __init__(
        self,
        scenes: Iterable[Scene],
        size: tuple[int, int],
        pictures: PictureStore,
        kept: ResultStore,
    ) -> None:
        """Look at the grounds of scenes; nothing is rendered yet.

        Args:
            scenes: The faces.
            size: Of their pages in pixels.
            pictures: What pictures show.
            kept: Results of earlier runs.
        """
        self._uses = Counter(scene.ground for scene in scenes)
        self._size, self._pictures, self._kept = size, pictures, kept
        self._found: dict[Layer, GroundLight] = {}
        self._estimates: dict[Layer, GroundLight | None] = {}

    def find(self, scene: Scene) -> GroundLight | None:
        """Return how light a scene's ground is; None where the face itself must be looked at:
        letters are a part of the ground, or few faces share it and nothing can be told of it."""
        if not scene.ground:
            return PAPER
        if scene.ground not in self._found:
            light = self._make(scene)
            if light is None:
                return None
            self._found[scene.ground] = light
        return self._found[scene.ground]

    def estimate(self, scene: Scene) -> GroundLight | None:
        """Return what a scene's ground is between, without rendering it; None where that cannot be
        told."""
        if scene.ground not in self._estimates:
            self._estimates[scene.ground] = self._estimate(scene) if scene.ground else PAPER
        return self._estimates[scene.ground]

    def is_shared(self, scene: Scene) -> bool:
        """Whether so many faces are on a scene's ground that it is rendered for all of them."""
        return self._uses[scene.ground] >= _WORTH

    def _make(self, scene: Scene) -> GroundLight | None:
        if any(isinstance(item, Glyphs) for item in walk(scene.ground)):
            return None
        key = _make_key(scene, self._size)
        known = self._recall(key)
        if known is not None:
            return known
        if not self.is_shared(scene):
            return self.estimate(scene)
        from cardgen.render.face_pixels import ground_pixels

        light = measure_ground(ground_pixels(scene, self._size, self._pictures), scene)
        self._kept.put(key, msgspec.to_builtins(light, builtin_types=(bytes,)))
        return light

    def _estimate(self, scene: Scene) -> GroundLight | None:
        found = estimate_ground(scene, self._pictures, self._kept)
        if found is None:
            return None
        darkest, lightest = bytes([found.darkest]), bytes([found.lightest])
        return GroundLight(1, 1, darkest, lightest, bare=found.bare)

    def _recall(self, key: bytes) -> GroundLight | None:
        try:
            found = msgspec.convert(self._kept.get(key), GroundLight, builtin_types=(bytes,))
        except msgspec.ValidationError:
            return None
        return found if found.is_whole else None


def _make_key(scene: Scene, size: tuple[int, int]) -> bytes:
    return make_record_key("ground", size, scene.page, scene.trim, layer_digest(scene.ground))


def measure_ground(pixels: Pixels, scene: Scene) -> GroundLight:
    """Measure a ground's pixels, block by block."""
    light = measure_luminances(pixels)
    height, width = light.shape
    rows, columns = -(-height // _BLOCK), -(-width // _BLOCK)
    padded = np.pad(light, ((0, rows * _BLOCK - height), (0, columns * _BLOCK - width)), "edge")
    bands = padded.reshape(rows, _BLOCK, columns * _BLOCK)
    across = rows, columns, _BLOCK
    levels = np.array(LINEAR_LIGHT, light.dtype)
    darkest = np.searchsorted(levels, bands.min(axis=1).reshape(across).min(axis=2), "right") - 1
    lightest = np.searchsorted(levels, bands.max(axis=1).reshape(across).max(axis=2), "left")
    dark, light_ = (part.clip(0, 255).astype(np.uint8).tobytes() for part in (darkest, lightest))
    return GroundLight(width, height, dark, light_, bare=_is_bare_outside(pixels, scene))


def _is_bare_outside(pixels: Pixels, scene: Scene) -> bool:
    """Whether any pixel outside the cut is as white as paper."""
    height, width = pixels.shape[:2]
    across, down, trim = width / scene.page.width, height / scene.page.height, scene.trim
    bare = (pixels[..., 0] >= _BARE) & (pixels[..., 1] >= _BARE) & (pixels[..., 2] >= _BARE)
    rows = slice(int(trim.top * down) + 1, int(trim.bottom * down))
    columns = slice(int(trim.left * across) + 1, int(trim.right * across))
    bare[rows, columns] = False
    return bool(bare.any())
