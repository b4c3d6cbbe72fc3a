"""Holds a PDF against PDF/X, clause by clause, with pikepdf; it shares nothing with the product.

Each clause is a function of an open file that gives what is wrong, as sentences. `failed` names
the clauses that a file breaks.

Source  ISO 15930-4:2003 and ISO 15930-7:2010, by way of Kodak's «Technical characteristics of
        PDF/X-1a» and the rule list of pdfbox-preflight; PDF Reference 1.4 and PDF 32000-1:2008.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image

BOX = tuple[float, float, float, float]
INKS = ("/DeviceCMYK", "/DeviceGray")


@dataclass
class Opened:
    """A file, its bytes and all of its objects."""

    data: bytes
    pdf: Any

    @classmethod
    def read(cls, path: Path) -> Opened:
        data = path.read_bytes()
        return cls(data, pikepdf.open(path))

    @cached_property
    def things(self) -> list[Any]:
        """Every dictionary and stream, those inside others too."""
        found: list[Any] = []
        for thing in [*self.pdf.objects, self.pdf.trailer]:
            _collect(thing, found, top=True)
        return found

    @cached_property
    def operators(self) -> list[tuple[str, list[Any]]]:
        """Every operator of pages, forms, patterns and glyph procedures."""
        return [row for content in self.contents() for row in _parsed(content)]

    def contents(self) -> Iterator[Any]:
        yield from self.pdf.pages
        for thing in self.things:
            stream = isinstance(thing, pikepdf.Stream)
            form = thing.get("/Subtype") == "/Form" or thing.get("/PatternType") == 1
            if stream and form:
                yield thing

    def pages(self) -> Iterator[tuple[str, Any]]:
        yield from ((f"page {n}", page.obj) for n, page in enumerate(self.pdf.pages, 1))


def _collect(thing: Any, found: list[Any], *, top: bool) -> None:
    """Follow direct values only: what is referred to is an object of the file itself."""
    if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        if not top and thing.is_indirect:
            return
        found.append(thing)
        for key in thing:
            if key != "/Parent":
                _collect(thing[key], found, top=False)
    elif isinstance(thing, pikepdf.Array) and (top or not thing.is_indirect):
        for value in thing:
            _collect(value, found, top=False)


def _parsed(content: Any) -> list[tuple[str, list[Any]]]:
    return [(str(op), list(args)) for args, op in pikepdf.parse_content_stream(content)]


# --- the file --------------------------------------------------------------------------------


def version(file: Opened, wanted: str = "1.4") -> Iterator[str]:
    header = file.data[:8]
    if header != f"%PDF-{wanted}".encode():
        yield f"the header is {header!r}"
    own = file.pdf.Root.get("/Version")
    if own is not None and str(own).lstrip("/") > wanted:
        yield f"the catalogue raises the version to {own}"


def old_structure(file: Opened) -> Iterator[str]:
    """PDF 1.4 has neither object streams nor cross-reference streams."""
    yield from (
        f"there is a stream of type {kind.decode()}"
        for kind in set(re.findall(rb"/Type\s*/(XRef|ObjStm)\b", file.data))
    )


def identity(file: Opened) -> Iterator[str]:
    found = file.pdf.trailer.get("/ID")
    if found is None or len(found) != 2 or not all(len(bytes(part)) >= 8 for part in found):
        yield "the trailer has no ID of two strings"


def encryption(file: Opened) -> Iterator[str]:
    if file.pdf.is_encrypted or re.search(rb"/Encrypt\b", file.data[-4096:]):
        yield "the file is encrypted"


def lzw(file: Opened) -> Iterator[str]:
    for thing in file.things:
        filters = thing.get("/Filter") if isinstance(thing, pikepdf.Stream) else None
        names = list(filters) if isinstance(filters, pikepdf.Array) else [filters]
        if "/LZWDecode" in [str(name) for name in names]:
            yield "a stream is packed with LZW"


def new_filters(file: Opened) -> Iterator[str]:
    """JPEG 2000 and crypt filters came with PDF 1.5."""
    for thing in file.things:
        if isinstance(thing, pikepdf.Stream):
            for name in ("/JPXDecode", "/Crypt"):
                if name in str(thing.get("/Filter", "")):
                    yield f"a stream is packed with {name}"


# --- what it says of itself ------------------------------------------------------------------


def claim(file: Opened) -> Iterator[str]:
    info = file.pdf.trailer.get("/Info", {})
    for key in ("/GTS_PDFXVersion", "/GTS_PDFXConformance"):
        if str(info.get(key, "")) != "PDF/X-1a:2003":
            yield f"{key} is {info.get(key)}"


def xmp_claim(file: Opened) -> Iterator[str]:
    packet = file.pdf.Root.get("/Metadata")
    if packet is None:
        yield "there is no metadata"
        return
    if "/Filter" in packet:
        yield "the metadata is compressed"
    text = packet.read_bytes().decode("utf-8")
    for tag, value in (
        ("pdfxid:GTS_PDFXVersion", "PDF/X-4"),
        ("pdf:Trapped", "(True|False)"),
        ("xmp:CreateDate", r"\d{4}-.+"),
        ("xmp:ModifyDate", r"\d{4}-.+"),
        ("xmp:MetadataDate", r"\d{4}-.+"),
        ("xmpMM:DocumentID", ".+"),
        ("xmpMM:VersionID", ".+"),
        ("xmpMM:RenditionClass", ".+"),
        ("dc:title", ".+"),
    ):
        if not re.search(f"<{tag}>{value}</{tag}>", text):
            yield f"{tag} is missing or wrong"


def description(file: Opened) -> Iterator[str]:
    info = file.pdf.trailer.get("/Info", {})
    if not str(info.get("/Title", "")).strip():
        yield "there is no title"
    for key in ("/CreationDate", "/ModDate"):
        if not re.match(r"D:\d{14}(Z|[+-]\d\d'\d\d'?)?\Z", str(info.get(key, ""))):
            yield f"{key} is no date"


def trapped(file: Opened) -> Iterator[str]:
    value = file.pdf.trailer.get("/Info", {}).get("/Trapped")
    if not isinstance(value, pikepdf.Name) or str(value) not in ("/True", "/False"):
        yield f"Trapped is {value}"


# --- the press -------------------------------------------------------------------------------


def _intents(file: Opened) -> list[Any]:
    found = file.pdf.Root.get("/OutputIntents", [])
    return [intent for intent in found if intent.get("/S") == "/GTS_PDFX"]


def one_intent(file: Opened) -> Iterator[str]:
    count = len(_intents(file))
    if count != 1:
        yield f"there are {count} PDF/X output intents"


def intent_words(file: Opened) -> Iterator[str]:
    for intent in _intents(file)[:1]:
        for key in ("/OutputConditionIdentifier", "/Info"):
            if not str(intent.get(key, "")).strip():
                yield f"the output intent has no {key}"


def intent_profile(file: Opened) -> Iterator[str]:
    for intent in _intents(file)[:1]:
        stream = intent.get("/DestOutputProfile")
        if stream is None:
            yield "no profile is embedded"
            return
        data = stream.read_bytes()
        if data[36:40] != b"acsp" or int.from_bytes(data[:4], "big") != len(data):
            yield "the profile is no ICC profile"
        elif data[12:16] != b"prtr":
            yield f"the profile's class is {data[12:16]!r}"
        elif (data[16:20], stream.get("/N")) != (b"CMYK", 4):
            yield "the profile is not for four inks"


# --- pages -----------------------------------------------------------------------------------


def _box(page: Any, key: str) -> BOX | None:
    found = page.get(key)
    if found is None:
        return None
    left, bottom, right, top = (float(value) for value in found)
    return left, bottom, right, top


def boxes(file: Opened) -> Iterator[str]:
    for name, page in file.pages():
        if ("/TrimBox" in page) == ("/ArtBox" in page):
            yield f"{name} has not exactly one of TrimBox and ArtBox"
        named = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
        there = [(key, _box(page, key)) for key in named if key in page and key != "/CropBox"]
        for (outer, around), (inner, inside) in pairwise(there):
            assert around
            assert inside
            lower = all(a <= b + 1e-3 for a, b in zip(around[:2], inside[:2], strict=True))
            upper = all(a >= b - 1e-3 for a, b in zip(around[2:], inside[2:], strict=True))
            if not (lower and upper):
                yield f"{name}: {inner} leaves {outer}"


def notes(file: Opened) -> Iterator[str]:
    """What is not printed must lie outside the bleed box."""
    for name, page in file.pages():
        if len(page.get("/Annots", [])):
            yield f"{name} has annotations"


def forms(file: Opened) -> Iterator[str]:
    if "/AcroForm" in file.pdf.Root:
        yield "there is a form to fill in"


# --- colour ----------------------------------------------------------------------------------


def colors(file: Opened) -> Iterator[str]:
    """DeviceCMYK, DeviceGray, and spot colours that stand on them."""
    yield from _colors(file, _press_space)


def managed_colors(file: Opened) -> Iterator[str]:
    """As `colors`, and spaces with a profile or white point of their own; no DeviceRGB."""
    yield from _colors(file, _managed_space)


def _colors(file: Opened, allowed: Callable[[Any], bool]) -> Iterator[str]:
    for operator, _ in file.operators:
        if operator in ("rg", "RG"):
            yield "an operator sets RGB"
            break
    for operator, args in file.operators:
        if operator in ("cs", "CS") and str(args[0]) == "/DeviceRGB":
            yield "an operator chooses RGB"
            break
    for thing in file.things:
        named = thing.get("/ColorSpace")
        shades = thing.get("/ShadingType") is not None
        image = thing.get("/Subtype") == "/Image" and not thing.get("/ImageMask", False)
        if (shades or image) and not allowed(named):
            yield f"a {'gradient' if shades else 'picture'} is in {_spelt(named)}"
        elif isinstance(named, pikepdf.Dictionary):
            for key in named:
                if not allowed(named[key]):
                    yield f"{key} is {_spelt(named[key])}"


def _spelt(space: Any) -> str:
    return str(space[0]) if isinstance(space, pikepdf.Array) else str(space)


def _press_space(space: Any) -> bool:
    if not isinstance(space, pikepdf.Array):
        return str(space) in (*INKS, "/Pattern")
    match str(space[0]):
        case "/Separation" | "/DeviceN":
            return _press_space(space[2])
        case "/Indexed" | "/Pattern":
            return len(space) == 1 or _press_space(space[1])
        case name:
            return name in INKS


def _managed_space(space: Any) -> bool:
    if isinstance(space, pikepdf.Array) and str(space[0]) in ("/ICCBased", "/CalRGB", "/Lab"):
        return True
    return _press_space(space)


def ink_percent(file: Opened) -> float:
    """The most ink that any operator, gradient or picture asks for."""
    most = 0.0
    for operator, args in file.operators:
        if operator in ("k", "K"):
            most = max(most, sum(float(value) for value in args))
    for thing in file.things:
        if thing.get("/FunctionType") == 2 and len(thing.get("/C0", [])) == 4:
            most = max(most, *(sum(map(float, thing[key])) for key in ("/C0", "/C1")))
        pixels = _ink_pixels(thing) if thing.get("/Subtype") == "/Image" else b""
        if pixels:
            inks = (pixels[n::4] for n in range(4))
            most = max(most, max(map(sum, zip(*inks, strict=True))) / 255)
    return most * 100


def _ink_pixels(thing: Any) -> bytes:
    """A picture's pixels, or the table of colors that its pixels number; nothing of grays."""
    match thing.get("/ColorSpace"):
        case pikepdf.Array() as space if str(space[0]) == "/Indexed":
            assert str(space[1]) == "/DeviceCMYK"
            assert max(thing.read_bytes()) <= int(space[2]) == len(bytes(space[3])) // 4 - 1
            return bytes(space[3])
        case pikepdf.Name.DeviceCMYK:
            return _pixels(thing)
        case _:
            return b""


