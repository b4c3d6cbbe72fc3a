"""Foil, varnish and white ink for services that take a picture a card: a mask beside each.

In      faces as a service's files show them, how those are painted.
Out     PNGs of the same pixels, black where the finish is put and white elsewhere.
Not here  what is on a plate (`render.finish_plates`), names of files (targets).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.core.findings import plural
from cardgen.files.output_folder import OutputFolder
from cardgen.render.finish_plates import (
    FINISHES,
    as_plate,
    finish_plate,
    has_finish,
    list_finishes,
)
from cardgen.scene.items import Scene

if TYPE_CHECKING:
    from cardgen.render.raster.pixel_arrays import Pixels


class Mask(Struct, frozen=True):
    """A file that says where a finish is put."""

    file: str
    sha256: str


Masks = dict[str, dict[str, Mask]]
"""For each finish, the mask of each file that has one."""
Paint = Callable[[Scene], "Pixels"]
"""A face as the service's file shows it."""


def write_masks(
    faces: Iterable[tuple[Scene, Sequence[str]]],
    paint: Paint,
    output: OutputFolder,
    *,
    folder: str,
    dpi: float,
) -> Masks:
    """Write `folder/foil/NAME` for each file whose face has foil, and so for every finish.

    Args:
        faces: Each face once, with the names of its files in `folder`.
        paint: How its files are painted.
        output: Where they are written.
        folder: What the names are relative to.
        dpi: Recorded in the files.
    """
    masks: Masks = {}
    for face, names in faces:
        for finish, data in _encode_plates(face, paint, dpi):
            first, *rest = [f"{finish}/{name}" for name in names]
            output.write(f"{folder}/{first}", data)
            for name in rest:
                output.link(f"{folder}/{name}", f"{folder}/{first}")
            sha256 = hashlib.sha256(data).hexdigest()
            found = masks.setdefault(finish, {})
            found |= {name: Mask(f"{finish}/{name}", sha256) for name in names}
    return masks


def _encode_plates(face: Scene, paint: Paint, dpi: float) -> Iterator[tuple[str, bytes]]:
    asked = list_finishes(face.items)
    if not asked:
        return
    from cardgen.render.raster.picture_files import Encoding, encode_picture

    for finish in FINISHES:
        if finish in asked:
            pixels = as_plate(paint(finish_plate(face, finish)))
            if has_finish(pixels):
                yield finish, encode_picture(pixels, None, Encoding("png", dpi=dpi))


def describe_masks(masks: Masks) -> Mapping[str, object]:
    """What a manifest says: for each finish, how many files have it, their masks, and the masks'
    hashes."""
    return {
        finish: {
            "faces": len(found),
            "masks": {name: mask.file for name, mask in found.items()},
            "sha256": {mask.file: mask.sha256 for mask in found.values()},
        }
        for finish, found in sorted(masks.items())
    }


def guide_to_masks(masks: Masks) -> str:
    """What a guide says of masks; "" if there are none."""
    if not masks:
        return ""
    lines = [
        f"- `{finish}/`: {plural(len(found), 'mask')}" for finish, found in sorted(masks.items())
    ]
    return (
        "\n## Foil, varnish, white ink\n\n"
        + "\n".join(lines)
        + "\n\nA mask has the name and the pixels of its card, black where the finish is put. "
        "Upload them only where the service asks for such a file; ask it first which finish it "
        "has for this product. The cards themselves show the design's own colors there.\n"
    )
