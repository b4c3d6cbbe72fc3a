"""Can the icons in a text be seen: their colors against what is really behind them.

In      a face's pixels, the marks of its texts.
Out     `FaceFault`s.
Not here  the letters beside them (`check.rules.press.contrast`).

An icon of several colors is seen if one of them stands out. What is behind it is taken from
the raster, around the icon.

Source  W3C, Web Content Accessibility Guidelines 2.2, 1.4.11: 3:1 for graphical objects.

Limits  Pictures of pixels and gradients are left out: which of their colors draw the shape is
        not known. So are icons that are mixed in by a blend mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import TYPE_CHECKING

from cardgen.bind.bound_elements import BoundElement, TextBox, walk_elements
from cardgen.bind.bound_texts import InlineIcon
from cardgen.check.engine.face_rules import PixelRule
from cardgen.check.engine.ink_marks import InkMark, ItemOnPage
from cardgen.check.engine.painted_light import FaceLight, find_least_contrast
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace
from cardgen.check.rules.press.contrast import TextGround, cut_patch, find_ground
from cardgen.core.color import Color, luminance
from cardgen.core.geometry import Rect
from cardgen.scene.items import Path

if TYPE_CHECKING:
    from cardgen.render.raster.pixel_arrays import Pixels

GOOD_ICON = 3.0
_CERTAIN = 1.05
"""How far above that a contrast must be to need no pixels."""
_AROUND = 0.25
"""How much of an icon's height around it is looked at: most of the patch is then ground."""


class IconContrast(PixelRule):
    """Icons in texts that stand out too little from what is behind them."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "icon-contrast",
            "an icon in a text stands out too little from what is behind it",
            "An icon is a word of the rules. Below a contrast of 3:1 its shape is guessed at; a "
            "black icon on a dark plate is not seen at all. An icon without a color of its own "
            "has that of the text around it.",
            "Give the icon another `color:` under `icons:` in game.yaml, draw it with an outline, "
            "or lighten what is behind it.",
            "warning",
        ),
    )

    def needs_pixels(self, face: CheckedFace, light: FaceLight) -> bool:
        if not any(map(_has_icon, walk_elements(face.bound.body.elements))):
            return False  # nor is it laid out once more for its ink
        texts = [mark for mark in face.marks if isinstance(mark.box, TextBox)]
        return not all(_icon_stands_out(icon, light) for mark in texts for icon in list_icons(mark))

    def find_in_pixels(self, face: CheckedFace, pixels: Pixels) -> Iterable[FaceFault]:
        return find_faint_icons(face, pixels)


def find_faint_icons(face: CheckedFace, pixels: Pixels) -> Iterator[FaceFault]:
    """Icons of a face none of whose colors stands out."""
    for mark in face.marks:
        if isinstance(mark.box, TextBox):
            for icon in list_icons(mark):
                yield from _check_icon(face, pixels, mark, icon)


def list_icons(mark: InkMark) -> Iterator[list[ItemOnPage]]:
    """The drawn icons of a text, each with all its paths: those in a row that touch."""
    icon: list[ItemOnPage] = []
    box: Rect | None = None
    for shown in mark.shown:
        rect = shown.rect if _is_of_icon(shown) else None
        if box is not None and (rect is None or not _touch(box, rect)):
            yield icon
            icon, box = [], None
        if rect is not None:
            icon.append(shown)
            box = box.union(rect) if box else rect
    if icon:
        yield icon


def _has_icon(box: BoundElement) -> bool:
    """Whether an element is a text in which an icon stands."""
    if not isinstance(box, TextBox):
        return False
    lines = (line for paragraph in box.text.paragraphs for line in paragraph)
    return any(isinstance(part, InlineIcon) for line in lines for part in line)


def _is_of_icon(shown: ItemOnPage) -> bool:
    return isinstance(shown.item, Path) and not shown.item.of_text


def _touch(one: Rect, two: Rect) -> bool:
    """Whether two boxes meet, or nearly do."""
    near = one.inset_by(-0.1 * one.height)
    across = min(near.right, two.right) - max(near.left, two.left)
    return across >= 0 and min(near.bottom, two.bottom) - max(near.top, two.top) >= 0


def _check_icon(
    face: CheckedFace, pixels: Pixels, mark: InkMark, icon: list[ItemOnPage]
) -> Iterator[FaceFault]:
    inks = [ink for shown in icon for ink in _list_paints(shown)]
    box = _find_box(icon)
    plain = all(isinstance(ink, Color) for ink in inks)
    if not inks or box is None or not plain or any(s.context.blend != "normal" for s in icon):
        return
    seen = [(_find_icon_ground(face, pixels, box, ink, icon[0]), ink) for ink in inks]
    found = [(ground, ink) for ground, ink in seen if ground is not None]
    best, color = max(found, key=lambda pair: pair[0].contrast, default=(None, None))
    if best is None or best.contrast >= GOOD_ICON:
        return
    ratio = int(best.contrast * 10) / 10
    message = f"an icon of `{mark.name}` in {color} has a contrast of {ratio:g}:1 with its ground"
    hint = "give it another `color:` under `icons:`, or lighten what is behind it"
    if best.luminance > 0.18:
        hint = "give it a darker `color:` under `icons:`, or change what is behind it"
    place = mark.box.span
    yield make_fault("icon-contrast", message, face, place, hint=hint, weight=-best.contrast)


def _icon_stands_out(icon: list[ItemOnPage], light: FaceLight) -> bool:
    """Whether it is certain that one of an icon's colors stands out from all that can be behind."""
    box = _find_box(icon)
    if box is None or any(s.context.opacity < 1 or s.context.blend != "normal" for s in icon):
        return False
    parts = [shown.item for shown in icon]
    own = {number for number, one in enumerate(light.painted) if one.item in parts}
    around = box.inset_by(-_AROUND * box.height)
    inks = {ink for shown in icon for ink in _list_paints(shown) if isinstance(ink, Color)}
    return any(
        find_least_contrast(luminance(ink), *light.find_range(around, around.height, ink, own))
        >= _CERTAIN * GOOD_ICON
        for ink in inks
    )


def _find_box(icon: list[ItemOnPage]) -> Rect | None:
    """The box around all paths of an icon."""
    rects = [shown.rect for shown in icon if shown.rect is not None]
    return reduce(Rect.union, rects) if rects else None


def _list_paints(shown: ItemOnPage) -> Iterator[object]:
    """The paints of a path: its fill, its line."""
    assert isinstance(shown.item, Path)
    if shown.item.fill is not None:
        yield shown.item.fill
    if shown.item.stroke is not None:
        yield shown.item.stroke.paint


def _find_icon_ground(
    face: CheckedFace, pixels: Pixels, box: Rect, ink: object, first: ItemOnPage
) -> TextGround | None:
    patch = cut_patch(pixels, face.size, box.inset_by(-_AROUND * box.height))
    if patch is None or not isinstance(ink, Color):
        return None
    return find_ground(patch, ink, first.context.opacity)
