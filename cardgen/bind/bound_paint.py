"""What `bind` makes of paint: fills, lines and shadows with colors that are known.

Lengths that depend on the surrounding box stay `Length`s.
"""

from __future__ import annotations

from msgspec import Struct

from cardgen.core.color import Color
from cardgen.core.lengths import Length
from cardgen.read.models.values import Cap, Join, StrokeSide
from cardgen.scene.items import Stop


class Gradient(Struct, frozen=True):
    """A fill whose colors run across the box it fills."""

    stops: tuple[Stop, ...]
    angle: float
    radial: bool
    conic: bool = False
    center: tuple[float, float] | None = None
    """Of a round one or a conic one, in shares of the box; its middle if left out."""


Fill = Color | Gradient


class Pen(Struct, frozen=True):
    """A line around a shape."""

    color: Color
    width: Length
    dash: tuple[Length, ...] = ()
    cap: Cap = "butt"
    join: Join = "miter"


class Shadow(Struct, frozen=True):
    """A shadow or a glow of an element, below it or inside."""

    x: Length
    y: Length
    blur: Length
    color: Color
    strength: float = 1.0
    inside: bool = False


class TextStroke(Struct, frozen=True):
    """A line around letters."""

    color: Color
    width: Length
    side: StrokeSide
