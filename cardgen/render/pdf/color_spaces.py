"""How colors, gradients and pictures are written into a PDF: the choice that a file makes.

In      sRGB colors and decoded pictures, as scenes have them.
Out     color operators, components of gradients, pixels, and the spaces they are in.
Not here  ink (`render.press`), the operators around colors (`render.pdf.painter`).

Everything that is looked at on a screen is written in `SCREEN`: sRGB numbers as they are.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any, Literal, Protocol

import deflate
from msgspec import Struct
from PIL import Image
from reportlab.pdfbase import pdfdoc

from cardgen.bind.picture_decoding import rgb_of, strips_of
from cardgen.core.color import Color
from cardgen.scene.items import Stop

Components = tuple[float, ...]


def number(value: float) -> str:
    """A number of a content stream, to the ten-thousandth."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Packed(Struct, frozen=True):
    """A picture's pixels as a file holds them."""

    data: bytes
    encoding: str
    """The PDF filter that unpacks them; none where they are not packed."""
    inverted: bool = False
    """Whether 0 stands for full ink, as in JPEGs of ink."""
    table: bytes = b""
    """The colors that pixels are numbers of; "" where they are colors themselves."""
    filtered: int = 0
    """The channels of a pixel where rows are differences (`pdf.filtered_rows`), else 0."""


_LARGE = 16_000_000
"""Pixels from which on a picture is packed fast, which takes a fifth of the time."""
_SMALL = 4_000_000
"""Pixels up to which a picture is packed by libdeflate, which has all of it in memory: of textures
and soft shadows it makes less than zlib, in a quarter of the time."""
_LIKE_ART = 200_000
"""Pixels from which on a picture in light may be a painting: smaller ones are icons."""


class Effort(IntEnum):
    """Of packing, as zlib counts it."""

    NONE = 0
    """For files that are rasterized on this machine and let go, a few pictures at a time."""
    FAST = 1
    """For files that nobody keeps, but many pictures are in them or a network is to be passed: a
    third of the time."""
    SMALL = 6


def pack_exactly(
    image: Image.Image,
    convert: Callable[[Image.Image], Image.Image] = lambda strip: strip,
    effort: Effort = Effort.SMALL,
) -> Packed:
    """Every pixel of what `convert` makes of a picture, one strip after the other."""
    pixels = image.width * image.height
    strips = (convert(strip) for strip in strips_of(image))
    if pixels <= _SMALL:
        made = list(strips)
        if made[0].mode == "CMYK":
            return _pack_ink(made)
        if effort is Effort.SMALL and made[0].mode == "RGB" and pixels >= _LIKE_ART:
            return _pack_art(made)
        whole = b"".join(strip.tobytes() for strip in made)
        if effort is Effort.NONE:
            return Packed(whole, "")
        return Packed(bytes(deflate.zlib_compress(whole, effort)), "FlateDecode")
    packer = zlib.compressobj(max(effort, Effort.FAST) if pixels < _LARGE else Effort.FAST)
    parts = [packer.compress(strip.tobytes()) for strip in strips]
    return Packed(b"".join((*parts, packer.flush())), "FlateDecode")


def _pack_art(strips: Sequence[Image.Image]) -> Packed:
    """Light as rows of differences, where they pack smaller so."""
    from cardgen.render.pdf.filtered_rows import filter_rows  # numpy, which few screens need

    rows = filter_rows(strips)
    data = b"".join(strip.tobytes() for strip in strips) if rows is None else rows
    packed = bytes(deflate.zlib_compress(data, Effort.SMALL))
    return Packed(packed, "FlateDecode", filtered=0 if rows is None else 3)


def _pack_ink(strips: Sequence[Image.Image]) -> Packed:
    """Ink as numbers of a table, where there are few; else its rows as differences, where they pack
    smaller so. Of drawings in many inks zlib makes 7 % less than libdeflate."""
    # numpy, which screens do without
    from cardgen.render.pdf.filtered_rows import filter_rows
    from cardgen.render.pdf.indexed_pixels import number_colors

    numbered = number_colors(strips)
    if numbered is None:
        rows = filter_rows(strips)
        if rows is None:
            whole = b"".join(strip.tobytes() for strip in strips)
            return Packed(zlib.compress(whole, Effort.SMALL), "FlateDecode")
        packed = bytes(deflate.zlib_compress(rows, Effort.SMALL))
        return Packed(packed, "FlateDecode", filtered=len(strips[0].getbands()))
    table, numbers = numbered
    return Packed(bytes(deflate.zlib_compress(numbers, Effort.SMALL)), "FlateDecode", table=table)


