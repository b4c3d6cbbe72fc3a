"""The one place where pictures of a game are opened and decoded.

In      the bytes of a PNG, JPEG, WebP or AVIF file.
Out     Pillow's picture, as long as the block lasts.
Not here  what a picture may have (`bind.picture_budget`).

A picture of 80 megapixels takes 316 MB as Pillow has it, and whatever is made of the whole takes as
much again. So it is made of one strip of rows after the other.

Pillow warns of odd files on stderr, with the path where it is installed. What is wrong with a
picture is a finding; such warnings are dropped while it is opened, unpacked and converted.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

_SIGNATURES = {
    b"GIF8": "GIF",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"BM": "BMP",
    b"8BPS": "Photoshop",
    b"%PDF": "PDF",
    b"\xff\x0a": "JPEG XL",
    b"\0\0\0\x0cJXL ": "JPEG XL",
    b"\0\0\0\x0cjP  ": "JPEG 2000",
    b"\0\0\1\0": "ICO",
}
_READ = {b"\x89PNG": "PNG", b"\xff\xd8\xff": "JPEG"}
_BRANDS = {b"heic": "HEIC", b"heix": "HEIC", b"mif1": "HEIC", b"avif": "AVIF"}
_STRIP = 1_000_000
"""Pixels that are converted at a time."""
_BLANK_PIXELS = 16_000_000
"""A larger picture is not looked at for whether anything of it shows."""
_ORIENTATION = 0x0112
"""EXIF's tag."""
_DEEP = ("I;16", "I;16B", "I;16L", "I;16N")
"""Gray of 16 bits, which Pillow would cut off at 255 where it makes 8 of them."""


@contextmanager
def open_picture(data: bytes) -> Iterator[Image.Image]:
    """Open a picture; convert it within the block, as that may warn too.

    Raises:
        OSError: It is none of these, or damaged; a few other errors may mean the same.
    """
    from PIL import Image  # a check that knows all pictures opens none

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(data), formats=_list_formats()) as image:
            yield image


@cache
def _list_formats() -> tuple[str, ...]:
    """The formats that are read: AVIF where Pillow can."""
    from PIL import features

    has_avif = "avif" in features.modules and features.check("avif")  # older ones warn of the name
    return ("PNG", "JPEG", "WEBP", *(("AVIF",) if has_avif else ()))


def strips_of(image: Image.Image) -> Iterator[Image.Image]:
    """A picture from top to bottom, some rows at a time."""
    rows = max(1, _STRIP // max(1, image.width))
    for top in range(0, image.height, rows):
        yield image.crop((0, top, image.width, min(top + rows, image.height)))


def rgb_of(image: Image.Image) -> Image.Image:
    """The colors of a picture, or of a strip of one; what is transparent has its color too."""
    shallow = _shallow(image)
    if shallow.has_transparency_data and shallow.mode != "RGBA":
        shallow = shallow.convert("RGBA")
    return shallow if shallow.mode == "RGB" else shallow.convert("RGB")


def rgba_of(image: Image.Image) -> Image.Image:
    """Colors and opacity of a picture, or of a strip of one."""
    return _shallow(image).convert("RGBA")


def alpha_of(image: Image.Image) -> Image.Image:
    """The opacity of a picture, or of a strip of one."""
    bands = image.getbands()
    return (image if "A" in bands else rgba_of(image)).getchannel("A")


def is_see_through(image: Image.Image) -> bool:
    """Whether any pixel of a picture is less than opaque. Many files have opacity for each pixel,
    and it is full for all of them."""
    if not image.has_transparency_data:
        return False
    return any(alpha_of(strip).getextrema()[0] < 255 for strip in strips_of(image))  # type: ignore[operator]


def shows_nothing(image: Image.Image, size: int) -> bool:
    """Whether every pixel of an opened picture is fully transparent. Only one that is no larger
    than some, and whose file of `size` bytes is far too small for a picture, is decoded."""
    pixels = image.width * image.height
    if not image.has_transparency_data or size > 2_000 + pixels / 100 or pixels > _BLANK_PIXELS:
        return False
    try:
        return alpha_of(image).getextrema() == (0, 0)
    except (OSError, SyntaxError, ValueError):
        return False  # what is damaged is told where it is decoded to be printed


def orientation_of(image: Image.Image) -> int:
    """Which of EXIF's eight ways a picture is stored in; 1, upright, where it says nothing of use.
    Pillow's own `getexif` unpacks a PNG to look behind its pixels."""
    from PIL import Image

    exif = Image.Exif()
    try:
        exif.load(image.info.get("exif", b""))
        found = exif.get(_ORIENTATION, 1)
    except Exception:  # Pillow raises anything at all on damaged data
        return 1
    return found if isinstance(found, int) else 1


def write_orientation(orientation: int) -> bytes:
    """EXIF that says in which of its ways a picture is stored; none for an upright one."""
    from PIL import Image

    if orientation == 1:
        return b""
    exif = Image.Exif()
    exif[_ORIENTATION] = orientation
    return exif.tobytes()


def _shallow(image: Image.Image) -> Image.Image:
    """The picture with at most 8 bits a channel: of 16 the upper ones."""
    if image.mode not in _DEEP:
        return image
    return image.point(lambda value: value * (1 / 256)).convert("L")


def name_format(data: bytes) -> str | None:
    """The kind of picture that a file of another kind is, by its first bytes."""
    if data[4:8] == b"ftyp":
        found = _BRANDS.get(data[8:12])
        return None if found in _list_formats() else found
    return next((name for sign, name in _SIGNATURES.items() if data.startswith(sign)), None)


def name_read_format(data: bytes) -> str | None:
    """The kind of picture that a file is by its first bytes, of those that are read."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp" and _BRANDS.get(data[8:12]) == "AVIF":
        return "AVIF" if "AVIF" in _list_formats() else None
    return next((name for sign, name in _READ.items() if data.startswith(sign)), None)
