"""Scenes → pixels in memory, for what looks at faces.

In      scenes of one size.
Out     the pixels of each, the same as in its PNG.
Not here  PNG files (`render.workers.face_painting`).

Some are painted at a time: the pictures of all would be in memory at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.bind.pictures import PictureStore
from cardgen.render.pdf.color_spaces import Effort
from cardgen.render.raster.pixel_arrays import Pixels, pixels_of
from cardgen.render.raster.rasterizer import Raster
from cardgen.render.workers.face_painting import ground_pdf, is_apart, paint, shared_grounds
from cardgen.render.workers.raster_worker import first_page
from cardgen.scene.items import Layer, Scene

_CHUNK = 16
"""Faces painted into one PDF, in which pictures are not packed."""


def rasterize(
    scenes: Sequence[Scene], size: tuple[int, int], pictures: PictureStore
) -> Iterator[tuple[Scene, Pixels]]:
    """The pixels of scenes of one size, in order, for what looks at faces."""
    shared = shared_grounds(scenes)
    grounds: dict[Layer, Pixels] = {}
    for start in range(0, len(scenes), _CHUNK):
        part = scenes[start : start + _CHUNK]
        raster = Raster(paint(part, shared, pictures, effort=Effort.NONE))
        try:
            for number, scene in enumerate(part):
                apart = is_apart(scene, shared)
                if apart and scene.ground not in grounds:
                    grounds[scene.ground] = ground_pixels(scene, size, pictures)
                yield scene, raster.page(number, size, grounds[scene.ground] if apart else None)
        finally:
            raster.close()


def ground_pixels(scene: Scene, size: tuple[int, int], pictures: PictureStore) -> Pixels:
    """A scene's ground alone."""
    return pixels_of(first_page(ground_pdf(scene, pictures, effort=Effort.NONE), size))
