"""Pictures and drawings in their boxes → scene items.

In      a bound picture, its rectangle.
Out     `Item`s: the art, cropped, cut to a shape and colored.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardgen.bind.bound_elements import PictureBox, PicturePlacing
from cardgen.bind.upright_art import find_upright
from cardgen.core.color import Color
from cardgen.core.geometry import Rect, Transform
from cardgen.scene import items as scene
from cardgen.scene import outlines
from cardgen.scene.items import Item
from cardgen.scene.plain_shapes import named_shape
from cardgen.scene.translucency import fade_items
from cardgen.svg.drawing import Drawing
from cardgen.svg.drawing import placed as placed_drawing


def picture_items(box: PictureBox, rect: Rect) -> Iterator[Item]:
    """A picture in its box: spread, fitted or stretched, turned, and cut to a shape."""
    placing = box.placing or PicturePlacing()
    if box.missing:
        yield from _cut_to(box, _missing_items(box, placing, rect), rect, rect)
        return
    if placing.tile is not None or placing.slice is not None:
        items = tuple(spread_items(box, placing, rect))
        whole = rect.inset_by(-1) if placing.tile is not None else rect
        yield from _cut_to(box, items, whole, rect)
        return
    shown = rect if box.fit == "stretch" else _fitted(box, placing, rect)
    whole = _uncropped(shown, box.crop) if box.crop else shown
    art = turned_art(box, placing, whole)
    yield from _cut_to(box, art, whole, _meet(shown, rect))


_SHEET, _EDGE, _CROSS = (Color(gray, gray, gray) for gray in (0xE4, 0x8A, 0xC4))
_PEN, _CROSS_PEN = 1.0, 0.5
_LEAST = 2 * _PEN
"""A sheet that is smaller has no lines: thinner ones would be told as the layout's hairlines."""


def _missing_items(box: PictureBox, placing: PicturePlacing, rect: Rect) -> tuple[Item, ...]:
    """What stands for a missing picture: a gray sheet with its diagonals, as large as the box, and
    the picture's path, as large as it fits."""
    ground = scene.Path(outlines.rectangle(rect), _SHEET, None, element=box.element)
    label = turned_art(box, placing, _fitted(box, placing, rect))
    if min(rect.width, rect.height) < _LEAST:
        return (ground, *label)
    edge = outlines.rectangle(rect.inset_by(_PEN / 2))
    cross = (
        outlines.Move(rect.left, rect.top), outlines.Line(rect.right, rect.bottom),
        outlines.Move(rect.right, rect.top), outlines.Line(rect.left, rect.bottom),
    )  # fmt: skip
    return (
        ground,
        scene.Path(cross, None, scene.Stroke(_CROSS, _CROSS_PEN), element=box.element),
        scene.Path(edge, None, scene.Stroke(_EDGE, _PEN), element=box.element),
        *label,
    )


def _cut_to(box: PictureBox, items: tuple[Item, ...], whole: Rect, window: Rect) -> Iterator[Item]:
    """Items cut to the picture's mask, or to its window where they leave that."""
    radius = box.radius.resolve(min(window.width, window.height))
    if box.mask:
        yield scene.Group(items, clip=named_shape(box.mask, window))
    elif radius or not window.contains(whole, 0.001):
        yield scene.Group(items, clip=outlines.rounded(window, radius))
    else:
        yield from items


def turned_art(box: PictureBox, placing: PicturePlacing, rect: Rect) -> tuple[Item, ...]:
    """The whole picture over `rect`, turned, then flipped."""
    stored, moved = _turn(placing.flip, placing.turn, rect)
    items = art_items(box.bitmap, stored, box.color, box.element)
    return items if moved is None else (scene.Group(items, transform=moved),)


def _turn(flip: str, turn: int, rect: Rect) -> tuple[Rect, Transform | None]:
    """Where art is drawn as it is stored, and what brings it over `rect` then."""
    if not flip and not turn:
        return rect, None
    x, y = rect.center
    width, height = (rect.width, rect.height)
    if turn % 180:
        width, height = height, width
    stored = Rect(x - width / 2, y - height / 2, width, height)
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turn]
    across = -1 if flip in ("horizontal", "both") else 1
    down = -1 if flip in ("vertical", "both") else 1
    turned = Transform(a=across, d=down).after(Transform(cos, sin, -sin, cos))
    return stored, Transform(e=x, f=y).after(turned).after(Transform(e=-x, f=-y))


def upright_items(
    art: scene.Bitmap | Drawing,
    rect: Rect,
    color: Color | None,
    element: str,
    *,
    unpainted: bool = False,
    of_text: bool = False,
) -> tuple[Item, ...]:
    """As `art_items`, upright whichever way the pixels of a picture are stored."""
    stored, moved = _turn(*find_upright(art), rect)
    items = art_items(art, stored, color, element, unpainted=unpainted, of_text=of_text)
    return items if moved is None else (scene.Group(items, transform=moved),)


def art_items(
    art: scene.Bitmap | Drawing,
    rect: Rect,
    color: Color | None,
    element: str,
    *,
    unpainted: bool = False,
    of_text: bool = False,
) -> tuple[Item, ...]:
    """A picture or a drawing stretched over `rect`.

    Args:
        art: What is shown.
        rect: Where.
        color: For what a drawing paints in `currentColor`; a translucent one fades all of it.
        element: Whose it is.
        unpainted: The color is also for what the drawing gives no fill.
        of_text: It stands among letters.
    """
    if isinstance(art, scene.Bitmap):
        items: tuple[Item, ...] = (scene.Picture(art, rect, element, of_text),)
    else:
        ink = color.opaque if color else None
        items = placed_drawing(art, rect, keep=False, color=ink, unpainted=unpainted)
    return fade_items(items, color.alpha if color else 1.0)


