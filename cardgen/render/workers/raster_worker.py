"""Pages of a PDF of faces → PNGs, in a worker.

In      a `RasterTask`.
Out     the bytes of a PNG a page.
Not here  where they go (`render.workers.raster_calls`), who paints the PDF
        (`render.workers.face_painting`).

What the next task will want as well stays open: the PDF, and the pixels of grounds.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from pathlib import Path

from cardgen.render.raster.png_encode import Rows, encode_rows
from cardgen.render.raster.rasterizer import Raster
from cardgen.render.workers.raster_tasks import RasterTask, Source

_GROUNDS = 8
"""Grounds that a worker keeps as pixels."""

_open: dict[Source, Raster] = {}
_grounds: dict[tuple[Source, tuple[int, int]], Rows] = {}
"""By what the name of the ground's file, or the file itself, says of its content."""


def encode_pages(task: RasterTask) -> Iterator[bytes]:
    """The PNGs of a task's pages, one after the other."""
    raster = _opened(task.pdf)
    for page in task.pages:
        ground = _ground(page.ground, task.size) if page.ground is not None else None
        yield encode_rows(raster.rows(page.number, task.size, ground), task.dpi)


def _opened(pdf: Source) -> Raster:
    """The PDF, kept open between tasks; the one before it is closed."""
    if pdf not in _open:
        close_documents()
        _open[pdf] = Raster(_data(pdf))
    return _open[pdf]


def close_documents() -> None:
    """Close what is open; PDFium complains of what is left open when a process ends."""
    for raster in _open.values():
        raster.close()
    _open.clear()


atexit.register(close_documents)


def _data(pdf: Source) -> bytes:
    return pdf if isinstance(pdf, bytes) else Path(pdf).read_bytes()


def _ground(pdf: Source, size: tuple[int, int]) -> Rows:
    """The pixels of a ground, which the next faces will want as well."""
    key = (pdf if isinstance(pdf, bytes) else Path(pdf).name), size
    if key not in _grounds:
        if len(_grounds) >= _GROUNDS:
            del _grounds[next(iter(_grounds))]
        _grounds[key] = first_page(_data(pdf), size)
    return _grounds[key]


def first_page(pdf: bytes, size: tuple[int, int]) -> Rows:
    """The pixels of a PDF's first page."""
    raster = Raster(pdf)
    try:
        return raster.rows(0, size)
    finally:
        raster.close()
