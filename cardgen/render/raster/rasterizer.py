"""Pages of a PDF → pixels, with PDFium.

In      the bytes of a PDF, a page number, a size in pixels.
Out     RGB pixels, in rows or as an array of height x width x 3.

The one place where points become pixels. A background that many faces share is
rasterized once; a face's own marks are then drawn over a copy of it. That gives the same
pixels as the whole page at once (a test says so), because PDFium blends what it draws
into the bitmap that it is given.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from cardgen.render.raster.png_encode import Rows, copied, paper

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardgen.render.raster.pixel_arrays import Pixels


_FLAGS = raw.FPDF_ANNOT | raw.FPDF_REVERSE_BYTE_ORDER


class Raster:
    """An open PDF, to be rasterized page by page."""

    def __init__(self, data: bytes) -> None:
        self._document = pdfium.PdfDocument(data)

    def __len__(self) -> int:
        return len(self._document)

    def close(self) -> None:
        self._document.close()

    def page(self, number: int, size: tuple[int, int], over: Pixels | None = None) -> Pixels:
        """Rasterize one page.

        Args:
            number: From 0.
            size: Width and height in pixels; the page is stretched to them.
            over: Pixels to draw on; left as they are. White if not given.
        """
        from cardgen.render.raster.pixel_arrays import pixels_of, rows_of

        return pixels_of(self.rows(number, size, None if over is None else rows_of(over)))

    def rows(self, number: int, size: tuple[int, int], over: Rows | None = None) -> Rows:
        """The same, without arrays."""
        rows = paper(*size) if over is None else copied(over)
        page = self._document[number]
        try:
            _draw(page, rows)
        finally:
            page.close()
        return rows

    def draw(self, number: int, size: tuple[int, int], over: bytearray, *, clear: bool) -> None:
        """Draw one page over pixels of four bytes: RGBA if they may be `clear`, else RGBX."""
        page = self._document[number]
        try:
            _draw_into(page, size, over, raw.FPDFBitmap_BGRA if clear else raw.FPDFBitmap_BGRx)
        finally:
            page.close()

    def words(self, number: int, size: tuple[int, int], *, clear: bool) -> NDArray[np.uint32]:
        """Rasterize one page with alpha: on nothing, or on white.

        Returns:
            Height x width; red in the lowest byte of each pixel, alpha in the highest.
        """
        import numpy as np

        width, height = size
        data = bytearray(width * height * 4) if clear else bytearray(b"\xff") * (width * height * 4)
        self.draw(number, size, data, clear=True)
        return np.frombuffer(data, "<u4").reshape(height, width)


def _draw(page: pdfium.PdfPage, rows: Rows) -> None:
    """Let PDFium draw into our own memory, three bytes a pixel, past the first row's mark."""
    _draw_into(page, (rows.width, rows.height), rows.data, raw.FPDFBitmap_BGR, rows.stride)


def _draw_into(
    page: pdfium.PdfPage, size: tuple[int, int], data: bytearray, kind: int, stride: int = 0
) -> None:
    """Draw a page; rows that are no multiple of four bytes have a mark before them."""
    width, height = size
    first = ctypes.c_char.from_buffer(data, 1 if stride else 0)
    pointer = ctypes.c_void_p(ctypes.addressof(first))
    bitmap = raw.FPDFBitmap_CreateEx(width, height, kind, pointer, stride or width * 4)
    if not bitmap:
        raise MemoryError("PDFium could not make a bitmap")
    try:
        raw.FPDF_RenderPageBitmap(bitmap, page.raw, 0, 0, width, height, 0, _FLAGS)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
