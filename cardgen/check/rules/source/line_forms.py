"""Whether the line around an element has ends and corners.

In      an element as it was written.
Out     true where that is so on all cards; false where a template may say otherwise.
"""

from __future__ import annotations

import re
from typing import Any

from cardgen.core.lengths import Length
from cardgen.read.models.drawn_elements import PathElement, ShapeElement
from cardgen.read.models.element import PaintedElement
from cardgen.read.models.elements import BoxElement
from cardgen.read.models.templated import Template

_SMOOTH = ("ellipse", "arc", "curve")
_OPEN = ("line", "curve")


def is_closed(element: PaintedElement) -> bool:
    """Whether the line around an element returns to its beginning, as far as that is known."""
    match element:
        case PathElement():
            path = _value(element, "path") or ""
            parts = re.split("[Mm]", path)
            return all(part.rstrip(" ,\t\r\n")[-1:] in ("Z", "z") for part in parts[1:] or [""])
        case ShapeElement(shape="arc"):
            return _is_full_turn(element)
        case ShapeElement(shape="curve"):
            return _value(element, "closed") is True
        case ShapeElement():
            return _value(element, "shape") not in (None, *_OPEN)
        case _:
            return True


def is_smooth(element: PaintedElement) -> bool:
    """Whether the line around an element has no corner."""
    if isinstance(element, BoxElement):
        cut = _value(element, "clip")
        return cut == "ellipse" or (isinstance(cut, bool) and _has_round_corners(element))
    if not isinstance(element, ShapeElement):
        return False
    match _value(element, "shape"):
        case "rectangle":
            return _has_round_corners(element)
        case "line":
            return not isinstance(element.points, Template) and len(element.points) < 3
        case "pie" | "ring":
            return _is_full_turn(element)
        case kind:
            return kind in _SMOOTH


def _is_full_turn(element: ShapeElement) -> bool:
    sweep = _value(element, "sweep")
    return sweep is not None and abs(sweep) >= 360


def _has_round_corners(element: BoxElement | ShapeElement) -> bool:
    radius = _value(element, "radius")
    return bool(radius and radius != Length()) and _value(element, "corner") == "round"


def _value(element: PaintedElement, name: str) -> Any:
    """What a field is on all cards; None if a template says it."""
    found = getattr(element, name)
    return None if isinstance(found, Template) else found
