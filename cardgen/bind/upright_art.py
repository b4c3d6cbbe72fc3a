"""Pictures as they stand upright, whichever way their pixels are stored.

In      a picture or a drawing.
Out     how it is flipped and turned to stand upright, and its width and height then.
"""

from __future__ import annotations

from cardgen.scene.items import Bitmap
from cardgen.svg.drawing import Drawing

_UPRIGHT = {
    2: ("horizontal", 0),
    3: ("", 180),
    4: ("vertical", 0),
    5: ("horizontal", 90),
    6: ("", 90),
    7: ("horizontal", 270),
    8: ("", 270),
}
"""How a picture is flipped and turned to stand upright, by its orientation.

Source  Exif 3.0, 4.6.5.1, tag 0x0112.
"""


def find_upright(art: Bitmap | Drawing) -> tuple[str, int]:
    """How a picture is flipped, and by how many degrees it is turned, to stand upright."""
    return _UPRIGHT.get(art.orientation, ("", 0)) if isinstance(art, Bitmap) else ("", 0)


def measure_upright(art: Bitmap | Drawing) -> tuple[float, float]:
    """Its width and height as it stands upright: pixels of a picture, points of a drawing."""
    _, turn = find_upright(art)
    return (art.height, art.width) if turn % 180 else (art.width, art.height)
