"""What a run says of decks that have less bleed than the service wants."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.core.sizes import Size, millimeters

EIGHTH = POINTS_PER_INCH / 8
"""The bleed that The Game Crafter and DriveThruCards want, in points."""
_HAIR = 0.25
"""Millimeters at the outermost edge that nobody sees, whatever fills them."""


def tell_short_bleed(sizes: Mapping[str, Size]) -> str:
    """For the last line: which decks, by their names, have edges that are carried on."""
    wanted = millimeters(EIGHTH)
    bleeds = {name: millimeters(size.bleed) for name, size in sizes.items()}
    short = [f"`{name}` {own:g} mm" for name, own in bleeds.items() if wanted - own > _HAIR]
    if not short:
        return ""
    return f"; of {wanted:.1f} mm bleed {', '.join(short)}: the rest is its edge, carried on"
