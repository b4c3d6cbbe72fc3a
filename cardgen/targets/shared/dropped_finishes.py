"""What a target says that shows cards without their foil, varnish and white ink.

In      the faces of a job.
Out     the end of a sentence.
Not here  targets that put finishes on (`finish_masks`, `press.finish_pages`).
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.bind.bound_elements import list_marked_finishes
from cardgen.bind.bound_faces import BoundFace


def describe_dropped(faces: Iterable[BoundFace]) -> str:
    """Name the finishes that these faces have; "" if they have none."""
    found = {finish for face in faces for finish in list_marked_finishes(face.body.elements)}
    if not found:
        return ""
    verb = "are" if len(found) > 1 else "is"
    return f"; {' and '.join(sorted(found))} {verb} not put on: shown in its own colors"
