"""Fonts in a PDF: subset, embedded, and copied out as the words that were typed.

In      glyphs as they are painted, each with its source text.
Out     a Type 0 font a face, with widths and `ToUnicode`; its outlines are TrueType, with a
        `CIDToGIDMap`, or CFF, with a CMap of its own.

A character code stands for a glyph *and* the text it was set for: the same glyph shape
may be a capital or a small capital, so each pair has its own code, and what is copied or
searched is always what was typed. ReportLab's own `TTFont` maps characters to glyphs and
so cannot hold ligatures or alternates; here its document objects are used directly.

Source  PDF 32000-1:2008, 9.7 (composite fonts), 9.10.3 (ToUnicode CMaps).
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import uharfbuzz as hb
from msgspec import Struct, field
from reportlab.pdfbase import pdfdoc

from cardgen.text.font_subset import read_cids, subset_glyphs, take_table
from cardgen.text.fonts import Face

HARFBUZZ: str = hb.__version__

_SILENT = "\u200b"
"""What a glyph without a text of its own gives to readers that pass over `ActualText`."""


TOP_OF_VERTICAL = 880
"""How far above the baseline the pen of a vertical line is, in thousandths of the size: what
readers take where a font says nothing (DW2)."""

_Embedded = tuple[dict[str, Any], dict[str, Any], Any]
"""Entries of a font, those of its descriptor, its encoding."""


class EmbeddedFont(Struct):
    """One face in one PDF."""

    face: Face
    name: str
    packed: bool = True
    """Whether its streams are compressed."""
    down: bool = False
    """Whether it is for vertical lines, which readers recognize by their font."""
    codes: dict[tuple[int, str], int] = field(default_factory=dict)
    signs: dict[tuple[int, str], tuple[str, float]] = field(default_factory=dict)
    """How a glyph that stands for a text is written, and its advance."""

    def code(self, glyph: int, text: str) -> int:
        """The character code of a glyph that stands for `text`; made on first use."""
        return self.codes.setdefault((glyph, text), len(self.codes) + 1)

    def sign(self, glyph: int, text: str) -> tuple[str, float]:
        """A glyph's character code as it is written, and its `advance`."""
        made = f"{self.code(glyph, text):04X}", self.advance(glyph)
        return self.signs.setdefault((glyph, text), made)

    def advance(self, glyph: int) -> float:
        """The width that the PDF gives the glyph, in thousandths of the size."""
        return _advance(self.face, glyph)

    def column(self, advance: float) -> float:
        """How far to the right of a glyph's place the pen of a vertical line is, in thousandths of
        the size: on the baseline of the words that lie on their side in it, so that readers take
        all of them for one line."""
        return advance / 2 - self.face.middle * 1000

    def add_to(self, document: Any) -> None:
        """Write the font's objects."""
        base, file = pdfdoc.PDFName(self.base_name()), subset(self.face, self.glyphs())
        descendant = {
            "Type": pdfdoc.PDFName("Font"),
            "BaseFont": base,
            "CIDSystemInfo": _system_info(),
        }
        embed = self.embed_cubic if self.face.cubic else self.embed_quadratic
        entries, held, encoding = embed(document, file)
        if self.down:
            entries["W2"] = pdfdoc.PDFArray(list(self.vertical_places(file)))
        descriptor = pdfdoc.PDFDictionary(self.descriptor(base) | held)
        descendant |= {**entries, "FontDescriptor": self.reference(document, "d", descriptor)}
        inner = self.reference(document, "c", pdfdoc.PDFDictionary(descendant))
        font = {
            "Type": pdfdoc.PDFName("Font"),
            "Subtype": pdfdoc.PDFName("Type0"),
            "BaseFont": base,
            "Encoding": encoding,
            "DescendantFonts": pdfdoc.PDFArray([inner]),
            "ToUnicode": self.reference(document, "u", self.stream(self.to_unicode())),
        }
        document.Reference(pdfdoc.PDFDictionary(font), self.object_name)

    def embed_quadratic(self, document: Any, file: bytes) -> _Embedded:
        """TrueType outlines: codes go to glyphs through `CIDToGIDMap`."""
        glyph_map = self.reference(document, "m", self.stream(self.glyph_map()))
        entries = {
            "Subtype": pdfdoc.PDFName("CIDFontType2"),
            "W": pdfdoc.PDFArray([1, pdfdoc.PDFArray(self.widths())]),
            "CIDToGIDMap": glyph_map,
        }
        stream = self.stream(file)
        stream.dictionary["Length1"] = len(file)
        held = {"FontFile2": self.reference(document, "f", stream)}
        return entries, held, pdfdoc.PDFName("Identity-V" if self.down else "Identity-H")

    def embed_cubic(self, document: Any, file: bytes) -> _Embedded:
        """CFF outlines as they are: codes go to the font's own numbers through a CMap."""
        outlines = take_table(file, b"CFF ")
        cids = read_cids(outlines)
        entries = {
            "Subtype": pdfdoc.PDFName("CIDFontType0"),
            "W": pdfdoc.PDFArray(list(self.widths_by_cid(cids))),
        }
        stream = self.stream(outlines)
        stream.dictionary["Subtype"] = pdfdoc.PDFName("CIDFontType0C")
        held = {"FontFile3": self.reference(document, "f", stream)}
        return entries, held, self.reference(document, "m", self.code_map(cids))

    @property
    def object_name(self) -> str:
        return f"cardgen.font.{self.name}"

    def reference(self, document: Any, part: str, value: Any) -> Any:
        return document.Reference(value, f"{self.object_name}.{part}")

    def stream(self, data: bytes) -> Any:
        stream = pdfdoc.PDFStream(content=data)
        stream.filters = [pdfdoc.PDFZCompress] if self.packed else []
        return stream

    def base_name(self) -> str:
        """`ABCDEF+Name`: the tag is made of the glyphs, so equal subsets have equal names."""
        digest = hashlib.sha256(repr(sorted(self.codes)).encode()).digest()
        tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
        return f"{tag}+{make_postscript_name(self.face)}"

    def glyphs(self) -> tuple[int, ...]:
        return tuple(sorted({glyph for glyph, _ in self.codes}))

    def widths(self) -> list[float]:
        return [self.advance(glyph) for glyph, _ in self.codes]

    def vertical_places(self, file: bytes) -> Iterator[Any]:
        """What `W2` holds: by a glyph's number its height, and where the pen is above its place."""
        cids = read_cids(take_table(file, b"CFF ")) if self.face.cubic else None
        for (glyph, _), code in self.codes.items():
            number = code if not self.face.cubic else (cids[glyph] if cids else glyph)
            across = round(self.column(self.advance(glyph)), 3)
            yield from (number, pdfdoc.PDFArray([-1000, across, TOP_OF_VERTICAL]))

    def glyph_map(self) -> bytes:
        return b"\0\0" + b"".join(struct.pack(">H", glyph) for glyph, _ in self.codes)

    def widths_by_cid(self, cids: Mapping[int, int] | None) -> Iterator[Any]:
        """What `W` holds of glyphs that are numbered by the font."""
        wide = {(cids[glyph] if cids else glyph): self.advance(glyph) for glyph in self.glyphs()}
        for cid in sorted(wide):
            yield from (cid, pdfdoc.PDFArray([wide[cid]]))

    def code_map(self, cids: Mapping[int, int] | None) -> Any:
        """A CMap from codes to the font's own numbers of glyphs."""
        rows = [
            f"<{code:04X}> {cids[glyph] if cids else glyph}\n"
            for (glyph, _), code in self.codes.items()
        ]
        parts = _parts(rows, "cidchar")
        name = f"Cardgen-Glyphs{'-V' * self.down}"
        head = _CMAP_HEAD.format(ordering="Identity", name=name, kind=1)
        if self.down:
            head = head.replace("/CMapType", "/WMode 1 def\n/CMapType")
        stream = self.stream((head + "".join(parts) + _CMAP_TAIL).encode("ascii"))
        stream.dictionary["Type"] = pdfdoc.PDFName("CMap")
        stream.dictionary["CMapName"] = pdfdoc.PDFName(name)
        if self.down:
            stream.dictionary["WMode"] = 1
        stream.dictionary["CIDSystemInfo"] = _system_info()
        return stream

    def descriptor(self, base: Any) -> dict[str, Any]:
        metrics = self.face.metrics
        return {
            "Type": pdfdoc.PDFName("FontDescriptor"),
            "FontName": base,
            "Flags": 4,
            "FontBBox": pdfdoc.PDFArray([-1000, -1000, 2000, 2000]),
            "ItalicAngle": 0,
            "Ascent": round(metrics.ascent * 1000),
            "Descent": round(metrics.descent * 1000),
            "CapHeight": round(metrics.cap_height * 1000),
            "StemV": 80,
        }

    def to_unicode(self) -> bytes:
        rows = [
            f"<{code:04X}> <{(text or _SILENT).encode('utf-16-be').hex().upper()}>\n"
            for (_, text), code in self.codes.items()
        ]
        head = _CMAP_HEAD.format(ordering="UCS", name="Adobe-Identity-UCS", kind=2)
        return (head + "".join(_parts(rows, "bfchar")) + _CMAP_TAIL).encode("ascii")


