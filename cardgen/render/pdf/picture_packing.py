"""The pixels of a picture as a PDF holds them.

In      the bytes of a picture's file, how a PDF writes color.
Out     its packed pixels, and how solid each of them is.
Not here  streams (`pdf.image_streams`), what was packed before or elsewhere
        (`render.workers.picture_packer`).
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct
from PIL import Image

from cardgen.bind.picture_decoding import alpha_of, open_picture
from cardgen.render.pdf.color_spaces import Colors, Effort, Packed, pack_exactly
from cardgen.scene.items import Bitmap


class PackedPicture(Struct, frozen=True):
    """A picture's pixels, and how solid each of them is, if not all are."""

    pixels: Packed
    alpha: Packed | None = None


class PixelPacker(Protocol):
    """What makes packed pixels of a picture: a file's colors, or what they are."""

    def pack(self, image: Image.Image, effort: Effort = Effort.SMALL) -> Packed:
        """Pack a picture of any mode."""
        ...


class PackedPictures(Protocol):
    """Who packs the pictures of a file."""

    def pack(self, bitmap: Bitmap, data: bytes, colors: Colors, effort: Effort) -> PackedPicture:
        """Return a picture's packed pixels.

        Args:
            bitmap: What is known of it.
            data: Its file.
            colors: How the PDF writes color.
            effort: Of packing.
        """
        ...


class PackedHere:
    """Packs each picture when it is asked for."""

    def pack(self, bitmap: Bitmap, data: bytes, colors: Colors, effort: Effort) -> PackedPicture:
        return pack_picture(data, colors, effort, has_alpha=bitmap.has_alpha)


def pack_picture(
    data: bytes, packer: PixelPacker, effort: Effort, *, has_alpha: bool
) -> PackedPicture:
    """Pack a picture."""
    with open_picture(data) as image:
        pixels = packer.pack(image, effort)
        alpha = pack_exactly(image, alpha_of, effort) if has_alpha else None
    return PackedPicture(pixels, alpha)
