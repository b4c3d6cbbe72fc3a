"""The pictures of a scene, made by a worker.

In      what the scene is drawn of, in which formats.
Out     picture files, by suffix; keys that stand for all they depend on.
Not here  what is drawn (`showcase.drawing`), its pixels (`showcase.stage_pixels`).
"""

from __future__ import annotations

import hashlib
from functools import cache
from inspect import getsource

from msgspec import Struct
from PIL import features

from cardgen.render.program_fingerprint import program
from cardgen.render.raster import picture_files
from cardgen.render.raster.picture_files import Encoding, encode_picture
from cardgen.targets.showcase import stage_pixels
from cardgen.targets.showcase.stage_pixels import StageDrawing, paint_drawing


class ScenePictures(Struct, frozen=True):
    """What a worker is sent."""

    drawing: StageDrawing | None
    """None if there is nothing to draw."""
    formats: tuple[Encoding, ...]


def encode_pictures(task: ScenePictures) -> dict[str, bytes]:
    """Each picture file by its suffix."""
    if task.drawing is None:
        return {}
    painted = paint_drawing(task.drawing)
    return {how.suffix: encode_picture(painted.pixels, painted.alpha, how) for how in task.formats}


@cache
def _fingerprint() -> str:
    """What pictures depend on beside their pages: libraries, and the code that makes them."""
    sources = hashlib.blake2b(digest_size=16)
    for module in (stage_pixels, picture_files):
        sources.update(getsource(module).encode())
    return f"{program()} webp {features.version('webp')} {sources.hexdigest()}"


def list_picture_keys(task: ScenePictures) -> dict[str, str]:
    """A key for each picture that a task makes, by its suffix."""
    drawing = task.drawing
    if drawing is None:
        return {}
    parts = hashlib.blake2b(digest_size=16)
    for part in (drawing.pdf, *(mask.levels for mask in drawing.masks)):
        parts.update(len(part).to_bytes(8, "big") + part)
    style = drawing.size, drawing.finer, drawing.ground, drawing.steps
    sizes = [mask.size for mask in drawing.masks]
    common = f"{_fingerprint()} scene {style} {sizes} {parts.hexdigest()}"
    return {
        how.suffix: hashlib.blake2b(f"{common} {how}".encode(), digest_size=16).hexdigest()
        for how in task.formats
    }
