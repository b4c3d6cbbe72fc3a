"""Paint scenes into a PDF, with ReportLab.

In      `Scene`s.
Out     the bytes of a PDF; the same scenes give the same bytes.
Not here  pixels (`render.raster`), which pages a file has (`targets`).

One exhaustive `match` over the scene's items; a painter decides nothing. Pictures,
backgrounds and faces enter the file once, as XObjects, however many pages show them.
"""

from __future__ import annotations

import hashlib
import io
import re
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PIL import Image
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from cardgen import __version__, scene
from cardgen.bind.pictures import PictureStore
from cardgen.color import Color
from cardgen.geometry import Extent, Rect, Transform
from cardgen.render.embed import EmbeddedFont
from cardgen.scene import Glyphs, Group, Item, Layer, Outline, Path, Picture, Scene, Stroke
from cardgen.text.fonts import Face

_BLENDS = {
    "normal": "Normal", "multiply": "Multiply", "screen": "Screen", "overlay": "Overlay",
    "darken": "Darken", "lighten": "Lighten",
}  # fmt: skip
_EPOCH = 946_684_800  # 2000-01-01: output depends on no clock
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


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
            operators = _Ink(self, page.height).paint(layer)
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
        code = [f"q {_matrix(transform)} cm /{name} Do Q" for name, transform in shown]
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
            "BBox": pdfdoc.PDFArray([0, 0, _round(page.width), _round(page.height)]),
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
    return tuple(map(_round, (rect.left, rect.top, rect.right, rect.bottom)))


def _round(value: float) -> float:
    return round(value, 4)


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


# --- painting ------------------------------------------------------------------------------


