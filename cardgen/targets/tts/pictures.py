"""The pictures of a deck for Tabletop Simulator, as files.

In      a `DeckPlan`.
Out     sheets of faces, and a sheet of backs or the picture of the one back; a thumbnail.
Not here  which cell is whose (`tts.plan`), how a sheet is put together (`tts.card_sheets`).

A file's name changes with its content: the simulator never asks twice for an address. If asked,
names stay the same, for saves on which others work.
"""

from __future__ import annotations

import hashlib
import io

import numpy as np
from msgspec import Struct
from PIL import Image

from cardgen.files.output_folder import OutputFolder
from cardgen.render.raster.picture_files import Encoding
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job
from cardgen.targets.shared.table_looks import CardLook, blank_face
from cardgen.targets.shared.trimmed_faces import paint_faces
from cardgen.targets.tts.card_sheets import choose_grid, list_cells
from cardgen.targets.tts.plan import DeckPart, DeckPlan
from cardgen.targets.tts.sheet_pictures import PlannedSheet, encode_sheets

_THUMBNAIL = 256


class SheetWriter(Struct, frozen=True):
    """Where sheets are written, in which format, and how they are named."""

    output: OutputFolder
    how: Encoding
    hashed: bool = True
    """Whether a name changes with the file's content."""
    folder: str = ""
    """Where in the output, with a slash at its end."""

    def write(self, label: str, data: bytes) -> str:
        """Write a file; return its name."""
        digest = f"-{hashlib.sha256(data).hexdigest()[:8]}" if self.hashed else ""
        name = f"{label}{digest}{self.how.suffix}"
        self.output.write(f"{self.folder}{name}", data)
        return name


class SheetFiles(Struct, frozen=True):
    """The pictures of a sheet: of its faces, and of its backs or the one back."""

    face: str
    back: str


def write_pictures(job: Job, plan: DeckPlan, writer: SheetWriter) -> list[SheetFiles]:
    """Write a deck's sheets and the picture of its back; gives the files of each sheet."""
    backs = [_write_back(job, plan, writer)] * len(plan.parts) if not plan.own_backs else []
    sheets = [_plan_sheet(plan, part) for part in plan.parts]
    if plan.own_backs:
        sheets += [_plan_backs(plan, part) for part in plan.parts]
    made = encode_sheets(job, sheets, writer.how)
    faces_made, backs_made = made[: len(plan.parts)], made[len(plan.parts) :]
    fronts = _write_numbered(writer, f"{plan.label}-faces", faces_made)
    backs = backs or _write_numbered(writer, f"{plan.label}-backs", backs_made)
    return [SheetFiles(face, back) for face, back in zip(fronts, backs, strict=True)]


def _write_numbered(writer: SheetWriter, label: str, made: list[bytes]) -> list[str]:
    return [writer.write(f"{label}-{i}", data) for i, data in enumerate(made, 1)]


def _back(look: CardLook) -> Scene:
    return look.back or blank_face(look.front)


def _plan_sheet(plan: DeckPlan, part: DeckPart) -> PlannedSheet:
    cells = list_cells([look.front for look in part.looks], part.grid, plan.back)
    return PlannedSheet(part.grid, cells, plan.cut)


def _plan_backs(plan: DeckPlan, part: DeckPart) -> PlannedSheet:
    cells = list_cells([_back(look) for look in part.looks], part.grid, None)
    return PlannedSheet(part.grid, cells, plan.cut)


def _write_back(job: Job, plan: DeckPlan, writer: SheetWriter) -> str:
    """The one back of a deck, as fine as it was asked for."""
    grid = choose_grid(1, plan.deck.size.trim, writer.how.dpi)
    sheet = PlannedSheet(grid, ((0, plan.back),), plan.cut)
    return writer.write(f"{plan.label}-back", *encode_sheets(job, [sheet], writer.how))


def render_thumbnail(job: Job, face: Scene) -> bytes:
    """What the simulator shows in its list of saved objects: a card, on nothing."""
    trim = face.trim
    scale = _THUMBNAIL / max(trim.width, trim.height)
    size = max(1, round(trim.width * scale)), max(1, round(trim.height * scale))
    with paint_faces([face], size, job.game.pictures, cut=True) as faces:
        card = Image.fromarray(np.dstack((faces.pixels(0), faces.coverage(0))))
    ground = Image.new("RGBA", (_THUMBNAIL, _THUMBNAIL), (0, 0, 0, 0))
    place = (_THUMBNAIL - size[0]) // 2, (_THUMBNAIL - size[1]) // 2
    ground.paste(card, place)
    out = io.BytesIO()
    ground.save(out, "PNG")
    return out.getvalue()
