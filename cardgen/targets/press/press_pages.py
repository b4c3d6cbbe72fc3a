"""The pages of a press file: one side of a card each, painted in the press's colors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from cardgen.render.pdf.color_spaces import Colors
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.scene.items import Layer, Scene
from cardgen.targets.contract import Job
from cardgen.targets.shared.print_slots import Slot


class PressPage(Struct, frozen=True):
    """A page: one side of a card; `face` None is blank."""

    slot: Slot
    side: Literal["front", "back"]
    face: Scene | None


def list_faces(pages: Sequence[PressPage]) -> list[Scene]:
    """Return what is on each page: blank ones are as large as the first that is not."""
    first = next(page.face for page in pages if page.face)
    blank = Scene(first.page, first.trim, Layer(()), Layer(()), first.cut)
    return [page.face or blank for page in pages]


def paint_pages(
    job: Job, pages: Sequence[PressPage], colors: Colors, *, done: int, total: int
) -> bytes:
    """Return a PDF of pages, of which at least one is not blank.

    Args:
        job: The game, which is told how far it is.
        pages: One side of a card each, in the order of printing.
        colors: How colors are written.
        done: The pages of earlier files, out of `total`.
    """
    faces = list_faces(pages)
    job.pack_ahead(dict.fromkeys(faces), colors)
    file = PdfFile(job.game.pictures, title=job.name, colors=colors, packer=job.packer)
    for number, face in enumerate(faces, done + 1):
        show_face(file, face)
        job.progress("pages", number, total)
    return file.save()
