"""Which faces print an ink of their own: its plate, looked at.

In      faces, the color that the ink takes the place of.
Out     the faces on which it reaches at least one pixel.

An ink is printed by what is filled or stroked in exactly its color. Whatever is painted over it
later knocks it out, so that its plate is the face with the ink in black and all else in white.
Gradients and pictures are process ink, whatever colors they have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import BLACK, WHITE, Color
from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import Glyphs, Group, Item, Layer, Path, Picture, Scene
from cardgen.scene.outlines import rectangle

_DPI = 300
_INK = 160
"""A pixel of the plate as dark as this is printed; lighter ones are the seam of two edges."""


def has_ink(items: Iterable[Item], color: Color, *, opaque: bool) -> bool:
    """Return whether anything is painted in a color; with `opaque`, neither translucent nor
    blended, as those become process ink."""
    return any(_has_ink(item, color, opaque) for item in items)


def _has_ink(item: Item, color: Color, opaque: bool) -> bool:
    match item:
        case Group():
            if item.blur is not None:
                return False  # a shadow is pixels, and so process ink
            kept = not opaque or not item.mixes
            return kept and has_ink(item.items, color, opaque=opaque)
        case Glyphs():
            return item.color == color
        case Path():
            stroke = item.stroke.paint if item.stroke else None
            return color in (item.fill, stroke)
        case Picture():
            return False


def faces_with_ink(
    faces: Iterable[Scene], color: Color, pictures: PictureStore
) -> frozenset[Scene]:
    """Return the faces on which something painted in a color is seen."""
    candidates = [face for face in dict.fromkeys(faces) if has_ink(face.items, color, opaque=False)]
    if not candidates:
        return frozenset()
    file = PdfFile(pictures, title="plates")
    for face in candidates:
        show_face(file, _plate(face, color))
    raster = Raster(file.save())
    try:
        seen = [_is_inked(raster, number, face) for number, face in enumerate(candidates)]
    finally:
        raster.close()
    return frozenset(face for face, inked in zip(candidates, seen, strict=True) if inked)


def _is_inked(raster: Raster, number: int, face: Scene) -> bool:
    sides = (face.page.width, face.page.height)
    width, height = (max(1, round(side / POINTS_PER_INCH * _DPI)) for side in sides)
    return bool(raster.page(number, (width, height)).min() <= _INK)


def _plate(face: Scene, color: Color) -> Scene:
    ground, marks = (
        Layer(tuple(_plated(layer.items, color))) for layer in (face.ground, face.marks)
    )
    return replace(face, ground=ground, marks=marks)


def _plated(items: Iterable[Item], color: Color) -> Iterator[Item]:
    for item in items:
        match item:
            case Group():
                yield from _plated_group(item, color)
            case Glyphs():
                yield replace(item, color=BLACK if item.color == color else WHITE)
            case Path():
                yield _plated_path(item, color)
            case Picture():
                if not item.bitmap.has_alpha:
                    yield Path(rectangle(item.rect), WHITE)


def _plated_group(group: Group, color: Color) -> Iterator[Item]:
    """What is translucent hides nothing, but prints its ink; a mask leaves off what it hides."""
    if group.blur is not None:
        return
    items = tuple(_plated(group.items, color))
    if group.mixes:
        items = tuple(item for item in items if _has_ink(item, BLACK, opaque=False))
    if items:
        mask = () if group.by_light else tuple(_list_solid(group.mask))
        yield replace(group, items=items, opacity=1.0, blend="normal", mask=mask)


def _list_solid(items: Iterable[Item]) -> Iterator[Item]:
    """The items of a mask without what makes them translucent: a faint ink is printed too."""
    for item in items:
        if not isinstance(item, Group):
            yield item
            continue
        mask = () if item.by_light else tuple(_list_solid(item.mask))
        yield replace(item, items=tuple(_list_solid(item.items)), opacity=1.0, mask=mask)


def _plated_path(path: Path, color: Color) -> Path:
    fill = None if path.fill is None else BLACK if path.fill == color else WHITE
    stroke = path.stroke
    if stroke is not None:
        stroke = replace(stroke, paint=BLACK if stroke.paint == color else WHITE)
    return replace(path, fill=fill, stroke=stroke)
