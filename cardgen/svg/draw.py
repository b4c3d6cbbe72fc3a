"""A tree of SVG elements → scene items.

In      a `Tree`, the size in points that its root fills.
Out     items, every transform worked into their coordinates; `Gap`s for what is left out.
Not here  outlines (`svg.shapes`), colors and lines (`svg.paint`).

Elements that are used many times count each time: a small file can ask for billions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.color import Blend
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.scene.items import Group, Item, Path, blends
from cardgen.scene.outlines import rectangle
from cardgen.svg.clip import Clipped, Clips, local_box, mask_frame, misread, takes_box, unit_map
from cardgen.svg.color import in_linear_light, read_color
from cardgen.svg.css import Stylesheet, em_of, inherit, isolates, read_root_style
from cardgen.svg.extremes import check_fades, check_reach, check_scale
from cardgen.svg.gradient import STILL, Gradients
from cardgen.svg.item_transforms import apart, faded, framed, recolored, within
from cardgen.svg.markers import Markers
from cardgen.svg.moving import Mover, Stand
from cardgen.svg.paint import Brush, PaintedShape, local_url
from cardgen.svg.path_data import PathError
from cardgen.svg.pattern import Patterns
from cardgen.svg.shapes import SHAPES, ShapeLengths, shape_outline, sized, used_size
from cardgen.svg.tree import (
    MAX_DEPTH,
    DrawingError,
    Gaps,
    MissingPartError,
    SvgElement,
    Tree,
    chain_to,
    quoted,
)
from cardgen.svg.unsupported import CONDITIONS, note_undrawn, note_untaken, note_whole
from cardgen.svg.values import (
    POINTS_PER_UNIT,
    BadValueError,
    fitting,
    read_fraction,
    read_view_box,
)
from cardgen.svg.variables import filled_in

MAX_DRAWN = 20_000
MAX_SEGMENTS = 200_000
_BLENDS: dict[str, Blend] = {blend: blend for blend in get_args(Blend)}
_NOTHING: Mapping[str, str] = {}
_NO_GROUND = ("", "0 0", "inherit", "initial", "none", "revert", "unset")


class _Here(Struct, frozen=True):
    """Where an element stands: what it inherits, the map from its coordinates to the
    drawing's, its viewport, and how it was reached."""

    style: Mapping[str, str]
    space: Transform
    view: Extent
    depth: int = 0
    used: frozenset[SvgElement] = frozenset()
    top: SvgElement | None = None
    """What a `use` shows, with this in it."""


def draw_tree(tree: Tree, size: Extent, gaps: Gaps, part: str = "") -> tuple[Item, ...]:
    """Draw a file so that its root's viewport fills (0, 0) to `size`.

    Args:
        tree: The file.
        size: Of its root, in points.
        gaps: Takes what is left out.
        part: The id of the one element to draw, where it stands; all if left out.

    Raises:
        DrawingError: a value cannot be read, the file draws too much, or has no such part.
    """
    note_whole(tree, gaps)
    drawer = _Drawer(tree, size, gaps)
    if not part:
        return drawer.draw()
    target = tree.by_id.get(part)
    if target is None:
        known = ", ".join(f"`{name}`" for name in sorted(tree.by_id)[:8])
        have = f"it has {known}" if known else "none has an id"
        raise MissingPartError(f"has no element with the id {quoted(part)}; {have}")
    return drawer.draw_part(target)


