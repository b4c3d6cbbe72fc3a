"""Pages of a booklet as operators of a PDF.

In      `BookPage`s, the scenes of the faces they show.
Out     operators for each page, each part of the text marked as such; single pages with links
        and outline.
Not here  sheets (`targets.booklet.sheets`).

A card in a text is the very form that every other target prints, made smaller and cut to
its own outline. So a face is in the file once, however often the text shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from cardgen.bind.bound_faces import BoundFace
from cardgen.core.color import Color
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.layout.booklet.pages import BookPage, LaidBooklet, name_headings
from cardgen.layout.booklet.strips import FaceOnPage, PageContent
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.pdf.painter import ItemPainter, matrix
from cardgen.scene.cut_outline import trim_outline
from cardgen.scene.items import Layer, Path, Scene, Stroke
from cardgen.scene.outlines import moved
from cardgen.scene.paper import find_paper
from cardgen.scene.structure import StructureNode
from cardgen.targets.shared.card_text import describe_face

EDGE = Stroke(Color(0x8A, 0x84, 0x7C), 0.3)
"""A card's cut edge: without it a white card has no shape on white paper."""

_LINKED = ("http://", "https://", "mailto:")

Scenes = Mapping[BoundFace, Scene]


def draw_page(
    file: PdfFile, page: BookPage, scenes: Scenes, put: Transform, *, again: bool = False
) -> str:
    """The operators of a page on the page to come, moved by `put` (y up); `again`, if it stands
    there already, and is not to be read twice."""
    code = [f"q {matrix(put)} cm"]
    if page.ground is not None:
        ground = scenes[page.ground]
        layers = (_operator(file, layer, page.scene.page) for layer in _page_layers(ground))
        said = read_alt(ground, page.ground) if page.cover else ""
        code.append(file.tag(" ".join(layers), None if again else page.cover, said))
    for node, contents in groupby(page.contents, lambda content: content.node):
        told = None if again else node
        code.append(_draw_contents(file, tuple(contents), told, scenes, page.scene.page))
    return "\n".join([*code, "Q"])


def _draw_contents(
    file: PdfFile,
    contents: Sequence[PageContent],
    node: StructureNode | None,
    scenes: Scenes,
    extent: Extent,
) -> str:
    """What shows one part of the text."""
    ink, said = ItemPainter(file, extent.height), ""
    code = []
    for content in contents:
        code += [ink.item(item) for item in content.items]
        for shown in content.faces:
            code.append(_card_content(file, shown, scenes[shown.face], extent))
            said = read_alt(scenes[shown.face], shown.face)
    return file.tag("\n".join(code), node, said)


def read_alt(scene: Scene, face: BoundFace) -> str:
    """What is said instead of a face: its words, or what it is if it has none."""
    return describe_face(scene) or f"{face.deck}: {face.card or face.layout}"


def _page_layers(scene: Scene) -> Iterator[Layer]:
    return (layer for layer in (scene.ground, scene.marks) if layer)


def _card_layers(scene: Scene) -> Iterator[Layer]:
    """A card hides what is below it, printed all over or not."""
    return (layer for layer in (find_paper(scene), scene.ground, scene.marks) if layer)


def _operator(file: PdfFile, layer: Layer, extent: Extent) -> str:
    return f"/{file.form(layer, extent)} Do"


def _card_content(file: PdfFile, shown: FaceOnPage, scene: Scene, extent: Extent) -> str:
    """A face, moved and cut out, and its edge."""
    outline = moved(trim_outline(shown.face.size), shown.put)
    ink = ItemPainter(file, extent.height)
    forms = " ".join(_operator(file, layer, scene.page) for layer in _card_layers(scene))
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
    outline, titles = _Outline(file), name_headings(laid.pages)
    for page in laid.pages:
        shift = Transform(e=-size.bleed, f=-size.bleed)
        content = draw_page(file, page, scenes, shift)
        add_links(file, page, size.bleed, size.page.height - size.bleed, titles)
        outline.add(page, size.page.height - size.bleed)
        file.label(page.number)
        file.page((), PageBoxes(size.trim), operators=content)
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
        content = draw_page(file, pages[number], scenes, Transform()) if number else ""
        file.label(number or "")
        file.page((), boxes, operators=content)
        told()


Told = Callable[[], None]
"""Called after each page."""


def add_links(
    file: PdfFile, page: BookPage, left: float, height: float, titles: Mapping[str, str]
) -> None:
    """Let what links stand on lead there; `titles` are those of headings, by target."""
    for content in page.contents:
        for link in content.links:
            if link.target.startswith(("#", *_LINKED)):
                top, rect = height - link.rect.bottom, link.rect
                place = Rect(rect.left - left, top, rect.width, rect.height)
                file.link(place, link.target, content.node, titles.get(link.target, ""))


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
