"""Colors: sRGB with 8 bits a channel, as designers type them.

Not here: names of a game's palette (`bind.card.styles`), ink and profiles (PDF targets).

Source  IEC 61966-2-1 (sRGB's transfer function; 0.04045 is where its two parts meet), W3C, Web
        Content Accessibility Guidelines 2.2 (relative luminance, contrast ratio).
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z")


Blend = Literal[
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
    "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
    "luminosity",
]  # fmt: skip
"""How something is mixed with what is below it (PDF 32000-1, 11.3.5)."""


class Color(Struct, frozen=True, gc=False, tag=True):
    """An sRGB color; each channel 0 … 255, `alpha` 0 … 1: how solid it is.

    What is painted is solid: `scene.translucency` makes groups of what is not.
    """

    red: int
    green: int
    blue: int
    alpha: float = 1.0

    @property
    def unit(self) -> tuple[float, float, float]:
        """The channels as 0 … 1, for PDF operators."""
        return self.red / 255, self.green / 255, self.blue / 255

    @property
    def opaque(self) -> Color:
        """The color, solid."""
        return self if self.alpha == 1 else Color(self.red, self.green, self.blue)

    def __str__(self) -> str:
        alpha = "" if self.alpha == 1 else f"{round(self.alpha * 255):02x}"
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}{alpha}"


BLACK = Color(0, 0, 0)
WHITE = Color(255, 255, 255)


def is_hex(text: str) -> bool:
    """True for `#rgb` and `#rrggbb`."""
    return _HEX.match(text) is not None


def parse_hex(text: str) -> Color:
    """Read `#rgb` or `#rrggbb`.

    Raises:
        ValueError: `text` has another form.
    """
    if not is_hex(text):
        raise ValueError(text)
    digits = text[1:] if len(text) == 7 else "".join(c * 2 for c in text[1:])
    return Color(int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16))


# --- light ---------------------------------------------------------------------------------


def decode_channel(level: float) -> float:
    """Return the linear light, 0 … 1, of an sRGB channel of 0 … 1."""
    return level / 12.92 if level <= 0.04045 else float(((level + 0.055) / 1.055) ** 2.4)


LINEAR_LIGHT = tuple(decode_channel(level / 255) for level in range(256))
"""Linear light of each of the 256 levels."""


def luminance(color: Color) -> float:
    """Return the relative luminance: black 0, white 1."""
    red, green, blue = (LINEAR_LIGHT[level] for level in (color.red, color.green, color.blue))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(one: float, other: float) -> float:
    """Return the contrast ratio of two luminances, 1 … 21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
