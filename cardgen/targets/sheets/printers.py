"""Printers by name: how far off each prints, and how a page is drawn so that it comes out right.

In      `printers.yaml` in the folder for settings (`~/.config/cardgen/`), written by hand from
        what is read off a calibration sheet (`calibration`).
Out     a `PrinterProfile`; the transforms that mend pages.

A printer is taken to enlarge each page about its middle by `scale`; what it puts on the back
of a sheet is also turned by `angle` about the middle and moved by (`x`, `y`). Drawing the page
under the opposite of all this makes paper and file agree.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from math import cos, radians, sin
from pathlib import Path
from typing import Annotated, Any

from msgspec import Struct
from pydantic import AfterValidator, Field, PlainValidator, model_validator

from cardgen.core.findings import Report, did_you_mean
from cardgen.core.geometry import POINTS_PER_MM, Extent, Transform
from cardgen.core.lengths import Length, parse_plain_number
from cardgen.files.game_files import DiskGame, UnreadableError
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Distance, Padding, value_error
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.validate import validate_node
from cardgen.targets.contract import OptionError
from cardgen.targets.shared.papers import Paper, find_paper
from cardgen.targets.sheets.calibration import (
    LARGEST,
    SMALLEST,
    MisreadError,
    Readings,
    Scales,
    solve_readings,
)

FILE = "printers.yaml"
_FARTHEST = 25 * POINTS_PER_MM
_STEEPEST = 5.0
_STRETCH = 0.1


class PrinterProfile(Struct, frozen=True):
    """How a printer errs.

    `x`, `y` (points, to the right and down) and `angle` (degrees, clockwise) say where a back
    comes out from where it should, seen on the back of upright paper that was turned over its
    long edge. `margins` stay white: top, right, bottom, left of upright paper.
    """

    name: str
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    margins: tuple[float, float, float, float] | None = None

    @property
    def is_exact(self) -> bool:
        """Whether pages need no mending."""
        return (self.x, self.y, self.angle, self.scale_x, self.scale_y) == (0, 0, 0, 1, 1)

    def mend_front(self, page: Extent) -> Transform:
        """What to draw fronts on an upright page under."""
        return self._shrunk(page, Transform())

    def mend_back(self, page: Extent, *, short_edge: bool) -> Transform:
        """What to draw backs on an upright page under. Turned over the short edge, the page
        is printed upside down, and so errs the other way."""
        sign = -1.0 if short_edge else 1.0
        turn = radians(-self.angle)
        back = Transform(cos(turn), sin(turn), -sin(turn), cos(turn))
        return self._shrunk(page, back.after(Transform(e=-sign * self.x, f=-sign * self.y)))

    def _shrunk(self, page: Extent, first: Transform) -> Transform:
        """`first` about the middle of the page, then the opposite of the printer's scale."""
        x, y = page.width / 2, page.height / 2
        shrink = Transform(a=1 / self.scale_x, d=1 / self.scale_y)
        return Transform(e=x, f=y).after(shrink).after(first).after(Transform(e=-x, f=-y))


# --- the file --------------------------------------------------------------------------------


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


Number = Annotated[float, PlainValidator(_number)]
Reading = Annotated[Number, AfterValidator(_reading)]
Off = Annotated[Distance, AfterValidator(_near)]
Scale = Annotated[float, PlainValidator(_scale)]
Margins = Annotated[Padding, AfterValidator(_margins)]


class CalibrationSpec(Spec):
    """What was read off a calibration sheet."""

    paper: Annotated[Paper, PlainValidator(_calibrated)] = Field(description="The sheet's paper.")
    top: Reading = Field(description="Scale near the top edge.")
    bottom: Reading = Field(description="Scale near the bottom edge.")
    left: Reading = Field(description="Scale near the left edge.")
    right: Reading = Field(description="Scale near the right edge.")
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
        try:
            solve_readings(self.readings, self.scales)
        except MisreadError as error:
            raise value_error("reading", str(error), "read the four scales again") from None
        return self

    @property
    def scales(self) -> Scales:
        return Scales(self.paper.turned(landscape=False))

    @property
    def readings(self) -> Readings:
        across = self.across.points if self.across else self.scales.across
        down = self.down.points if self.down else self.scales.down
        return Readings(self.top, self.bottom, self.left, self.right, across, down)


class BackSpec(Spec):
    """Where backs come out from where they should."""

    x: Off = Field(Length(), description="To the right, seen on the back.")
    y: Off = Field(Length(), description="Down.")
    angle: Annotated[Number, AfterValidator(_angle)] = Field(0.0, description="Degrees, clockwise.")


class ScaleSpec(Spec):
    """How much larger the printer prints."""

    x: Scale = Field(1.0, description="Across upright paper.")
    y: Scale = Field(1.0, description="Down upright paper.")


