"""What a worker is sent, and what it sends back: plain records.

Not here  the functions that it runs (`render.workers.raster_calls`), how they do it
          (`render.workers.raster_worker`).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Source = str | bytes
"""A PDF: its file, for a worker on this machine, or its bytes."""


class Page(Struct, frozen=True):
    """A page of a PDF of faces, and the file that it becomes."""

    number: int
    ground: Source | None
    """PDF of the ground, None if the page holds its own."""
    file: str


WebForm = Literal["whole", "flat", "overlay"]


class WebPicture(Struct, frozen=True):
    """How a face becomes a picture of its trim box for a page."""

    form: WebForm
    """A WebP; a PNG of few colors; or one of the marks alone, to stand before their ground. What
    turns out to have more colors becomes a WebP of the whole face."""
    quality: int
    """Of a WebP, 1 … 100."""
    encoder: str
    """The version of libwebp, on which bytes depend."""


class RasterTask(Struct, frozen=True):
    """What a worker is sent."""

    pdf: Source
    size: tuple[int, int]
    dpi: float
    pages: tuple[Page, ...]
    web: WebPicture | None = None
    """None for PNGs of the whole face, as printing has them."""


class Done(Struct, frozen=True):
    """A finished file."""

    sha256: str
    crc: int
