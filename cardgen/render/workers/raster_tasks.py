"""What a worker is sent, and what it sends back.

In      pages of a PDF of faces, the files that they become.
Out     PNG files, or their bytes; SHA-256 and checksum of each.
Not here  how it is done (`render.workers.raster_worker`): a worker imports that, and the parent
        need not.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec import Struct

from cardgen.cache.face_cache import checksum

Source = str | bytes
"""A PDF: its file, for a worker on this machine, or its bytes."""


class Page(Struct, frozen=True):
    """A page of a PDF of faces, and the file that it becomes."""

    number: int
    ground: Source | None
    """PDF of the ground, None if the page holds its own."""
    file: str


class Task(Struct, frozen=True):
    """What a worker is sent."""

    pdf: Source
    size: tuple[int, int]
    dpi: float
    pages: tuple[Page, ...]


class Done(Struct, frozen=True):
    """A finished file."""

    sha256: str
    crc: int


def write_pages(task: Task) -> list[Done | bytes]:
    """Rasterise, encode and write some pages."""
    from cardgen.render.workers.raster_worker import encoded

    pngs = zip(encoded(task), task.pages, strict=True)
    return [written(png, Path(page.file)) for png, page in pngs]


def render_pages(task: Task) -> list[Done | bytes]:
    """Rasterise and encode some pages, for a machine that does not share our files."""
    from cardgen.render.workers.raster_worker import encoded

    return list(encoded(task))


def written(png: bytes, file: Path) -> Done:
    """Write a PNG."""
    file.write_bytes(png)
    return Done(hashlib.sha256(png).hexdigest(), checksum(png))
