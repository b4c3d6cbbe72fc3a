"""What may be written of a printer in `printers.yaml`.

In      YAML as read.
Out     a `PrinterSpec`, and the `PrinterProfile` that it means.
Not here  the file (`sheets.printer_file`), what a sheet's readings mean (`calibration`).
"""

from __future__ import annotations

from typing import Annotated, Any

from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.lengths import Length, parse_plain_number
from cardgen.read.models.declarations import Field, TypeMark, model_validator
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Distance, Padding, value_error
from cardgen.targets.option_error import OptionError
from cardgen.targets.shared.papers import Paper, find_paper
from cardgen.targets.sheets.calibration import (
    CORNER,
    LARGEST,
    SMALLEST,
    Errors,
    MisreadError,
    Readings,
    Scales,
    measure_corners,
    solve_readings,
)
from cardgen.targets.sheets.printers import PrinterProfile

_FARTHEST = 25 * POINTS_PER_MM
_STEEPEST = 5.0
_STRETCH = 0.1
_SCALES = ("top", "bottom", "left", "right")


def _number(value: Any) -> float:
    number = parse_plain_number(value) if isinstance(value, str) else None
    if number is None:
        raise value_error(
            "number", f"expected a number, not `{value}`", "write digits, as in `0.35`"
        )
    return number


def _reading(value: float) -> float:
    if not 0 <= value <= LARGEST:
        raise value_error(
            "number", f"the scales go from 0 to {LARGEST}", "write digits, as in `10.3`"
        )
    return value


def _angle(value: float) -> float:
    if abs(value) > _STEEPEST:
        message = "no printer turns a page so far"
        raise value_error("number", message, f"write degrees from -{_STEEPEST:g} to {_STEEPEST:g}")
    return value


def _near(value: Length) -> Length:
    if value.share or abs(value.points) > _FARTHEST:
        raise value_error("length", "no printer is so far off", "write a length such as `0.4mm`")
    return value


def _beside(value: Length) -> Length:
    if value.share or abs(value.points - CORNER) > _FARTHEST / 2:
        message = f"the line is {CORNER / POINTS_PER_MM:g} mm from the edge in the file"
        raise value_error("length", message, "print at 100 %, and measure again")
    return value


def _scale(value: Any) -> float:
    number = _number(value.removesuffix("%")) / 100 if str(value).endswith("%") else _number(value)
    if abs(number - 1) > _STRETCH:
        hint = "write percent, as in `100.3%`: printed length by true length"
        raise value_error("scale", f"a scale of {number:.4g} is not possible", hint)
    return number


def _margins(value: tuple[Length, Length, Length, Length]) -> tuple[Length, ...]:
    if any(edge.share for edge in value):
        raise value_error("length", "percent of what? Papers differ", "write `5mm`")
    return value


def _calibrated(value: Any) -> Paper:
    try:
        paper = find_paper(value if isinstance(value, str) else "")
    except OptionError as error:
        raise value_error("paper", str(error), error.hint) from None
    upright = paper.turned(landscape=False)
    if upright.width < SMALLEST.width or upright.height < SMALLEST.height:
        raise value_error(
            "paper", f"{paper.label} is too small to calibrate on", "write `paper: a4`"
        )
    return paper


Number = Annotated[float, TypeMark("PlainValidator", _number)]
Reading = Annotated[Number, TypeMark("AfterValidator", _reading)]
Off = Annotated[Distance, TypeMark("AfterValidator", _near)]
Scale = Annotated[float, TypeMark("PlainValidator", _scale)]
Margins = Annotated[Padding, TypeMark("AfterValidator", _margins)]


class EdgeSpec(Spec):
    """How far the two lines in the corner of a side came out from the paper's edges."""

    left: Annotated[Distance, TypeMark("AfterValidator", _beside)] = Field(
        description="From the left edge to the upright line."
    )
    top: Annotated[Distance, TypeMark("AfterValidator", _beside)] = Field(
        description="From the upper edge to the level line."
    )


