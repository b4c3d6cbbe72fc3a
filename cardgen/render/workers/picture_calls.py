"""The function by which workers pack pictures, as the parent knows it.

In      a `PackingTask`.
Out     a `PackedPicture`.
"""

from __future__ import annotations

from msgspec import Struct

from cardgen.render.pdf.color_spaces import Effort, Pixels
from cardgen.render.pdf.picture_packing import PackedPicture, pack_picture


class PackingTask(Struct, frozen=True):
    """A picture to be packed."""

    data: bytes
    """Its file."""
    pixels: Pixels
    """What they become."""
    effort: Effort
    has_alpha: bool


def pack(task: PackingTask) -> PackedPicture:
    """Pack a picture."""
    return pack_picture(task.data, task.pixels, task.effort, has_alpha=task.has_alpha)
