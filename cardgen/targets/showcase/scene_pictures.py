"""The pictures of a scene, made by a worker of the pages that the scene is shown on.

In      PDFs of one page, how fine and in which formats.
Out     picture files, by suffix.
Not here  the pages (`showcase.target`), which stage is on them.
"""

from __future__ import annotations

from msgspec import Struct

from cardgen.targets.shared.picture_files import Encoding, encode_picture
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
