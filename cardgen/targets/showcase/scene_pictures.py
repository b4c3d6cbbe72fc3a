"""The pictures of a scene, made by a worker of the pages that the scene is shown on.

In      PDFs of one page, how fine and in which formats.
Out     picture files, by suffix; keys that stand for all they depend on.
Not here  the pages (`showcase.target`), which stage is on them.
"""

from __future__ import annotations

import hashlib
from functools import cache
from inspect import getsource

from msgspec import Struct
from PIL import features

from cardgen.render.program_fingerprint import program
from cardgen.targets.shared import picture_files
from cardgen.targets.shared.picture_files import Encoding, encode_picture
from cardgen.targets.showcase import painting
from cardgen.targets.showcase.painting import PaintedStage, paint_stage, rasterize_page


class ScenePictures(Struct, frozen=True):
    """What a worker is sent."""

    page: bytes
    on_black: bytes
    """The page once more, on black; empty if the scene has a ground."""
    size: tuple[int, int]
    leans: bool
    """Whether edges lean, and are drawn finer; a text is not."""
    formats: tuple[Encoding, ...]


def encode_pictures(task: ScenePictures) -> dict[str, bytes]:
    """Each picture file by its suffix."""
    if not task.formats:
        return {}
    painted = paint_pictures(task)
    return {how.suffix: encode_picture(painted.pixels, painted.alpha, how) for how in task.formats}


def paint_pictures(task: ScenePictures) -> PaintedStage:
    """The pixels of the pictures."""
    if task.leans:
        return paint_stage(task.page, task.on_black, task.size)
    return PaintedStage(rasterize_page(task.page, task.size), None)


@cache
def _fingerprint() -> str:
    """What pictures depend on beside their pages: libraries, and the code that makes them."""
    sources = hashlib.blake2b(digest_size=16)
    for module in (painting, picture_files):
        sources.update(getsource(module).encode())
    return f"{program()} webp {features.version('webp')} {sources.hexdigest()}"


def list_picture_keys(task: ScenePictures) -> dict[str, str]:
    """A key for each picture that a task makes, by its suffix."""
    pages = hashlib.blake2b(digest_size=16)
    for page in (task.page, task.on_black):
        pages.update(len(page).to_bytes(8, "big") + page)
    common = f"{_fingerprint()} scene {task.size} {task.leans} {pages.hexdigest()}"
    return {
        how.suffix: hashlib.blake2b(f"{common} {how}".encode(), digest_size=16).hexdigest()
        for how in task.formats
    }
