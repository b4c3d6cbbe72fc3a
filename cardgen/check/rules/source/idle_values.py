"""Values that undo their own field, or another one of the same element.

In      an element as it was written.
Out     each such field, why it says nothing, and what to do.
Not here  fields that are out of place (`check.rules.source.idle_fields`).

An element that a layout's `set:` or a card's row changes is not judged here: what it says may be
there to be changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from cardgen.core.lengths import Length
from cardgen.read.models.drawn_elements import ShapeElement, TextElement
from cardgen.read.models.element import Element, PaintedElement
from cardgen.read.models.elements import BoxElement, OutlineElement
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import TextStyle
from cardgen.read.models.templated import Template

Idle = tuple[str, str, str]
"""A field, why it says nothing, and what to do."""
_FLAT = 1e-6
_EMPTY = {
    "inside": "write elements, or leave it out",
    "recolor": 'write `recolor: {"#d9573f": sea}`, or leave it out',
    "with_": "write `with: {name: value}`, or leave it out",
}
"""Fields that are empty by themselves, and how they are written."""
_DRAW_NOTHING = "nothing of the element is printed"


def is_typed(element: Element, *names: str) -> bool:
    """Whether all of these are typed on an element."""
    return all(name in element.model_fields_set for name in names)


def plain_value(element: Element, name: str) -> Any:
    """What a field is on all cards; None if a template says it."""
    found = getattr(element, name)
    return None if isinstance(found, Template) else found


def is_inked(element: PaintedElement) -> bool:
    """Whether an element is given a color, or casts a shadow."""
    return any(is_typed(element, name) for name in ("fill", "stroke", "shadow"))


def list_idle_values(element: Element) -> Iterator[Idle]:
    """Fields whose values leave nothing to print, or that other values make useless."""
    yield from list_blank_values(element)
    yield from _list_idle_limits(element)
    yield from _list_empty_values(element)
    if is_typed(element, "opacity") and plain_value(element, "opacity") == 0:
        yield "opacity", f"at 0 {_DRAW_NOTHING}", "take the element away, or write `when:`"
    yield from _list_idle_light(element)
    match element:
        case TextElement():
            yield from list_idle_tracking(element)
            yield from _list_idle_in_text(element)
        case ShapeElement():
            yield from _list_empty_shapes(element)
        case OutlineElement() if not (element.inside or is_inked(element)):
            hint = "give it a `fill:` or `stroke:`, a color, or something `inside:`"
            yield "outline", "it has no `fill`, no `stroke` and nothing `inside`", hint
        case BoxElement():
            yield from _list_idle_in_box(element)
    if isinstance(element, PaintedElement | TextElement):
        yield from _list_idle_lines(element)


def _list_empty_values(element: Element) -> Iterator[Idle]:
    """Lists and mappings that stand there with nothing in them."""
    for name, hint in _EMPTY.items():
        if name in element.model_fields_set and getattr(element, name) in ([], {}):
            yield name, "there is nothing in it", hint


def _list_idle_lines(element: PaintedElement | TextElement) -> Iterator[Idle]:
    width = plain_value(element, "stroke_width")
    if is_typed(element, "stroke", "stroke_width") and width == Length():
        yield "stroke_width", "at 0 no line is drawn", "give it a width, or leave out `stroke`"
    if isinstance(element, PaintedElement) and is_typed(element, "dash") and element.dash == []:
        hint = "write `dash: [2mm, 1mm]`, or leave it out"
        yield "dash", "an empty list draws a whole line", hint
    if isinstance(element, PaintedElement) and is_typed(element, "dash"):
        dash = plain_value(element, "dash") or []
        gaps = dash[1::2]
        if gaps and len(dash) % 2 == 0 and all(gap == Length() for gap in gaps):
            yield "dash", "gaps of 0 leave a whole line", "write `dash: [2mm, 1mm]`"


def list_idle_tracking(style: TextStyle) -> Iterator[Idle]:
    """Letterspacing as other programs write it, which nobody would see here."""
    tracking = style.tracking
    if not isinstance(tracking, Length) or tracking.points or not 0 < abs(tracking.ems) < 0.001:
        return
    typed = 1000 * tracking.ems
    hint = f"write `{typed:.10g}em` or `{1000 * typed:.10g}`"
    yield "tracking", "a number is a thousandth of the type size, and this is less", hint


def _list_idle_light(element: Element) -> Iterator[Idle]:
    """Shadows and glows without a width that lie where the element lies."""
    for name, keys in (
        ("shadow", ("x", "y", "blur")),
        ("inner_shadow", ("x", "y", "blur")),
        ("glow", ("blur",)),
    ):
        spec = plain_value(element, name)
        if spec is not None and all(getattr(spec, key) == Length() for key in keys):
            fields = "a `blur`" if name == "glow" else "an `x`, a `y` or a `blur`"
            yield name, "none of it reaches out from the element", f"give it {fields}"


def list_blank_values(spec: Spec) -> Iterator[Idle]:
    """Fields without a value, as where a comment follows the colon; conditions without a word."""
    for name, info in type(spec).model_fields.items():
        scalar = spec.scalar(info.alias or name) if name in spec.model_fields_set else None
        if scalar is None or scalar.text.strip() or info.is_required():
            continue
        if scalar.plain or name in ("when", "repeat"):
            hint = "give it a value (in quotes, if it begins with `#`), or take it away"
            yield name, "it has no value", hint


def _list_idle_limits(element: Element) -> Iterator[Idle]:
    """A size beside limits of its own: one of them never counts."""
    for size in ("width", "height"):
        own = _measure(element, size)
        for limit, sign in ((f"min_{size}", -1), (f"max_{size}", 1)):
            bound = _measure(element, limit)
            if own is None or bound is None:
                continue
            key = limit.replace("_", "-")
            hint = f"leave out `{size}` or `{key}`"
            if sign * own > sign * bound:
                yield size, f"`{key}` says how large it is", hint
            else:
                yield limit, f"`{size}` says how large it is", hint


def _measure(element: Element, name: str) -> float | None:
    """A length that no box around changes, in points."""
    found = plain_value(element, name)
    if not is_typed(element, name) or not isinstance(found, Length) or found.share or found.ems:
        return None
    return found.points


def _list_idle_in_text(element: TextElement) -> Iterator[Idle]:
    if is_typed(element, "drop_cap") and plain_value(element, "drop_cap") == 1:
        yield "drop_cap", "a letter of one line is a letter like others", "write 2 or more"
    if is_typed(element, "wrap") and element.wrap == []:
        yield "wrap", "there is no shape in the list", "write a shape, or leave it out"
    if plain_value(element, "fit") == "none" and is_typed(element, "min_size"):
        yield "min_size", "with `fit: none` nothing shrinks", "leave out `min-size` or `fit`"


def _list_empty_shapes(element: ShapeElement) -> Iterator[Idle]:
    for name in ("width", "height"):
        flat = plain_value(element, "shape") in (None, "line")
        if plain_value(element, name) == Length() and is_typed(element, name) and not flat:
            yield name, f"at 0 {_DRAW_NOTHING}", "give it a length, or take the element away"
    if is_typed(element, "sweep") and plain_value(element, "sweep") == 0:
        yield "sweep", f"at 0 {_DRAW_NOTHING}", "write the degrees, or take the element away"
    if plain_value(element, "shape") == "ring" and plain_value(element, "inner") == 1:
        yield "inner", f"at 100% {_DRAW_NOTHING}", "write less, as in `inner: 60%`"
    if plain_value(element, "shape") == "polygon" and _is_flat(element):
        hint = "write corners that hold an area, or `shape: line` with a `stroke:`"
        yield "points", f"they lie on one line, and {_DRAW_NOTHING}", hint
    if plain_value(element, "shape") == "bubble" and _ends_inside(plain_value(element, "tail")):
        yield "tail", "it ends inside the bubble", "write a place outside, as in `[20%, 140%]`"


def _ends_inside(tail: Any) -> bool:
    """Whether the tail of a bubble ends in the box that the bubble fills."""
    return isinstance(tail, tuple) and all(
        isinstance(one, Length) and one == Length(share=one.share) and 0 <= one.share <= 1
        for one in tail
    )


def _is_flat(element: ShapeElement) -> bool:
    """Whether the points of a polygon without a line around it hold no area, in any box."""
    points = plain_value(element, "points")
    if not points or is_typed(element, "stroke") or not isinstance(points, list):
        return False
    if not all(isinstance(point, tuple) for point in points):
        return False
    if not all(isinstance(one, Length) for point in points for one in point):
        return False
    return all(
        abs(_measure_area([(x.resolve(wide), y.resolve(high)) for x, y in points])) < _FLAT
        for wide, high in ((100.0, 70.0), (40.0, 90.0))
    )


def _measure_area(corners: list[tuple[float, float]]) -> float:
    """The largest triangle at the first corner."""
    (x, y), *others = corners
    triangles = pairwise(others)
    return max(
        (abs((a - x) * (d - y) - (c - x) * (b - y)) for (a, b), (c, d) in triangles), default=0.0
    )


def _list_idle_in_box(element: BoxElement) -> Iterator[Idle]:
    clip = plain_value(element, "clip")
    if is_typed(element, "radius") and isinstance(clip, str) and clip != "rectangle":
        yield "radius", f"the box has the shape `{clip}`", "leave out `radius` or `clip`"
