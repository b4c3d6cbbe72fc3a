"""Paint scenes into a PDF, with ReportLab.

In      `Scene`s.
Out     the bytes of a PDF; the same scenes give the same bytes.
Not here  painting items (`render.paint`), pixels (`render.raster`), which pages a file has
          (`targets`).

Pictures, backgrounds and faces enter the file once, as XObjects, however many pages show them.
"""

from __future__ import annotations

import hashlib
import io
import re
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PIL import Image
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from cardgen import __version__, scene
from cardgen.bind.pictures import PictureStore
from cardgen.geometry import Extent, Rect, Transform
from cardgen.render.embed import EmbeddedFont
from cardgen.render.paint import Ink, matrix, rounded
from cardgen.scene import Layer, Scene
from cardgen.text.fonts import Face

_BLENDS = {
    "normal": "Normal", "multiply": "Multiply", "screen": "Screen", "overlay": "Overlay",
    "darken": "Darken", "lighten": "Lighten",
}  # fmt: skip
_EPOCH = 946_684_800  # 2000-01-01: output depends on no clock


_SHOWN = re.compile(r"/(\w+) Do\b")
_STATES = re.compile(r"/(\w+) gs\b")
_SHADES = re.compile(r"/(\w+) sh\b")


class _Canvas(Canvas):  # type: ignore[misc]
    """ReportLab's canvas without the Helvetica that it opens every page with."""

    def _make_preamble(self) -> None:
        self._preamble = ""


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """A page's boxes in points, y up as PDF has it, from the media box's lower left."""

    media: Extent
    bleed: Rect | None = None
    trim: Rect | None = None


class PdfFile:
    """A PDF being written. Scenes are added as forms, pages show them."""

    def __init__(self, pictures: PictureStore, *, title: str) -> None:
        rl_config.useA85 = 0
        self._out = io.BytesIO()
        self._canvas = _Canvas(self._out, pageCompression=1, invariant=1, pdfVersion=(1, 7))
        self._document = self._canvas._doc
        _stop_clock(self._document)
        self._canvas.setTitle(title)
        self._canvas.setCreator(f"cardgen {__version__}")
        self._canvas.setAuthor("")
        self._canvas.setSubject("")
        self._pictures = pictures
        self._fonts: dict[Face, EmbeddedFont] = {}
        self._forms: dict[Any, str] = {}
        self._leaf: dict[str, dict[str, Any]] = {"XObject": {}, "ExtGState": {}, "Shading": {}}

    def form(self, layer: Layer, page: Extent) -> str:
        """Store a layer once; gives the name that `page` shows it by."""
        key = (layer, page)
        if key not in self._forms:
            operators = Ink(self, page.height).paint(layer)
            self._forms[key] = self.add_form(operators, page)
        return self._forms[key]

    def page(
        self,
        shown: Iterable[tuple[str, Transform]],
        boxes: PageBoxes,
        *,
        bookmark: str = "",
        operators: str = "",
    ) -> None:
        """Add a page that shows forms, each moved by a transform (in PDF's y-up points)."""
        code = [f"q {matrix(transform)} cm /{name} Do Q" for name, transform in shown]
        content = "\n".join([*code, operators])
        canvas = self._canvas
        canvas.setPageSize((boxes.media.width, boxes.media.height))
        canvas.setTrimBox(_box(boxes.trim))
        canvas.setBleedBox(_box(boxes.bleed))
        if bookmark:
            canvas.bookmarkPage(bookmark)
            canvas.addOutlineEntry(bookmark, bookmark, level=0)
        canvas._code.append(content)
        number = self._document.pageCounter
        canvas.showPage()
        page = self._document.idToObject[f"Page{number}"]
        page.Resources = self.resources(content)

    def save(self) -> bytes:
        """The finished file."""
        fonts = self._document.idToObject["BasicFonts"].dict
        for font in self._fonts.values():
            font.add_to(self._document)
            fonts[font.name] = pdfdoc.PDFObjectReference(font.object_name)
        self._canvas.save()
        return self._out.getvalue()

    # --- what painting needs -----------------------------------------------------------

    def font(self, face: Face) -> EmbeddedFont:
        if face not in self._fonts:
            self._fonts[face] = EmbeddedFont(face, f"F{len(self._fonts) + 1}")
        return self._fonts[face]

    def add_form(self, operators: str, page: Extent, *, transparent: bool = False) -> str:
        name = f"X{len(self._leaf['XObject']) + 1}"
        stream = pdfdoc.PDFStream(content=operators.encode("ascii"))
        stream.filters = [pdfdoc.PDFZCompress]
        entries = {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": pdfdoc.PDFArray([0, 0, rounded(page.width), rounded(page.height)]),
            "Resources": self.resources(operators),
        }
        if transparent:
            group = {"S": pdfdoc.PDFName("Transparency"), "CS": pdfdoc.PDFName("DeviceRGB")}
            entries["Group"] = pdfdoc.PDFDictionary(group)
        stream.dictionary.dict.update(entries)
        self._leaf["XObject"][name] = self._document.Reference(stream, f"cardgen.{name}")
        return name

    def group(self, operators: str, page: Extent) -> str:
        """A transparency group: items that fade or blend as one."""
        return self.add_form(operators, page, transparent=True)

    def resources(self, operators: str) -> Any:
        """What these operators refer to, and nothing else."""
        made = pdfdoc.PDFResourceDictionary()
        made.allProcs()
        made.basicFonts()
        made.XObject = self.named("XObject", _SHOWN.findall(operators))
        made.ExtGState = self.named("ExtGState", _STATES.findall(operators))
        made.Shading = self.named("Shading", _SHADES.findall(operators))
        return made

    def named(self, kind: str, names: Iterable[str]) -> dict[str, Any]:
        return {name: self._leaf[kind][name] for name in dict.fromkeys(names)}

    def state(self, opacity: float, blend: str) -> str:
        """A graphics state for fading and blending."""
        name = f"G{round(opacity * 1000)}{blend}"
        if name not in self._leaf["ExtGState"]:
            entries = {"ca": opacity, "CA": opacity, "BM": pdfdoc.PDFName(_BLENDS[blend])}
            self._leaf["ExtGState"][name] = pdfdoc.PDFDictionary(entries)
        return name

    def shading(self, entries: dict[str, Any]) -> str:
        name = f"S{len(self._leaf['Shading']) + 1}"
        reference = self._document.Reference(pdfdoc.PDFDictionary(entries), f"cardgen.{name}")
        self._leaf["Shading"][name] = reference
        return name

    def image(self, bitmap: scene.Bitmap) -> str:
        name = f"I{bitmap.key[:16]}"
        if name not in self._leaf["XObject"]:
            stream = _image(self._pictures.data(bitmap), bitmap, self._document, name)
            reference = self._document.Reference(stream, f"cardgen.{name}")
            self._leaf["XObject"][name] = reference
        return name


