"""Where the elements of a drawing stand: their transforms, one in the other.

In      an element with its style, and the space that it stands in.
Out     its own space; or its items, moved when it is known what they fill.
Not here  what a transform says (`svg.css_transform`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.scene.items import Item
from cardgen.svg.clip import local_box
from cardgen.svg.css import em_of
from cardgen.svg.css_transform import goes_by_own_box, moves_of, moves_of_root
from cardgen.svg.extremes import check_scale
from cardgen.svg.item_transforms import inverse, move_items
from cardgen.svg.shapes import ShapeLengths
from cardgen.svg.tree import Gaps, SvgElement, quoted
from cardgen.svg.values import POINTS_PER_UNIT, BadValueError


class Stand(Struct, frozen=True):
    """An element, its style, and the space and the viewport that it stands in."""

    element: SvgElement
    style: Mapping[str, str]
    space: Transform
    view: Extent


class Mover:
    """Places the elements of one file, whose root has a size in points."""

    def __init__(
        self, root: SvgElement, size: Extent, gaps: Gaps, spend: Callable[[int], None]
    ) -> None:
        self._root = root
        self._size = size
        self._gaps = gaps
        self._spend = spend

    def place(self, stand: Stand) -> Transform:
        """The space of an element and of what clips it: for `use`, with its x and y."""
        space = self.space(stand)
        if stand.element.name != "use":
            return space
        lengths = ShapeLengths(stand.element, stand.view, em_of(stand.style))
        return space.after(Transform(e=lengths.across("x"), f=lengths.down("y")))

    def space(self, stand: Stand) -> Transform:
        """The space of an element, before `moved_by_box`."""
        if self._waits(stand):
            return stand.space
        return self._space(stand, lambda: None)

    def moved_by_box(self, stand: Stand, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """What an element draws, moved by a transform that goes by the box that it fills."""
        if not self._waits(stand) or not items:
            return items
        back = inverse(stand.space)
        if back is None:
            return ()
        self._note_lines(stand)
        inner = self.place(stand)

        def measure() -> Rect | None:
            return local_box(stand.element, stand.view, items, inner, self._spend)

        return move_items(items, self._space(stand, measure).after(back))

    def _waits(self, stand: Stand) -> bool:
        return stand.element is not self._root and goes_by_own_box(stand.style)

    def _space(self, stand: Stand, measure: Callable[[], Rect | None]) -> Transform:
        if not stand.style.get("transform"):
            return stand.space
        try:
            if stand.element is self._root:
                space = stand.space.after(self._root_moves(stand.style))
            else:
                space = stand.space.after(moves_of(stand.style, stand.view, measure))
        except BadValueError as error:
            if stand.style["transform"] == stand.element.attributes.get("transform", "").strip():
                raise
            hint = "write the transform as an attribute"
            self._gaps.add(stand.element, f"{error}; it is left out", hint)
            return stand.space
        check_scale(space)
        return space

    def _root_moves(self, style: Mapping[str, str]) -> Transform:
        unit = POINTS_PER_UNIT
        points, pixels = Transform(a=unit, d=unit), Transform(a=1 / unit, d=1 / unit)
        size = Extent(self._size.width / unit, self._size.height / unit)
        return points.after(moves_of_root(style, size)).after(pixels)

    def _note_lines(self, stand: Stand) -> None:
        box = stand.style["transform-box"]
        if box in ("border-box", "stroke-box") and "stroke" in stand.style:
            message = f"the transform-box {quoted(box)} is taken to be `fill-box`"
            self._gaps.add(stand.element, message, "write `fill-box`, or turn the stroke to a path")