def _pixels(thing: Any) -> bytes:
    if str(thing.get("/Filter")) != "/DCTDecode":
        return bytes(thing.read_bytes())
    assert [int(value) for value in thing.Decode] == [1, 0] * 4, "Adobe's JPEGs are inverted"
    return Image.open(io.BytesIO(thing.read_raw_bytes())).tobytes()


# --- what may not be there -------------------------------------------------------------------


def transparency(file: Opened) -> Iterator[str]:
    for thing in file.things:
        if thing.get("/S") == "/Transparency":
            yield "there is a transparency group"
        if str(thing.get("/SMask", "/None")) != "/None":
            yield "there is a soft mask"
        for key in ("/ca", "/CA"):
            if float(thing.get(key, 1)) < 1:
                yield f"{key} is {thing[key]}"
        if str(thing.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            yield f"the blend mode is {thing['/BM']}"


def layers(file: Opened) -> Iterator[str]:
    if "/OCProperties" in file.pdf.Root:
        yield "there are layers"
    if any("/OC" in thing for thing in file.things):
        yield "something belongs to a layer"


def layer_setup(file: Opened) -> Iterator[str]:
    """PDF/X-4: a configuration has a name, lists every layer, and changes none by itself."""
    given = file.pdf.Root.get("/OCProperties")
    if given is None:
        return
    for setup in (given.D, *given.get("/Configs", [])):
        if not str(setup.get("/Name", "")):
            yield "a configuration has no name"
        if "/AS" in setup:
            yield "a configuration switches layers by itself"
        listed = {layer.objgen for layer in setup.get("/Order", [])}
        if "/Order" in setup and listed != {layer.objgen for layer in given.OCGs}:
            yield "a configuration leaves out layers"


def fonts(file: Opened) -> Iterator[str]:
    for thing in file.things:
        if thing.get("/Type") != "/Font" or thing.get("/Subtype") in ("/Type0", "/Type3"):
            continue
        described = thing.get("/FontDescriptor", {})
        if not any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"{thing.get('/BaseFont')} is not embedded"


def actions(file: Opened) -> Iterator[str]:
    names = file.pdf.Root.get("/Names", {})
    if "/JavaScript" in names or "/OpenAction" in file.pdf.Root:
        yield "opening the file does something"
    for thing in file.things:
        if "/AA" in thing or thing.get("/S") in ("/JavaScript", "/URI", "/Launch", "/GoTo"):
            yield "there is an action"


def attachments(file: Opened) -> Iterator[str]:
    names = file.pdf.Root.get("/Names", {})
    if "/EmbeddedFiles" in names or any("/EF" in thing for thing in file.things):
        yield "a file is attached"


def postscript(file: Opened) -> Iterator[str]:
    for thing in file.things:
        if thing.get("/Subtype") == "/PS" or thing.get("/Subtype2") == "/PS":
            yield "there is PostScript"


def press_settings(file: Opened) -> Iterator[str]:
    """Transfer curves, halftone names, OPI and alternate images are the printer's affair."""
    for thing in file.things:
        if "/TR" in thing or str(thing.get("/TR2", "/Default")) != "/Default":
            yield "there is a transfer curve"
        if "/HTP" in thing or "/HalftoneName" in thing:
            yield "there is a halftone of its own"
        if "/OPI" in thing or "/Alternates" in thing:
            yield "a picture stands for another"


Clause = Callable[[Opened], Iterator[str]]

BOTH: tuple[Clause, ...] = (
    identity, encryption, lzw, description, trapped, one_intent, intent_words, intent_profile,
    boxes, notes, forms, fonts, actions, attachments, postscript, press_settings,
)  # fmt: skip
X1A: tuple[Clause, ...] = (
    version, old_structure, new_filters, claim, colors, transparency, layers, *BOTH,
)  # fmt: skip
X4: tuple[Clause, ...] = (xmp_claim, managed_colors, layer_setup, *BOTH)


def failed(path: Path, clauses: tuple[Clause, ...] = X1A) -> dict[str, list[str]]:
    """The clauses that a file breaks, each with what is wrong."""
    file = Opened.read(path)
    with file.pdf:
        found = {clause.__name__: list(clause(file)) for clause in clauses}
        if clauses is X4:
            found["version"] = list(version(file, "1.6"))
    return {name: wrong for name, wrong in found.items() if wrong}
