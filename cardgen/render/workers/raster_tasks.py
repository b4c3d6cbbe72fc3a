"""What a worker is sent, and what it sends back: plain records.

Not here  the functions that it runs (`render.workers.raster_calls`), how they do it
          (`render.workers.raster_worker`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cardgen.core.geometry import Rect
from cardgen.scene.outlines import Outline

if TYPE_CHECKING:
    from cardgen.render.raster.picture_files import Encoding

Source = str | bytes
"""A PDF: its file, for a worker on this machine, or its bytes."""


class CutOut(Struct, frozen=True):
    """Where a face is cut out, and the box of it that is shown, in points of its page."""

    outline: Outline
    box: Rect


class Page(Struct, frozen=True):
    """A page of a PDF of faces, and the file that it becomes."""

    number: int
    ground: Source | None
    """PDF of the ground, None if the page holds its own."""
    file: str
    cut: CutOut | None = None
    """None if the picture is the whole rectangle."""


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


class Margins(Struct, frozen=True):
    """Pixels a side that a face does not fill: left and right, top and bottom."""

    across: int
    down: int

    @property
    def most(self) -> int:
        return max(self.across, self.down)


class PictureFile(Struct, frozen=True):
    """How a face becomes a picture file of its trim box, for virtual tables and shops."""

    how: Encoding
    bleed: bool = False
    """Whether the bleed around the trim box is shown as well."""
    cut: bool = False
    """Whether the face is cut out along its outline."""
    margins: Margins = Margins(0, 0)
    """Where the face's edges are carried on."""


class RasterTask(Struct, frozen=True):
    """What a worker is sent."""

    pdf: Source
    size: tuple[int, int]
    dpi: float
    pages: tuple[Page, ...]
    kind: WebPicture | PictureFile | None = None
    """None for PNGs of the whole face, as printing has them."""


class Done(Struct, frozen=True):
    """A finished file."""

    sha256: str
    crc: int
