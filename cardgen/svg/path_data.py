"""SVG path data → an outline.

In      the text of a `d` attribute: all commands, absolute and relative.
Out     `Move`, `Line`, `Curve` and `Close` segments.

Source  SVG 1.1, chapter 8.3 (grammar) and appendix F.6 (arcs to center form).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from msgspec import Struct, field

from cardgen.scene.outlines import Close, Curve, Line, Move, Outline, Segment

MAX_DATA = 200_000
_TINY = 1e-9  # of an arc's larger measures: below it a line looks the same, and all is finite
_TOKEN = re.compile(
    r"([A-Za-z])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([\s,]+)|(.)", re.DOTALL
)
_FLAG = re.compile(r"([01])")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class PathError(ValueError):
    """Not path data; `offset` is where it stops being some."""

    def __init__(self, message: str, offset: int, hint: str = "") -> None:
        super().__init__(message)
        self.offset = offset
        self.hint = hint


@lru_cache(maxsize=1024)
def read_path(data: str) -> Outline:
    """Read path data.

    Raises:
        PathError: the data is not in the grammar.
    """
    if len(data) > MAX_DATA:
        raise PathError("this path is too long", 0, "draw it as a picture")
    pen = _PathPen()
    for command, numbers, offset in _commands(data):
        if not pen.segments and command.upper() != "M":
            raise PathError("a path begins with `M x y`", offset)
        pen.draw(command, numbers)
    if not pen.segments:
        raise PathError("this path draws nothing", 0, "begin with `M x y`")
    return tuple(pen.segments)


def read_drawn_path(data: str) -> Outline:
    """Read path data that is to be seen: with a line or a curve in it.

    Raises:
        PathError: the data is not in the grammar, or only says where lines would begin.
    """
    outline = read_path(data)
    if all(isinstance(segment, Move | Close) for segment in outline):
        hint = "write lines or curves after it, as in `M0 0 H10 V10 Z`"
        raise PathError("this path says where to begin, and draws no line", 0, hint)
    return outline


def _commands(data: str) -> Iterator[tuple[str, list[float], int]]:
    """Each command with one set of its numbers, repeats spelled out."""
    command, numbers, position = "", list[float](), 0
    while position < len(data):
        flag_next = command.upper() == "A" and len(numbers) in (3, 4)
        letter, number, end = _token(data, position, flag_next=flag_next)
        if letter:
            _complete(command, numbers, position)
            command = letter
            if letter in "Zz":
                yield letter, [], position
        elif number:
            numbers.append(_number(number, position))
            if command and len(numbers) == _COUNTS[command.upper()]:
                yield command, numbers, position
                numbers = []
                command = {"M": "L", "m": "l"}.get(command, command)
        if number and command in ("", "Z", "z"):
            raise PathError("a number stands where a command should", position)
        position = end
    _complete(command, numbers, len(data))


def _token(data: str, position: int, *, flag_next: bool) -> tuple[str, str, int]:
    """A command letter or a number (or neither: space), and where it ends.

    An arc's flags may stand without anything between them and what follows.
    """
    found = _TOKEN.match(data, position)
    assert found is not None
    letter, number, _, other = found.groups(default="")
    if other or (letter and letter.upper() not in _COUNTS):
        raise PathError(f"`{other or letter}` is no path command", position, "see SVG paths")
    if flag_next and number:
        found = _FLAG.match(data, position)
        if found is None:
            raise PathError("an arc's two flags are each 0 or 1", position)
        number = found[1]
    return letter, number, found.end()


def _number(text: str, position: int) -> float:
    value = float(text)
    if not math.isfinite(value) or abs(value) > 1e9:
        raise PathError(f"`{text}` is too large", position)
    return value


def _complete(command: str, numbers: list[float], position: int) -> None:
    if numbers:
        count = _COUNTS[command.upper()] if command else 0
        message = f"`{command}` takes {count} numbers, here are {len(numbers)}"
        raise PathError(message, max(0, position - 1))


class _PathPen(Struct):
    segments: list[Segment] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0
    start: tuple[float, float] = (0.0, 0.0)
    control: tuple[float, float] | None = None
    last: str = ""

    def draw(self, command: str, numbers: list[float]) -> None:
        upper = command.upper()
        if command != upper and upper not in "HVA":
            offsets = (self.x, self.y) * 3
            numbers = [n + o for n, o in zip(numbers, offsets, strict=False)]
        elif command in "hv":
            numbers = [numbers[0] + (self.x if command == "h" else self.y)]
        elif command == "a":
            numbers = [*numbers[:5], numbers[5] + self.x, numbers[6] + self.y]
        methods: dict[str, Callable[..., None]] = {
            "M": self.move, "L": self.line, "H": self.across, "V": self.down, "C": self.cubic,
            "S": self.smooth, "Q": self.quadratic, "T": self.smooth_quadratic, "A": self.arc,
            "Z": self.close,
        }  # fmt: skip
        methods[upper](*numbers)
        self.last = upper

    def move(self, x: float, y: float) -> None:
        self.segments.append(Move(x, y))
        self.x, self.y = self.start = x, y

    def line(self, x: float, y: float) -> None:
        self.segments.append(Line(x, y))
        self.x, self.y = x, y

    def across(self, x: float) -> None:
        self.line(x, self.y)

    def down(self, y: float) -> None:
        self.line(self.x, y)

    def cubic(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self.segments.append(Curve(x1, y1, x2, y2, x, y))
        self.control, self.x, self.y = (x2, y2), x, y

    def smooth(self, x2: float, y2: float, x: float, y: float) -> None:
        self.cubic(*self.mirrored("CS"), x2, y2, x, y)

    def quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        first = self.x + 2 / 3 * (x1 - self.x), self.y + 2 / 3 * (y1 - self.y)
        second = x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y)
        self.segments.append(Curve(*first, *second, x, y))
        self.control, self.x, self.y = (x1, y1), x, y

    def smooth_quadratic(self, x: float, y: float) -> None:
        self.quadratic(*self.mirrored("QT"), x, y)

    def mirrored(self, after: str) -> tuple[float, float]:
        """The last control point seen from the other side, after a command that had one."""
        if self.control is None or self.last not in after:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def close(self) -> None:
        self.segments.append(Close())
        self.x, self.y = self.start

    def arc(
        self, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float
    ) -> None:
        rx, ry = abs(rx), abs(ry)
        if min(rx, ry, math.hypot(x - self.x, y - self.y)) < _TINY * max(rx, ry, 1.0):
            self.line(x, y)
            return
        for curve in _arc((self.x, self.y), (x, y), (rx, ry), math.radians(turn), large, sweep):
            self.segments.append(curve)
        self.x, self.y = x, y


def _arc(
    start: tuple[float, float],
    end: tuple[float, float],
    radii: tuple[float, float],
    turn: float,
    large: float,
    sweep: float,
) -> Iterator[Curve]:
    """F.6.5: endpoints to center, then a curve for each quarter turn."""
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    rx, ry = radii
    excess = (px / rx) ** 2 + (py / ry) ** 2
    if excess > 1:
        rx, ry = rx * math.sqrt(excess), ry * math.sqrt(excess)
    factor = math.sqrt(max(0.0, 1 / excess - 1)) * (-1 if large == sweep else 1)
    qx, qy = factor * rx * py / ry, -factor * ry * px / rx
    cx = cos * qx - sin * qy + (start[0] + end[0]) / 2
    cy = sin * qx + cos * qy + (start[1] + end[1]) / 2
    first = math.atan2((py - qy) / ry, (px - qx) / rx)
    delta = (math.atan2((-py - qy) / ry, (-px - qx) / rx) - first) % (2 * math.pi)
    if not sweep and delta > 0:
        delta -= 2 * math.pi
    count = max(1, math.ceil(abs(delta) / (math.pi / 2) - 1e-9))
    step = delta / count
    reach = 4 / 3 * math.tan(step / 4)

    def on(angle: float, tangent: float) -> tuple[float, float]:
        ex = rx * (math.cos(angle) - tangent * math.sin(angle))
        ey = ry * (math.sin(angle) + tangent * math.cos(angle))
        return cx + cos * ex - sin * ey, cy + sin * ex + cos * ey

    for index in range(count):
        a, b = first + index * step, first + (index + 1) * step
        last = end if index == count - 1 else on(b, 0)
        yield Curve(*on(a, reach), *on(b, -reach), *last)
