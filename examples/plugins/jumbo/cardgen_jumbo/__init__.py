"""Target `jumbo`: every card as large as a sheet of paper.

Out     `jumbo.pdf` with a page a card, and `manifest.json`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from cardgen.bind.bound_faces import BoundCard, BoundFace
from cardgen.core.geometry import POINTS_PER_MM, Edges, Extent, Rect
from cardgen.files.output_folder import OutputFolder
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.sheet_canvas import Sheet, place_faces, show_sheet
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, OptionError, Target, TargetOptions, UnsuitableError
from cardgen.targets.options import PaperLength, YesNo
from cardgen.targets.shared.manifest import source_of, write_manifest
from cardgen.targets.shared.papers import PAPER, Paper, load_papers

Pages = tuple[tuple[BoundCard, Sheet], ...]


class JumboOptions(TargetOptions):
    """The paper, and what is put on it."""

    paper: Annotated[Paper, PAPER] = Field(
        load_papers()["a4"], description="a4 (the default), letter, a3 …, or a size as 300x400mm"
    )
    margin: Annotated[float, PaperLength()] = Field(
        10 * POINTS_PER_MM, description="around the card; 10mm if left out"
    )
    backs: Annotated[bool, YesNo()] = Field(
        False, description="yes: a page for each back, too; no (the default)"
    )


class JumboTarget(Target[JumboOptions, Pages]):
    """A page a card."""

    name = "jumbo"
    about = "every card as large as a sheet of paper, to teach a game to a room"
    options = JumboOptions

    def plan(self, job: Job, options: JumboOptions) -> Pages:
        sides = min(options.paper.extent.width, options.paper.extent.height)
        if 2 * options.margin >= sides:
            hint = "write a smaller `margin`, or a larger `paper`"
            raise OptionError("the margin leaves nothing of the paper", hint, option="margin")
        pages = tuple(
            (card, make_sheet(job.scenes[face], options))
            for deck in job.game.decks
            for card in deck.cards
            for face in find_faces(card, backs=options.backs)
        )
        if not pages:
            raise UnsuitableError("this game has no cards", "give it a deck under `decks:`")
        return pages

    def write(self, job: Job, plan: Pages, output: OutputFolder) -> str:
        file = PdfFile(job.game.pictures, title=f"{job.name}: jumbo")
        for number, (_, sheet) in enumerate(plan, 1):
            show_sheet(file, sheet)
            job.progress("pages", number, len(plan))
        output.write("jumbo.pdf", file.save())
        pages = [{"card": card.id, "source": source_of(card)} for card, _ in plan]
        write_manifest(output, job, self.name, {"file": "jumbo.pdf", "pages": pages})
        return f"{len(plan)} jumbo cards"


def find_faces(card: BoundCard, *, backs: bool) -> Iterator[BoundFace]:
    """Return the sides of a card that get a page."""
    yield card.front
    if backs and card.back:
        yield card.back


def make_sheet(face: Scene, options: JumboOptions) -> Sheet:
    """Put a face on paper that lies as the card does: cut to its outline, in the middle."""
    page = options.paper.turned(landscape=face.trim.width > face.trim.height)
    room = Rect(0, 0, page.width, page.height).inset(Edges(*[options.margin] * 4))
    scale = min(room.width / face.trim.width, room.height / face.trim.height)
    across, down = face.trim.center
    left, top = page.width / 2 - across * scale, page.height / 2 - down * scale
    box = Rect(left, top, face.page.width * scale, face.page.height * scale)
    ground, marks = place_faces([(face, box)], scale, trimmed=True)
    return Sheet(Extent(page.width, page.height), tuple(ground), tuple(marks))
