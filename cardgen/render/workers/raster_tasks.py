"""What a worker is sent, and what it sends back: plain records.

Not here  the functions that it runs (`render.workers.raster_calls`), how they do it
          (`render.workers.raster_worker`).
"""

from __future__ import annotations

from msgspec import Struct

Source = str | bytes
"""A PDF: its file, for a worker on this machine, or its bytes."""


class Page(Struct, frozen=True):
    """A page of a PDF of faces, and the file that it becomes."""

    number: int
    ground: Source | None
    """PDF of the ground, None if the page holds its own."""
    file: str


class RasterTask(Struct, frozen=True):
    """What a worker is sent."""

    pdf: Source
    size: tuple[int, int]
    dpi: float
    pages: tuple[Page, ...]


class Done(Struct, frozen=True):
    """A finished file."""

    sha256: str
    crc: int
