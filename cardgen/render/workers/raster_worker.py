"""Pages of a PDF of faces → PNGs, or pictures for pages, in a worker.

In      a `RasterTask`.
Out     the bytes of a file a page.
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
from cardgen.render.workers.raster_tasks import (
    Page,
    PictureFile,
    RasterTask,
    Source,
    WebPicture,
)

_GROUNDS = 8
"""Grounds that a worker keeps as pixels."""

_open: dict[Source, Raster] = {}
_grounds: dict[tuple[Source, tuple[int, int]], Rows] = {}
"""By what the name of the ground's file, or the file itself, says of its content."""


def encode_pages(task: RasterTask) -> Iterator[bytes]:
    """The files of a task's pages, one after the other."""
    raster = _opened(task.pdf)
    for page in task.pages:
        match task.kind:
            case WebPicture() as how:
                yield _encode_for_web(raster, page, task.size, how)
            case PictureFile() as how:
                yield _encode_picture_file(_rows(raster, page, task.size), page, how)
            case None:
                yield encode_rows(_rows(raster, page, task.size), task.dpi)


def _rows(raster: Raster, page: Page, size: tuple[int, int]) -> Rows:
    ground = _ground(page.ground, size) if page.ground is not None else None
    return raster.rows(page.number, size, ground)


def _encode_picture_file(rows: Rows, page: Page, how: PictureFile) -> bytes:
    from cardgen.render.workers.picture_file import encode_picture_file

    return encode_picture_file(rows, page.cut, how)


def _encode_for_web(raster: Raster, page: Page, size: tuple[int, int], how: WebPicture) -> bytes:
    """A PNG of few colors, if the face is to be one and has no more; else a WebP."""
    from cardgen.render.raster.palette_png import encode_palette
    from cardgen.render.raster.web_pictures import encode_webp

    if how.form != "whole":
        few = encode_palette(raster.words(page.number, size, clear=how.form == "overlay"))
        if few is not None:
            return few
    return encode_webp(_rows(raster, page, size), how.quality)


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
