"""How a press file writes color: process ink, managed sRGB, spot colors.

In      sRGB colors and pictures, a `Separation`, the spot colors asked for.
Out     `Colors` for a `PdfFile`.
Not here  which ink a color has (`render.press.separation`).

Dark, nearly neutral text and lines are black ink alone, knocked out of what is below them.
They do not overprint: black over a full ground could pass the ink limit.

Source  PDF 32000-1:2008, 8.6.5.5 (ICCBased), 8.6.6.4 (Separation), 7.10.3 (functions).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any

from msgspec import Struct
from PIL import Image
from reportlab.pdfbase import pdfdoc

from cardgen.bind.picture_decoding import rgb_of
from cardgen.core.color import Color
from cardgen.render.pdf.color_spaces import (
    Components,
    Effort,
    LightPixels,
    Packed,
    Pixels,
    number,
    pack_exactly,
)
from cardgen.render.press.jpeg import pack_jpeg
from cardgen.render.press.packed_ink import PackedInk
from cardgen.render.press.profile import Profile, srgb_profile
from cardgen.render.press.separation import BLACK_INK, Cmyk, Separation, is_black, separate
from cardgen.scene.items import Stop

_FINE = 8
"""Levels of a channel between two stops of a ramp."""
_SRGB = "SRGB"


class Spot(Struct, frozen=True):
    """A color that is printed with an ink of its own, wherever exactly it is used."""

    ink: str
    color: Color


class InkPixels(Struct, frozen=True):
    """Ink by a profile within a limit; JPEGs of a quality, if one is given."""

    profile: Profile
    limit: float
    quality: int | None

    @property
    def key(self) -> str:
        return f"ink {self.profile.sha256} {self.limit!r} {self.quality!r}"

    def pack(self, image: Image.Image, effort: Effort = Effort.SMALL) -> Packed:
        return ProcessInk(separate(self.profile, self.limit), quality=self.quality).pack(
            image, effort
        )


class ProcessInk:
    """Cyan, magenta, yellow and black, all of it, and spot colors."""

    keeps_files = False
    space: Any = pdfdoc.PDFName("DeviceCMYK")

    def __init__(
        self,
        separation: Separation,
        spots: Sequence[Spot] = (),
        quality: int | None = None,
        packed: PackedInk | None = None,
    ) -> None:
        """Write the ink of a separation.

        Args:
            separation: Which ink colors have.
            spots: Inks of their own.
            quality: That of JPEGs, which pictures become if it is given.
            packed: What the build has packed before.
        """
        self.separation = separation
        self.quality = quality
        self.pixels: Pixels | None = InkPixels(separation.profile, separation.limit, quality)
        self.packed = packed or PackedInk()
        self.spots = {spot.color: (f"Spot{n}", spot) for n, spot in enumerate(spots, 1)}
        self._made: dict[Color, str] = {}

    def fill(self, color: Color) -> str:
        return self.spot(color, "cs", "scn") or f"{self._numbers(color)} k"

    def stroke(self, color: Color) -> str:
        return self.spot(color, "CS", "SCN") or f"{self._numbers(color)} K"

    def text(self, color: Color) -> str:
        alone = is_black(color) and color not in self.spots
        return f"{_written(BLACK_INK)} k" if alone else self.fill(color)

    def line(self, color: Color) -> str:
        alone = is_black(color) and color not in self.spots
        return f"{_written(BLACK_INK)} K" if alone else self.stroke(color)

    def ramp(self, stops: tuple[Stop, ...]) -> tuple[tuple[float, Components], ...]:
        return tuple((stop.offset, self.separation.ink(stop.color)) for stop in refined(stops))

    def pack(self, image: Image.Image, effort: Effort = Effort.SMALL) -> Packed:  # noqa: ARG002
        if self.quality is not None:
            packed = pack_jpeg(image, self.separation, self.quality)
            if packed is not None:
                return packed
        return self.packed.pack(image, lambda strip: self.separation.picture(rgb_of(strip)))

    def define(self, document: Any) -> Mapping[str, Any]:
        return _spot_spaces(document, self.separation, self.spots.values())

    def _numbers(self, color: Color) -> str:
        if color not in self._made:
            self._made[color] = _written(self.separation.ink(color))
        return self._made[color]

    def spot(self, color: Color, space: str, paint: str) -> str:
        """The operators of a color's own ink, or "" if it has none."""
        if color not in self.spots:
            return ""
        return f"/{self.spots[color][0]} {space} 1 {paint}"


