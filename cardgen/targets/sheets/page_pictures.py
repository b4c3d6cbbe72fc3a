"""Sheets as picture files, over all cores.

In      the PDF of some pages, the size of each in pixels, the file that it becomes.
Out     PNG or JPEG files.
Not here  the pages (`sheets.target`).

This process paints; the workers rasterize and encode, which takes thirty times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from cardgen.core.geometry import Extent, Rect
from cardgen.files.work_records import TemporaryFolder
from cardgen.render.raster.coverage import measure_coverage
from cardgen.render.raster.picture_files import Encoding, encode_picture
from cardgen.render.workers.pool import Workers
from cardgen.scene.outlines import Outline
from cardgen.targets.shared.raster_file import close_raster, open_raster

_UNDER_WAY = 16
"""Pages that workers have at a time."""


class PagePicture(Struct, frozen=True):
    """The file that a page becomes, and its pixels. What lies outside the `outline`, in points of
    the page, is transparent; without one, nothing is."""

    file: str
    size: tuple[int, int]
    outline: Outline = ()
    extent: Extent = Extent(1, 1)


class _PageTask(Struct, frozen=True):
    """What a worker is sent."""

    pdf: str
    number: int
    picture: PagePicture
    how: Encoding


def save_pages(
    workers: Workers, pdf: bytes, pictures: Sequence[PagePicture], how: Encoding
) -> None:
    """Write page *n* of a PDF to the file of picture *n*."""
    own = Workers() if workers.away else workers  # who see our files
    with TemporaryFolder() as folder:
        file = Path(folder) / "pages.pdf"
        file.write_bytes(pdf)
        tasks = (_PageTask(str(file), number, one, how) for number, one in enumerate(pictures))
        saved = own.stream(_save_page, tasks, _UNDER_WAY)
        try:
            for _ in saved:
                pass
        finally:
            saved.close()
            close_raster()


def _save_page(task: _PageTask) -> None:
    picture = task.picture
    pixels = open_raster(task.pdf).page(task.number, picture.size)
    box = Rect(0, 0, picture.extent.width, picture.extent.height)
    alpha = measure_coverage(picture.outline, box, picture.size) if picture.outline else None
    Path(picture.file).write_bytes(encode_picture(pixels, alpha, task.how))
