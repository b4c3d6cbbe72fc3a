"""Open a font file, measure it, and say what it can do.

In      the bytes of a TTF, OTF, WOFF or WOFF2, variable or not.
Out     a `Face`: one static instance that HarfBuzz shapes and PDF embeds.
Not here  shaping runs (`text.shaping`), families and names (`bind.fonts`), subsetting
          (`render.pdf.font_embedding`).
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Literal, Protocol

import uharfbuzz as hb
from msgspec import Struct

from cardgen.text.font_check import check_file, check_static
from cardgen.text.font_conversion import (
    checker_version,
    converter_version,
    is_known,
    is_static,
    make_static,
    refuse_axes,
)
from cardgen.text.font_error import FontError
from cardgen.text.font_subset import CUBIC

__all__ = ["MISSING", "Face", "FontError", "Metrics", "PenCommand", "open_face"]

PenCommand = tuple[
    Literal["move", "line", "cubic", "quadratic", "close"], tuple[tuple[float, float], ...]
]
"""What a pen does, and its points in font units, y up."""
MISSING = 0
"""The glyph that stands for one that a font lacks."""
_SYMBOLS = 0xF000
MAX_GLYPH_PIXELS = 80_000_000
"""What all glyphs of a font that are pictures may unpack to: the 3,600 of Noto Color Emoji have
63 million."""


class Metrics(Struct, frozen=True):
    """Vertical measures of a face in ems, y up: `descent` is negative."""

    ascent: float
    descent: float
    line_gap: float
    cap_height: float
    x_height: float


class Face:
    """One font, opened. Two faces are equal if their bytes and names are: findings and PDFs say
    what a font is called, and must not depend on which of two was met first."""

    def __init__(self, data: bytes, key: str, name: str) -> None:
        """Open a font.

        Args:
            data: A static font, TTF or OTF.
            key: Stands for its bytes.
            name: What findings and PDFs call it.
        """
        self.data = data
        self.key = key
        self.name = name
        self.identity = f"{key} {name}"
        """Stands for its bytes and its name."""
        self._face = hb.Face(data)
        self.font = hb.Font(self._face)
        self.upem: int = self._face.upem
        self._outlines: dict[int, list[PenCommand]] = {}
        self._inks: dict[int, tuple[float, float, float, float] | None] = {}
        self.color_glyphs: dict[int, Any] = {}
        """What `text.color_glyphs` found out about glyphs that the font paints."""
        self._pixels_left = MAX_GLYPH_PIXELS

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Face) and other.identity == self.identity

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Face({self.name})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopen, (self.data, self.key, self.name)

    @cached_property
    def metrics(self) -> Metrics:
        """Typographic metrics where the font asks for them, else those of `hhea`. Some fonts have
        nothing there: then the others, and at last what old systems took (`usWinAscent`)."""
        os2, hhea = self._table("OS/2"), self._table("hhea")
        found = [struct.unpack(">hhh", hhea[4:10])]
        cap = x_height = 0
        if len(os2) >= 78:
            above, below, gap, high, low = struct.unpack(">hhhHH", os2[68:78])
            asked = bool(struct.unpack(">H", os2[62:64])[0] & 0x80)
            found.insert(0 if asked else 1, (above, below, gap))
            found.append((high, -low, 0))
            if len(os2) >= 90:
                x_height, cap = struct.unpack(">hh", os2[86:90])
        ascent, descent, gap = next((one for one in found if one[0] or one[1]), found[0])
        cap = cap or self._height_of("H")
        x_height = x_height or self._height_of("x")
        em = self.upem
        return Metrics(ascent / em, descent / em, gap / em, cap / em, x_height / em)

    @cached_property
    def middle(self) -> float:
        """How far the middle of its characters' square is above the baseline, in ems: what
        vertical lines are centered on."""
        os2 = self._table("OS/2")
        if len(os2) < 72:
            return (self.metrics.ascent + self.metrics.descent) / 2
        ascent, descent = struct.unpack(">hh", os2[68:72])
        return float(ascent + descent) / 2 / self.upem

    @cached_property
    def has_vertical_metrics(self) -> bool:
        """Whether the font says how high its glyphs are in vertical lines."""
        return bool(self._table("vmtx")) and bool(self._table("vhea"))

    @cached_property
    def may_embed(self) -> bool:
        """False where the license bits (`fsType` of OS/2) forbid embedding or subsetting."""
        os2 = self._table("OS/2")
        if len(os2) < 10:
            return True
        bits = struct.unpack(">H", os2[8:10])[0]
        return not (bits & 0x000F == 0x0002 or bits & 0x0300)

    @property
    def cubic(self) -> bool:
        """Whether its outlines are those of a CFF font."""
        return self.data[:4] == CUBIC

    @cached_property
    def colored(self) -> bool:
        """Whether the font paints glyphs itself, in colors or as pictures."""
        face = self._face
        return bool(
            face.has_color_layers or face.has_color_paint or face.has_color_png
            or face.has_color_svg
        )  # fmt: skip

    @property
    def definitions(self) -> bytes:
        """What the font says of its glyphs: its table `GDEF`, nothing if it has none."""
        return self._table("GDEF")

    def spend_on_pictures(self, pixels: int) -> bool:
        """Whether a picture of one more glyph may be unpacked; it counts if so."""
        if pixels > self._pixels_left:
            return False
        self._pixels_left -= pixels
        return True

    @cached_property
    def features(self) -> frozenset[str]:
        """OpenType features the font has, by tag. Old fonts keep their kerns in a table of their
        own (`kern`), which HarfBuzz takes where `GPOS` has none."""
        tags = {"kern"} if self._table("kern") else set()
        for table in ("GSUB", "GPOS"):
            for script, _ in enumerate(self._face.get_table_script_tags(table)):
                languages = range(len(self._face.get_script_language_tags(table, script)))
                for language in (0xFFFF, *languages):
                    tags.update(self._face.get_language_feature_tags(table, script, language))
        return frozenset(tags)

    @cached_property
    def codepoints(self) -> frozenset[int]:
        """Characters that it has glyphs for. Those of a symbol font stand at U+F020 to U+F0FF, and
        are typed by the letters of the keyboard."""
        own = frozenset(self._face.unicodes)
        typed = (one - _SYMBOLS for one in own if 0 < one - _SYMBOLS <= 0xFF)
        return own.union(one for one in typed if self.font.get_nominal_glyph(one))

    def has(self, character: str) -> bool:
        return ord(character) in self.codepoints

    def glyph(self, character: str) -> int:
        """The glyph index of a character; 0 where the font lacks it."""
        return self.font.get_nominal_glyph(ord(character)) or 0

    def outline(self, glyph: int) -> list[PenCommand]:
        """A glyph's outline as pen commands in font units, y up."""
        if glyph not in self._outlines:
            pen = _Recorder()
            self.font.draw_glyph_with_pen(glyph, pen)
            self._outlines[glyph] = pen.commands
        return self._outlines[glyph]

    def advance(self, glyph: int) -> float:
        """How far the pen moves after a glyph, in ems."""
        return float(self.font.get_glyph_h_advance(glyph)) / self.upem

    def ink(self, glyph: int) -> tuple[float, float, float, float] | None:
        """The glyph's ink box in ems: left, bottom, right, top (y up); None without ink."""
        if glyph not in self._inks:
            self._inks[glyph] = self._measure_ink(glyph)
        return self._inks[glyph]

    def _measure_ink(self, glyph: int) -> tuple[float, float, float, float] | None:
        extents = self.font.get_glyph_extents(glyph)
        if extents is None or not extents.width:
            return None
        left, top = extents.x_bearing / self.upem, extents.y_bearing / self.upem
        width, height = extents.width / self.upem, extents.height / self.upem
        return left, top + height, left + width, top

    def _table(self, tag: str) -> bytes:
        return bytes(self._face.reference_table(tag).data)

    def _height_of(self, character: str) -> int:
        extents = self.font.get_glyph_extents(self.glyph(character))
        return int(extents.y_bearing) if extents else 0