class PrinterSpec(Spec):
    """A printer."""

    calibration: CalibrationSpec | None = Field(None, description="Read off its sheet.")
    back: BackSpec | None = Field(None, description="If you know it without a sheet.")
    scale: ScaleSpec | None = Field(None, description="If you know it without a sheet.")
    margins: Margins | None = Field(None, description="What it leaves white: top, right, …")

    @model_validator(mode="after")
    def _is_told_once(self) -> PrinterSpec:
        if self.calibration and (self.back or self.scale):
            message = "`calibration` says where backs are and how large pages come out"
            raise value_error("printer", message, "leave out `back` and `scale`, or `calibration`")
        return self

    def profile(self, name: str) -> PrinterProfile:
        margins = self.margins and _four(self.margins)
        if self.calibration:
            off = solve_readings(self.calibration.readings, self.calibration.scales)
            return PrinterProfile(name, off.x, off.y, off.angle, off.scale_x, off.scale_y, margins)
        back, scale = self.back, self.scale
        x, y, angle = (back.x.points, back.y.points, back.angle) if back else (0.0, 0.0, 0.0)
        wide, high = (scale.x, scale.y) if scale else (1.0, 1.0)
        return PrinterProfile(name, x, y, angle, wide, high, margins)


def _four(edges: tuple[Length, Length, Length, Length]) -> tuple[float, float, float, float]:
    top, right, bottom, left = edges
    return top.points, right.points, bottom.points, left.points


def settings_file() -> tuple[Path, str]:
    """Where a person's own printers are, and how that is written for people: nothing that is
    shown depends on whose home it is."""
    given = os.environ.get("XDG_CONFIG_HOME", "")
    if Path(given).is_absolute():
        return Path(given) / "cardgen" / FILE, f"$XDG_CONFIG_HOME/cardgen/{FILE}"
    return Path.home() / ".config" / "cardgen" / FILE, f"~/.config/cardgen/{FILE}"


def read_printers(text: str, report: Report) -> Mapping[str, PrinterProfile] | None:
    """The printers of a file, or None and findings."""
    root, findings = read_yaml(text, FILE)
    report.extend(findings)
    if root is None or findings:
        return None
    specs: dict[str, PrinterSpec] | None = validate_node(root, dict[str, PrinterSpec], report)
    return None if specs is None else {name: spec.profile(name) for name, spec in specs.items()}


def load_printers(asked: str = "") -> Mapping[str, PrinterProfile]:
    """The printers in the settings of whoever runs this.

    Args:
        asked: What was typed, to begin a message with: `printer=office: `.

    Raises:
        OptionError: there is no such file, or it is at fault.
    """
    path, shown = settings_file()
    own = path.resolve()  # many keep their settings elsewhere, and link to them
    try:
        text = DiskGame(own.parent).text(own.name)
    except UnreadableError as error:
        hint = "`cardgen calibrate` makes a sheet that tells what to write there"
        raise OptionError(f"{asked}{shown} {error.reason}", hint, option="printer") from None
    report = Report()
    printers = read_printers(text, report)
    if printers is None:
        raise _faulty(report, shown)
    return printers


def find_printer(name: str) -> PrinterProfile:
    """The printer of that name in the settings of whoever runs this.

    Raises:
        OptionError: there is no such printer, or the file is at fault.
    """
    return pick_printer(load_printers(f"`printer={name}`: "), name)


def pick_printer(printers: Mapping[str, PrinterProfile], name: str) -> PrinterProfile:
    """The printer of that name, in whatever case.

    Raises:
        OptionError: there is no such printer.
    """
    found = {known.casefold(): profile for known, profile in printers.items()}.get(name.casefold())
    if found is None:
        hint = did_you_mean(name, printers, what="printer")
        shown = settings_file()[1]
        raise OptionError(f"there is no printer `{name}` in {shown}", hint, option="printer")
    return found


def describe_printer(printer: PrinterProfile) -> tuple[str, ...]:
    """Say how a printer errs, and what is done about it, a sentence a line."""
    if printer.is_exact:
        lines = ["prints true: nothing is mended"]
    else:
        lines = [
            f"backs come out {_offset(printer.x, 'to the right', 'to the left')} and "
            f"{_offset(printer.y, 'too low', 'too high')}, "
            f"{_turn(printer.angle)}; pages come out {printer.scale_x:.2%} wide, "
            f"{printer.scale_y:.2%} high",
            f"so backs are drawn {_offset(-printer.x, 'to the right', 'to the left')} and "
            f"{_offset(-printer.y, 'lower', 'higher')}, {_turn(-printer.angle)}; all pages are "
            f"drawn {1 / printer.scale_x:.2%} wide, {1 / printer.scale_y:.2%} high",
        ]
    if printer.margins:
        top, right, bottom, left = (edge / POINTS_PER_MM for edge in printer.margins)
        lines.append(
            f"paper stays white {top:g} mm at the top, {right:g} mm right, {bottom:g} mm at the "
            f"bottom, {left:g} mm left: sheets keep clear of it"
        )
    return tuple(lines)


def _offset(points: float, over: str, under: str) -> str:
    return f"{abs(points) / POINTS_PER_MM:.2f} mm {over if points >= 0 else under}"


def _turn(degrees: float) -> str:
    if not degrees:
        return "not turned"
    return f"turned {abs(degrees):.2f}° {'clockwise' if degrees > 0 else 'counterclockwise'}"


def _faulty(report: Report, shown: str) -> OptionError:
    first, *more = report.findings
    place = f":{first.span.line}:{first.span.column}" if first.span else ""
    rest = f" (and {len(more)} more)" if more else ""
    return OptionError(f"{shown}{place}: {first.message}{rest}", first.hint, option="printer")
