"""Lengths as designers type them: `2mm`, `0.1in`, `9pt`, `50%`, `0`.

A bare number other than 0 is refused: 2 what? Units end here; everything past
`bind` is in points.
"""

from __future__ import annotations

import re

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_INCH, POINTS_PER_MM

UNITS = {
    "mm": POINTS_PER_MM,
    "cm": 10 * POINTS_PER_MM,
    "in": POINTS_PER_INCH,
    "pt": 1.0,
    "px": POINTS_PER_INCH / 300,
}
_LENGTH = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))\s*(mm|cm|in|pt|px|%|em)\Z")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)\Z")
MAX_POINTS = 10_000 * POINTS_PER_MM
"""Ten meters: more is a slip, and arithmetic far above it is not exact."""
_MAX_MULTIPLE = 1000.0


class LengthError(ValueError):
    """Not a length; `hint` says what to type instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Length(Struct, frozen=True, gc=False):
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
        LengthError: no unit, an unknown unit, no number, or over ten meters.
    """
    text = text.strip()
    if plain_number(text) == 0:
        return Length()
    shown = text if len(text) <= 24 else f"{text[:20]}…"
    if _NUMBER.match(text):
        hint = f"write `{shown}mm`, `{shown}pt`, `{shown}in` or `{shown}%`"
        raise LengthError(f"`{shown}` has no unit", hint)
    found = _LENGTH.match(text)
    if not found:
        hint = "write a number and a unit: mm, cm, in, pt, px, % or em"
        raise LengthError(f"`{shown}` is not a length", hint)
    length = _length(float(found[1]), found[2])
    if abs(length.points) > MAX_POINTS or max(abs(length.share), abs(length.ems)) > _MAX_MULTIPLE:
        raise LengthError(f"`{shown}` is too long", "write 10 m, 100000% or 1000em at most")
    return length


def plain_number(text: str) -> float | None:
    """A number without a unit, in digits; None if it is anything else."""
    return float(text) if _NUMBER.match(text) else None


def _length(number: float, unit: str) -> Length:
    if unit == "%":
        return Length(share=number / 100)
    if unit == "em":
        return Length(ems=number)
    return Length(points=number * UNITS[unit])
