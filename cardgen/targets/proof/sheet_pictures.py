"""Contact sheets as PNG files, over all cores.

In      sheets, by the names of their files.
Out     a `SheetPicture` for each, which any process makes into a file.

This process paints, as it has the pictures of the game; the workers rasterize and encode, which
takes three times as long. What several sheets have below their marks is rasterized once, while
workers begin with the others. A sheet of fewer faces is drawn over the ground of a full one: paper
covers the places that it leaves empty, which takes a proof 4 % less time than a ground of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from math import ceil, floor
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.pictures import PictureStore
from cardgen.core.geometry import POINTS_PER_INCH, Rect
from cardgen.render.pdf.color_spaces import Effort
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.sheet_canvas import Piece, Sheet, show_pieces
from cardgen.render.raster.color_vision import Kind, simulate
from cardgen.render.raster.pixel_arrays import Pixels, pixels_of
from cardgen.render.raster.png_encode import encode_rows
from cardgen.scene.outlines import rectangle
from cardgen.targets.proof.album import DPI
from cardgen.targets.shared.raster_file import open_raster, read_rows

Ground = tuple[Piece, ...]
"""What is below the marks of a sheet; its paper comes first."""
_EDGE = 1.0
"""Points by which a face may paint over its box, which it does by less than a pixel."""


class Band(Struct, frozen=True):
    """Rows of pixels that repeat others as one kind of eye sees them; of the page, in points.

    Painting a row of faces again for each eye took three quarters of the page's time.
    """

    box: Rect
    source: Rect
    """The rows that are repeated, from the same left edge."""
    kind: Kind


class SheetPicture(Struct, frozen=True):
    """A page of a painted PDF, and the file that it becomes."""

    pdf: str
    number: int
    size: tuple[int, int]
    file: str
    ground: str = ""
    """Raw pixels that the page is drawn over; "" if it holds all of it."""
    bands: tuple[Band, ...] = ()


def paint_sheets(
    sheets: Mapping[str, Sheet],
    folder: str,
    pictures: PictureStore,
    bands: tuple[Band, ...] = (),
) -> Iterator[SheetPicture]:
    """Paint sheets into a folder, one PDF for all of them.

    Args:
        sheets: By the files that they become.
        folder: Where the PDF stays as long as pictures are made.
        pictures: The bytes of the pictures that the sheets show.
        bands: What is repeated on each of them, changed.
    """
    grounds = {sheet.ground: sheet for sheet in sheets.values()}
    full = [_find_full(sheet.ground, grounds) for sheet in sheets.values()]
    shared = {ground: grounds[ground] for ground, uses in Counter(full).items() if uses > 1}
    file = PdfFile(pictures, title="sheets", effort=Effort.FAST)
    for sheet, ground in zip(sheets.values(), full, strict=True):
        under = _cover_rest(sheet, ground) if ground in shared else sheet.ground
        show_pieces(file, sheet, (*under, *sheet.marks))
    for sheet in shared.values():
        show_pieces(file, sheet, sheet.ground)
    pdf = Path(folder) / f"{sum(1 for _ in Path(folder).iterdir())}.pdf"
    pdf.write_bytes(file.save())
    numbered = list(zip(count(), sheets.items(), full))
    for number, (name, sheet), ground in numbered:
        if ground not in shared:
            yield SheetPicture(str(pdf), number, sheet.pixels(DPI), name, bands=bands)
    raws = {}
    for number, (ground, sheet) in enumerate(shared.items(), len(sheets)):
        raws[ground] = f"{pdf}-{number}.raw"
        rows = open_raster(str(pdf)).rows(number, sheet.pixels(DPI))
        Path(raws[ground]).write_bytes(rows.data)
    for number, (name, sheet), ground in numbered:
        if ground in shared:
            raw = raws[ground]
            yield SheetPicture(str(pdf), number, sheet.pixels(DPI), name, raw, bands)


def _find_full(ground: Ground, grounds: Iterable[Ground]) -> Ground:
    """The longest ground that begins as one does."""
    return max((one for one in grounds if one[: len(ground)] == ground), key=len)


def _cover_rest(sheet: Sheet, full: Ground) -> Ground:
    """The sheet's paper over what stands on a full ground alone."""
    rest = full[len(sheet.ground) :]
    boxes = (
        Rect(
            piece.left,
            piece.top,
            piece.extent.width * piece.scale,
            piece.extent.height * piece.scale,
        )
        for piece in rest
    )
    cut = tuple(part for box in dict.fromkeys(boxes) for part in rectangle(box.inset_by(-_EDGE)))
    return (replace(sheet.ground[0], cut=cut),) if rest else ()


def save_picture(picture: SheetPicture) -> str:
    """Rasterize a page, and write its file; gives its name."""
    over = read_rows(picture.ground, picture.size) if picture.ground else None
    rows = open_raster(picture.pdf).rows(picture.number, picture.size, over)
    for band in picture.bands:
        _repeat_rows(pixels_of(rows), band)
    Path(picture.file).write_bytes(encode_rows(rows, DPI))
    return picture.file


def _repeat_rows(pixels: Pixels, band: Band) -> None:
    """Copy the rows that a band repeats, from its left edge on, a whole number of pixels down."""
    left, top, bottom, target = (
        edge / POINTS_PER_INCH * DPI
        for edge in (band.source.left, band.source.top, band.source.bottom, band.box.top)
    )
    rows = pixels[floor(top) : ceil(bottom), floor(left) :]
    first = floor(top) + round(target - top)
    pixels[first : first + len(rows), floor(left) :] = simulate(rows, band.kind)
