"""Open the pictures that glyphs are in their font.

In      a face, a glyph.
Out     a `Bitmap`, or the items of a drawing; whether that is all that the font asks for.
Not here  finding them in the font (`text.color_glyphs`), where they stand on a card
          (`layout.face.color_letters`).

Fonts come from strangers as pictures do, and are judged alike.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cardgen.bind.picture_budget import PictureError, check_file
from cardgen.bind.pictures import PictureStore, measure_picture, name_glyph
from cardgen.core.geometry import Rect
from cardgen.scene.items import Bitmap, Item
from cardgen.svg.glyph_drawing import draw_glyph
from cardgen.svg.tree import DrawingError
from cardgen.text.color_glyphs import GlyphPicture, find_color_glyph
from cardgen.text.fonts import Face


class OpenedGlyph(Struct, frozen=True):
    """A glyph's picture: items in font units, y down, or a bitmap and its box in ems."""

    items: tuple[Item, ...]
    bitmap: Bitmap | None = None
    box: Rect | None = None
    whole: bool = True


@lru_cache(maxsize=2048)
def open_glyph(face: Face, glyph: int) -> OpenedGlyph | None:
    """The picture that a glyph is; None where it is none that can be shown."""
    found = find_color_glyph(face, glyph)
    partial = None
    for picture in found.pictures if found else ():
        opened = _open(face, glyph, picture)
        if opened is not None and opened.whole:
            return opened
        partial = partial or opened
    return None if found and found.layers else partial


def is_painted(face: Face, glyph: int) -> bool:
    """Whether a glyph is printed as layers or a picture, not as an outline."""
    found = find_color_glyph(face, glyph)
    return found is not None and bool(found.layers or open_glyph(face, glyph))


def is_shown_whole(face: Face, glyph: int) -> bool:
    """Whether a glyph is printed as its font paints it."""
    found = find_color_glyph(face, glyph)
    if found is None or found.whole:
        return True
    opened = open_glyph(face, glyph)
    return opened is not None and opened.whole


def is_seen(face: Face, glyph: int) -> bool:
    """Whether a glyph leaves a mark."""
    return face.ink(glyph) is not None or is_painted(face, glyph)


def keep_fonts(store: PictureStore, faces: list[Face]) -> None:
    """Let a store know the fonts whose glyphs may be pictures."""
    for face in faces:
        if face.colored:
            store.add_font(face)


def _open(face: Face, glyph: int, picture: GlyphPicture) -> OpenedGlyph | None:
    try:
        if picture.box is None:
            items, gaps = draw_glyph(picture.data, glyph, face.upem)
            return OpenedGlyph(items, whole=not gaps) if items or not gaps else None
        check_file(picture.data)
        bitmap = measure_picture(name_glyph(face, glyph), picture.data)
    except (DrawingError, PictureError):
        return None
    return OpenedGlyph((), bitmap, picture.box)
