"""A painted PDF in a file, to be rasterized page by page in any process.

In      files of a PDF and of raw pixels, as one process wrote them.
Out     pixels.
Not here  what is painted (`shared.trimmed_faces`, `proof.sheet_pictures`).

Each process keeps the last PDF open, as its next page is wanted soon.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.render.raster.png_encode import Rows
from cardgen.render.raster.rasterizer import Raster

_open: dict[str, Raster] = {}
_raws: dict[str, Pixels] = {}
_rows: dict[str, Rows] = {}


def open_raster(pdf: str) -> Raster:
    """Return the PDF, kept open between pages; what an earlier job left is dropped."""
    if pdf not in _open:
        close_raster()
        _open[pdf] = Raster(Path(pdf).read_bytes())
    return _open[pdf]


def close_raster() -> None:
    """Close what this process has open."""
    for old in _open.values():
        old.close()
    _open.clear()
    _raws.clear()
    _rows.clear()


def read_rows(file: str, size: tuple[int, int]) -> Rows:
    """Return the RGB pixels of a page, kept between pages."""
    if file not in _rows:
        _rows[file] = Rows(*size, bytearray(Path(file).read_bytes()))
    return _rows[file]


def read_raw(file: str, shape: tuple[int, ...]) -> Pixels:
    """Return raw pixels, kept between pages."""
    if file not in _raws:
        _raws[file] = np.fromfile(file, np.uint8).reshape(shape)
    return _raws[file]
