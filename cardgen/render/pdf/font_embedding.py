"""Fonts in a PDF: subset, embedded, and copied out as the words that were typed.

In      glyphs as they are painted, each with its source text.
Out     a Type 0 font a face, with `CIDToGIDMap`, widths and `ToUnicode`.

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
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import uharfbuzz as hb
from msgspec import Struct, field
from reportlab.pdfbase import pdfdoc

from cardgen.text.font_subset import subset_glyphs
from cardgen.text.fonts import Face

HARFBUZZ: str = hb.__version__

_SILENT = "\u200b"
"""What a glyph without a text of its own gives to readers that pass over `ActualText`."""


class EmbeddedFont(Struct):
    """One face in one PDF."""

    face: Face
    name: str
    packed: bool = True
    """Whether its streams are compressed."""
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

    def add_to(self, document: Any) -> None:
        """Write the font's objects."""
        base = pdfdoc.PDFName(self.base_name())
        descendant = {
            "Type": pdfdoc.PDFName("Font"),
            "Subtype": pdfdoc.PDFName("CIDFontType2"),
            "BaseFont": base,
            "CIDSystemInfo": _system_info(),
            "FontDescriptor": self.reference(document, "d", self.descriptor(document, base)),
            "W": pdfdoc.PDFArray([1, pdfdoc.PDFArray(self.widths())]),
            "CIDToGIDMap": self.reference(document, "m", self.stream(self.glyph_map())),
        }
        inner = self.reference(document, "c", pdfdoc.PDFDictionary(descendant))
        font = {
            "Type": pdfdoc.PDFName("Font"),
            "Subtype": pdfdoc.PDFName("Type0"),
            "BaseFont": base,
            "Encoding": pdfdoc.PDFName("Identity-H"),
            "DescendantFonts": pdfdoc.PDFArray([inner]),
            "ToUnicode": self.reference(document, "u", self.stream(self.to_unicode())),
        }
        document.Reference(pdfdoc.PDFDictionary(font), self.object_name)

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
        return f"{tag}+{_postscript_name(self.face.name)}"

    def glyphs(self) -> tuple[int, ...]:
        return tuple(sorted({glyph for glyph, _ in self.codes}))

    def widths(self) -> list[float]:
        return [self.advance(glyph) for glyph, _ in self.codes]

    def glyph_map(self) -> bytes:
        return b"\0\0" + b"".join(struct.pack(">H", glyph) for glyph, _ in self.codes)

    def descriptor(self, document: Any, base: Any) -> Any:
        metrics, file = self.face.metrics, subset(self.face, self.glyphs())
        stream = self.stream(file)
        stream.dictionary["Length1"] = len(file)
        return pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("FontDescriptor"),
                "FontName": base,
                "Flags": 4,
                "FontBBox": pdfdoc.PDFArray([-1000, -1000, 2000, 2000]),
                "ItalicAngle": 0,
                "Ascent": round(metrics.ascent * 1000),
                "Descent": round(metrics.descent * 1000),
                "CapHeight": round(metrics.cap_height * 1000),
                "StemV": 80,
                "FontFile2": self.reference(document, "f", stream),
            }
        )

    def to_unicode(self) -> bytes:
        pairs = [(code, text or _SILENT) for (_, text), code in self.codes.items()]
        head = (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
            "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
            "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        )
        tail = "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
        return (head + "".join(_blocks(pairs)) + tail).encode("ascii")


def _blocks(pairs: list[tuple[int, str]]) -> Iterable[str]:
    for start in range(0, len(pairs), 100):
        part = pairs[start : start + 100]
        rows = "".join(
            f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>\n" for code, text in part
        )
        yield f"{len(part)} beginbfchar\n{rows}endbfchar\n"


@lru_cache(maxsize=65536)
def _advance(face: Face, glyph: int) -> float:
    advance: int = face.font.get_glyph_h_advance(glyph)
    return round(advance * 1000 / face.upem, 3)


def _postscript_name(path: str) -> str:
    stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return re.sub(r"[^A-Za-z0-9-]", "", stem) or "Font"


def _system_info() -> Any:
    registry, ordering = pdfdoc.PDFString("Adobe"), pdfdoc.PDFString("Identity")
    return pdfdoc.PDFDictionary({"Registry": registry, "Ordering": ordering, "Supplement": 0})


@lru_cache(maxsize=64)
def subset(face: Face, glyphs: tuple[int, ...]) -> bytes:
    """The face with these glyphs alone, at their old numbers, without layout or hints."""
    return subset_glyphs(hb.Face(face.data), glyphs)
