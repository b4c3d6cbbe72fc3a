"""Shadows: the shape of items, blurred.

In      items of a scene, how they are blurred.
Out     how solid the shadow is, pixel by pixel, and the box that it stands in.
Not here  its color and its place in the file (`render.pdf.document`).

A shape that was blurred by a deviation of s has nothing finer than s in it. Sampled eight times
in every s, it is the same at every resolution of a target; so the PDF and every PNG made of it
show one and the same picture.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from msgspec import Struct
from PIL import Image, ImageFilter

from cardgen.bind.pictures import PictureStore
from cardgen.core.geometry import POINTS_PER_INCH, Extent, Rect, Transform
from cardgen.render.ink_extents import BLUR_REACH, reach_of
from cardgen.scene.items import Blur, Group, Item

SAMPLES = 8.0
"""Pixels in a standard deviation."""
FINEST, COARSEST = 600.0, 100.0
"""Dots per inch: of shadows without blur, of the softest."""
MAX_SIDE = 4000
"""Pixels of a shadow's longer side; a larger one is coarser."""


class ShadowMask(Struct, frozen=True):
    """How solid a shadow is (mode L) over `box`, in points, y down."""

    alpha: Image.Image
    box: Rect


@lru_cache(maxsize=64)
def cast_shadow(items: tuple[Item, ...], blur: Blur, pictures: PictureStore) -> ShadowMask:
    """Rasterize the shape of items and blur it."""
    shape = reach_of(items) or Rect(0, 0, 1, 1)
    box = shape.inset_by(-(BLUR_REACH * blur.radius + POINTS_PER_INCH / FINEST))
    scale = _resolution(blur, box) / POINTS_PER_INCH
    size = ceil(box.width * scale), ceil(box.height * scale)
    box = Rect(box.left, box.top, size[0] / scale, size[1] / scale)
    alpha = _rasterize(items, box, size, pictures)
    if blur.radius:
        alpha = alpha.filter(ImageFilter.GaussianBlur(blur.radius * scale))
    return ShadowMask(alpha.point(_curve(blur)), box)


def _resolution(blur: Blur, box: Rect) -> float:
    """Dots per inch."""
    dpi = SAMPLES * POINTS_PER_INCH / blur.radius if blur.radius else FINEST
    most = MAX_SIDE * POINTS_PER_INCH / max(box.width, box.height)
    return min(max(dpi, COARSEST), FINEST, most)


def _curve(blur: Blur) -> list[int]:
    """How solid each level of the blurred shape becomes."""
    levels = [255 - level if blur.inverted else level for level in range(256)]
    return [min(255, round(level * blur.strength)) for level in levels]


def _rasterize(
    items: tuple[Item, ...], box: Rect, size: tuple[int, int], pictures: PictureStore
) -> Image.Image:
    """The shape of items in white on black."""
    from cardgen.render.pdf.color_spaces import Effort
    from cardgen.render.pdf.document import PageBoxes, PdfFile
    from cardgen.render.pdf.painter import ItemPainter
    from cardgen.render.raster.rasterizer import Raster

    page = Extent(box.width, box.height)
    file = PdfFile(pictures, title="shadow", effort=Effort.NONE)
    moved = Group(items, transform=Transform(e=-box.left, f=-box.top))
    white = ItemPainter(file, page.height, "shape").item(moved)
    form = file.add_form(f"0 g 0 0 {page.width:.4f} {page.height:.4f} re f\n{white}", page)
    file.page([(form, Transform())], PageBoxes(page))
    raster = Raster(file.save())
    try:
        return Image.fromarray(raster.page(0, size)).getchannel("R")
    finally:
        raster.close()
