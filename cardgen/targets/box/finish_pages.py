"""Foil, varnish and white ink on a box: the flat box once more, black where the finish is put.

In      the job, a box.
Out     for each finish that its panels have, the job with their plates in the place of the art.

The pages have the same size, cut and fold lines as the box's own, so that one lies on the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cardgen.bind.box.boxes import BoundBox
from cardgen.render.finish_plates import FINISHES, finish_plate, list_finishes, solid_plate
from cardgen.targets.contract import Job


def list_box_plates(job: Job, box: BoundBox) -> Iterator[tuple[str, Job]]:
    """The finishes of a box in a fixed order, each with the panels as plates."""
    panels = [panel.face for panel in box.panels]
    asked = frozenset[str]().union(*(list_finishes(job.scenes[face].items) for face in panels))
    for finish in FINISHES:
        if finish in asked:
            plates = {
                face: solid_plate(finish_plate(job.scenes[face], finish), job.game.pictures)
                for face in panels
            }
            yield finish, replace(job, scenes=plates)
