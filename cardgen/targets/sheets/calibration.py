"""What a calibration sheet tells of a printer: from readings to errors.

In      what is read off the sheet's scales, in their own numbers.
Out     how a back is moved and turned, and how much larger the printer prints.
Not here  the sheet itself (`calibration_sheet`), what is done about it (`sheets.printers`).

A scale on the front has numbers a millimeter apart; on the back, seen through the paper, is
a single line and a vernier. Where the back is exact, the line meets `MIDDLE`. Two scales read
the offset across, near the top and near the bottom, two the offset down, near either side;
what they disagree by is the angle. Lines in the upper left corner of each side are `CORNER` from
the paper's edges: measured with a rule, they tell where a side lies on its paper.
"""

from __future__ import annotations

from math import atan, degrees

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_MM, Extent

MIDDLE = 10
LARGEST = 20
"""The scales run from 0 to this."""
_INSET_Y = 42 * POINTS_PER_MM
_INSET_X = 34 * POINTS_PER_MM
_TEN = 10 * POINTS_PER_MM
_DISAGREE = 1.2 * POINTS_PER_MM
"""More than this, and somebody misread: two readings of a tenth each come to far less."""
CORNER = 20 * POINTS_PER_MM
"""From the left and the upper edge to the lines in a corner."""
SMALLEST = Extent(140 * POINTS_PER_MM, 200 * POINTS_PER_MM)


class MisreadError(ValueError):
    """Readings that no sheet can give."""


class Scales(Struct, frozen=True):
    """Where the scales are on an upright page, from its middle; how long the lines to measure
    are. Points."""

    page: Extent

    @property
    def bottom(self) -> float:
        """The lower scale; the upper one is as far above the middle."""
        return self.page.height / 2 - _INSET_Y

    @property
    def right(self) -> float:
        return self.page.width / 2 - _INSET_X

    @property
    def across(self) -> float:
        """The level line to measure: full centimeters."""
        return (self.page.width - 60 * POINTS_PER_MM) // _TEN * _TEN

    @property
    def down(self) -> float:
        return (self.page.height - 120 * POINTS_PER_MM) // _TEN * _TEN


class Readings(Struct, frozen=True):
    """What is typed: four numbers of the scales, two lengths in points."""

    top: float
    bottom: float
    left: float
    right: float
    across: float
    down: float


class Errors(Struct, frozen=True):
    """How far off its front a back is, seen on the back, and a front on its paper; points and
    degrees clockwise."""

    x: float
    y: float
    angle: float
    scale_x: float
    scale_y: float
    front_x: float = 0.0
    front_y: float = 0.0


Corner = tuple[float, float]
"""What a rule says of a corner: from the left edge, from the upper edge."""


def measure_corners(
    scales: Scales, across: float, down: float, front: Corner | None, back: Corner | None
) -> Errors:
    """The errors that a rule tells: two lengths a side, and those of the two long lines.

    A back that lies where its front does is as far from the paper's left edge, seen on the back,
    as its front is from the right one.
    """
    wide, high = across / scales.across, down / scales.down
    (x, y), (under_x, under_y) = (
        (0.0, 0.0) if corner is None else _off_paper(scales, wide, high, corner)
        for corner in (front, back)
    )
    return Errors(under_x + x, under_y - y, 0.0, wide, high, x, y)


def _off_paper(scales: Scales, wide: float, high: float, corner: Corner) -> tuple[float, float]:
    """How far a side is from where it should be on its paper, but for the scale."""
    x, y = scales.page.width / 2, scales.page.height / 2
    return corner[0] - x - (CORNER - x) * wide, corner[1] - y - (CORNER - y) * high


def solve_readings(readings: Readings, scales: Scales, front: Corner | None = None) -> Errors:
    """The errors that make a sheet read so; with the corner of the front, that of fronts, too.

    The line across a scale runs through the point (x, y) that the middle of the back came to
    lie on, and leans by the angle; so it meets an upper or lower scale at x − t·(h − y), one
    at the left or right at y + t·(w − x), where t is the angle's tangent and h, w the scale's
    distance from the middle. Four such equations give x, y and t; the two values that they
    give for t are weighed by how far their scales are apart.

    Raises:
        MisreadError: the two angles cannot both be right.
    """
    wide, high = readings.across / scales.across, readings.down / scales.down
    above, below, left, right = (
        (number - MIDDLE) * POINTS_PER_MM * scale
        for number, scale in (
            (readings.top, wide),
            (readings.bottom, wide),
            (readings.left, high),
            (readings.right, high),
        )
    )
    tall, broad = 2 * scales.bottom * high, 2 * scales.right * wide
    if abs((above - below) / tall - (right - left) / broad) * broad > _DISAGREE:
        raise MisreadError("`top` and `bottom` tell another angle than `left` and `right`")
    tangent = ((above - below) * tall + (right - left) * broad) / (tall**2 + broad**2)
    across, down = (above + below) / 2, (left + right) / 2
    x = (across - tangent * down) / (1 + tangent**2)
    y = (down + tangent * across) / (1 + tangent**2)
    off = _off_paper(scales, wide, high, front) if front else (0.0, 0.0)
    return Errors(-x, y, -degrees(atan(tangent)), wide, high, *off)
