"""Boxes and booklets page by page, as their targets draw them.

In      a laid-out game, the number of a piece.
Out     its pages and their pictures: a box laid flat, closed and open; a booklet as it is cut.
Not here  drawing them (`targets.box`, `targets.booklet`, `targets.showcase`).

A piece is drawn when somebody looks at it, and kept until the game changes.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from cardgen.bind.box.boxes import BoundBox
from cardgen.bind.game.bound_game import BoundGame
from cardgen.core.geometry import POINTS_PER_INCH, Extent
from cardgen.layout.booklet.pages import lay_out_booklet
from cardgen.pipeline.checked_game import Checked
from cardgen.preview.face_images import PRINT_DPI, fit_pixels
from cardgen.render.pdf.color_spaces import Effort
from cardgen.render.pdf.document import PdfFile
from cardgen.render.raster.pixel_arrays import encode_png
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import Scene
from cardgen.targets.booklet.page import show_cut_pages
from cardgen.targets.box.page import make_box_pdf
from cardgen.targets.box.plan import plan_box
from cardgen.targets.contract import Job
from cardgen.targets.showcase.box import arrange_box
from cardgen.targets.showcase.camera import Camera
from cardgen.targets.showcase.painting import make_stage_pdf

_STAGE = Extent(420, 420)
"""Of the pictures of a folded box, in points."""
_CLOSED, _OPEN = Camera(-32.0, 20.0), Camera(-28.0, 26.0)


class PiecePage(Struct, frozen=True):
    """A page of a PDF."""

    label: str
    extent: Extent
    raster: Raster
    index: int


class DrawnPiece(Struct, frozen=True):
    """A box or a booklet: its pages, and the PDF to print."""

    pdf: bytes
    pages: tuple[PiecePage, ...]

    def close(self) -> None:
        for raster in {id(page.raster): page.raster for page in self.pages}.values():
            raster.close()


def list_pieces(bound: BoundGame) -> list[dict[str, str]]:
    """Name the boxes and booklets of a game; their places in this list are their numbers."""
    boxes = [{"kind": "box", "name": box.name} for box in bound.boxes]
    return boxes + [{"kind": "booklet", "name": one.name} for one in bound.booklets]


class PiecePages:
    """Draws pieces; those of the current game are kept."""

    def __init__(self) -> None:
        self._drawn: dict[int, DrawnPiece] = {}
        self._revision = -1
        self._lock = threading.Lock()

    def describe(self, checked: Checked, revision: int, number: int) -> dict[str, Any] | None:
        """Return a piece's pages with their sizes in points; None if there is none."""
        with self._lock:
            piece = self._draw(checked, revision, number)
        if piece is None:
            return None
        pages = [
            {"label": page.label, "size": [page.extent.width, page.extent.height]}
            for page in piece.pages
        ]
        return {"revision": revision, "pages": pages}

    def png(
        self, checked: Checked, revision: int, place: tuple[int, int], width: int
    ) -> bytes | None:
        """Return a page, `place` its piece and its own number from 0; None if there is none."""
        with self._lock:
            piece = self._draw(checked, revision, place[0])
            if piece is None or place[1] >= len(piece.pages):
                return None
            page = piece.pages[place[1]]
            size = fit_pixels(page.extent, width)
            pixels = page.raster.page(page.index, size)
            return encode_png(pixels, size[0] / page.extent.width * POINTS_PER_INCH)

    def pdf(self, checked: Checked, revision: int, number: int) -> bytes | None:
        with self._lock:
            piece = self._draw(checked, revision, number)
            return piece.pdf if piece else None

    def _draw(self, checked: Checked, revision: int, number: int) -> DrawnPiece | None:
        if revision != self._revision:
            for piece in self._drawn.values():
                piece.close()
            self._drawn, self._revision = {}, revision
        if number not in self._drawn and number < len(list_pieces(checked.bound)):
            self._drawn[number] = draw_piece(checked, number)
        return self._drawn.get(number)


def draw_piece(checked: Checked, number: int) -> DrawnPiece:
    """Draw a box or a booklet by its number."""
    job = Job(checked.bound, checked.laid.scenes, PRINT_DPI, _ignore_progress)
    boxes = len(checked.bound.boxes)
    if number < boxes:
        return _draw_box(job, checked.bound.boxes[number])
    return _draw_booklet(job, number - boxes)


def _draw_box(job: Job, box: BoundBox) -> DrawnPiece:
    plan = plan_box(box, None, 0.0)
    assert plan is not None, "a page as large as the box holds it"
    pdf = make_box_pdf(job, box, plan)
    flat = PiecePage("laid flat", plan.tiles[0].page, Raster(pdf), 0)
    return DrawnPiece(pdf, (flat, *_draw_folded(job, box)))


def _draw_folded(job: Job, box: BoundBox) -> Iterator[PiecePage]:
    """The box closed, and open with a card of each deck in it."""
    decks = [deck for deck in job.game.decks if deck.name in box.decks and deck.cards]
    cards: list[Scene] = [job.scenes[deck.cards[0].front] for deck in decks]
    for label, camera in (("closed", _CLOSED), ("open", _OPEN)):
        opened = label == "open"
        stage = arrange_box(box, job.scenes, cards, camera, opened=opened, shadow=True)
        pdf = make_stage_pdf(
            stage, _STAGE, None, job.game.pictures, title=label, effort=Effort.NONE
        )
        yield PiecePage(label, _STAGE, Raster(pdf), 0)


def _draw_booklet(job: Job, number: int) -> DrawnPiece:
    laid = lay_out_booklet(job.game.booklets[number])
    file = PdfFile(job.game.pictures, title=laid.booklet.title, effort=Effort.NONE)
    show_cut_pages(file, laid, job.scenes, lambda: None)
    pdf = file.save()
    raster, trim = Raster(pdf), laid.booklet.size.trim
    extent = Extent(trim.width, trim.height)
    pages = (
        PiecePage(f"page {page.number}", extent, raster, index)
        for index, page in enumerate(laid.pages)
    )
    return DrawnPiece(pdf, tuple(pages))


def _ignore_progress(_what: str, _done: int, _total: int) -> None:
    return