class ManagedRgb:
    """sRGB by its profile: the press converts it. Spot colors are inks here too."""

    keeps_files = True
    pixels: Pixels | None = LightPixels()

    def __init__(self, separation: Separation, spots: Sequence[Spot] = ()) -> None:
        self.inks = ProcessInk(separation, spots)
        self.space: Any = pdfdoc.PDFObjectReference(f"cardgen.{_SRGB}")

    def fill(self, color: Color) -> str:
        return self.inks.spot(color, "cs", "scn") or f"/{_SRGB} cs {_written(color.unit)} scn"

    def stroke(self, color: Color) -> str:
        return self.inks.spot(color, "CS", "SCN") or f"/{_SRGB} CS {_written(color.unit)} SCN"

    def text(self, color: Color) -> str:
        return self.inks.text(color) if is_black(color) else self.fill(color)

    def line(self, color: Color) -> str:
        return self.inks.line(color) if is_black(color) else self.stroke(color)

    def ramp(self, stops: tuple[Stop, ...]) -> tuple[tuple[float, Components], ...]:
        return tuple((stop.offset, stop.color.unit) for stop in stops)

    def pack(self, image: Image.Image, effort: Effort = Effort.SMALL) -> Packed:
        return pack_exactly(image, rgb_of, effort)

    def define(self, document: Any) -> Mapping[str, Any]:
        stream = pdfdoc.PDFStream(content=zlib.compress(srgb_profile(), 9))
        entries = {"N": 3, "Filter": pdfdoc.PDFName("FlateDecode")}
        stream.dictionary.dict.update(entries)
        profile = document.Reference(stream, "cardgen.srgb.icc")
        based = pdfdoc.PDFArray([pdfdoc.PDFName("ICCBased"), profile])
        space = document.Reference(based, f"cardgen.{_SRGB}")
        return {_SRGB: space, **self.inks.define(document)}


def _written(values: Sequence[float]) -> str:
    return " ".join(map(number, values))


def refined(stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
    """The same gradient in sRGB with stops so close that ink may run straight between them."""
    made = [stops[0]]
    for first, second in pairwise(stops):
        count = ceil(_apart(first.color, second.color) / _FINE)
        steps = count if second.offset > first.offset else 1
        made += [_between(first, second, step / steps) for step in range(1, steps)]
        made.append(second)
    return tuple(made)


def _apart(first: Color, second: Color) -> int:
    return max(
        abs(first.red - second.red),
        abs(first.green - second.green),
        abs(first.blue - second.blue),
        1,
    )


def _between(first: Stop, second: Stop, share: float) -> Stop:
    def mixed(one: float, other: float) -> float:
        return one + (other - one) * share

    a, b = first.color, second.color
    color = Color(
        round(mixed(a.red, b.red)), round(mixed(a.green, b.green)), round(mixed(a.blue, b.blue))
    )
    return Stop(mixed(first.offset, second.offset), color)


# --- spot colors --------------------------------------------------------------------------


def _spot_spaces(
    document: Any, separation: Separation, spots: Iterable[tuple[str, Spot]]
) -> dict[str, Any]:
    return {
        name: document.Reference(
            _separation_space(spot.ink, separation.ink(spot.color)), f"cardgen.{name}"
        )
        for name, spot in spots
    }


def _separation_space(ink: str, full: Cmyk) -> Any:
    """An ink, and what stands for it where there is none: a tint of process colors."""
    tint = pdfdoc.PDFDictionary(
        {
            "FunctionType": 2,
            "Domain": pdfdoc.PDFArray([0, 1]),
            "C0": pdfdoc.PDFArray([0, 0, 0, 0]),
            "C1": pdfdoc.PDFArray([round(value, 4) for value in full]),
            "N": 1,
        }
    )
    name = pdfdoc.PDFName(ink)
    return pdfdoc.PDFArray([pdfdoc.PDFName("Separation"), name, pdfdoc.PDFName("DeviceCMYK"), tint])
