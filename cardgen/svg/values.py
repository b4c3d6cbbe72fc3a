"""SVG attribute values: numbers, lengths, transforms, view boxes.

In      the text of an attribute.
Out     floats in user units (1/96 inch where nothing scales them), `Transform`s, `Rect`s.
Not here  colors (`svg.color`), path data (`svg.path_data`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache

from cardgen.core.geometry import Rect, Transform
from cardgen.svg.tree import quoted

MAX_NUMBER = 1e9
POINTS_PER_UNIT = 0.75
EM = 16.0
_UNITS = {
    "": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0,
    "em": EM, "rem": EM, "ex": EM / 2,
}  # fmt: skip
DEGREES = {"deg": 1.0, "turn": 360.0, "grad": 0.9, "rad": 180 / math.pi}
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_LENGTH = re.compile(rf"({_NUMBER})\s*([A-Za-z]*|%)\Z")
_ONE = re.compile(rf"[\s,]*({_NUMBER})(?:px|deg)?[\s,]*")
_TURN = re.compile(r"[\s,]*([A-Za-z]+)\s*\(([^()]*)\)[\s,]*")
_ALIGN = re.compile(r"\s*(?:defer\s+)?x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?\s*\Z")
_SHARE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class BadValueError(ValueError):
    """A value that cannot be read; the message is a clause about it."""


def read_length(text: str, whole: float, em: float = EM) -> float:
    """A length in user units; a percentage is of `whole`, and `em` and `ex` go by the font's size.

    Raises:
        BadValueError: `text` is no length.
    """
    found = _LENGTH.match(text.strip())
    if found is None or not is_length(text):
        raise BadValueError(f"{quoted(text)} is no length")
    number = _bounded(found[1])
    unit = found[2].lower()
    if unit == "%":
        return number * whole / 100
    return number * _UNITS[unit] * (em / EM if unit in ("em", "ex") else 1.0)


def is_length(text: str) -> bool:
    """Whether `read_length` can read a text."""
    found = _LENGTH.match(text.strip())
    return found is not None and (found[2] == "%" or found[2].lower() in _UNITS)


def read_angle(text: str) -> float:
    """An angle in degrees.

    Raises:
        BadValueError: `text` is no angle.
    """
    word = text.strip().lower()
    for unit, degrees in DEGREES.items():
        if word.endswith(unit):
            return read_length(word.removesuffix(unit), 0.0) * degrees
    return read_length(word, 0.0)


def read_fraction(text: str) -> float:
    """A number or a percentage, held between 0 and 1."""
    return min(1.0, max(0.0, read_length(text, 1.0)))


def read_numbers(text: str) -> list[float]:
    """Numbers apart by commas or spaces."""
    numbers, position = [], 0
    while position < len(text):
        found = _ONE.match(text, position)
        if found is None:
            if text[position:].isspace():
                break
            raise BadValueError(f"{quoted(text[position:])} is no number")
        numbers.append(_bounded(found[1]))
        position = found.end()
    return numbers


def _bounded(text: str) -> float:
    number = float(text)
    if not abs(number) <= MAX_NUMBER:
        raise BadValueError(f"{quoted(text)} is too large")
    return number


@lru_cache(maxsize=1024)
def read_transform(text: str) -> Transform:
    """A list of `matrix`, `translate`, `scale`, `rotate`, `skewX` and `skewY`."""
    result, position = Transform(), 0
    text = text.strip()
    if text == "none":
        return result
    while position < len(text):
        found = _TURN.match(text, position)
        if found is None:
            raise BadValueError(f"{quoted(text[position:])} is no transform")
        result = result.after(_step(found[1], read_numbers(found[2])))
        position = found.end()
    return result


def _step(name: str, numbers: list[float]) -> Transform:
    forms = _FORMS.get(name)
    if forms is None:
        raise BadValueError(f"{quoted(name)} is no transform")
    if len(numbers) not in forms:
        counts = " or ".join(str(count) for count in forms)
        raise BadValueError(f"`{name}` takes {counts} numbers, here are {len(numbers)}")
    return forms[len(numbers)](*numbers)


def _rotation(degrees: float) -> Transform:
    angle = math.radians(degrees)
    return Transform(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))


def _rotation_about(degrees: float, x: float, y: float) -> Transform:
    return Transform(e=x, f=y).after(_rotation(degrees)).after(Transform(e=-x, f=-y))


def _skew_x(degrees: float) -> Transform:
    return Transform(c=math.tan(math.radians(degrees)))


def _skew(across: float, down: float) -> Transform:
    return Transform(c=_skew_x(across).c, b=_skew_y(down).b)


def _skew_y(degrees: float) -> Transform:
    return Transform(b=math.tan(math.radians(degrees)))


_FORMS: dict[str, dict[int, Callable[..., Transform]]] = {
    "matrix": {6: Transform},
    "translate": {1: lambda x: Transform(e=x), 2: lambda x, y: Transform(e=x, f=y)},
    "translateX": {1: lambda x: Transform(e=x)},
    "translateY": {1: lambda y: Transform(f=y)},
    "translateZ": {1: lambda _z: Transform()},
    "scale": {1: lambda k: Transform(a=k, d=k), 2: lambda x, y: Transform(a=x, d=y)},
    "scaleX": {1: lambda k: Transform(a=k)},
    "scaleY": {1: lambda k: Transform(d=k)},
    "rotate": {1: _rotation, 3: _rotation_about},
    "rotateZ": {1: _rotation},
    "skew": {1: _skew_x, 2: _skew},
    "skewX": {1: _skew_x},
    "skewY": {1: _skew_y},
}


def read_view_box(text: str) -> Rect:
    """The four numbers of a `viewBox`, with some area."""
    numbers = read_numbers(text)
    if len(numbers) != 4 or min(numbers[2:]) <= 0:
        raise BadValueError(f"the viewBox {quoted(text)} is not `x y width height`")
    return Rect(*numbers)


def fitting(box: Rect, into: Rect, ratio: str = "xMidYMid meet") -> Transform:
    """The map of `box` into a viewport, as `preserveAspectRatio` says."""
    across, down = into.width / box.width, into.height / box.height
    if ratio.split()[:1] == ["none"]:
        return _boxed(box, into, (across, down), (0.0, 0.0))
    found = _ALIGN.match(ratio)
    if found is None:
        raise BadValueError(f"the preserveAspectRatio {quoted(ratio)} is not known")
    scale = max(across, down) if found[3] == "slice" else min(across, down)
    return _boxed(box, into, (scale, scale), (_SHARE[found[1]], _SHARE[found[2]]))


def _boxed(
    box: Rect, into: Rect, scale: tuple[float, float], share: tuple[float, float]
) -> Transform:
    """Scale, and give each side its share of the room that is left."""
    left = into.left + (into.width - box.width * scale[0]) * share[0]
    top = into.top + (into.height - box.height * scale[1]) * share[1]
    return Transform(
        a=scale[0], d=scale[1], e=left - box.left * scale[0], f=top - box.top * scale[1]
    )
