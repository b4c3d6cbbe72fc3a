"""Paint scenes into a PDF, with ReportLab.

In      `Scene`s.
Out     the bytes of a PDF; the same scenes give the same bytes.
Not here  painting items (`render.pdf.painter`), pages of one face (`render.pdf.face_pages`), pixels
        (`render.raster.rasterizer`), which pages a file has (`targets`).

Pictures, backgrounds and faces enter the file once, as XObjects, however many pages show them.
"""

from __future__ import annotations

import hashlib
import io
import re
import time
from collections.abc import Iterable, MutableMapping
from typing import Any, get_args
from weakref import WeakKeyDictionary

from msgspec import Struct
from PIL import Image
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import Blend
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.render.pdf import pdf_objects as objects
from cardgen.render.pdf.color_spaces import SCREEN, TONES, Colors, Effort, PictureLook, pack_exactly
from cardgen.render.pdf.font_embedding import EmbeddedFont, make_postscript_name
from cardgen.render.pdf.image_streams import make_picture_stream, make_pixel_stream
from cardgen.render.pdf.painter import ItemPainter, matrix, rounded
from cardgen.render.pdf.picture_packing import PackedHere, PackedPicture, PackedPictures
from cardgen.render.pdf.tag_tree import TagTree, hex_text
from cardgen.scene import items as scene
from cardgen.scene.items import Layer
from cardgen.scene.structure import StructureNode
from cardgen.text.fonts import Face
from cardgen.version import __version__

_BLENDS = {blend: "".join(map(str.capitalize, blend.split("-"))) for blend in get_args(Blend)}
"""PDF's names: `color-dodge` is `ColorDodge`."""
_EPOCH = 946_684_800  # 2000-01-01: output depends on no clock


_SHOWN = re.compile(r"/(\w+) Do\b")
_STATES = re.compile(r"/(\w+) gs\b")
_SHADES = re.compile(r"/(\w+) sh\b")
_SPACES = re.compile(r"/(\w+) (?:cs|CS)\b")


class _PdfCanvas(Canvas):  # type: ignore[misc]
    """ReportLab's canvas without the Helvetica that it opens every page with, and without what it
    remembers of how things were drawn on one."""

    def _make_preamble(self) -> None:
        self._preamble = ""

    def add_page(
        self, operators: str, entries: dict[str, Any], *, packed: bool
    ) -> objects.PageObject:
        """End the page to come, as `showPage` does: with these operators and what was annotated."""
        stream = objects.OperatorStream(f"\n{operators}\n \n", packed=packed)
        page = objects.PageObject(stream, entries)
        if self._annotationrefs:
            page.entries["Annots"] = pdfdoc.PDFArray(self._annotationrefs)
        self._doc.addPage(page)
        self._pageNumber += 1
        self._restartAccumulators()
        return page


class PageBoxes(Struct, frozen=True):
    """A page's boxes in points, y up as PDF has it, from the media box's lower left."""

    media: Extent
    bleed: Rect | None = None
    trim: Rect | None = None