def _stop_clock(document: Any) -> None:
    """Give the file a fixed date and fingerprint: ReportLab reads SOURCE_DATE_EPOCH even if
    it is told to be invariant."""
    stamp = document._timeStamp
    stamp.t, stamp.lt = _EPOCH, time.gmtime(_EPOCH)
    stamp.YMDhms, stamp.dhh, stamp.dmm, stamp.tzname = tuple(stamp.lt)[:6], 0, 0, "UTC"
    document.signature = hashlib.md5(b"cardgen", usedforsecurity=False)


def _box(rect: Rect | None) -> tuple[float, ...] | None:
    if rect is None:
        return None
    return tuple(map(rounded, (rect.left, rect.top, rect.right, rect.bottom)))


# --- pictures ------------------------------------------------------------------------------


def _image(data: bytes, bitmap: scene.Bitmap, document: Any, name: str) -> Any:
    """An image XObject: JPEG as it is, everything else unpacked to RGB."""
    with Image.open(io.BytesIO(data)) as image:
        if image.format == "JPEG" and image.mode in ("RGB", "L"):
            space = "DeviceRGB" if image.mode == "RGB" else "DeviceGray"
            return _image_stream(data, image.size, space, "DCTDecode")
        pixels = image.convert("RGBA" if bitmap.has_alpha else "RGB")
    stream = _packed(pixels.convert("RGB").tobytes(), pixels.size, "DeviceRGB")
    if bitmap.has_alpha:
        mask = _packed(pixels.getchannel("A").tobytes(), pixels.size, "DeviceGray")
        stream.dictionary["SMask"] = document.Reference(mask, f"cardgen.{name}.mask")
    return stream


def _packed(pixels: bytes, size: tuple[int, int], space: str) -> Any:
    return _image_stream(zlib.compress(pixels, 6), size, space, "FlateDecode")


def _image_stream(data: bytes, size: tuple[int, int], space: str, encoding: str) -> Any:
    stream = pdfdoc.PDFStream(content=data)
    stream.dictionary.dict.update(
        {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Image"),
            "Width": size[0],
            "Height": size[1],
            "BitsPerComponent": 8,
            "ColorSpace": pdfdoc.PDFName(space),
            "Filter": pdfdoc.PDFName(encoding),
        }
    )
    return stream


# --- whole faces ---------------------------------------------------------------------------

_STILL = Transform()


def face_boxes(face: Scene) -> PageBoxes:
    """The page of one face: media box = bleed box, the trim box inside it."""
    height = face.page.height
    trim = Rect(face.trim.left, height - face.trim.bottom, face.trim.width, face.trim.height)
    return PageBoxes(face.page, Rect(0, 0, face.page.width, height), trim)


def show_face(file: PdfFile, face: Scene, *, bookmark: str = "") -> None:
    """Add a page with one face: its ground, then its own marks."""
    show_layers(file, face, (face.ground, face.marks), bookmark=bookmark)


def show_layers(file: PdfFile, face: Scene, layers: Iterable[Layer], *, bookmark: str = "") -> None:
    """Add a page of the face's size with some of its layers."""
    forms = [(file.form(layer, face.page), _STILL) for layer in layers if layer]
    file.page(forms, face_boxes(face), bookmark=bookmark)
