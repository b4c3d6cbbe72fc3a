"""What the box around an element leaves it: room to grow into, and a place for its shadow.

In      an element as it was written, and the box that it stands in.
Out     each such field, why it says nothing, and what to do.
Not here  fields that are for another kind of parent (`check.rules.source.idle_fields`).

A column in a corner, in a column or above a `bottom` is as high as what is in it, a row in a corner
as wide: nothing is left that could be shared. A text that grows in such a row is let pass, for it
breaks where the row would be too wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from cardgen.check.rules.source.idle_values import Idle, is_typed, plain_value
from cardgen.read.models.drawn_elements import PictureElement, ShapeElement, SpaceElement
from cardgen.read.models.element import Element
from cardgen.read.models.elements import (
    AnyElement,
    BoxElement,
    ColumnElement,
    GridElement,
    OutlineElement,
    OverlayElement,
    RowElement,
)

_ALONG = {
    "column": ("height", "min_height", "top", "bottom", "high"),
    "row": ("width", "min_width", "left", "right", "wide"),
}
"""Of a stack: its size along, the least of it, its two sides, and a word for it."""
_LIGHT = ("shadow", "inner_shadow", "glow")
_PLACED = (
    *("at", "along", "left", "right", "top", "bottom", "rotate"),
    *("width", "height", "min_width", "max_width", "min_height", "max_height"),
)


class Around(Struct, frozen=True):
    """The box that an element stands in: what it is, and what it does with the element."""

    kind: str = ""
    stretches: bool = True
    idle: frozenset[int] = frozenset()
    """Ids of the children whose `grow` shares out nothing."""
    clips: bool = False
    """Whether it hides what leaves it, and its children fill it."""


def enclose(kind: str, element: AnyElement, around: Around) -> Around:
    """What the children of an element stand in."""
    stacked = isinstance(element, ColumnElement | RowElement)
    stretches = not stacked or _stretches(element, "align")
    idle: Sequence[Element] = ()
    if isinstance(element, ColumnElement) and has_own_length(element, around):
        growing = [one for one in element.column if _may_grow(one)]
        idle = growing if len(growing) == 1 or all(map(_is_flat, growing)) else ()
    elif isinstance(element, RowElement) and has_own_length(element, around):
        growing = [one for one in element.row if _may_grow(one)]
        idle = growing if all(_is_flat(one, "height") for one in growing) else ()
    filled = isinstance(element, OverlayElement) and not is_typed(element, "padding")
    clips = filled and plain_value(element, "clip") in (True, "rectangle")
    return Around(kind, stretches, frozenset(id(one) for one in idle), clips)


def has_own_length(element: ColumnElement | RowElement, around: Around) -> bool:
    """Whether a column is surely as high, or a row as wide, as what is in it."""
    kind = "column" if isinstance(element, ColumnElement) else "row"
    size, least, start, end, _ = _ALONG[kind]
    if is_typed(element, size) or is_typed(element, least):
        return False
    if around.kind == "overlay":
        placed = plain_value(element, "at") is not None or is_typed(element, "along")
        hangs = kind == "column" and is_typed(element, end)
        return (placed or hangs) and not is_typed(element, start, end)
    if around.kind == kind:
        return not is_typed(element, "grow")
    if around.kind not in _ALONG:
        return False
    return not (_stretches(element, "self_") if is_typed(element, "self_") else around.stretches)


def _stretches(element: Element, name: str) -> bool:
    """Whether children fill the box across, or may do so on some cards."""
    return plain_value(element, name) in (None, "stretch")


def _may_grow(element: Element) -> bool:
    return is_typed(element, "grow") and plain_value(element, "grow") != 0


def _is_flat(element: Element, size: str = "") -> bool:
    """Whether an element has no length of its own that others could take from it."""
    if isinstance(element, SpaceElement):
        return True
    return isinstance(element, ShapeElement | OutlineElement) and (
        not size or is_typed(element, size)
    )


def list_idle_growth(element: Element, around: Around) -> Iterator[Idle]:
    """The `grow` of a child, where nothing is left."""
    if id(element) in around.idle:
        size, *_, extent = _ALONG[around.kind]
        hint = f"give the {around.kind} a `{size}:`"
        yield "grow", f"the {around.kind} is only as {extent} as what is in it", hint


def list_idle_shadows(element: AnyElement, around: Around) -> Iterator[Idle]:
    """A shadow or glow of which nothing is seen: the box around it is as large, and clips it, or
    nothing is there to cast it."""
    for name in _LIGHT:
        if is_typed(element, name) and around.clips and _fills_box(element):
            hint = f"give the `{name.replace('_', '-')}` to the box around it"
            yield name, "the box around it has its size, and `clip` hides what leaves it", hint
        elif is_typed(element, name) and isinstance(element, BoxElement) and _is_blank(element):
            yield name, "nothing is in the box that casts it", "give the box a `fill:`"


def _fills_box(element: AnyElement) -> bool:
    """Whether an element is a rectangle as large as the box around it."""
    moved = any(is_typed(element, name) for name in _PLACED)
    if moved or not isinstance(element, ShapeElement | PictureElement):
        return False
    if isinstance(element, ShapeElement):
        return plain_value(element, "shape") == "rectangle" and not is_typed(element, "radius")
    fits = plain_value(element, "fit") in ("cover", "stretch")
    return fits and not (is_typed(element, "mask") or is_typed(element, "radius"))


def _is_blank(element: BoxElement) -> bool:
    """Whether a box has no children, no color and no line."""
    lists = ("column", "row", "grid", "overlay")
    held = any(getattr(element, name, ()) for name in lists)
    colors = ("fill", "stroke")
    return not held and all(
        not is_typed(element, name) or plain_value(element, name) == "none" for name in colors
    )


def list_idle_justify(element: AnyElement, around: Around) -> Iterator[Idle]:
    """The `justify` of a stack without room, or of one whose room a child takes."""
    justify = plain_value(element, "justify") if is_typed(element, "justify") else None
    if justify in (None, "start") or isinstance(element, GridElement):
        return
    assert isinstance(element, ColumnElement | RowElement)
    kind = "column" if isinstance(element, ColumnElement) else "row"
    children = element.column if isinstance(element, ColumnElement) else element.row
    size, *_, extent = _ALONG[kind]
    if any(_surely_grows(child) for child in children):
        hint = "leave out `justify` or `grow`"
        yield "justify", f"what grows takes the room that the {kind} has", hint
    elif justify in ("between", "around") and has_own_length(element, around):
        hint = f"give it a `{size}:`"
        yield "justify", f"the {kind} is only as {extent} as what is in it", hint


def _surely_grows(element: Element) -> bool:
    """Whether an element stands on every card, and grows there."""
    grow = plain_value(element, "grow") if is_typed(element, "grow") else 0
    return bool(grow) and not (is_typed(element, "when") or is_typed(element, "repeat"))
