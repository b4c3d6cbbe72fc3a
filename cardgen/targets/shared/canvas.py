"""Faces → pixels of a file that is not trim and bleed: cropped, or carried on at the edges.

In      scenes of one size, pixels of the file, its resolution.
Out     faces to rasterize by number, the trim in the middle of the file, nothing scaled.

A service's bleed is not ours: 1/8 in against 0.12 in is a pixel and a half a side. Where the
file is larger than the face, its last whole row and column are repeated; where it is smaller,
what is too much is left off.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from cardgen.bind.pictures import PictureStore
from cardgen.core.geometry import POINTS_PER_INCH, Extent, Rect
from cardgen.render.raster.picture_files import Alpha
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.render.workers.picture_file import carry_on_edges
from cardgen.render.workers.raster_tasks import Margins
from cardgen.scene.items import Scene
from cardgen.targets.shared.trimmed_faces import PaintedFaces, paint_faces

_SLACK = 0.01
"""Of a pixel: less than that is rounding."""


class ExtendedFaces(PaintedFaces, frozen=True):
    """Faces whose edges are carried on into the margins."""

    margins: Margins = Margins(0, 0)

    def pixels(self, number: int) -> Pixels:
        pixels = PaintedFaces.pixels(self, number)
        carry_on_edges(pixels, self.margins)
        return pixels

    def alpha(self, number: int) -> Alpha | None:  # noqa: ARG002
        return None


def find_canvas(face: Scene, pixels: tuple[int, int], dpi: float) -> Rect:
    """The file's area in points of the face's page, the trim in its middle."""
    width, height = (side / dpi * POINTS_PER_INCH for side in pixels)
    x, y = face.trim.center
    return Rect(x - width / 2, y - height / 2, width, height)


def find_margins(page: Extent, canvas: Rect, dpi: float) -> Margins:
    """How much of the file a face leaves empty, rounded up to whole pixels."""
    across = max(-canvas.left, canvas.right - page.width)
    down = max(-canvas.top, canvas.bottom - page.height)
    return Margins(_pixels(across, dpi), _pixels(down, dpi))


def _pixels(points: float, dpi: float) -> int:
    return max(0, math.ceil(points / POINTS_PER_INCH * dpi - _SLACK))


def fill_canvas(face: Scene, canvas: Rect) -> Scene:
    """A face of which the file's area is shown."""
    return replace(face, trim=canvas, cut=(), folds=())


@contextmanager
def extend_faces(
    scenes: Sequence[Scene], pixels: tuple[int, int], dpi: float, pictures: PictureStore
) -> Iterator[ExtendedFaces]:
    """Paint scenes for as long as the context lasts; each once, all of one size."""
    canvas = find_canvas(scenes[0], pixels, dpi)
    margins = find_margins(scenes[0].page, canvas, dpi)
    shown = [fill_canvas(scene, canvas) for scene in scenes]
    with paint_faces(shown, pixels, pictures) as faces:
        yield ExtendedFaces(faces.pdf, faces.size, faces.grounds, faces.masks, margins)
