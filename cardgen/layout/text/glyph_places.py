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

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_texts import ZERO, InlineIcon, TextRun, TextSetting
from cardgen.layout.text.fragments import (
    list_ruby,
    measure_fragment,
    measure_ruby,
    measure_ruby_excess,
    measure_scale,
    measure_tracking,
    shape_fragment,
)
from cardgen.layout.text.line_pieces import (
    LinePiece,
    carry_text,
    carry_texts,
    order_pieces,
)
from cardgen.layout.text.placed_text import PlacedGlyph, PlacedIcon, PlacedRun
from cardgen.layout.text.shared_ligatures import part_ligatures
from cardgen.layout.text.words import Fragment
from cardgen.text.break_opportunities import lack_space_beside


class LetterGaps(Struct, frozen=True, gc=False):
    """The gaps between letters with their marks: `width` after each, or `before` it in a line that
    runs from the right; none after the last of a line that `ends` here."""

    width: float = 0.0
    before: bool = False
    ends: bool = False


def place_pieces(
    pieces: Sequence[LinePiece], setting: TextSetting, size: float, extra: float, *, rtl: bool
) -> tuple[tuple[PlacedRun | PlacedIcon, ...], float]:
    """Glyph positions along a line from left to right, and its width."""
    turned = any(piece.fragment.level for piece in pieces)
    if turned:
        pieces = [carry_text(piece) for piece in order_pieces(pieces)]
    elif any(piece.parts_letters for piece in pieces):
        pieces = carry_texts(pieces)
    placed: list[PlacedRun | PlacedIcon] = []
    above: list[PlacedRun] = []
    x = 0.0
    for piece in pieces:
        loose = piece.letters(extra) * extra if piece.glyphs else 0.0
        start = x
        gaps = LetterGaps(loose, rtl, piece.ends)
        part, x = _place_fragment(piece.fragment, setting, size, x, gaps)
        if isinstance(part, PlacedRun) and piece.carried:
            part = replace(part, actual=piece.actual, chunk=piece.carried)
        elif isinstance(part, PlacedRun) and piece.actual is not None:
            turn = piece.fragment.rtl
            part = replace(part, actual=piece.actual[::-1] if turn else piece.actual)
        placed.append(part)
        above += _place_ruby(piece.fragment, setting, size, start, x)
        x += piece.step
        if extra:
            x += piece.gap(extra) * extra
    if any(piece.fragment.whole for piece in pieces):
        placed = list(part_ligatures(pieces, placed, setting.language))
    if turned:
        placed = [*_merge_neighbors(list(_remove_marks(placed))), *_list_marks(placed)]
    return (*_merge_neighbors(placed), *above), x


def _place_ruby(
    fragment: Fragment, setting: TextSetting, size: float, start: float, end: float
) -> Iterator[PlacedRun]:
    """What stands above a fragment that goes from `start` to `end`, or to its right in a vertical
    line. Readers are not told it: it is how the words below it are read."""
    run = fragment.inline
    if not isinstance(run, TextRun) or not run.ruby:
        return
    width = measure_ruby(fragment, size, setting.language)
    letters = sum(len(ruby.text) for ruby in run.ruby)
    spread = spread_letters(end - start - width, letters, run.ruby[0].text)
    x = start + spread.lead
    for one in list_ruby(fragment):
        part, x = _place_fragment(one, setting, size, x, LetterGaps(spread.between))
        if isinstance(part, PlacedRun):
            rise = _measure_rise(run, part, size, vertical=setting.vertical)
            glyphs = tuple(replace(glyph, y=glyph.y - rise) for glyph in part.glyphs)
            yield replace(part, glyphs=glyphs, actual="", ruby=True)


def _measure_rise(run: TextRun, ruby: PlacedRun, size: float, *, vertical: bool) -> float:
    """How far ruby stands above the baseline of what it stands above, or to the right of the
    middle of a vertical line: its square is on that of the letters."""
    em = size * run.scale
    if vertical:
        return em / 2 + ruby.size / 2
    return (run.face.middle + 0.5) * em + (0.5 - ruby.run.face.middle) * ruby.size