class Pixels(Protocol):
    """What the pixels of pictures become in a file, as plain data: another process packs them
    alike."""

    @property
    def key(self) -> str:
        """What tells it from all others."""
        ...

    def pack(self, image: Image.Image, effort: Effort = Effort.SMALL) -> Packed:
        """A picture of any mode."""
        ...


class LightPixels(Struct, frozen=True):
    """Numbers of sRGB."""

    @property
    def key(self) -> str:
        return "light"

    def pack(self, image: Image.Image, effort: Effort = Effort.SMALL) -> Packed:
        return pack_exactly(image, rgb_of, effort)


class Colors(Protocol):
    """How a file writes color."""

    keeps_files: bool
    """Whether the packed pixels of JPEG and PNG files may enter the file as they are."""
    pixels: Pixels | None
    """What `pack` makes of pictures; None where that is too little to be worth keeping."""

    def fill(self, color: Color) -> str:
        """The operator that sets what shapes are filled with."""
        ...

    def stroke(self, color: Color) -> str:
        """The operator that sets what outlines of filled shapes are drawn with."""
        ...

    def text(self, color: Color) -> str:
        """The operator that sets what text is filled with."""
        ...

    def line(self, color: Color) -> str:
        """The operator that sets what lines are drawn with."""
        ...

    def ramp(self, stops: tuple[Stop, ...]) -> tuple[tuple[float, Components], ...]:
        """A gradient's stops; between two of them components run straight."""
        ...

    def pack(self, image: Image.Image, effort: Effort = Effort.SMALL) -> Packed:
        """A picture of any mode, its pixels in `space`."""
        ...

    @property
    def space(self) -> Any:
        """The color space of pictures and gradients, as a ReportLab object."""
        ...

    def define(self, document: Any) -> Mapping[str, Any]:
        """Write the spaces that operators name; gives each by its name."""
        ...


class Screen:
    """sRGB numbers as DeviceRGB."""

    keeps_files = True
    pixels: Pixels | None = LightPixels()
    space = pdfdoc.PDFName("DeviceRGB")

    def fill(self, color: Color) -> str:
        return _filled(color)

    def stroke(self, color: Color) -> str:
        return _stroked(color)

    text = fill
    line = stroke

    def ramp(self, stops: tuple[Stop, ...]) -> tuple[tuple[float, Components], ...]:
        return tuple((stop.offset, stop.color.unit) for stop in stops)

    def pack(self, image: Image.Image, effort: Effort = Effort.SMALL) -> Packed:
        return pack_exactly(image, rgb_of, effort)

    def define(self, document: Any) -> Mapping[str, Any]:  # noqa: ARG002
        return {}


class Tones:
    """One channel: the light of colors, for what masks show; or full for all, for shapes."""

    keeps_files = False
    pixels: Pixels | None = None
    space = pdfdoc.PDFName("DeviceGray")

    def __init__(self, tone: Callable[[Color], float]) -> None:
        self._tone = tone

    def fill(self, color: Color) -> str:
        return f"{number(self._tone(color))} g"

    def stroke(self, color: Color) -> str:
        return f"{number(self._tone(color))} G"

    text = fill
    line = stroke

    def ramp(self, stops: tuple[Stop, ...]) -> tuple[tuple[float, Components], ...]:
        return tuple((stop.offset, (self._tone(stop.color),)) for stop in stops)

    def pack(self, image: Image.Image, effort: Effort = Effort.SMALL) -> Packed:
        return pack_exactly(image, self._gray, effort)

    def _gray(self, strip: Image.Image) -> Image.Image:
        pixels = rgb_of(strip).convert("L")
        return pixels if self is TONES["light"] else pixels.point([255] * 256)

    def define(self, document: Any) -> Mapping[str, Any]:  # noqa: ARG002
        return {}


def _light(color: Color) -> float:
    """As PDF has it (32000-1, 11.5.3)."""
    red, green, blue = color.unit
    return 0.3 * red + 0.59 * green + 0.11 * blue


PictureLook = Literal["color", "light", "shape"]
"""What of items is painted: their colors, their light as gray, or their shape in white."""
TONES = {"light": Tones(_light), "shape": Tones(lambda _color: 1.0)}


@lru_cache(maxsize=4096)
def _filled(color: Color) -> str:
    return f"{' '.join(map(number, color.unit))} rg"


@lru_cache(maxsize=4096)
def _stroked(color: Color) -> str:
    return f"{' '.join(map(number, color.unit))} RG"


SCREEN = Screen()