class _Recorder:
    """A segment pen that records its commands."""

    def __init__(self) -> None:
        self.commands: list[PenCommand] = []

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - the pen protocol
        self.commands.append(("move", (point,)))

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.commands.append(("line", (point,)))

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.commands.append(("cubic", points))

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.commands.append(("quadratic", points))

    def closePath(self) -> None:  # noqa: N802
        self.commands.append(("close", ()))

    def endPath(self) -> None:  # noqa: N802
        pass


@lru_cache(maxsize=64)
def _reopen(data: bytes, key: str, name: str) -> Face:
    return Face(data, key, name)


class FontStore(Protocol):
    """A store of converted fonts that lasts between runs."""

    def get(self, key: str) -> bytes | None: ...

    def put(self, key: str, data: bytes) -> None: ...


_opened: dict[str, dict[str, Face]] = {}
"""Faces by what they were made of, and by what they are called."""


def open_face(
    data: bytes,
    *,
    name: str,
    variation: Mapping[str, float] | None = None,
    store: FontStore | None = None,
    trusted: bool = False,
) -> Face:
    """Open a font file.

    Args:
        data: The file.
        name: What to call it in messages.
        variation: Axis values of a variable font; axes left out take their default.
        store: Where converted fonts, and what was found sound, are kept between runs.
        trusted: Whether the font is one that cardgen ships, which need not be judged.

    Raises:
        FontError: these bytes are no font, or one that cannot be set or embedded.
    """
    axes = tuple(sorted((variation or {}).items()))
    source = hashlib.sha256(data + repr(axes).encode()).hexdigest()
    if source not in _opened:
        made = data if trusted else _load_converted(data, dict(axes), source, store)
        key = source if made is data else hashlib.sha256(made).hexdigest()
        _opened[source] = {name: Face(made, key, name)}
    names = _opened[source]
    if name not in names:  # another game calls the same file otherwise
        one = next(iter(names.values()))
        names[name] = Face(one.data, one.key, name)
    return names[name]


def _load_converted(
    data: bytes, axes: dict[str, float], source: str, store: FontStore | None
) -> bytes:
    """Return the font as a static one, from the store if this version of the converter made it."""
    if store is None:
        return _convert_and_check(data, axes)
    if is_static(data):
        refuse_axes(axes)
        mark = f"{source}-{checker_version()}.sound"
        if store.get(mark) is None:
            _convert_and_check(data, axes)
            store.put(mark, b"")
        return data
    name = f"{source}-{converter_version()}-{checker_version()}.ttf"
    converted = store.get(name)
    if converted is None:
        converted = _convert_and_check(data, axes)
        store.put(name, converted)
    return converted


def _convert_and_check(data: bytes, axes: dict[str, float]) -> bytes:
    """Return the font as a static one that is sound throughout; this takes a while."""
    if is_known(data):
        check_file(data)
    converted = make_static(data, axes)
    check_static(converted)
    return converted
