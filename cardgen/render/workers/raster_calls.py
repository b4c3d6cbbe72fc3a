"""The functions that workers run, as the parent knows them.

In      a `RasterTask`.
Out     PNG files, or their bytes; SHA-256 and checksum of each.

What they need is imported where they run: PDFium takes time to load, and the parent does without.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from cardgen.cache.face_cache import checksum
from cardgen.render.workers.raster_tasks import Done, RasterTask


def write_pages(task: RasterTask) -> list[Done | bytes]:
    """Rasterize, encode and write some pages."""
    from cardgen.render.workers.raster_worker import encode_pages

    pngs = zip(encode_pages(task), task.pages, strict=True)
    return [write_png(png, Path(page.file)) for png, page in pngs]


def render_pages(task: RasterTask) -> list[Done | bytes]:
    """Rasterize and encode some pages, for a machine that does not share our files."""
    from cardgen.render.workers.raster_worker import encode_pages

    return list(encode_pages(task))


def write_png(png: bytes, file: Path) -> Done:
    """Write the bytes of a PNG."""
    file.write_bytes(png)
    return Done(hashlib.sha256(png).hexdigest(), checksum(png))


def load_rasterizer() -> None:
    """Import what the first task needs."""
    import cardgen.render.workers.raster_worker  # noqa: F401