class PdfFile:
    """A PDF being written. Scenes are added as forms, pages show them.

    Args:
        pictures: Their bytes.
        title: Of the document.
        colors: How colors are written.
        effort: Of packing. Operators and fonts are packed in files that stay, and in no others.
        forgets: A layer that its caller lets go will not come again: memory then holds no
            more layers than the caller does.
        tags: What screen readers are told; every content of a page is then marked.
        packer: Who packs pictures: this file, if left out.
    """

    def __init__(
        self,
        pictures: PictureStore,
        *,
        title: str,
        colors: Colors = SCREEN,
        effort: Effort = Effort.SMALL,
        forgets: bool = False,
        tags: TagTree | None = None,
        packer: PackedPictures | None = None,
    ) -> None:
        rl_config.useA85 = 0
        self._effort, packed = effort, effort is Effort.SMALL
        self._packed = packed
        self._title = title
        self._tags = tags
        self._links = 0
        self._canvas = _PdfCanvas(
            io.BytesIO(), pageCompression=int(packed), invariant=1, pdfVersion=(1, 7)
        )
        self._document = self._canvas._doc
        _stop_clock(self._document)
        self._canvas.setTitle(title)
        self._canvas.setCreator(f"cardgen {__version__}")
        self._canvas.setAuthor("")
        self._canvas.setSubject("")
        self.colors = colors
        self._pictures, self._packer = pictures, packer or PackedHere()
        self._fonts: dict[tuple[str, str, bool], EmbeddedFont] = {}
        self._forms: MutableMapping[Layer, dict[Extent, str]]
        self._forms = WeakKeyDictionary() if forgets else {}
        """What is stored, by layer and page."""
        self._shadows: dict[tuple[tuple[scene.Item, ...], scene.Blur], str] = {}
        self._leaf: dict[str, dict[str, Any]] = {"XObject": {}, "ExtGState": {}, "Shading": {}}
        self._leaf["ColorSpace"] = dict(colors.define(self._document))

    def form(self, layer: Layer, page: Extent) -> str:
        """Store a layer once; gives the name that `page` shows it by."""
        stored = self._forms.setdefault(layer, {})
        if page not in stored:
            operators = ItemPainter(self, page.height).paint(layer)
            stored[page] = self.add_form(operators, page)
        return stored[page]

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
        content = "\n".join([*(self.tag(one) for one in code), operators])
        canvas = self._canvas
        if bookmark:
            canvas.bookmarkPage(bookmark)
            canvas.addOutlineEntry(bookmark, bookmark, level=0)
        page = canvas.add_page(content, self.page_entries(content, boxes), packed=self._packed)
        if self._tags:
            self._tags.close_page(page)

    def page_entries(self, operators: str, boxes: PageBoxes) -> dict[str, Any]:
        """What is said of a page that holds these operators."""
        entries = {
            "MediaBox": objects.box(0, 0, boxes.media.width, boxes.media.height),
            "Resources": self.resources(operators),
        }
        if boxes.trim:
            entries["TrimBox"] = objects.box(*_box(boxes.trim))
        if boxes.bleed:
            entries["BleedBox"] = objects.box(*_box(boxes.bleed))
        return entries

    def tag(self, operators: str, node: StructureNode | None = None, alt: str = "") -> str:
        """Operators of the page to come that show a part of the text, or only adorn it."""
        return self._tags.mark(operators, node, self._page_name, alt) if self._tags else operators

    def figure(self, operators: str, words: str) -> str:
        """Operators of the page to come that are a picture, for which words are read."""
        return self.tag(operators, self._tags.add_figure(words)) if self._tags else operators

    @property
    def _page_name(self) -> str:
        """Of the page to come."""
        return f"Page{self._document.pageCounter}"

    def label(self, label: str | int) -> None:
        """What the page to come is called: its number as it is printed, or a text."""
        kind = {"S": "/D", "St": label} if isinstance(label, int) else {"P": hex_text(label)}
        labels = self._document.Catalog.PageLabels = (
            getattr(self._document.Catalog, "PageLabels", None) or pdfdoc.PDFPageLabels()
        )
        labels.addPageLabel(self._document.pageCounter - 1, pdfdoc.PDFDictionary(kind))

    def heading(self, title: str, key: str, level: int, top: float) -> None:
        """An outline entry for the page to come: `top` is where it leads, y up; entries go
        down one level at a time."""
        self.mark(key, top)
        self._canvas.addOutlineEntry(title, key, level=level)

    def mark(self, key: str, top: float) -> None:
        """A place on the page to come that links lead to."""
        self._canvas.bookmarkPage(key, fit="XYZ", left=0, top=rounded(top), zoom=0)

    def link(
        self, rect: Rect, target: str, node: StructureNode | None = None, about: str = ""
    ) -> None:
        """A link on the page to come, y up: to the key after `#`, or to an address."""
        entries = {
            "Type": pdfdoc.PDFName("Annot"),
            "Subtype": pdfdoc.PDFName("Link"),
            "Rect": objects.box(*_box(rect)),
            "Border": "[0 0 0]",
            "F": 4,
        }
        if target.startswith("#"):
            entries["Dest"] = self._canvas._bookmarkReference(target[1:])
        else:
            leads = {"S": pdfdoc.PDFName("URI"), "URI": pdfdoc.PDFString(target)}
            entries["A"] = pdfdoc.PDFDictionary(leads)
        self._links += 1
        name = f"link{self._links}"
        if self._tags and node:
            reached = self._document.annotationName(name)
            entries["StructParent"] = self._tags.add_link(node, self._page_name, reached)
            entries["Contents"] = hex_text(about or target)
        self._document.addAnnotation(name, pdfdoc.PDFDictionary(entries))
        self._canvas._annotatePage(name)

    def save(self) -> bytes:
        """The finished file."""
        if self._tags:
            self._tags.add_to(self._document, self._title)
        fonts = self._document.idToObject["BasicFonts"].dict
        for font in self._fonts.values():
            font.add_to(self._document)
            fonts[font.name] = pdfdoc.PDFObjectReference(font.object_name)
        made: bytes = self._canvas.getpdfdata()
        return made

    # --- what painting needs -----------------------------------------------------------

    def font(self, face: Face, *, down: bool = False) -> EmbeddedFont:
        key = face.key, make_postscript_name(face), down
        if key not in self._fonts:
            name = f"F{len(self._fonts) + 1}"
            self._fonts[key] = EmbeddedFont(face, name, packed=self._packed, down=down)
        return self._fonts[key]

    def add_form(self, operators: str, page: Extent) -> str:
        """Store operators that paint on a page, or a part of one, from its lower left."""
        return self._store(operators, Rect(0, 0, page.width, page.height))

    def group(self, operators: str, box: Rect) -> str:
        """A transparency group: items that fade or blend as one, none of them outside `box`."""
        return self._store(operators, box, space=self.colors.space)

    def _store(self, operators: str, box: Rect, *, space: Any = None) -> str:
        """A form; a transparency group that mixes in `space`, if one is given."""
        name = f"X{len(self._leaf['XObject']) + 1}"
        sides, used = objects.box(*_box(box)), self.resources(operators)
        form = objects.Form(operators, sides, used, packed=self._packed)
        if space is not None:
            group = {"S": pdfdoc.PDFName("Transparency"), "CS": space, "I": pdfdoc.PDFtrue}
            form.entries["Group"] = pdfdoc.PDFDictionary(group)
        self._leaf["XObject"][name] = self._document.Reference(form, f"cardgen.{name}")
        return name

    def resources(self, operators: str) -> Any:
        """What these operators refer to, and nothing else."""
        made = objects.Resources()
        made.allProcs()
        made.basicFonts()
        made.XObject = self.named("XObject", _SHOWN.findall(operators))
        made.ExtGState = self.named("ExtGState", _STATES.findall(operators))
        made.Shading = self.named("Shading", _SHADES.findall(operators))
        if self._leaf["ColorSpace"]:
            made.ColorSpace = self.named("ColorSpace", _SPACES.findall(operators))
        return made

    def named(self, kind: str, names: Iterable[str]) -> dict[str, Any]:
        return {name: self._leaf[kind][name] for name in dict.fromkeys(names)}

    def state(self, opacity: float, blend: str) -> str:
        """A graphics state for fading and blending."""
        name = f"G{round(opacity * 1000)}{blend.replace('-', '')}"
        if name not in self._leaf["ExtGState"]:
            entries = {"ca": opacity, "CA": opacity, "BM": pdfdoc.PDFName(_BLENDS[blend])}
            self._leaf["ExtGState"][name] = pdfdoc.PDFDictionary(entries)
        return name

    def shading(self, entries: dict[str, Any], mesh: bytes = b"") -> str:
        """A shading; one that is a mesh of triangles is a stream."""
        name = f"S{len(self._leaf['Shading']) + 1}"
        made = pdfdoc.PDFDictionary(entries)
        if mesh:
            made = pdfdoc.PDFStream(content=mesh)
            made.dictionary.dict.update(entries)
        reference = self._document.Reference(made, f"cardgen.{name}")
        self._leaf["Shading"][name] = reference
        return name

    def mask(self, operators: str, box: Rect) -> str:
        """A graphics state that shows what is painted where the operators paint white."""
        name = f"M{len(self._leaf['ExtGState']) + 1}"
        form = self._store(operators, box, space=pdfdoc.PDFName("DeviceGray"))
        group = self._leaf["XObject"][form]
        kind = {"Type": pdfdoc.PDFName("Mask"), "S": pdfdoc.PDFName("Luminosity"), "G": group}
        entries = {"SMask": pdfdoc.PDFDictionary(kind)}
        self._leaf["ExtGState"][name] = pdfdoc.PDFDictionary(entries)
        return name

    def shadow(self, items: tuple[scene.Item, ...], blur: scene.Blur) -> tuple[str, Rect]:
        """An image of the blurred shape of items in one color, and where it stands."""
        from cardgen.render.pdf.shadows import cast_shadow  # the rasterizer is for few files

        cast = cast_shadow(items, blur, self._pictures)
        if (items, blur) not in self._shadows:
            name = f"W{len(self._leaf['XObject']) + 1}"
            plain = Image.new("RGB", (1, 1), str(blur.color))
            alpha = pack_exactly(cast.alpha, effort=self._effort)
            packed = PackedPicture(self.colors.pack(plain), alpha)
            stream = make_pixel_stream(
                self._document, packed, plain.size, self.colors.space, name, cast.alpha.size
            )
            stream.dictionary["Interpolate"] = "true"
            self._add_image(name, stream)
            self._shadows[items, blur] = name
        return self._shadows[items, blur], cast.box

    def image(self, bitmap: scene.Bitmap, look: PictureLook = "color") -> str:
        name = f"I{bitmap.key[:16]}{'' if look == 'color' else look}"
        if name not in self._leaf["XObject"]:
            self._add_image(name, self.image_stream(bitmap, name, look))
        return name

    def image_stream(self, bitmap: scene.Bitmap, name: str, look: PictureLook = "color") -> Any:
        """An image XObject of a picture."""
        colors = self.colors if look == "color" else TONES[look]
        data, effort = self._pictures.data(bitmap), self._effort
        return make_picture_stream(self._document, data, bitmap, colors, name, effort, self._packer)

    def _add_image(self, name: str, stream: Any) -> None:
        self._leaf["XObject"][name] = self._document.Reference(stream, f"cardgen.{name}")


def _stop_clock(document: Any) -> None:
    """Give the file a fixed date and fingerprint: ReportLab reads SOURCE_DATE_EPOCH even if
    it is told to be invariant."""
    stamp = document._timeStamp
    stamp.t, stamp.lt = _EPOCH, time.gmtime(_EPOCH)
    stamp.YMDhms, stamp.dhh, stamp.dmm, stamp.tzname = tuple(stamp.lt)[:6], 0, 0, "UTC"
    document.signature = hashlib.md5(b"cardgen", usedforsecurity=False)


def _box(rect: Rect) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of a box with y up, as they are written."""
    return rounded(rect.left), rounded(rect.top), rounded(rect.right), rounded(rect.bottom)
