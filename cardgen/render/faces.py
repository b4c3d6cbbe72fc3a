"""Scenes → PNG bytes, each distinct scene once.

In      the distinct scenes of an order, a size in pixels.
Out     a stream of (scene, PNG bytes), as they are ready.

The scenes' own marks are painted into one PDF, each ground that several share into a page
of its own; a shared ground is rasterised once, and the marks are drawn over copies of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cardgen.bind.pictures import PictureStore
from cardgen.render.pdf import PdfFile, show_layers
from cardgen.render.png import Pixels, encode_png
from cardgen.render.raster import Raster
from cardgen.scene import Layer, Scene


def render_pngs(
    scenes: Sequence[Scene], pixels: tuple[int, int], dpi: float, pictures: PictureStore
) -> Iterator[tuple[Scene, bytes]]:
    """Rasterise and encode scenes of one size, in order."""
    for scene, image in rasterise(scenes, pixels, pictures):
        yield scene, encode_png(image, dpi)


def rasterise(
    scenes: Sequence[Scene], pixels: tuple[int, int], pictures: PictureStore
) -> Iterator[tuple[Scene, Pixels]]:
    """The pixels of scenes of one size, in order."""
    uses = Counter(scene.ground for scene in scenes)
    shared = [ground for ground, count in uses.items() if ground and count > 1]
    raster = Raster(_paint(scenes, shared, pictures))
    try:
        first = len(scenes)
        grounds = {ground: raster.page(first + i, pixels) for i, ground in enumerate(shared)}
        for number, scene in enumerate(scenes):
            yield scene, raster.page(number, pixels, grounds.get(scene.ground))
    finally:
        raster.close()


def _paint(scenes: Sequence[Scene], shared: Sequence[Layer], pictures: PictureStore) -> bytes:
    """A page a scene, without its ground if that is shared; then the shared grounds."""
    file = PdfFile(pictures, title="faces")
    apart = set(shared)
    for scene in scenes:
        layers = (scene.marks,) if scene.ground in apart else (scene.ground, scene.marks)
        show_layers(file, scene, layers)
    for ground in shared:
        show_layers(file, scenes[0], (ground,))
    return file.save()
