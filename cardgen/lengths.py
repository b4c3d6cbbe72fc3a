"""Lengths as designers type them: `2mm`, `0.1in`, `9pt`, `50%`, `0`.

A bare number other than 0 is refused: 2 what? Units end here; everything past
`bind` is in points.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardgen.geometry import POINTS_PER_INCH, POINTS_PER_MM

UNITS = {
    "mm": POINTS_PER_MM,
    "cm": 10 * POINTS_PER_MM,
    "in": POINTS_PER_INCH,
    "pt": 1.0,
    "px": POINTS_PER_INCH / 300,
}
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))\s*(mm|cm|in|pt|px|%|em)\Z")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)\Z")


class LengthError(ValueError):
    """Not a length; `hint` says what to type instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Length:
    """Points, plus a share of the surrounding box, plus a multiple of the type size."""

    points: float = 0.0
    share: float = 0.0
    ems: float = 0.0

    def resolve(self, whole: float, em: float = 0.0) -> float:
        """In points, where the surrounding box measures `whole` and the type size is `em`."""
        return self.points + self.share * whole + self.ems * em


def parse_length(text: str) -> Length:
    """Read one length.

    Raises:
        LengthError: no unit, an unknown unit, or no number.
    """
    text = text.strip()
    if _NUMBER.match(text):
        if float(text) == 0:
            return Length()
        raise LengthError(
            f"`{text}` has no unit", f"write `{text}mm`, `{text}pt`, `{text}in` or `{text}%`"
        )
    found = _LENGTH.match(text)
    if not found:
        raise LengthError(
            f"`{text}` is not a length", "write a number and a unit: mm, cm, in, pt, px, % or em"
        )
    number, unit = float(found[1]), found[2]
    if unit == "%":
        return Length(share=number / 100)
    if unit == "em":
        return Length(ems=number)
    return Length(points=number * UNITS[unit])
