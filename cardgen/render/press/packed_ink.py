"""Pictures in ink as a file holds them, packed once a build.

In      a picture, how it becomes ink.
Out     its packed pixels.
Not here  the ink of a color (`render.press.separation`), JPEGs (`render.press.jpeg`).

To pack a texture of many inks takes ten times as long as to make ink of it. Two press targets
with different limits on ink have the same ink wherever both limits are kept, as on most papers:
what was packed is found by the ink itself. Measured with both targets: 0.9 s less of processor time
on 216 cards, before paper of few inks was packed as numbers of a table, in a tenth of the time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

    from cardgen.render.pdf.color_spaces import Packed

_LARGEST = 8_000_000
"""Pixels of a picture; a larger one is packed strip by strip, and not kept."""
_MOST_BYTES = 64_000_000
"""Of all that is kept."""


class PackedInk:
    """What one build packed."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Packed] = {}
        self._size = 0

    def pack(self, image: Image.Image, convert: Callable[[Image.Image], Image.Image]) -> Packed:
        """Every pixel of what `convert` makes of a picture, as `pack_exactly` has it."""
        from cardgen.bind.picture_decoding import strips_of  # every job has an owner of these
        from cardgen.render.pdf.color_spaces import pack_exactly

        if image.width * image.height > _LARGEST:
            return pack_exactly(image, convert)
        strips = [convert(strip) for strip in strips_of(image)]
        key = _digest(strips)
        if key not in self._kept:
            packed = pack_exactly(_join(strips))
            if self._size + len(packed.data) > _MOST_BYTES:
                return packed
            self._kept[key] = packed
            self._size += len(packed.data)
        return self._kept[key]


def _digest(strips: list[Image.Image]) -> bytes:
    found = hashlib.blake2b(digest_size=16)
    for strip in strips:
        found.update(f"{strip.mode} {strip.size} ".encode())
        found.update(strip.tobytes())
    return found.digest()


def _join(strips: list[Image.Image]) -> Image.Image:
    """Strips one below the other."""
    from PIL import Image

    if len(strips) == 1:
        return strips[0]
    joined = Image.new(strips[0].mode, (strips[0].width, sum(one.height for one in strips)))
    top = 0
    for strip in strips:
        joined.paste(strip, (0, top))
        top += strip.height
    return joined
