"""Pixels of a face → a picture file: carried on at the edges, cut out, encoded.

In      a face's pixels in rows, its outline, how the file is written.
Out     the bytes of a PNG, JPEG or WebP.
Not here  which faces become pictures (targets), formats (`raster.picture_files`).
"""

from __future__ import annotations

from functools import lru_cache

from cardgen.render.raster.coverage import measure_coverage
from cardgen.render.raster.picture_files import Alpha, encode_picture
from cardgen.render.raster.pixel_arrays import Pixels, pixels_of
from cardgen.render.raster.png_encode import Rows
from cardgen.render.workers.raster_tasks import CutOut, Margins, PictureFile

_MASKS = 8
"""Outlines that a worker keeps as pixels."""


def encode_picture_file(rows: Rows, cut: CutOut | None, picture: PictureFile) -> bytes:
    """The file of a face; its rows are changed."""
    pixels = pixels_of(rows)
    carry_on_edges(pixels, picture.margins)
    alpha = _measure(cut, (rows.width, rows.height)) if cut is not None else None
    return encode_picture(pixels, alpha, picture.how)


@lru_cache(maxsize=_MASKS)
def _measure(cut: CutOut, size: tuple[int, int]) -> Alpha:
    return measure_coverage(cut.outline, cut.box, size)


def carry_on_edges(pixels: Pixels, margins: Margins) -> None:
    """Repeat the last row and column inside the margins to the edges."""
    height, width = pixels.shape[:2]
    down, across = margins.down, margins.across
    pixels[:down] = pixels[down]
    pixels[height - down :] = pixels[height - down - 1]
    pixels[:, :across] = pixels[:, across : across + 1]
    pixels[:, width - across :] = pixels[:, width - across - 1 : width - across]