_CMAP_HEAD = """\
/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) /Supplement 0 >> def
/CMapName /{name} def
/CMapType {kind} def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
"""
_CMAP_TAIL = "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"


def _parts(rows: list[str], kind: str) -> Iterator[str]:
    """Rows of a CMap, a hundred at a time, which is the most that is allowed."""
    for start in range(0, len(rows), 100):
        part = rows[start : start + 100]
        yield f"{len(part)} begin{kind}\n{''.join(part)}end{kind}\n"


@lru_cache(maxsize=65536)
def _advance(face: Face, glyph: int) -> float:
    advance: int = face.font.get_glyph_h_advance(glyph)
    return round(advance * 1000 / face.upem, 3)


@lru_cache(maxsize=256)
def make_postscript_name(face: Face) -> str:
    """Return what a PDF calls a font: its file's name, without what PostScript has no room for."""
    stem = face.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return re.sub(r"[^A-Za-z0-9-]", "", stem) or "Font"


def _system_info() -> Any:
    registry, ordering = pdfdoc.PDFString("Adobe"), pdfdoc.PDFString("Identity")
    return pdfdoc.PDFDictionary({"Registry": registry, "Ordering": ordering, "Supplement": 0})


@lru_cache(maxsize=64)
def subset(face: Face, glyphs: tuple[int, ...]) -> bytes:
    """The face with these glyphs alone, at their old numbers, without layout or hints."""
    return subset_glyphs(hb.Face(face.data), glyphs)