def _fitted(box: PictureBox, placing: PicturePlacing, rect: Rect) -> Rect:
    """Where the part shown stands, its proportions kept: about the middle of the box, or so
    that its focus is as near to the same place of the box as can be."""
    width, height = box.natural_part
    across, down = rect.width / width, rect.height / height
    scale = max(across, down) if box.fit == "cover" else min(across, down)
    x, y = placing.focus or (0.5, 0.5)
    left = rect.left + (rect.width - width * scale) * x
    return Rect(left, rect.top + (rect.height - height * scale) * y, width * scale, height * scale)


def _uncropped(shown: Rect, crop: tuple[float, float, float, float]) -> Rect:
    """Where the whole picture stands, if a part of it fills `shown`."""
    width, height = shown.width / crop[2], shown.height / crop[3]
    return Rect(shown.left - crop[0] * width, shown.top - crop[1] * height, width, height)


def _meet(first: Rect, second: Rect) -> Rect:
    """What two rectangles have in common."""
    left, top = max(first.left, second.left), max(first.top, second.top)
    right, bottom = min(first.right, second.right), min(first.bottom, second.bottom)
    return Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))


# --- spread over the box -------------------------------------------------------------------


MAX_TILES = 2000
_SEAM = 0.25
"""Points by which parts of a picture overlap, so that no seam shows between them."""


def spread_items(box: PictureBox, placing: PicturePlacing, rect: Rect) -> Iterator[Item]:
    """Copies side by side, or nine parts of which the corners keep their size."""
    if placing.tile is not None:
        yield from _tiles(box, placing, placing.tile.resolve(rect.width), rect)
    elif placing.slice is not None:
        yield from _nine_parts(box, placing, placing.slice, rect)


def count_tiles(box: PictureBox, rect: Rect) -> float:
    """How many copies of a picture stand in its box."""
    tile = box.placing.tile if box.placing else None
    if tile is None:
        return 1
    across, down = _tiles_each_way(box, tile.resolve(rect.width), rect)
    return across * down


def _tiles_each_way(box: PictureBox, width: float, rect: Rect) -> tuple[float, float]:
    natural = box.natural
    height = width * natural[1] / natural[0]
    if min(width, height) < 1e-3:
        return math.inf, 1
    return math.ceil(rect.width / width - 1e-6), math.ceil(rect.height / height - 1e-6)


def _tiles(box: PictureBox, placing: PicturePlacing, width: float, rect: Rect) -> Iterator[Item]:
    """From the top left; the last of a row or column are cut off."""
    height = width * box.natural[1] / box.natural[0]
    if count_tiles(box, rect) > MAX_TILES:  # `layout.face.misfits` says so
        return
    across, down = map(int, _tiles_each_way(box, width, rect))
    for row in range(down):
        for column in range(across):
            x, y = rect.left + column * width, rect.top + row * height
            yield from turned_art(box, placing, Rect(x, y, width + _SEAM, height + _SEAM))


def _nine_parts(
    box: PictureBox,
    placing: PicturePlacing,
    edges: tuple[float, float, float, float],
    rect: Rect,
) -> Iterator[Item]:
    """The middle first, then sides, then corners, each a little under the next."""
    top, right, bottom, left = edges
    natural = box.natural
    widest = max(top * natural[1], bottom * natural[1], left * natural[0], right * natural[0])
    if not widest:
        yield from turned_art(box, placing, rect)
        return
    width = placing.slice_width
    scale = width.resolve(min(rect.width, rect.height)) / widest if width else 0.75
    scale = min(
        scale,
        rect.width / max((left + right) * natural[0], 1e-9),
        rect.height / max((top + bottom) * natural[1], 1e-9),
    )
    xs = _cuts(rect.left, rect.width, natural[0], (left, right), scale)
    ys = _cuts(rect.top, rect.height, natural[1], (top, bottom), scale)
    for column, row in ((1, 1), (1, 0), (1, 2), (0, 1), (2, 1), (0, 0), (2, 0), (0, 2), (2, 2)):
        yield from _part(box, placing, xs[column], ys[row])


_Cut = tuple[float, float, float, float]
"""Where a part begins and how long it is, on the card and in shares of the picture."""


def _cuts(
    start: float, length: float, natural: float, ends: tuple[float, float], scale: float
) -> tuple[_Cut, _Cut, _Cut]:
    near, far = ends[0] * natural * scale, ends[1] * natural * scale
    middle = length - near - far
    return (
        (start, near, 0.0, ends[0]),
        (start + near - _SEAM, middle + 2 * _SEAM, ends[0], 1 - ends[0] - ends[1]),
        (start + length - far, far, 1 - ends[1], ends[1]),
    )


def _part(box: PictureBox, placing: PicturePlacing, across: _Cut, down: _Cut) -> Iterator[Item]:
    (x, width, u, wide), (y, height, v, high) = across, down
    if min(width, height, wide, high) <= 1e-9:
        return
    whole = Rect(x - u * width / wide, y - v * height / high, width / wide, height / high)
    yield scene.Group(
        _stretched(box, placing, whole), clip=outlines.rectangle(Rect(x, y, width, height))
    )


def _stretched(box: PictureBox, placing: PicturePlacing, rect: Rect) -> tuple[Item, ...]:
    """The picture over `rect`; lines of a drawing become wider only across the stretch."""
    if isinstance(box.bitmap, scene.Bitmap) or not (rect.width and rect.height):
        return turned_art(box, placing, rect)
    width, height = box.natural
    art = turned_art(box, placing, Rect(0, 0, width, height))
    onto = Transform(rect.width / width, 0, 0, rect.height / height, rect.left, rect.top)
    return (scene.Group(art, transform=onto),)
