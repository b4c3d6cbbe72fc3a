"""Draw what stands for a picture that is missing.

In      the path that the card names.
Out     a PNG: the path on gray, in the middle of a sheet that is transparent besides.
Not here  the gray and the diagonals of the box that it stands in (`layout.face.art`).
"""

from __future__ import annotations

import io
import re
import textwrap
from typing import TYPE_CHECKING

from cardgen.files.disk_game import DiskGame, shipped_folder

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

_SIZE = (1200, 900)
_SMALL = 3
"""How many times as small a small one is, on each side."""
_MIDDLE = (0.6, 0.8)
"""What the path has of the sheet."""
_FONT = "EBGaramond-SemiBold.ttf"
_LARGEST = 150
_LINE_LENGTH = 14
_MOST = 200
_PARAGRAPH_ENDS = re.compile("[\n\r\x1c-\x1e\x85\u2029]")
"""What ends a paragraph in Unicode's bidirectional algorithm; Pillow cannot measure two in one
line."""


def draw_placeholder(text: str, *, small: bool = False) -> bytes:
    """Return the sheet as a PNG, the text in lines in its middle."""
    sheet = _draw_sheet(text)
    if small:
        sheet = sheet.reduce(_SMALL)
    out = io.BytesIO()
    sheet.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _draw_sheet(text: str) -> Image.Image:
    from PIL import Image, ImageDraw

    width, height = _SIZE
    image = Image.new("LA", _SIZE, (0xE4, 0))
    draw = ImageDraw.Draw(image)
    shown = "\n".join(_path_lines(_PARAGRAPH_ENDS.sub(" ", text[:_MOST])))
    font = _fitting_font(draw, shown)
    left, top, right, bottom = draw.multiline_textbbox((0, 0), shown, font, align="center")
    at = ((width - left - right) / 2, (height - top - bottom) / 2)
    frame = (at[0] - 20, at[1] + top - 20, at[0] + right + 20, at[1] + bottom + 20)
    draw.rectangle(frame, fill=(0xE4, 255))
    draw.multiline_text(at, shown, (0x40, 255), font, align="center")
    return image


def _fitting_font(draw: ImageDraw.ImageDraw, shown: str) -> ImageFont.FreeTypeFont:
    """The font at the size at which the lines fill the middle."""
    from PIL import ImageFont

    data = DiskGame(shipped_folder()).asset(_FONT).data
    font = ImageFont.truetype(io.BytesIO(data), _LARGEST)
    left, top, right, bottom = draw.multiline_textbbox((0, 0), shown, font)
    room = (_SIZE[0] * _MIDDLE[0] / (right - left + 1), _SIZE[1] * _MIDDLE[1] / (bottom - top + 1))
    return ImageFont.truetype(io.BytesIO(data), int(_LARGEST * min(1.0, *room)))


def _path_lines(path: str) -> list[str]:
    """A path in lines that end after `/`, `-`, `_` or `.` where they can."""
    lines = [""]
    for part in re.findall(r"[^/\\_. -]+[/\\_. -]?|[/\\_. -]", path):
        for piece in textwrap.wrap(part, _LINE_LENGTH, drop_whitespace=False):
            if lines[-1] and len(lines[-1]) + len(piece) > _LINE_LENGTH:
                lines.append("")
            lines[-1] += piece
    return lines
