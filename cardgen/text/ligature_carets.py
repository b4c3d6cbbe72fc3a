"""Where the letters of a ligature part: where its font says, or by the widths of the letters.

In      a ligature of a face, the letters that it stands for.
Out     places in ems from its pen position.
Not here  which letters are a ligature (`text.shaping`).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import accumulate

from cardgen.text.fonts import Face
from cardgen.text.shaping import shape

_UNITS = frozenset((1, 3))
"""Forms of a caret that are font units; another is a point of the outline."""


def find_carets(
    face: Face,
    glyph: int,
    letters: Sequence[str],
    features: tuple[tuple[str, int], ...],
    language: str,
    rtl: bool,
) -> tuple[float, ...]:
    """Where the letters begin, in reading order, and where the last ends."""
    advance = face.advance(glyph)
    stated = _read_carets(face.definitions, glyph)
    if len(stated) == len(letters) - 1:
        inner = [place / face.upem for place in sorted(stated, reverse=rtl)]
        return (advance, *inner, 0.0) if rtl else (0.0, *inner, advance)
    widths = [max(shape(face, one, features, language, rtl).width, 0.01) for one in letters]
    places = accumulate((width * advance / sum(widths) for width in widths), initial=0.0)
    return tuple(advance - place if rtl else place for place in places)


def _read_carets(table: bytes, glyph: int) -> tuple[int, ...]:
    """The carets of a glyph in font units, as a table `GDEF` states them; none if it does not.

    Source  OpenType 1.9.1, "GDEF — Glyph Definition Table", Ligature Caret List Table.
    """
    try:
        (carets,) = struct.unpack_from(">H", table, 8)
        if not carets:
            return ()
        covered, count = struct.unpack_from(">HH", table, carets)
        index = _find_covered(table, carets + covered, glyph)
        if index is None or index >= count:
            return ()
        one = carets + _word(table, carets + 4 + 2 * index)
        values = [one + _word(table, one + 2 + 2 * at) for at in range(_word(table, one))]
        stated = [struct.unpack_from(">Hh", table, value) for value in values]
    except struct.error:
        return ()
    return tuple(place for form, place in stated) if _UNITS.issuperset(f for f, _ in stated) else ()


def _find_covered(table: bytes, at: int, glyph: int) -> int | None:
    """Which of the glyphs of a coverage table one is."""
    form, count = struct.unpack_from(">HH", table, at)
    if form == 1:
        glyphs = struct.unpack_from(f">{count}H", table, at + 4)
        return glyphs.index(glyph) if glyph in glyphs else None
    for number in range(count):
        first, last, index = struct.unpack_from(">HHH", table, at + 4 + 6 * number)
        if first <= glyph <= last:
            return int(index + glyph - first)
    return None


def _word(table: bytes, at: int) -> int:
    return int(struct.unpack_from(">H", table, at)[0])
