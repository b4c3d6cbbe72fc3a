"""The `transform` of a style: what it is about, and what its shares are of.

In      an element's properties, its viewport, what measures the box that it fills.
Out     the `Transform` of its coordinates.
Not here  the steps of a transform (`svg.values`).

Source  CSS Transforms Level 1, chapters 4 to 6 and 12.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.svg.tree import quoted
from cardgen.svg.values import DEGREES, BadValueError, read_length, read_transform

_OWN_BOX = ("border-box", "content-box", "fill-box", "stroke-box")
_SIDES = {"left": "0%", "center": "50%", "right": "100%", "top": "0%", "bottom": "100%"}
_LENGTHS = re.compile(r"(translate[XYZ]?)\s*\(([^()]*)\)")
_ANGLE = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(turn|grad|rad)\b", re.IGNORECASE)


def goes_by_own_box(style: Mapping[str, str]) -> bool:
    """Whether what an element fills has to be known before it can be moved."""
    if style.get("transform-box") not in _OWN_BOX or not style.get("transform"):
        return False
    return style.get("transform-origin", "0") != "0" or "%" in style["transform"]


def moves_of(
    style: Mapping[str, str], view: Extent, measure: Callable[[], Rect | None]
) -> Transform:
    """How an element is moved in the coordinates that it stands in.

    Raises:
        BadValueError: The transform or its origin cannot be read.
    """
    text = style.get("transform", "")
    if not text:
        return Transform()
    box = Rect(0, 0, view.width, view.height)
    if goes_by_own_box(style):
        box = measure() or Rect(0, 0, 0, 0)
    return about(_read(text, box), read_origin(style.get("transform-origin", "0 0"), box))


def moves_of_root(style: Mapping[str, str], size: Extent) -> Transform:
    """How a root of a size in units is moved on its page: about its middle, if nothing is said."""
    box = Rect(0, 0, size.width, size.height)
    moves = _read(style["transform"], box)
    return about(moves, read_origin(style.get("transform-origin", "50% 50%"), box))


def about(transform: Transform, point: tuple[float, float]) -> Transform:
    """A transform for which a point is the origin."""
    x, y = point
    return Transform(e=x, f=y).after(transform).after(Transform(e=-x, f=-y))


def read_origin(text: str, box: Rect) -> tuple[float, float]:
    """The point of a box that a `transform-origin` names."""
    words = text.lower().split()
    if not 1 <= len(words) <= 3:
        raise BadValueError(f"the transform-origin {quoted(text)} is not `x y`")
    across, down = (*words, "center")[:2]
    if across in ("top", "bottom") or down in ("left", "right"):
        across, down = down, across
    x = read_length(_SIDES.get(across, across), box.width)
    return box.left + x, box.top + read_length(_SIDES.get(down, down), box.height)


def _read(text: str, box: Rect) -> Transform:
    """A transform with the units of CSS worked out, which those of an attribute lack."""
    plain = _LENGTHS.sub(lambda found: _in_units(found, box), text)
    return read_transform(_ANGLE.sub(_in_degrees, plain))


def _in_units(found: re.Match[str], box: Rect) -> str:
    name, words = found[1], found[2].replace(",", " ").split()
    wholes = (box.height, box.width) if name.endswith("Y") else (box.width, box.height)
    lengths = [read_length(word, whole) for word, whole in zip(words, wholes, strict=False)]
    rest = words[len(lengths) :]
    return f"{name}({' '.join([*map(repr, lengths), *rest])})"


def _in_degrees(found: re.Match[str]) -> str:
    return repr(float(found[1]) * DEGREES[found[2].lower()])
