"""How far items can put ink: boxes that are never too small.

In      items of a scene.
Out     a box in the same points, or None for what paints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cardgen.core.geometry import Rect, Transform
from cardgen.scene.items import Glyphs, Group, Item, Path, Picture
from cardgen.scene.outlines import Outline, bounds, moved, rectangle
from cardgen.text.fonts import Face

BLUR_REACH = 3.0
"""Standard deviations after which nothing is left of a blurred edge: 0.1 %."""


def reach(item: Item) -> Rect | None:
    """The box that an item paints in."""
    match item:
        case Glyphs():
            return _text(item)
        case Path():
            return _path(item)
        case Picture():
            return item.rect
        case Group():
            return _group(item)


def reach_of(items: Iterable[Item]) -> Rect | None:
    """The box that several items paint in."""
    found: Rect | None = None
    for box in map(reach, items):
        if box is not None:
            found = box if found is None else found.union(box)
    return found


def moved_box(box: Rect, transform: Transform | None) -> Rect:
    """The upright box around a box that was moved."""
    if transform is None:
        return box
    found = bounds(moved(rectangle(box), transform))
    assert found is not None
    return found


def overlap(first: Rect | None, second: Rect | None) -> Rect | None:
    """What two boxes share, or None."""
    if first is None or second is None:
        return None
    left, top = max(first.left, second.left), max(first.top, second.top)
    right, bottom = min(first.right, second.right), min(first.bottom, second.bottom)
    if right <= left or bottom <= top:
        return None
    return Rect(left, top, right - left, bottom - top)


def clip_box(clip: Outline | None) -> Rect | None:
    return bounds(clip) if clip else None


def _text(run: Glyphs) -> Rect | None:
    found: Rect | None = None
    for glyph in run.glyphs:
        left, top, width, height = (value * run.size for value in _drawn(run.face, glyph.index))
        box = Rect(glyph.x + left, glyph.y + top, width, height)
        if run.turns:
            box = moved_box(Rect(left, top, width, height), run.placing(glyph))
        if width or height:
            found = box if found is None else found.union(box)
    return found


@lru_cache(maxsize=8192)
def _drawn(face: Face, glyph: int) -> tuple[float, float, float, float]:
    """A glyph's box around its pen, y down, in sizes: left, top, width, height."""
    drawn = face.font.get_glyph_extents(glyph)
    if drawn is None:
        return 0.0, 0.0, 0.0, 0.0
    sides = drawn.x_bearing, -drawn.y_bearing, drawn.width, -drawn.height
    left, top, width, height = (side / face.upem for side in sides)
    return left, top, width, height


def _path(path: Path) -> Rect | None:
    box = bounds(path.outline)
    if box is None or path.stroke is None:
        return box
    sharp = path.stroke.miter if path.stroke.join == "miter" else 1.5
    return box.inset_by(-path.stroke.width * max(1.5, sharp) / 2)


def _group(group: Group) -> Rect | None:
    found = reach_of(group.items)
    if found is not None and group.blur is not None:
        found = found.inset_by(-BLUR_REACH * group.blur.radius)
    if group.mask:
        found = overlap(found, reach_of(group.mask))
    if group.clip is not None:
        found = overlap(found, clip_box(group.clip))
    return moved_box(found, group.transform) if found else None