class CalibrationSpec(Spec):
    """What was read off a calibration sheet: two lengths a side, or the four scales, which tell
    the angle, too."""

    paper: Annotated[Paper, TypeMark("PlainValidator", _calibrated)] = Field(
        description="The sheet's paper."
    )
    front: EdgeSpec | None = Field(None, description="The corner of the front, measured.")
    back: EdgeSpec | None = Field(None, description="That of the back; leave it out with scales.")
    top: Reading | None = Field(None, description="Scale near the top edge.")
    bottom: Reading | None = Field(None, description="Scale near the bottom edge.")
    left: Reading | None = Field(None, description="Scale near the left edge.")
    right: Reading | None = Field(None, description="Scale near the right edge.")
    across: Distance | None = Field(None, description="The level line, measured.")
    down: Distance | None = Field(None, description="The upright line, measured.")

    @model_validator(mode="after")
    def _belongs_together(self) -> CalibrationSpec:
        for name in ("across", "down"):
            measured, drawn = getattr(self, name), getattr(self.scales, name)
            if measured and abs(measured.points / drawn - 1) > _STRETCH:
                message = f"the line `{name}` is {drawn / POINTS_PER_MM:g} mm in the file"
                hint = "print at 100 %, without fitting to the page, and measure again"
                raise value_error("length", message, hint)
        self._check_ways()
        try:
            self.errors  # noqa: B018
        except MisreadError as error:
            raise value_error("reading", str(error), "read the four scales again") from None
        return self

    def _check_ways(self) -> None:
        """Whether one way of measuring was gone to its end."""
        read = [name for name in _SCALES if getattr(self, name) is not None]
        if read and len(read) < len(_SCALES):
            missing = next(name for name in _SCALES if name not in read)
            hint = "read all four scales, or measure the corners instead"
            raise value_error("reading", f"`{missing}` is missing", hint)
        if read and self.back:
            message = "the four scales say where backs are"
            raise value_error("reading", message, "leave out `back`, or the scales")
        if not read and not (self.front and self.back):
            message = "two lengths a side are needed, `front` and `back`, or the four scales"
            hint = "write `front: {left: 20.3mm, top: 19.8mm}`, and `back` likewise"
            raise value_error("reading", message, hint)

    @property
    def scales(self) -> Scales:
        return Scales(self.paper.turned(landscape=False))

    @property
    def errors(self) -> Errors:
        """What the sheet tells of the printer.

        Raises:
            MisreadError: the scales cannot all be right.
        """
        wide, high = self._lengths
        sides = [
            (side.left.points, side.top.points) if side else None
            for side in (self.front, self.back)
        ]
        if self.top is None or self.bottom is None or self.left is None or self.right is None:
            return measure_corners(self.scales, wide, high, *sides)
        readings = Readings(self.top, self.bottom, self.left, self.right, wide, high)
        return solve_readings(readings, self.scales, sides[0])

    @property
    def _lengths(self) -> tuple[float, float]:
        """The two long lines, as they came out."""
        across = self.across.points if self.across else self.scales.across
        return across, self.down.points if self.down else self.scales.down


class BackSpec(Spec):
    """Where backs come out from where they should."""

    x: Off = Field(Length(), description="To the right, seen on the back.")
    y: Off = Field(Length(), description="Down.")
    angle: Annotated[Number, TypeMark("AfterValidator", _angle)] = Field(
        0.0, description="Degrees, clockwise."
    )


class FrontSpec(Spec):
    """Where fronts come out on their paper from where they should."""

    x: Off = Field(Length(), description="To the right.")
    y: Off = Field(Length(), description="Down.")


class ScaleSpec(Spec):
    """How much larger the printer prints."""

    x: Scale = Field(1.0, description="Across upright paper.")
    y: Scale = Field(1.0, description="Down upright paper.")


class CheckSpec(Spec):
    """What a duplex check still showed: where the back's cross is, seen from the front."""

    right: Off = Field(Length(), description="To the right of the front's.")
    down: Off = Field(Length(), description="Below the front's.")


class PrinterSpec(Spec):
    """A printer."""

    calibration: CalibrationSpec | None = Field(None, description="Read off its sheet.")
    front: FrontSpec | None = Field(None, description="If you know it without a sheet.")
    back: BackSpec | None = Field(None, description="If you know it without a sheet.")
    scale: ScaleSpec | None = Field(None, description="If you know it without a sheet.")
    check: CheckSpec | None = Field(None, description="Read off `cardgen calibrate --check`.")
    margins: Margins | None = Field(None, description="What it leaves white: top, right, …")

    @model_validator(mode="after")
    def _is_told_once(self) -> PrinterSpec:
        if self.calibration and (self.front or self.back or self.scale):
            message = "`calibration` says where backs are and how large pages come out"
            hint = "leave out `front`, `back` and `scale`, or `calibration`"
            raise value_error("printer", message, hint)
        return self

    def profile(self, name: str) -> PrinterProfile:
        margins, off = self.margins and _four(self.margins), self._errors
        x, y = off.x, off.y
        if self.check:
            x, y = x - self.check.right.points, y + self.check.down.points
        return PrinterProfile(
            name, x, y, off.angle, off.scale_x, off.scale_y, margins, off.front_x, off.front_y
        )

    @property
    def _errors(self) -> Errors:
        if self.calibration:
            return self.calibration.errors
        back, scale = self.back, self.scale
        x, y, angle = (back.x.points, back.y.points, back.angle) if back else (0.0, 0.0, 0.0)
        wide, high = (scale.x, scale.y) if scale else (1.0, 1.0)
        over, down = (self.front.x.points, self.front.y.points) if self.front else (0.0, 0.0)
        return Errors(x, y, angle, wide, high, over, down)


def _four(edges: tuple[Length, Length, Length, Length]) -> tuple[float, float, float, float]:
    top, right, bottom, left = edges
    return top.points, right.points, bottom.points, left.points