def _n(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _matrix(transform: Transform) -> str:
    t = transform
    numbers = (t.a, t.b, t.c, t.d, t.e, t.f)
    return " ".join(f"{value:.6f}".rstrip("0").rstrip(".") for value in numbers)


def _actual_text(text: str) -> str:
    """Marks what is copied instead of the glyphs' own texts (PDF 32000-1, 14.9.4)."""
    return f"/Span << /ActualText <FEFF{text.encode('utf-16-be').hex().upper()}> >>"


def _rgb(color: Color) -> str:
    return " ".join(_n(channel) for channel in color.unit)


@dataclass
class _Ink:
    """Writes the operators of items; y is flipped here, once, from top-down to bottom-up."""

    file: PdfFile
    height: float

    def paint(self, items: Iterable[Item]) -> str:
        return "\n".join(self.item(item) for item in items)

    def item(self, item: Item) -> str:
        match item:
            case Glyphs():
                return self.glyphs(item)
            case Path():
                return self.path(item)
            case Picture():
                return self.picture(item)
            case Group():
                return self.group(item)

    def glyphs(self, run: Glyphs) -> str:
        """One show operation a baseline: extractors take gaps between operations for spaces."""
        font = self.file.font(run.face)
        shows = [f"BT {_rgb(run.color)} rg /{font.name} {_n(run.size)} Tf"]
        start = 0
        for index in range(1, len(run.glyphs) + 1):
            ends = index == len(run.glyphs)
            if ends or abs(run.glyphs[index].y - run.glyphs[start].y) > 1e-6:
                shows.append(
                    self.show(run.glyphs[start:index], font, run.size, silent=run.actual == "")
                )
                start = index
        text = " ".join([*shows, "ET"])
        if run.actual is None and all(glyph.text for glyph in run.glyphs):
            return text
        return f"{_actual_text(run.text)} BDC {text} EMC"

    def show(
        self, glyphs: tuple[scene.Glyph, ...], font: EmbeddedFont, size: float, *, silent: bool
    ) -> str:
        first = glyphs[0]
        parts, codes = [], ""
        pen = first.x
        for glyph in glyphs:
            shift = round((pen - glyph.x) / size * 1000, 2)
            if abs(shift) >= 0.01:
                parts.append(f"<{codes}>" if codes else "")
                parts.append(_n(shift))
                codes = ""
                pen -= shift * size / 1000
            codes += f"{font.code(glyph.index, '' if silent else glyph.text):04X}"
            pen += font.advance(glyph.index) * size / 1000
        array = "".join([*parts, f"<{codes}>"])
        return f"1 0 0 1 {_n(first.x)} {_n(self.height - first.y)} Tm [{array}] TJ"

    def path(self, path: Path) -> str:
        outline = self.outline(path.outline)
        gradient = path.fill if isinstance(path.fill, scene.Linear | scene.Radial) else None
        shaded = self.shaded(outline, gradient, path.even_odd) if gradient else ""
        parts = [self.pen(path.stroke)] if path.stroke else []
        if isinstance(path.fill, Color):
            parts.append(f"{_rgb(path.fill)} rg")
        star = "*" if path.even_odd else ""
        filled = isinstance(path.fill, Color)
        operator = {(True, True): f"B{star}", (True, False): f"f{star}", (False, True): "S"}.get(
            (filled, path.stroke is not None), "n"
        )
        return f"{shaded}q {' '.join(parts)} {outline} {operator} Q"

    def shaded(self, outline: str, gradient: scene.Linear | scene.Radial, even_odd: bool) -> str:
        name = self.file.shading(self.gradient(gradient))
        return f"q {outline} W{'*' if even_odd else ''} n /{name} sh Q "

    def gradient(self, gradient: scene.Linear | scene.Radial) -> dict[str, Any]:
        ends: tuple[float, ...]
        if isinstance(gradient, scene.Linear):
            kind = 2
            ends = (*self.flipped(*gradient.start), *self.flipped(*gradient.end))
        else:
            kind = 3
            center = self.flipped(*gradient.center)
            ends = (*center, 0.0, *center, gradient.radius)
        return {
            "ShadingType": kind,
            "ColorSpace": pdfdoc.PDFName("DeviceRGB"),
            "Coords": pdfdoc.PDFArray([_round(value) for value in ends]),
            "Function": _function(gradient.stops),
            "Extend": pdfdoc.PDFArray(["true", "true"]),
        }

    def pen(self, stroke: Stroke) -> str:
        dash = " ".join(_n(length) for length in stroke.dash)
        return (
            f"{_rgb(stroke.paint)} RG {_n(stroke.width)} w {_CAPS[stroke.cap]} J "
            f"{_JOINS[stroke.join]} j {_n(stroke.miter)} M [{dash}] 0 d"
        )

    def flipped(self, x: float, y: float) -> tuple[float, float]:
        return x, self.height - y

    def outline(self, outline: Outline) -> str:
        return " ".join(self.segment(segment) for segment in outline)

    def segment(self, segment: scene.Segment) -> str:
        h = self.height
        match segment:
            case scene.Move(x, y):
                return f"{_n(x)} {_n(h - y)} m"
            case scene.Line(x, y):
                return f"{_n(x)} {_n(h - y)} l"
            case scene.Curve(x1, y1, x2, y2, x, y):
                return f"{_n(x1)} {_n(h - y1)} {_n(x2)} {_n(h - y2)} {_n(x)} {_n(h - y)} c"
            case scene.Close():
                return "h"

    def picture(self, picture: Picture) -> str:
        name, rect = self.file.image(picture.bitmap), picture.rect
        bottom = self.height - rect.bottom
        size = f"{_n(rect.width)} 0 0 {_n(rect.height)}"
        return f"q {size} {_n(rect.left)} {_n(bottom)} cm /{name} Do Q"

    def group(self, group: Group) -> str:
        """Clip and move; fade and blend as one, which takes a form if there are several."""
        parts = ["q"]
        if group.transform:
            flip = Transform(d=-1.0, f=self.height)
            parts.append(f"{_matrix(flip.after(group.transform).after(flip))} cm")
        if group.clip:
            parts.append(f"{self.outline(group.clip)} W n")
        inner = self.paint(group.items)
        if group.opacity < 1 or group.blend != "normal":
            parts.append(f"/{self.file.state(group.opacity, group.blend)} gs")
            if len(group.items) > 1 or isinstance(group.items[0], Group):
                extent = Extent(10 * self.height, 2 * self.height)
                inner = f"/{self.file.group(inner, extent)} Do"
        return "\n".join([*parts, inner, "Q"])


def _function(stops: tuple[scene.Stop, ...]) -> Any:
    """A stitching function over the stops' colours."""
    ends = [stops[0]] if stops[0].offset > 0 else []
    padded = [*(scene.Stop(0.0, s.color) for s in ends), *stops]
    if padded[-1].offset < 1:
        padded.append(scene.Stop(1.0, padded[-1].color))
    pairs = list(pairwise(padded))
    pieces = [_blend(first.color, second.color) for first, second in pairs]
    if len(pieces) == 1:
        return pieces[0]
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": pdfdoc.PDFArray([0, 1]),
            "Functions": pdfdoc.PDFArray(pieces),
            "Bounds": pdfdoc.PDFArray([_round(stop.offset) for stop in padded[1:-1]]),
            "Encode": pdfdoc.PDFArray([0, 1] * len(pieces)),
        }
    )


def _blend(first: Color, second: Color) -> Any:
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 2,
            "Domain": pdfdoc.PDFArray([0, 1]),
            "C0": pdfdoc.PDFArray([_round(c) for c in first.unit]),
            "C1": pdfdoc.PDFArray([_round(c) for c in second.unit]),
            "N": 1,
        }
    )


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
