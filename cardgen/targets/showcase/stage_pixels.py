"""A drawing of a stage → its pixels, on a ground or on none.

In      pages of a PDF and shadows, one over the other.
Out     RGB pixels and, without a ground, coverage.
Not here  what is drawn (`showcase.drawing`), picture files (`raster.picture_files`).

Pages are drawn by PDFium, larger where edges lie close together, and then made smaller. Shadows
are blurred shapes that Pillow turns and lays over what is below: PDFium takes three times as long
for one that is turned. A ground has no edges, and is drawn in the picture's own size: at twice the
size, with light, it took a fifth of the time of the whole picture.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from PIL import Image

from cardgen.render.raster.picture_files import Alpha
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.render.raster.rasterizer import Raster

_BAND = 256
"""Rows that are made larger or smaller at a time."""
_PLAIN = Image.Resampling.NEAREST

Map = tuple[float, float, float, float, float, float]
"""Pixels of a picture onto pixels of a mask, as Pillow has its letters."""


class ShadowLevels(Struct, frozen=True):
    """How solid a shadow is, a byte a pixel."""

    size: tuple[int, int]
    levels: bytes


class DrawnShadow(Struct, frozen=True):
    """A shadow in its place on the drawing."""

    mask: int
    """The number of its mask."""
    box: tuple[int, int, int, int]
    """Left, top, right and bottom of the picture's pixels that it reaches."""
    put: Map
    """From the box's pixels onto the mask's."""
    strength: float
    color: tuple[int, int, int]


class StageDrawing(Struct, frozen=True):
    """What a picture is drawn of, from back to front."""

    pdf: bytes
    masks: tuple[ShadowLevels, ...]
    steps: tuple[int | DrawnShadow, ...]
    """Numbers of pages, and shadows."""
    size: tuple[int, int]
    """Of the picture, in pixels."""
    finer: int
    """How much larger than the picture it is drawn."""
    ground: int | None = None
    """The number of the ground's page; None on a transparent ground."""


class PaintedStage(Struct, frozen=True):
    """Pixels of a stage; `alpha` is None on a ground."""

    pixels: Pixels
    alpha: Alpha | None


def paint_drawing(drawing: StageDrawing) -> PaintedStage:
    """The pixels of a drawing."""
    raster = Raster(drawing.pdf)
    try:
        canvas = _Canvas(drawing, raster)
        for step in drawing.steps:
            if isinstance(step, int):
                raster.draw(step, canvas.size, canvas.data, clear=canvas.clear)
            else:
                canvas.cast(step, drawing.masks[step.mask])
        return canvas.shrink()
    finally:
        raster.close()


class _Canvas:
    """Pixels of four bytes: color, and how much is covered where there is no ground.

    PDFium and Pillow draw into the same memory.
    """

    def __init__(self, drawing: StageDrawing, raster: Raster) -> None:
        (width, height), self.finer = drawing.size, drawing.finer
        self.size = width * self.finer, height * self.finer
        self.clear = drawing.ground is None
        self.data = bytearray(self.size[0] * self.size[1] * 4)
        self._image = Image.frombuffer("RGBA", self.size, self.data, "raw", "RGBA", 0, 1)
        self._image.readonly = 0
        if drawing.ground is not None:
            ground = Image.fromarray(raster.page(drawing.ground, drawing.size))
            for top, bottom in self._bands():
                band = ground.crop((0, top, width, bottom)).convert("RGBA")
                band = band.resize((self.size[0], (bottom - top) * self.finer), _PLAIN)
                self._image.paste(band, (0, top * self.finer))

    def _bands(self) -> Iterator[tuple[int, int]]:
        """Rows of the picture, some at a time: large pictures are in memory once."""
        height = self.size[1] // self.finer
        for top in range(0, height, _BAND):
            yield top, min(top + _BAND, height)

    def cast(self, shadow: DrawnShadow, mask: ShadowLevels) -> None:
        """Lay a shadow over what is drawn. It is soft: the picture's own pixels are fine enough."""
        left, top, right, bottom = shadow.box
        size = right - left, bottom - top
        solid = Image.frombytes("L", mask.size, mask.levels)
        solid = solid.transform(size, Image.Transform.AFFINE, shadow.put, Image.Resampling.BILINEAR)
        solid = solid.point([round(level * shadow.strength) for level in range(256)])
        if self.finer > 1:
            solid = solid.resize((size[0] * self.finer, size[1] * self.finer), _PLAIN)
        corner = left * self.finer, top * self.finer
        if not self.clear:
            self._image.paste((*shadow.color, 255), corner, solid)
            return
        above = Image.new("RGBA", solid.size, shadow.color)
        above.putalpha(solid)
        self._image.alpha_composite(above, corner)

    def shrink(self) -> PaintedStage:
        """Each pixel the mean of those that it is made of."""
        (width, height), mode = self.size, "RGBA" if self.clear else "RGB"
        made = Image.new(mode, (width // self.finer, height // self.finer))
        for top, bottom in self._bands():
            band = self._image.crop((0, top * self.finer, width, bottom * self.finer)).convert(mode)
            made.paste(band.reduce(self.finer) if self.finer > 1 else band, (0, top))
        alpha = np.array(made.getchannel("A")) if self.clear else None
        return PaintedStage(np.array(made.convert("RGB")), alpha)
