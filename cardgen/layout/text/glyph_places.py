"""Place the glyphs of a line from left to right.

In      `LinePiece`s in reading order, and what each share of the line's gaps gets.
Out     `PlacedRun`s and `PlacedIcon`s, in visual order (UAX #9, L2).

Readers of PDF take every line to be in visual order and turn it back by themselves, so the
texts of glyphs that run from right to left are written backwards, and the marks on a letter
are in the letter's text. Measured: ActualText in reading order comes out of poppler and
PDFium backwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from msgspec.structs import replace

from cardgen.bind.bound_texts import ZERO, InlineIcon, TextSetting
from cardgen.layout.text.fragments import (
    measure_fragment,
    measure_scale,
    measure_tracking,
    shape_fragment,
)
from cardgen.layout.text.line_pieces import LinePiece, carry_texts
from cardgen.layout.text.placed_text import PlacedGlyph, PlacedIcon, PlacedRun
from cardgen.layout.text.words import Fragment
from cardgen.text.bidi.direction import order_visually


def place_pieces(
    pieces: Sequence[LinePiece], setting: TextSetting, size: float, extra: float
) -> tuple[tuple[PlacedRun | PlacedIcon, ...], float]:
    """Glyph positions along a line from left to right, and its width."""
    levels = [piece.fragment.level for piece in pieces]
    turned = any(levels)
    if turned:
        pieces = [pieces[index] for index in order_visually(levels)]
    elif any(piece.spaced for piece in pieces):
        pieces = carry_texts(pieces)
    placed: list[PlacedRun | PlacedIcon] = []
    x = 0.0
    for piece in pieces:
        loose = piece.letters(extra) * extra if piece.glyphs else 0.0
        part, x = _place_fragment(piece.fragment, setting, size, x, loose)
        if isinstance(part, PlacedRun) and piece.carried:
            part = replace(part, actual=piece.actual, chunk=piece.carried)
        elif isinstance(part, PlacedRun) and piece.actual is not None:
            rtl = piece.fragment.rtl
            part = replace(part, actual=piece.actual[::-1] if rtl else piece.actual)
        placed.append(part)
        x += piece.step
        if extra:
            x += piece.gap(extra) * extra
    if turned:
        placed = [*_merge_neighbors(list(_remove_marks(placed))), *_list_marks(placed)]
    return tuple(_merge_neighbors(placed)), x


def _remove_marks(
    parts: Sequence[PlacedRun | PlacedIcon],
) -> Iterator[PlacedRun | PlacedIcon]:
    for part in parts:
        if isinstance(part, PlacedRun):
            yield replace(part, glyphs=tuple(glyph for glyph in part.glyphs if glyph.text))
        else:
            yield part


def _list_marks(parts: Sequence[PlacedRun | PlacedIcon]) -> Iterator[PlacedRun]:
    """Glyphs whose text another one carries, silent: among the letters they would part words
    for readers, who take a step of the pen for a space."""
    for part in parts:
        marks = [glyph for glyph in getattr(part, "glyphs", ()) if not glyph.text]
        if isinstance(part, PlacedRun) and marks:
            yield replace(part, glyphs=tuple(marks), actual="")


def _place_fragment(
    fragment: Fragment, setting: TextSetting, size: float, x: float, loose: float
) -> tuple[PlacedRun | PlacedIcon, float]:
    """A fragment's glyphs from pen position `x`, `loose` points after each letter with its
    marks, and where the pen is after them."""
    inline = fragment.inline
    if isinstance(inline, InlineIcon):
        width = measure_fragment(replace(fragment, stand=""), size, setting.language)
        high = inline.height * size
        return PlacedIcon(inline, x, width, high), x + (high if setting.vertical else width)
    em, start = size * inline.scale * measure_scale(fragment, setting.language), x
    middle = inline.face.middle * em if setting.vertical and not fragment.stand else 0.0
    apart = loose if inline.tracking is ZERO else loose + measure_tracking(inline, fragment, em)
    glyphs = []
    first, rtl = True, fragment.rtl
    for glyph in shape_fragment(inline, fragment, setting.language).glyphs:
        if apart and ((first and rtl) or (glyph.text and not first and not rtl)):
            x += apart
        dx, dy = glyph.dx * em, middle - glyph.dy * em if glyph.dy else middle
        glyphs.append(PlacedGlyph(glyph.index, x + dx, dy, glyph.text))
        x += glyph.advance * em
        first = bool(glyph.text) if rtl else False
    if apart and glyphs and not rtl:
        x += apart
    if fragment.rtl:
        glyphs = [replace(glyph, text=glyph.text[::-1]) for glyph in glyphs]
    if setting.vertical:
        return PlacedRun(inline, em, tuple(glyphs), None, 0, fragment.stand, (start, x)), x
    return PlacedRun(inline, em, tuple(glyphs)), x


def _merge_neighbors(parts: list[PlacedRun | PlacedIcon]) -> list[PlacedRun | PlacedIcon]:
    """Neighboring glyphs of one run together, as one show operation."""
    merged: list[PlacedRun | PlacedIcon] = []
    for kind, group in groupby(parts, _merge_key):
        same = list(group)
        first = same[0]
        if kind[0] and len(same) > 1 and isinstance(first, PlacedRun):
            glyphs = chain.from_iterable(
                part.glyphs for part in same if isinstance(part, PlacedRun)
            )
            extent = _merge_extents(same) if first.extent[1] else first.extent
            merged.append(replace(first, glyphs=tuple(glyphs), extent=extent))
        else:
            merged += same
    return merged


def _merge_extents(parts: Sequence[PlacedRun | PlacedIcon]) -> tuple[float, float]:
    extents = [part.extent for part in parts if isinstance(part, PlacedRun)]
    return min(extent[0] for extent in extents), max(extent[1] for extent in extents)


def _merge_key(part: PlacedRun | PlacedIcon) -> tuple[bool, int, str]:
    """Equal for neighbors that may be merged."""
    if isinstance(part, PlacedRun) and (part.actual is None or part.chunk):
        return True, id(part.run), f"{part.stand}{part.chunk}"
    return False, id(part), ""