class LetterSpread(Struct, frozen=True, gc=False):
    """How letters are spread over more room than they need: what comes before the first, after
    each, and what more after the last."""

    lead: float = 0.0
    between: float = 0.0
    tail: float = 0.0


_NO_SPREAD = LetterSpread()


def spread_letters(room: float, count: int, text: str) -> LetterSpread:
    """Set Chinese and Japanese letters apart, with half of their gap at both ends; leave others
    together in the middle."""
    if room <= 0 or not count:
        return LetterSpread()
    if not lack_space_beside(text[0]):
        return LetterSpread(room / 2, 0.0, room / 2)
    return LetterSpread(room / count / 2, room / count, -room / count / 2)


def _spread_below_ruby(fragment: Fragment, setting: TextSetting, size: float) -> LetterSpread:
    """How letters are set apart below ruby that is wider than they are."""
    run = fragment.inline
    assert isinstance(run, TextRun)
    room = 2 * measure_ruby_excess(fragment, size, setting.language)
    return spread_letters(room, shape_fragment(run, fragment, setting.language).clusters, run.text)


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
    fragment: Fragment, setting: TextSetting, size: float, x: float, gaps: LetterGaps
) -> tuple[PlacedRun | PlacedIcon, float]:
    """A fragment's glyphs from pen position `x`, and where the pen is after them."""
    inline = fragment.inline
    if isinstance(inline, InlineIcon):
        width = measure_fragment(replace(fragment, stand=""), size, setting.language)
        high = inline.height * size
        return PlacedIcon(inline, x, width, high), x + (high if setting.vertical else width)
    if _stands_close(inline, fragment, gaps) and not setting.vertical:
        return _place_close(inline, fragment, setting, size, x)
    em, start = size * inline.scale * measure_scale(fragment, setting.language), x
    spread = _spread_below_ruby(fragment, setting, size) if inline.ruby else _NO_SPREAD
    middle = inline.face.middle * em if setting.vertical and not fragment.stand else 0.0
    x, apart = x + spread.lead, gaps.width + spread.between
    if inline.tracking is not ZERO:
        apart += measure_tracking(inline, fragment, em)
    outer = apart - gaps.width if gaps.ends else apart
    glyphs: list[PlacedGlyph] = []
    begins, rtl = True, fragment.rtl
    for glyph in shape_fragment(inline, fragment, setting.language).glyphs:
        begins = begins if rtl else bool(glyph.text)
        if glyphs and begins:
            x += apart
        elif not glyphs and gaps.before:
            x += outer
        dx, dy = glyph.dx * em, middle - glyph.dy * em if glyph.dy else middle
        text = glyph.text[::-1] if rtl else glyph.text
        glyphs.append(PlacedGlyph(glyph.index, x + dx, dy, text))
        x += glyph.advance * em
        begins = bool(glyph.text)  # marks stand before their letter where it runs from the right
    if glyphs and not gaps.before:
        x += outer
    x += spread.tail
    if setting.vertical:
        return PlacedRun(inline, em, tuple(glyphs), stand=fragment.stand, extent=(start, x)), x
    return PlacedRun(inline, em, tuple(glyphs)), x


def _stands_close(run: TextRun, fragment: Fragment, gaps: LetterGaps) -> bool:
    """Whether nothing is between its glyphs, which are read from left to right."""
    apart = gaps.width or run.ruby or run.tracking is not ZERO
    return not (apart or fragment.level or fragment.stand)


def _place_close(
    run: TextRun, fragment: Fragment, setting: TextSetting, size: float, x: float
) -> tuple[PlacedRun, float]:
    """As `_place_fragment`, one glyph after the other."""
    em = size * run.scale
    glyphs: list[PlacedGlyph] = []
    for glyph in shape_fragment(run, fragment, setting.language).glyphs:
        dy = -glyph.dy * em if glyph.dy else 0.0
        glyphs.append(PlacedGlyph(glyph.index, x + glyph.dx * em, dy, glyph.text))
        x += glyph.advance * em
    return PlacedRun(run, em, tuple(glyphs)), x


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
    if isinstance(part, PlacedRun) and not part.shares and (part.actual is None or part.chunk):
        return True, id(part.run), f"{part.stand}{part.chunk}"
    return False, id(part), ""
