"""How far off a printer prints, and how a page is drawn so that it comes out right.

In      the errors of a printer (`sheets.printer_file` has them by name).
Out     a `PrinterProfile`; the transforms that mend pages; sentences about it.

A printer is taken to enlarge each page about its middle by `scale` and to move it by `front`; what
it puts on the back of a sheet is also turned by `angle` about the middle, and lies (`x`, `y`) off
its front. Drawing the page under the opposite of all this makes paper and file agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

from msgspec import Struct

from cardgen.core.geometry import POINTS_PER_MM, Extent, Transform


class PrinterProfile(Struct, frozen=True):
    """How a printer errs.

    `x`, `y` (points, to the right and down) and `angle` (degrees, clockwise) say where a back
    comes out from its front, seen on the back of upright paper that was turned over its long edge;
    `front_x`, `front_y` where a front comes out on its paper. `margins` stay white: top, right,
    bottom, left of upright paper.
    """

    name: str
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    margins: tuple[float, float, float, float] | None = None
    front_x: float = 0.0
    front_y: float = 0.0

    @property
    def is_exact(self) -> bool:
        """Whether pages need no mending."""
        moved = self.x, self.y, self.angle, self.front_x, self.front_y
        return not any(moved) and (self.scale_x, self.scale_y) == (1, 1)

    @property
    def back_offset(self) -> tuple[float, float]:
        """Where a back comes out on its paper, seen on the back: from its front, which the other
        way round is off the other way."""
        return self.x - self.front_x, self.y + self.front_y

    def mend_front(self, page: Extent) -> Transform:
        """What to draw fronts on an upright page under."""
        return self._shrunk(page, Transform(e=-self.front_x, f=-self.front_y))

    def mend_back(self, page: Extent, *, short_edge: bool) -> Transform:
        """What to draw backs on an upright page under. Turned over the short edge, the page
        is printed upside down, and so errs the other way."""
        sign = -1.0 if short_edge else 1.0
        turn = radians(-self.angle)
        back = Transform(cos(turn), sin(turn), -sin(turn), cos(turn))
        x, y = self.back_offset
        return self._shrunk(page, back.after(Transform(e=-sign * x, f=-sign * y)))

    def _shrunk(self, page: Extent, first: Transform) -> Transform:
        """`first` about the middle of the page, then the opposite of the printer's scale."""
        x, y = page.width / 2, page.height / 2
        shrink = Transform(a=1 / self.scale_x, d=1 / self.scale_y)
        return Transform(e=x, f=y).after(shrink).after(first).after(Transform(e=-x, f=-y))


def describe_printer(printer: PrinterProfile) -> tuple[str, ...]:
    """Say how a printer errs, and what is done about it, a sentence a line."""
    if printer.is_exact:
        lines = ["prints true: nothing is mended"]
    else:
        lines = list(_describe_errors(printer))
    if printer.margins:
        top, right, bottom, left = (edge / POINTS_PER_MM for edge in printer.margins)
        lines.append(
            f"paper stays white {top:g} mm at the top, {right:g} mm right, {bottom:g} mm at the "
            f"bottom, {left:g} mm left: sheets keep clear of it"
        )
    return tuple(lines)


def _describe_errors(printer: PrinterProfile) -> Iterator[str]:
    """What is wrong, and what is done about it. Backs are told as they lie on their fronts, and
    drawn where they then are on the paper."""
    yield (
        f"backs come out {_offset(printer.x, 'to the right', 'to the left')} and "
        f"{_offset(printer.y, 'too low', 'too high')}, "
        f"{_turn(printer.angle)}; pages come out {printer.scale_x:.2%} wide, "
        f"{printer.scale_y:.2%} high"
    )
    moved = printer.front_x or printer.front_y
    if moved:
        yield (
            f"fronts come out {_offset(printer.front_x, 'to the right', 'to the left')} and "
            f"{_offset(printer.front_y, 'too low', 'too high')} on their paper, so they are drawn "
            f"{_offset(-printer.front_x, 'to the right', 'to the left')} and "
            f"{_offset(-printer.front_y, 'lower', 'higher')}"
        )
    x, y = printer.back_offset
    yield (
        f"so backs are drawn {_offset(-x, 'to the right', 'to the left')} and "
        f"{_offset(-y, 'lower', 'higher')}, {_turn(-printer.angle)}; all pages are "
        f"drawn {1 / printer.scale_x:.2%} wide, {1 / printer.scale_y:.2%} high"
    )


def _offset(points: float, over: str, under: str) -> str:
    return f"{abs(points) / POINTS_PER_MM:.2f} mm {over if points >= 0 else under}"


def _turn(degrees: float) -> str:
    if not degrees:
        return "not turned"
    return f"turned {abs(degrees):.2f}° {'clockwise' if degrees > 0 else 'counterclockwise'}"
