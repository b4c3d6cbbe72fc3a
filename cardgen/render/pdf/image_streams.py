"""Image XObjects of a PDF.

In      pictures, how a file writes their colors.
Out     ReportLab's streams, each with a soft mask where it is not solid all over.
Not here  which pictures a file has, and their names (`render.pdf.document`).
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase import pdfdoc

from cardgen.bind.picture_decoding import open_picture
from cardgen.render.pdf.color_spaces import SCREEN, Colors, Effort
from cardgen.render.pdf.picture_packing import PackedPicture, PackedPictures
from cardgen.render.pdf.png_streams import PackedRows, find_packed_rows
from cardgen.scene.items import Bitmap


def make_picture_stream(
    document: Any,
    data: bytes,
    bitmap: Bitmap,
    colors: Colors,
    name: str,
    effort: Effort,
    packer: PackedPictures,
) -> Any:
    """A picture's stream: the pixels of JPEG and PNG files as they are packed where that may be,
    all others packed anew.

    Args:
        document: ReportLab's, which takes the mask.
        data: The picture's file.
        bitmap: What is known of it.
        colors: How the file writes color.
        name: The picture's, for its mask's.
        effort: Of packing.
        packer: Who packs it.
    """
    space = colors.space
    kept = _make_file_stream(data, colors, space) if colors.keeps_files else None
    if kept is not None:
        return kept
    packed = packer.pack(bitmap, data, colors, effort)
    return make_pixel_stream(document, packed, (bitmap.width, bitmap.height), space, name)


def _make_file_stream(data: bytes, colors: Colors, space: Any) -> Any:
    """The stream of a file whose pixels are packed as a PDF's may be; None if they are not."""
    rows = find_packed_rows(data)
    if rows is not None:
        return _make_rows_stream(rows, space)
    with open_picture(data) as image:
        modes = ("RGB", "L") if colors is SCREEN else ("RGB",)  # gray by a profile is no JPEG's
        if image.format != "JPEG" or image.mode not in modes:
            return None
        own = space if image.mode == "RGB" else pdfdoc.PDFName("DeviceGray")
        return _make_stream(data, image.size, own, "DCTDecode")


def make_pixel_stream(
    document: Any,
    picture: PackedPicture,
    size: tuple[int, int],
    space: Any,
    name: str,
    alpha_size: tuple[int, int] | None = None,
) -> Any:
    """The stream of pixels that are packed already; how solid they are is finer if `alpha_size`
    says so."""
    packed, alpha = picture.pixels, picture.alpha
    own = _make_indexed(space, packed.table) if packed.table else space
    stream = _make_stream(packed.data, size, own, packed.encoding)
    if packed.filtered:
        _set_filtered(stream, packed.filtered, size[0])
    if packed.inverted:
        stream.dictionary["Decode"] = pdfdoc.PDFArray([1, 0] * 4)
    if alpha is not None:
        mask = _make_stream(
            alpha.data, alpha_size or size, pdfdoc.PDFName("DeviceGray"), alpha.encoding
        )
        stream.dictionary["SMask"] = document.Reference(mask, f"cardgen.{name}.mask")
    return stream


def _make_rows_stream(rows: PackedRows, space: Any) -> Any:
    """The stream of a PNG's rows."""
    own = space if rows.channels == 3 else _make_gray(space)
    stream = _make_stream(rows.data, rows.size, own, "FlateDecode")
    _set_filtered(stream, rows.channels, rows.size[0])
    return stream


def _set_filtered(stream: Any, channels: int, width: int) -> None:
    """Say of a stream that each row has the number of its filter before it."""
    parts = {"Predictor": 15, "Colors": channels, "Columns": width}
    stream.dictionary["DecodeParms"] = pdfdoc.PDFDictionary(parts)


def _make_gray(space: Any) -> Any:
    """The space of gray pixels: where colors go by a profile, equal parts of each, as they are
    beside them; gray by itself would be black ink alone."""
    if not isinstance(space, pdfdoc.PDFObjectReference):
        return pdfdoc.PDFName("DeviceGray")
    table = "".join(f"{light:02x}" * 3 for light in range(256))
    return pdfdoc.PDFArray([pdfdoc.PDFName("Indexed"), space, 255, f"<{table}>"])


def _make_indexed(space: Any, table: bytes) -> Any:
    """The space of numbers into a table of colors of four bytes each."""
    last = len(table) // 4 - 1
    return pdfdoc.PDFArray([pdfdoc.PDFName("Indexed"), space, last, f"<{table.hex()}>"])


class _PictureStream(pdfdoc.PDFStream):  # type: ignore[misc]
    """A stream that lets its data go as it is written, once: pictures are most of a file, which
    would be in memory once more."""

    def format(self, document: Any) -> bytes:
        written: bytes = super().format(document)
        self.content = None
        return written


def _make_stream(data: bytes, size: tuple[int, int], space: Any, encoding: str) -> Any:
    stream = _PictureStream(content=data)
    stream.dictionary.dict.update(
        {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Image"),
            "Width": size[0],
            "Height": size[1],
            "BitsPerComponent": 8,
            "ColorSpace": space,
            **({"Filter": pdfdoc.PDFName(encoding)} if encoding else {}),
        }
    )
    return stream
