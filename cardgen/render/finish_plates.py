"""Where foil, varnish or white ink goes: a face as a plate, black where it is put.

In      faces whose groups carry a `finish`.
Out     faces in black and white; pixels and outlines of them.
Not here  files of services (`targets.shared.finish_masks`, `targets.press.finish_pages`).

Foil and varnish lie on top: whatever is painted over a marked element later is free of them, as
on the proof. White ink lies below all others: nothing takes it away. A finish is there or not:
fades, gradients and shadows of marked elements count as solid where half or more of them shows,
and what is translucent hides no finish below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import BLACK, WHITE, Color
from cardgen.core.geometry import POINTS_PER_INCH, Rect
from cardgen.core.late_import import import_late
from cardgen.scene.items import Glyphs, Group, Item, Layer, Path, Picture, Scene
from cardgen.scene.outlines import Segment, rectangle

if TYPE_CHECKING:
    import numpy as np

    from cardgen.render.raster.pixel_arrays import Pixels
else:
    np = import_late("numpy")

FINISHES = ("foil", "spot-uv", "white")
_BELOW = frozenset({"white"})
"""What lies below all ink."""
_HALF = 128
_FINE = 600
"""Dots per inch of outlines that are traced from pixels."""


def list_finishes(items: Iterable[Item]) -> frozenset[str]:
    """Every finish that is asked for among items."""
    found: set[str] = set()
    for item in items:
        if isinstance(item, Group):
            found |= {item.finish} - {""}
            found |= list_finishes(item.items)
    return frozenset(found)


def finish_plate(face: Scene, finish: str) -> Scene:
    """The face in black where the finish is put, in white where not."""
    ground, marks = (
        Layer(tuple(_plated(layer.items, finish, inside=False)))
        for layer in (face.ground, face.marks)
    )
    return replace(face, ground=ground, marks=marks)


def plate_pixels(plate: Scene, size: tuple[int, int], pictures: PictureStore) -> Pixels:
    """The plate in pixels that are black or white."""
    from cardgen.render.face_pixels import rasterize

    ((_, pixels),) = rasterize([plate], size, pictures)
    return as_plate(pixels)


def as_plate(pixels: Pixels) -> Pixels:
    """Pixels of a plate as black or white."""
    return np.where(pixels < _HALF, np.uint8(0), np.uint8(255))


def has_finish(pixels: Pixels) -> bool:
    """Whether any pixel of a plate is black."""
    return bool(pixels.min() == 0)


def solid_plate(plate: Scene, pictures: PictureStore) -> Scene:
    """The plate without anything soft: outlines as they are, or traced from fine pixels where
    masks and pictures make its edges."""
    if not _is_soft(plate.items):
        return plate
    width, height = plate.page.width, plate.page.height
    size = (round(width * _FINE / POINTS_PER_INCH), round(height * _FINE / POINTS_PER_INCH))
    outline = tuple(_trace(plate_pixels(plate, size, pictures), width, height))
    marks = Layer((Path(outline, BLACK),)) if outline else Layer(())
    return replace(plate, ground=Layer(()), marks=marks)


# --- items -----------------------------------------------------------------------------------


def _plated(items: Iterable[Item], finish: str, *, inside: bool) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from _plated_group(item, finish, inside=inside or item.finish == finish)
        elif inside or finish not in _BELOW:
            yield from _plated_leaf(item, BLACK if inside else WHITE)


def _plated_leaf(item: Glyphs | Path | Picture, color: Color) -> Iterator[Item]:
    match item:
        case Glyphs():
            yield replace(item, color=color)
        case Path():
            stroke = replace(item.stroke, paint=color) if item.stroke else None
            yield replace(item, fill=color if item.fill is not None else None, stroke=stroke)
        case Picture():
            area = Path(rectangle(item.rect), color)
            yield Group((area,), mask=(item,)) if item.bitmap.has_alpha else area


def _plated_group(group: Group, finish: str, *, inside: bool) -> Iterator[Item]:
    if group.blur is not None:
        return
    items = tuple(_plated(group.items, finish, inside=inside))
    if group.opacity < 1 or group.blend != "normal":
        items = tuple(_only_black(items))
    if items:
        yield replace(group, items=items, opacity=1.0, blend="normal")


def _only_black(items: Iterable[Item]) -> Iterator[Item]:
    """What carries the finish: the rest is translucent, and hides none."""
    for item in items:
        match item:
            case Group():
                inner = tuple(_only_black(item.items))
                if inner:
                    yield replace(item, items=inner)
            case Glyphs():
                if item.color == BLACK:
                    yield item
            case Path():
                if BLACK in (item.fill, item.stroke.paint if item.stroke else None):
                    yield item
            case Picture():
                pass


def _is_soft(items: Iterable[Item]) -> bool:
    groups = [item for item in items if isinstance(item, Group)]
    return any(group.mask or _is_soft(group.items) for group in groups)


def _trace(pixels: Pixels, width: float, height: float) -> Iterator[Segment]:
    """A rectangle for each run of black pixels in a row."""
    rows, columns = pixels.shape[:2]
    across, down = width / columns, height / rows
    for number, row in enumerate(pixels[..., 0]):
        if row.min() == 0:
            for run in re.finditer(rb"\x00+", row.tobytes()):
                left, length = run.start() * across, (run.end() - run.start()) * across
                yield from rectangle(Rect(left, number * down, length, down))
