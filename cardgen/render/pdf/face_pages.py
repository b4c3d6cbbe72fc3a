"""Pages of a PDF that show one face, whole or in part.

In      `Scene`s, a `PdfFile`.
Out     a page of the face's size, or of a box of it.
Not here  storing layers (`render.pdf.document`), which pages a file has (`targets`).
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.scene.items import Layer, Scene

_STILL = Transform()


def face_boxes(face: Scene) -> PageBoxes:
    """The page of one face: media box = bleed box, the trim box inside it."""
    height = face.page.height
    trim = Rect(face.trim.left, height - face.trim.bottom, face.trim.width, face.trim.height)
    return PageBoxes(face.page, Rect(0, 0, face.page.width, height), trim)


def show_face(file: PdfFile, face: Scene, *, bookmark: str = "", words: str | None = None) -> None:
    """Add a page with one face: its ground, then its own marks; `words` are read instead."""
    if words is None:
        show_layers(file, face, (face.ground, face.marks), bookmark=bookmark)
        return
    layers = (layer for layer in (face.ground, face.marks) if layer)
    code = "\n".join(f"/{file.form(layer, face.page)} Do" for layer in layers)
    file.page((), face_boxes(face), bookmark=bookmark, operators=file.figure(code, words))


def show_box(file: PdfFile, face: Scene, layers: Iterable[Layer], shown: Rect) -> None:
    """Add a page that is a box of a face, with some of its layers."""
    put = Transform(e=-shown.left, f=shown.bottom - face.page.height)
    forms = [(file.form(layer, face.page), put) for layer in layers if layer]
    file.page(forms, PageBoxes(Extent(shown.width, shown.height)))


def show_layers(file: PdfFile, face: Scene, layers: Iterable[Layer], *, bookmark: str = "") -> None:
    """Add a page of the face's size with some of its layers."""
    forms = [(file.form(layer, face.page), _STILL) for layer in layers if layer]
    file.page(forms, face_boxes(face), bookmark=bookmark)
