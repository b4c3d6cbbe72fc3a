"""Faces → pixels of their trim or bleed box at any size, cut out along any outline.

In      scenes of one size, a box, a size in pixels.
Out     RGB pixels and coverage, in this process or in workers.
Not here  files and their formats (`picture_files`), which faces a target shows.

A page of the PDF is the box itself, so that its edges fall on pixel edges whatever the size;
faces are the forms that printing paints. A ground that many faces share is rasterized once.
Colors go on beneath what is cut away, as they do in the bleed: no edge shines through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import numpy as np
from msgspec import Struct

from cardgen.bind.pictures import PictureStore
from cardgen.core.geometry import POINTS_PER_INCH, Extent, Rect
from cardgen.core.sizes import Size
from cardgen.files.work_records import TemporaryFolder
from cardgen.render.pdf.color_spaces import Effort
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_box
from cardgen.render.raster.coverage import measure_coverage
from cardgen.render.raster.picture_files import Alpha
from cardgen.render.raster.pixel_arrays import Pixels, pixels_of
from cardgen.render.workers.face_painting import may_share, shared_grounds
from cardgen.scene.cut_outline import find_outline
from cardgen.scene.items import Layer, Scene
from cardgen.targets.shared.raster_file import close_raster, open_raster, read_raw, read_rows

Box = Literal["trim", "bleed"]


def box_pixels(size: Size, box: Box, dpi: float) -> tuple[int, int]:
    """A size's box in pixels; the bleed box as printing has it."""
    if box == "bleed":
        return size.pixels(dpi)
    return trim_pixels(size.trim, dpi)


def trim_pixels(trim: Extent, dpi: float) -> tuple[int, int]:
    """At least a pixel a side."""
    width, height = (round(side / POINTS_PER_INCH * dpi) for side in (trim.width, trim.height))
    return max(1, width), max(1, height)


def find_box(face: Scene, box: Box) -> Rect:
    """A face's box in points of its page."""
    return face.trim if box == "trim" else Rect(0, 0, face.page.width, face.page.height)


class PaintedFaces(Struct, frozen=True):
    """Faces of one size, to be rasterized by their number; crosses to workers as it is."""

    pdf: str
    size: tuple[int, int]
    grounds: tuple[str, ...]
    """A face's shared ground as a file of rows, "" if its page holds its own."""
    masks: tuple[str, ...]
    """A face's coverage as a file of raw pixels, "" if it is not cut out."""

    def pixels(self, number: int) -> Pixels:
        ground = self.grounds[number]
        over = read_rows(ground, self.size) if ground else None
        return pixels_of(open_raster(self.pdf).rows(number, self.size, over))

    def coverage(self, number: int) -> Alpha:
        """Coverage of a face that is cut out; of one that is not, all of it."""
        alpha = self.alpha(number)
        return np.full(self.size[::-1], 255, np.uint8) if alpha is None else alpha

    def alpha(self, number: int) -> Alpha | None:
        width, height = self.size
        mask = self.masks[number]
        return read_raw(mask, (height, width)) if mask else None


@contextmanager
def paint_faces(
    scenes: Sequence[Scene],
    size: tuple[int, int],
    pictures: PictureStore,
    *,
    box: Box = "trim",
    cut: bool = False,
) -> Iterator[PaintedFaces]:
    """Paint scenes for as long as the context lasts.

    Args:
        scenes: Each once, all with the same page and trim.
        size: Width and height of the box in pixels.
        pictures: The bytes of the pictures that the scenes show.
        box: What of a face is shown.
        cut: Whether faces are cut out along their outline.
    """
    with TemporaryFolder() as name:
        folder = Path(name)
        apart = shared_grounds(scenes)
        outlines = list(dict.fromkeys(find_outline(scene) for scene in scenes)) if cut else []
        pdf = folder / "faces.pdf"
        pdf.write_bytes(_paint(scenes, apart, pictures, box))
        grounds = [folder / f"ground-{i}.raw" for i in range(len(apart))]
        masks = [folder / f"mask-{i}.raw" for i in range(len(outlines))]
        raster = open_raster(str(pdf))
        for i, file in enumerate(grounds):
            file.write_bytes(raster.rows(len(scenes) + i, size).data)
        for outline, file in zip(outlines, masks, strict=True):
            file.write_bytes(measure_coverage(outline, find_box(scenes[0], box), size).tobytes())
        ground_of = dict(zip(apart, map(str, grounds), strict=True))
        mask_of = dict(zip(outlines, map(str, masks), strict=True))
        try:
            yield PaintedFaces(
                str(pdf),
                size,
                tuple(ground_of.get(s.ground, "") if may_share(s) else "" for s in scenes),
                tuple(mask_of.get(find_outline(s), "") for s in scenes),
            )
        finally:
            close_raster()


def _paint(
    scenes: Sequence[Scene],
    apart: Sequence[Layer],
    pictures: PictureStore,
    box: Box,
) -> bytes:
    """A page a scene, then the grounds that are shared."""
    file = PdfFile(pictures, title="faces", effort=Effort.FAST)
    alone = set(apart)
    for scene in scenes:
        over = scene.ground in alone and may_share(scene)
        _page(file, scene, (scene.marks,) if over else (scene.ground, scene.marks), box)
    for ground in apart:
        _page(file, scenes[0], (ground,), box)
    return file.save()


def _page(file: PdfFile, face: Scene, layers: tuple[Layer, ...], box: Box) -> None:
    show_box(file, face, layers, find_box(face, box))
