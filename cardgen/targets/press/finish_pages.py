"""Foil, varnish and white ink for a press: a PDF of plates beside the cards'.

In      the pages of a file of cards, the faces that were laid out.
Out     for each finish a PDF with as many pages: where the finish is put, in an ink of its own.

The ink's name is the finish. Pages without it are blank, so that page N belongs to page N.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardgen.core.color import BLACK
from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.render.finish_plates import (
    FINISHES,
    finish_plate,
    has_finish,
    list_finishes,
    plate_pixels,
    solid_plate,
)
from cardgen.render.pdf.color_spaces import Colors
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.render.press.bleed import with_bleed
from cardgen.render.press.inks import Spot
from cardgen.scene.items import Layer, Scene
from cardgen.targets.contract import Job

_DPI = 300


def make_finish_files(
    job: Job,
    pages: Sequence[Scene | None],
    bleed: float,
    inks: Callable[[tuple[Spot, ...]], Colors],
    close: Callable[[bytes], bytes],
) -> Iterator[tuple[str, int, bytes]]:
    """Give each finish, on how many pages it is, and its file.

    Args:
        job: What the target is given.
        pages: The faces of the cards' pages, as they were laid out; None for a blank page.
        bleed: Of the pages, in points.
        inks: Makes the colors of a file that has these further inks.
        close: Makes the press's standard of a PDF.
    """
    faces = [face for face in dict.fromkeys(pages) if face is not None]
    asked = frozenset[str]().union(*(list_finishes(face.items) for face in faces))
    for finish in FINISHES:
        plates = {face: _plate(job, face, finish) for face in faces} if finish in asked else {}
        shown = [plates.get(face) if face is not None else None for face in pages]
        count = sum(plate is not None for plate in shown)
        if count:
            file = PdfFile(
                job.game.pictures,
                title=f"{job.name}: {finish}",
                colors=inks((Spot(finish, BLACK),)),
            )
            for plate in shown:
                show_face(file, with_bleed(plate or _blank(faces[0]), bleed))
            yield finish, count, close(file.save())


def _plate(job: Job, face: Scene, finish: str) -> Scene | None:
    """The face's plate; None if nothing is on it."""
    if finish not in list_finishes(face.items):
        return None
    plate = finish_plate(face, finish)
    size = tuple(
        round(side / POINTS_PER_INCH * _DPI) for side in (face.page.width, face.page.height)
    )
    if not has_finish(plate_pixels(plate, (size[0], size[1]), job.game.pictures)):
        return None
    return solid_plate(plate, job.game.pictures)


def _blank(face: Scene) -> Scene:
    return Scene(face.page, face.trim, Layer(()), Layer(()), face.cut)