class _Drawer:
    def __init__(self, tree: Tree, size: Extent, gaps: Gaps) -> None:
        self.tree = tree
        self.size = size
        self.gaps = gaps
        self.sheet = Stylesheet(tree.root, gaps)
        patterns = Patterns(tree, gaps, self.content, self.spend)
        self.brush = Brush(tree, Gradients(tree, self.sheet, gaps), patterns, gaps)
        self.markers = Markers(tree, gaps, self.content)
        self.mover = Mover(tree.root, size, gaps, self.spend)
        self.clips = Clips(tree, self.sheet, gaps, self.spend)
        self.only: frozenset[SvgElement] | None = None
        """The elements on the way to the one part that is drawn."""
        self.target = tree.root
        self.drawn = 0
        self.segments = 0
        self.kinds: dict[str, Callable[[SvgElement, _Here], tuple[Item, ...]]] = {
            "g": self.children,
            "a": self.children,
            "svg": self.nested,
            "switch": self.switch,
            "use": self.use,
            **dict.fromkeys(SHAPES, self.shape),
        }

    def draw(self) -> tuple[Item, ...]:
        items = self.element(self.tree.root, _Here({}, STILL, self.size))
        check_fades(items)
        if "transform" in self.sheet.properties(self.tree.root):
            items = framed(items, Rect(0, 0, self.size.width, self.size.height), STILL)
        return items

    def draw_part(self, target: SvgElement) -> tuple[Item, ...]:
        """One element, with what it inherits and how it is moved; what is only there to be
        used is drawn as it would be used."""
        here = _Here({}, STILL, self.size)
        if target.name == "symbol":
            own = self.sheet.properties(target)
            box = self.view_box(target, Rect(0, 0, self.size.width, self.size.height))
            size = Rect(0, 0, box.width, box.height)
            return self.viewport(target, replace(here, style=inherit({}, own), depth=1), size)
        chain = chain_to(self.tree.root, target)
        if all(element.name in self.kinds for element in chain):
            self.only = frozenset(chain)
            self.target = target
            items = self.element(self.tree.root, here)
        else:
            items = self.element(target, here)
        check_fades(items)
        return items

    def spend(self, segments: int) -> None:
        self.segments += segments
        if self.segments > MAX_SEGMENTS:
            raise DrawingError(f"draws more than {MAX_SEGMENTS:,} lines and curves, the limit")

    def element(self, element: SvgElement, here: _Here) -> tuple[Item, ...]:
        """An element and what is in it, as it looks; nothing beside the one part asked for."""
        if self.only is not None and element not in self.only:
            return ()
        if element is not self.target:
            return self.element_there(element, here)
        self.only = None
        items = self.element_there(element, here)
        self.only = frozenset()
        return items

    def element_there(self, element: SvgElement, here: _Here) -> tuple[Item, ...]:
        self.drawn += 1
        if self.drawn > MAX_DRAWN:
            raise DrawingError(f"draws more than {MAX_DRAWN:,} elements, the limit")
        if here.depth > MAX_DEPTH:
            raise DrawingError(f"uses elements in elements more than {MAX_DEPTH} deep, the limit")
        if element.name not in self.kinds:
            note_undrawn(element, self.gaps)
            return ()
        try:
            return self.looks(element, here)
        except (BadValueError, PathError) as error:
            raise misread(element, error) from None

    def looks(self, element: SvgElement, here: _Here) -> tuple[Item, ...]:
        style = inherit(here.style, self.sheet.properties(element, here.top))
        if style.get("display") == "none":
            return ()
        stand = Stand(element, style, here.space, here.view)
        inner = replace(here, style=style, space=self.mover.place(stand), depth=here.depth + 1)
        items = self.kinds[element.name](element, inner)
        items = self.effects(element, items, inner) if items else ()
        return self.mover.moved_by_box(stand, items)

    def effects(
        self, element: SvgElement, items: tuple[Item, ...], here: _Here
    ) -> tuple[Item, ...]:
        """Clip, then fade and blend as one."""
        if here.style.get("filter", "none") != "none":
            message = "a filter is left out: what it changes is drawn without it"
            self.gaps.add(element, message, "save this part as a PNG picture instead")
        if here.style.get("mask", "none") != "none":
            items = self.masked(element, items, here)
        if here.style.get("clip-path", "none") != "none":
            items = self.clipped(element, items, here)
        opacity = read_fraction(here.style.get("opacity", "1"))
        blend = self.blend(element, here)
        if opacity == 0 or not items:
            return ()
        if opacity == 1 and blend == "normal":
            kept = isolates(here.style) and blends(items)
            return (Group(items, isolated=True),) if kept else items
        return (Group(apart(items), opacity=opacity, blend=blend),)

    def masked(self, element: SvgElement, items: tuple[Item, ...], here: _Here) -> tuple[Item, ...]:
        """The items where a mask of the file shows them: by its light, or by its shape."""
        url = local_url(here.style["mask"])
        mask = self.tree.by_id.get(url[0]) if url else None
        if mask is None or mask.name != "mask" or mask in here.used:
            message = f"the mask {quoted(here.style['mask'])} cannot be used"
            self.gaps.add(element, message, "refer to a `<mask>` of this file")
            return items
        measure = partial(local_box, element, here.view, items, here.space, self.spend)
        box = measure() if takes_box(mask) else None
        if box is None and mask.attributes.get("maskContentUnits") == "objectBoundingBox":
            message = "a mask measured by the box of what has no area is left out"
            self.gaps.add(mask, message, 'set maskContentUnits="userSpaceOnUse"')
            return items
        style = self.sheet.style_in_place(mask)
        used = here.used | {mask}
        inner = replace(here, style=style, depth=here.depth + 1, used=used, top=None)
        try:
            shapes = self.mask_shapes(mask, inner, box)
        except (BadValueError, PathError) as error:
            raise misread(mask, error) from None
        by_light = style.get("mask-type", mask.attributes.get("mask-type")) != "alpha"
        return (Group(items, mask=shapes, by_light=by_light),) if shapes else ()

    def mask_shapes(self, mask: SvgElement, here: _Here, box: Rect | None) -> tuple[Item, ...]:
        """What a mask shows: its shapes within its own frame, clip path and mask; `box` is that of
        what is masked, if it has an area."""
        there = here
        if box and mask.attributes.get("maskContentUnits") == "objectBoundingBox":
            there = replace(here, space=here.space.after(unit_map(box)), view=Extent(1.0, 1.0))
        shapes = self.children(mask, there)
        if here.style.get("color-interpolation") == "linearRGB":
            shapes = recolored(shapes, in_linear_light)
        frame = mask_frame(mask, here.view, box)
        if frame is not None:
            shapes = framed(shapes, frame, here.space)
        if shapes and here.style.get("mask", "none") != "none":
            shapes = self.masked(mask, shapes, here)
        if shapes and here.style.get("clip-path", "none") != "none":
            shapes = self.clipped(mask, shapes, here)
        return shapes

    def blend(self, element: SvgElement, here: _Here) -> Blend:
        text = here.style.get("mix-blend-mode", "normal")
        if text not in _BLENDS:
            known = ", ".join(_BLENDS)
            message = f"the mix-blend-mode {quoted(text)} is not supported"
            self.gaps.add(element, message, f"use one of {known}")
        return _BLENDS.get(text, "normal")

    def clipped(
        self, element: SvgElement, items: tuple[Item, ...], here: _Here
    ) -> tuple[Item, ...]:
        measure = partial(local_box, element, here.view, items, here.space, self.spend)
        target = Clipped(element, here.space, here.view, measure)
        for cut in self.clips.cuts(here.style["clip-path"], target):
            if not cut.outline:
                return ()
            check_reach(cut.outline, STILL)
            items = within(items, cut.outline, even_odd=cut.even_odd)
        return items

    # --- one kind of element each ----------------------------------------------------------

    def children(self, element: SvgElement, here: _Here) -> tuple[Item, ...]:
        return tuple(item for child in element.children for item in self.element(child, here))

    def content(
        self,
        element: SvgElement,
        space: Transform,
        view: Extent,
        depth: int,
        context: Mapping[str, str] = _NOTHING,
    ) -> tuple[Item, ...]:
        """What is in a pattern or a marker, wherever that is used."""
        only, self.only = self.only, None
        style = {**self.sheet.style_in_place(element), **context}
        items = self.children(element, _Here(style, space, view, depth + 1))
        self.only = only
        return items

    def switch(self, element: SvgElement, here: _Here) -> tuple[Item, ...]:
        """The first child that asks for nothing special."""
        for child in element.children:
            plain = not any(name in child.attributes for name in ("requiredFeatures", *CONDITIONS))
            if plain and child.name in self.kinds:
                return self.element(child, here)
        note_untaken(element, self.kinds, self.gaps)
        return ()

    def shape(self, element: SvgElement, here: _Here) -> tuple[Item, ...]:
        outline = shape_outline(element, here.view, em_of(here.style))
        if outline is None:
            return ()
        self.spend(len(outline))
        check_reach(outline, here.space)
        shape = PaintedShape(element, outline, here.style, here.view, here.space, here.depth)
        return self.brush.paint(shape) + self.markers.items(shape)

    def nested(self, element: SvgElement, here: _Here) -> tuple[Item, ...]:
        lengths = ShapeLengths(element, here.view, em_of(here.style))
        if element is self.tree.root:
            whole = Rect(0, 0, self.size.width, self.size.height)
            ground = self.ground(element, whole, here) if self.target is element else ()
            return ground + self.viewport(element, here, whole)
        rect = Rect(
            lengths.across("x"),
            lengths.down("y"),
            lengths.size("width", "100%"),
            lengths.size("height", "100%"),
        )
        return self.viewport(element, here, rect)

    def ground(self, root: SvgElement, whole: Rect, here: _Here) -> tuple[Item, ...]:
        """The color that the root's style lays below the drawing."""
        said = {"background": "none", **read_root_style(root)}
        text = filled_in(here.style, said, ("background",))["background"]
        if text in _NO_GROUND:
            return ()
        try:
            color, alpha = read_color(text)
        except BadValueError:
            message = f"the background {quoted(text)} of the drawing is not painted"
            self.gaps.add(root, message, "draw a rectangle of its color below all else")
            return ()
        return faded((Path(rectangle(whole), fill=color),), alpha) if alpha else ()

    def viewport(self, element: SvgElement, here: _Here, rect: Rect) -> tuple[Item, ...]:
        """The children of an `svg` or `symbol` in the rectangle that it is shown in."""
        if rect.width == 0 or rect.height == 0:
            return ()
        box = self.view_box(element, rect)
        ratio = element.attributes.get("preserveAspectRatio", "xMidYMid meet")
        space = here.space.after(fitting(box, rect, ratio))
        check_scale(space)
        view = Extent(box.width, box.height)
        items = self.children(element, replace(here, space=space, view=view))
        if here.style.get("overflow", "hidden") in ("visible", "auto") and here.depth > 1:
            return items
        return framed(items, rect, here.space)

    def view_box(self, element: SvgElement, rect: Rect) -> Rect:
        if "viewBox" in element.attributes:
            return read_view_box(element.attributes["viewBox"])
        unit = POINTS_PER_UNIT if element is self.tree.root else 1.0
        return Rect(0, 0, rect.width / unit, rect.height / unit)

    def use(self, element: SvgElement, here: _Here) -> tuple[Item, ...]:
        target = self.used(element, here)
        if target is None:
            return ()
        lengths = ShapeLengths(element, here.view, em_of(here.style))
        there = replace(here, used=here.used | {target}, top=target)
        if target.name != "symbol" and not (target.name == "svg" and sized(element)):
            return self.element(target, there)
        style = inherit(there.style, self.sheet.properties(target, target))
        if style.get("display") == "none":
            return ()
        stand = Stand(target, style, there.space, there.view)
        space = self.mover.space(stand) if target.name == "symbol" else there.space
        there = replace(there, style=style, space=space)
        own_lengths = ShapeLengths(target, here.view)
        size = (used_size(name, lengths, own_lengths) for name in ("width", "height"))
        nested = target.name == "svg"
        place = (own_lengths.across("x"), own_lengths.down("y")) if nested else (0.0, 0.0)
        items = self.viewport(target, there, Rect(*place, *size))
        items = self.effects(target, items, there) if items else ()
        return self.mover.moved_by_box(stand, items) if target.name == "symbol" else items

    def used(self, element: SvgElement, here: _Here) -> SvgElement | None:
        """What a `use` refers to, unless it leads out of the file, nowhere, or back."""
        href = element.attributes.get("href", "")
        target = self.tree.by_id.get(href[1:]) if href.startswith("#") else None
        if target is None:
            message = f"the element {quoted(href)} that `<use>` shows is not in the file"
            message = message if href else "a `<use>` does not say what it shows"
            self.gaps.add(element, message, "refer to the id of an element of this file")
            return None
        if target in here.used or target is self.tree.root:
            self.gaps.add(element, f"{quoted(href)} uses itself", "refer to another element")
            return None
        return target
