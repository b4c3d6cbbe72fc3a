"""Planned card sheets → their picture files, over all cores.

In      the face that stands in each cell of a sheet; how pictures are encoded.
Out     the bytes of each sheet.
Not here  which face is where (`tts.pictures`), how a worker puts a sheet together
        (`tts.card_sheets`).

Sheets that were made before come out of the face cache, by whichever target they were made: those
of two virtual tables in one build are the same files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from inspect import getsource
from pathlib import Path

from msgspec import Struct

from cardgen.files.work_records import TemporaryFolder
from cardgen.render.raster.picture_files import Encoding
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job
from cardgen.targets.shared.face_files import make_picture_key
from cardgen.targets.shared.picture_cache import PictureCache
from cardgen.targets.shared.trimmed_faces import paint_faces
from cardgen.targets.tts import card_sheets
from cardgen.targets.tts.card_sheets import CardGrid, CardSheet, encode_sheet


class PlannedSheet(Struct, frozen=True):
    """A sheet to make: the face in each cell that is not empty."""

    grid: CardGrid
    cells: tuple[tuple[int, Scene], ...]
    cut: bool
    """Whether faces are cut out along their outline, over white."""


def encode_sheets(job: Job, sheets: Sequence[PlannedSheet], how: Encoding) -> list[bytes]:
    """The pictures of sheets whose cells are of one size, in order."""
    with TemporaryFolder() as folder:
        kept = PictureCache(job.cache, Path(folder))
        keys = [_make_key(sheet, how) for sheet in sheets]
        found = [kept.fetch(key, how.suffix) for key in keys]
        left = [one for one, data in zip(sheets, found, strict=True) if data is None]
        made = _encode(job, left, how)
        for number, data in enumerate(found):
            if data is None:
                found[number] = new = next(made)
                kept.keep(keys[number], how.suffix, new)
        return [data for data in found if data is not None]


def _encode(job: Job, sheets: Sequence[PlannedSheet], how: Encoding) -> Iterator[bytes]:
    if not sheets:
        return
    scenes = list(dict.fromkeys(scene for sheet in sheets for _, scene in sheet.cells))
    numbers = {scene: number for number, scene in enumerate(scenes)}
    first = sheets[0]
    with paint_faces(scenes, first.grid.cell, job.game.pictures, cut=first.cut) as faces:
        tasks = [
            CardSheet(faces, one.grid, tuple((at, numbers[s]) for at, s in one.cells), how)
            for one in sheets
        ]
        yield from job.workers.map(encode_sheet, tasks)


def _make_key(sheet: PlannedSheet, how: Encoding) -> str:
    """What stands for everything that a sheet's file depends on."""
    style = _code(), sheet.grid, [place for place, _ in sheet.cells], sheet.cut
    return make_picture_key([scene for _, scene in sheet.cells], how, style)


@cache
def _code() -> str:
    """The code that puts sheets together."""
    return hashlib.blake2b(getsource(card_sheets).encode(), digest_size=16).hexdigest()
