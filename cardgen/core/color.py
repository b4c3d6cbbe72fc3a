"""Colours: sRGB with 8 bits a channel, as designers type them.

Not here: names of a game's palette (`bind.card.styles`), ink and profiles (PDF targets).
"""

from __future__ import annotations

import re

from msgspec import Struct

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z")


class Color(Struct, frozen=True, gc=False):
    """An opaque sRGB colour; each channel 0 … 255."""

    red: int
    green: int
    blue: int

    @property
    def unit(self) -> tuple[float, float, float]:
        """The channels as 0 … 1, for PDF operators."""
        return self.red / 255, self.green / 255, self.blue / 255

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


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
