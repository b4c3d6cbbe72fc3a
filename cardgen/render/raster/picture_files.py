"""Pixels → PNG, JPEG and WebP files.

In      8-bit sRGB pixels, perhaps with alpha; what the file is for.
Out     bytes, the same for the same pixels.
Not here  where the pixels come from (`render.workers`, `targets`).

JPEG keeps color at full resolution: text in a color has fringes without.
"""

from __future__ import annotations

import io
from typing import Literal, get_args

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PIL import Image

from cardgen.core.color import WHITE, Color
from cardgen.render.raster.pixel_arrays import Pixels, encode_cut_png, encode_png

Format = Literal["png", "jpeg", "webp"]
FORMATS: tuple[Format, ...] = get_args(Format)
SUFFIXES: dict[Format, str] = {"png": ".png", "jpeg": ".jpg", "webp": ".webp"}
LARGEST: dict[Format, int] = {"png": 30_000, "jpeg": 30_000, "webp": 16_383}
"""Pixels a side: WebP's own limit, and what other programs still open."""

QUALITY = 92
_EFFORT = 2
"""Of the WebP encoder: 4 takes twice as long, and its files are from 2 % smaller to 1 % larger."""

Alpha = NDArray[np.uint8]
"""Rows of coverage, height x width, 0 (cut away) … 255."""


class Encoding(Struct, frozen=True):
    """How a picture is written. `background` shows where a format without alpha is cut."""

    format: Format = "png"
    quality: int = QUALITY
    dpi: float = 300.0
    background: Color = WHITE

    @property
    def suffix(self) -> str:
        return SUFFIXES[self.format]


def encode_picture(pixels: Pixels, alpha: Alpha | None, how: Encoding) -> bytes:
    """The bytes of a picture file."""
    if how.format == "png" and alpha is not None:
        return encode_cut_png(pixels, alpha, how.dpi)
    if how.format == "png":
        return encode_png(pixels, how.dpi)
    if how.format == "jpeg":
        return _encode_jpeg(
            pixels if alpha is None else blend_over(pixels, alpha, how.background), how
        )
    return _encode_webp(pixels if alpha is None else np.dstack((pixels, alpha)), how)


def blend_over(pixels: Pixels, alpha: Alpha, background: Color) -> Pixels:
    """The pixels on a ground of one color."""
    ground = np.array((background.red, background.green, background.blue), np.uint32)
    cover = alpha.astype(np.uint32)[..., None]
    mixed = (pixels * cover + ground * (255 - cover) + 127) // 255
    return mixed.astype(np.uint8)


def _encode_jpeg(pixels: Pixels, how: Encoding) -> bytes:
    """With code tables of its own, which Pillow has no room for where a picture is all noise."""
    dpi = (round(how.dpi), round(how.dpi))
    for optimize in (True, False):
        out = io.BytesIO()
        try:
            Image.fromarray(pixels).save(
                out, "JPEG", quality=how.quality, subsampling=0, optimize=optimize, dpi=dpi
            )
        except OSError:
            if not optimize:
                raise
        else:
            break
    return out.getvalue()


def _encode_webp(pixels: NDArray[np.uint8], how: Encoding) -> bytes:
    """Colors under what is cut away stay (`exact`), so that scaling finds no dark edge."""
    from cardgen.render.raster.web_pictures import WEBP  # most pictures are none

    out = io.BytesIO()
    Image.fromarray(pixels).save(out, WEBP, quality=how.quality, method=_EFFORT, exact=True)
    return out.getvalue()
