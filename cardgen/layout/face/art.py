"""Pictures and drawings in their boxes → scene items.

In      a bound picture, its rectangle.
Out     `Item`s: the art, cropped, cut to a shape and colored.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.bind.bound_faces import PictureBox
from cardgen.core.color import Color
from cardgen.core.geometry import Rect
from cardgen.layout.face.shapes import named_shape
from cardgen.scene import items as scene
from cardgen.scene.items import Item
from cardgen.scene.translucency import fade_items
from cardgen.svg.drawing import Drawing
from cardgen.svg.drawing import placed as placed_drawing


def picture_items(box: PictureBox, rect: Rect) -> Iterator[Item]:
    shown = rect if box.fit == "stretch" else _fitted(box, rect)
    whole = _uncropped(shown, box.crop) if box.crop else shown
    art = art_items(box.bitmap, whole, box.color, box.element)
    window = _meet(shown, rect)
    radius = box.radius.resolve(min(window.width, window.height))
    if box.mask:
        yield scene.Group(art, clip=named_shape(box.mask, window))
    elif radius or not window.contains(whole, 0.001):
        yield scene.Group(art, clip=scene.rounded(window, radius))
    else:
        yield from art


def art_items(
    art: scene.Bitmap | Drawing,
    rect: Rect,
    color: Color | None,
    element: str,
    *,
    unpainted: bool = False,
) -> tuple[Item, ...]:
    """A picture or a drawing stretched over `rect`.

    Args:
        art: What is shown.
        rect: Where.
        color: For what a drawing paints in `currentColor`; a translucent one fades all of it.
        element: Whose it is.
        unpainted: The color is also for what the drawing gives no fill.
    """
    if isinstance(art, scene.Bitmap):
        items: tuple[Item, ...] = (scene.Picture(art, rect, element),)
    else:
        ink = color.opaque if color else None
        items = placed_drawing(art, rect, keep=False, color=ink, unpainted=unpainted)
    return fade_items(items, color.alpha if color else 1.0)


def _fitted(box: PictureBox, rect: Rect) -> Rect:
    """Where the part shown stands, its proportions kept, about the middle of the box."""
    crop = box.crop or (0.0, 0.0, 1.0, 1.0)
    width, height = box.bitmap.width * crop[2], box.bitmap.height * crop[3]
    across, down = rect.width / width, rect.height / height
    scale = max(across, down) if box.fit == "cover" else min(across, down)
    left = rect.left + (rect.width - width * scale) / 2
    return Rect(left, rect.top + (rect.height - height * scale) / 2, width * scale, height * scale)


def _uncropped(shown: Rect, crop: tuple[float, float, float, float]) -> Rect:
    """Where the whole picture stands, if a part of it fills `shown`."""
    width, height = shown.width / crop[2], shown.height / crop[3]
    return Rect(shown.left - crop[0] * width, shown.top - crop[1] * height, width, height)


def _meet(first: Rect, second: Rect) -> Rect:
    """What two rectangles have in common."""
    left, top = max(first.left, second.left), max(first.top, second.top)
    right, bottom = min(first.right, second.right), min(first.bottom, second.bottom)
    return Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))
