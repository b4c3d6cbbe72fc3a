"""The game's own faces for its names: heads and captions have a font of their own, which may lack
the letters of a game's name.

In      a job, the face of a head, its text.
Out     faces of the game's cards that have what the face lacks.
"""

from __future__ import annotations

from cardgen.scene.items import Glyphs, walk
from cardgen.targets.contract import Job
from cardgen.text.fonts import Face


def find_name_faces(job: Job, face: Face, text: str) -> tuple[Face, ...]:
    """The faces that cards are set in and that have what `face` lacks, in the cards' order."""
    lacking = {one for one in text if not (face.has(one) or one.isspace())}
    found: list[Face] = []
    for scene in job.scenes.values() if lacking else ():
        for item in walk(scene.items):
            if not lacking:
                return tuple(found)
            if isinstance(item, Glyphs) and item.face not in found:
                having = {one for one in lacking if item.face.has(one)}
                found += [item.face] if having else []
                lacking -= having
    return tuple(found)
