"""Pages of a booklet as forms of a PDF.

In      `BookPage`s, the scenes of the faces they show.
Out     a form for each page; single pages with links and outline.
Not here  sheets (`targets.booklet.sheets`).

A card in a text is the very form that every other target prints, made smaller and cut to
its own outline. So a face is in the file once, however often the text shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from cardgen.bind.bound_faces import BoundFace
from cardgen.core.color import Color
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.layout.booklet.pages import BookPage, LaidBooklet
from cardgen.layout.booklet.strips import FaceOnPage
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.pdf.painter import ItemPainter, matrix
from cardgen.scene.cut_outline import trim_outline
from cardgen.scene.items import Layer, Path, Scene, Stroke, moved

EDGE = Stroke(Color(0x8A, 0x84, 0x7C), 0.3)
"""A card's cut edge: without it a white card has no shape on white paper."""

_LINKED = ("http://", "https://", "mailto:")

Scenes = Mapping[BoundFace, Scene]


def make_page_form(file: PdfFile, page: BookPage, scenes: Scenes) -> str:
    """Store a page; gives the form's name."""
    extent = page.scene.page
    code = []
    if page.ground is not None:
        code += [_operator(file, layer, extent) for layer in _page_layers(scenes[page.ground])]
    code += [
        _operator(file, layer, extent) for layer in (page.scene.ground, page.scene.marks) if layer
    ]
    code += [_card_content(file, shown, scenes[shown.face], extent) for shown in page.faces]
    return file.add_form("\n".join(code), extent)


def _page_layers(scene: Scene) -> Iterator[Layer]:
    return (layer for layer in (scene.ground, scene.marks) if layer)


def _operator(file: PdfFile, layer: Layer, extent: Extent) -> str:
    return f"/{file.form(layer, extent)} Do"


def _card_content(file: PdfFile, shown: FaceOnPage, scene: Scene, extent: Extent) -> str:
    """A face, moved and cut out, and its edge."""
    outline = moved(trim_outline(shown.face.size), shown.put)
    ink = ItemPainter(file, extent.height)
    forms = " ".join(_operator(file, layer, scene.page) for layer in _page_layers(scene))
    put = (
        _flip_vertically(extent.height).after(shown.put).after(_flip_vertically(scene.page.height))
    )
    edge = ink.item(Path(outline, stroke=EDGE))
    return f"q {ink.outline(outline)} W n {matrix(put)} cm {forms} Q\n{edge}"


def _flip_vertically(height: float) -> Transform:
    """Between y down and y up."""
    return Transform(d=-1.0, f=height)


# --- single pages ------------------------------------------------------------------------------


def show_cut_pages(file: PdfFile, laid: LaidBooklet, scenes: Scenes, told: Told) -> None:
    """Pages as they are when cut, with links, and an outline of the headings."""
    size = laid.booklet.size
    outline = _Outline(file)
    for page in laid.pages:
        name = make_page_form(file, page, scenes)
        bottom = size.bleed
        add_links(file, page, size.bleed, size.page.height - bottom)
        outline.add(page, size.page.height - bottom)
        shift = Transform(e=-size.bleed, f=-bottom)
        file.page([(name, shift)], PageBoxes(size.trim))
        told()


def show_bleed_pages(
    file: PdfFile, laid: LaidBooklet, order: Sequence[int | None], scenes: Scenes, told: Told
) -> None:
    """Pages with their bleed, the trim in their boxes, for a printer; None is a blank one."""
    size = laid.booklet.size
    boxes = PageBoxes(
        size.page,
        Rect(0, 0, size.page.width, size.page.height),
        Rect(size.bleed, size.bleed, size.trim.width, size.trim.height),
    )
    pages = {page.number: page for page in laid.pages}
    for number in order:
        shown = (
            [] if number is None else [(make_page_form(file, pages[number], scenes), Transform())]
        )
        file.page(shown, boxes)
        told()


Told = Callable[[], None]
"""Called after each page."""


def add_links(file: PdfFile, page: BookPage, left: float, height: float) -> None:
    for link in page.links:
        if link.target.startswith(("#", *_LINKED)):
            top, rect = height - link.rect.bottom, link.rect
            file.link(Rect(rect.left - left, top, rect.width, rect.height), link.target)


class _Outline:
    """Outline entries, none more than one level below the one before it."""

    def __init__(self, file: PdfFile) -> None:
        self.file = file
        self.open: list[int] = []

    def add(self, page: BookPage, height: float) -> None:
        for label in page.labels:
            while self.open and self.open[-1] >= label.level:
                self.open.pop()
            self.file.heading(label.title, label.slug, len(self.open), height - label.y)
            self.open.append(label.level)
