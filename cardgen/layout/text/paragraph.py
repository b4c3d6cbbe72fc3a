"""Set a text: runs of characters → lines of placed glyphs.

In      paragraphs of `TextRun`s and `InlineIcon`s, a `TextSetting`, a size and a measure.
Out     `TextBlock`: lines with every glyph's position, from the block's top left.
Not here  where lines end (`layout.text.lines`), which size (`layout.text.fit`), where the block
        stands
          (`layout.face.boxes`).

Each line is set with its words shaped whole again, so that ligatures and kerns across
unused hyphenation points return.

Lines are broken in reading order, then turned into visual order (UAX #9, L2). Readers of
PDF take every line to be in visual order and turn it back by themselves, so the texts of
glyphs that run from right to left are written backwards, and the marks on a letter are in
the letter's text. Measured: ActualText in reading order comes out of poppler and PDFium
backwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_faces import ZERO, InlineIcon, RichText, TextRun, TextSetting
from cardgen.layout.text.drop_cap import DropCap
from cardgen.layout.text.lines import (
    WIDE_SHRINK,
    WIDE_STRETCH,
    BrokenLine,
    ParagraphItems,
    letterspace,
    measure_fragment,
    measure_hang,
    measure_text,
    shape_fragment,
    tightens,
    tracking,
)
from cardgen.layout.text.words import (
    STRETCHING,
    Fragment,
    Word,
    join_fragments,
    link_fragments,
)
from cardgen.text.bidi import visual_order
from cardgen.text.linebreak import Line
from cardgen.text.shaping import is_joined


class PlacedGlyph(Struct, frozen=True, gc=False):
    """A glyph at (x, y) in points from the line's left end and baseline."""

    index: int
    x: float
    y: float
    text: str


class PlacedRun(Struct, frozen=True):
    """Glyphs of one run on one line."""

    run: TextRun
    size: float
    glyphs: tuple[PlacedGlyph, ...]
    actual: str | None = None
    """What is copied instead of the glyphs' own texts: a divided word is copied whole."""


class PlacedIcon(Struct, frozen=True):
    icon: InlineIcon
    x: float
    width: float
    height: float


class SetLine(Struct, frozen=True):
    """One line. `left` is where it begins in the measure; `space` is how wide its word
    spaces are, 1 being normal."""

    parts: tuple[PlacedRun | PlacedIcon, ...]
    left: float
    width: float
    baseline: float
    space: float = 1.0
    hyphenated: bool = False
    overfull: bool = False
    lone: bool = False


class TextBlock(Struct, frozen=True):
    """A set text: `height` from the top of its first line to the bottom of its last."""

    lines: tuple[SetLine, ...]
    width: float
    height: float
    size: float

    @property
    def overfull(self) -> bool:
        return any(line.overfull for line in self.lines)


@lru_cache(maxsize=256)
def set_text(text: RichText, setting: TextSetting, size: float, measure: float) -> TextBlock:
    """Set a text at one size: as `measure_text`, and every glyph placed."""
    measured = measure_text(text, setting, size, measure)
    pitch = setting.leading.resolve(0.0, size)
    metrics = setting.face.metrics
    first = (pitch - (metrics.ascent - metrics.descent) * size) / 2 + metrics.ascent * size
    lines: list[SetLine] = []
    top = 0.0
    for part in measured.parts:
        top += part.gap
        for line in _set_lines(part, setting, size, measure):
            lines.append(replace(line, baseline=top + first))
            top += pitch
    width = max((line.width for line in lines), default=0.0)
    return TextBlock(tuple(lines), width, measured.height, size)


def _set_lines(
    part: BrokenLine, setting: TextSetting, size: float, measure: float
) -> Iterator[SetLine]:
    """Each line; of a word that is divided, the first part carries all of the text."""
    carried = False
    for index, line in enumerate(part.lines):
        inset = part.inset(index)
        ends = index == len(part.lines) - 1
        divided = not ends and part.itemized.divides(part.lines[index + 1])
        whole = part.itemized.divided_word(line) if divided else ""
        copied = _Copied("" if carried else None, whole if divided else None)
        cap = part.cap if index == 0 else None
        if cap is not None:
            copied = replace(copied, first=cap.letter + cap.word)
        made = _set_line(part.itemized, line, setting, size, measure - inset, inset, ends, copied)
        yield made if cap is None else replace(made, parts=(_placed_cap(cap, made), *made.parts))
        carried = divided


def _placed_cap(cap: DropCap, line: SetLine) -> PlacedRun:
    """The large letter, from the left end of the first line. Its word is copied with the rest
    of it, from the line."""
    x = -line.left
    glyphs = []
    for glyph in cap.glyphs.glyphs:
        glyphs.append(PlacedGlyph(glyph.index, x + glyph.dx * cap.size, cap.drop, glyph.text))
        x += glyph.advance * cap.size
    return PlacedRun(cap.run, cap.size, tuple(glyphs), "")


class _Copied(Struct, frozen=True):
    """What is copied for a line's first and last word, where that is not what is seen."""

    first: str | None
    last: str | None


def _set_line(  # noqa: PLR0913 - what a line is set from
    itemized: ParagraphItems,
    line: Line,
    setting: TextSetting,
    size: float,
    measure: float,
    inset: float,
    ends: bool,
    copied: _Copied,
) -> SetLine:
    groups = _grouped(itemized.chosen(line), line.hyphenated)
    space = _space_width(groups, setting, size)
    pieces = _pieces(groups, copied, setting, size, space)
    parts, width = _place(pieces, setting, size, 0.0)
    hangs = _hangs(groups, setting, size)
    visible = width - sum(hangs)
    extra = 0.0
    if _fills(line, setting, ends):
        extra = _extra(pieces, measure - visible)
    if extra:
        parts, width = _place(pieces, setting, size, extra)
        visible = measure
    room = measure - visible
    left = -hangs[1] if itemized.rtl else inset - hangs[0]
    return SetLine(
        parts=parts,
        left=left + _offset(setting, room, itemized.rtl),
        width=width,
        baseline=0.0,
        space=1.0 + extra / space if space else 1.0,
        hyphenated=line.hyphenated,
        overfull=line.overfull or visible > measure + 0.01,
        lone=ends and len(groups) == 1,
    )


def _fills(line: Line, setting: TextSetting, ends: bool) -> bool:
    """Whether a line is set to the measure."""
    natural = ends and line.ratio >= 0
    return setting.align == "justify" and not (setting.balance or natural or line.overfull)


def _extra(pieces: Sequence[_Piece], room: float) -> float:
    """What each share of the line's gaps gets, so that they take up `room`."""
    shares = sum(piece.share(room) for piece in pieces)
    return room / shares if shares else 0.0


def _hangs(groups: Sequence[_Group], setting: TextSetting, size: float) -> tuple[float, float]:
    """How far the line's beginning and its end reach out of the measure."""
    first, last = groups[0].fragments[0], groups[-1].fragments[-1]
    language, hanging = setting.language, setting.hang
    return (
        measure_hang(first, size, language, at_end=False, hanging=hanging),
        measure_hang(last, size, language, at_end=True, hanging=hanging),
    )


class _Group(Struct, frozen=True):
    """What stands together on a line: a whole word, or one CJK character; the run of the
    space before it and which way that runs."""

    fragments: tuple[Fragment, ...]
    space: TextRun | None
    level: int
    wide: bool
    gap: str


def _grouped(words: list[Word], hyphenated: bool) -> list[_Group]:
    """Whole words again."""
    groups: list[_Group] = []
    for word in words:
        if groups and not word.begins:
            whole = join_fragments(groups[-1].fragments + word.fragments)
            groups[-1] = replace(groups[-1], fragments=whole)
        else:
            groups.append(
                _Group(word.fragments, word.space, word.level, word.joint == "wide", word.gap)
            )
    if hyphenated:
        fragments = groups[-1].fragments
        hyphen = Fragment(fragments[-1].inline, "-", fragments[-1].level)
        groups[-1] = replace(groups[-1], fragments=join_fragments((*fragments, hyphen)))
    return [
        group
        if len(group.fragments) == 1 and not group.fragments[0].whole
        else replace(group, fragments=link_fragments(group.fragments))
        for group in groups
    ]


class _Piece(Struct, frozen=True):
    """A fragment or a space on a line. After it stand its shares of what the line lacks or
    has too much, a word space being 1, and between its `glyphs` those of the letterspace;
    `actual` is copied instead of it."""

    fragment: Fragment
    stretch: float = 0.0
    shrink: float = 0.0
    actual: str | None = None
    glyphs: int = 0
    spread: tuple[float, float] = (0.0, 0.0)

    def gap(self, room: float) -> float:
        return self.stretch if room >= 0 else self.shrink

    def letters(self, room: float) -> float:
        """The share that follows each glyph."""
        return self.spread[0 if room >= 0 else 1]

    def share(self, room: float) -> float:
        return self.gap(room) + self.glyphs * self.letters(room)


def _pieces(
    groups: Sequence[_Group], copied: _Copied, setting: TextSetting, size: float, space: float
) -> list[_Piece]:
    """A line's fragments and spaces in reading order; `space` is the width of a word space,
    0 if there is none."""
    pieces: list[_Piece] = []
    spread = letterspace(setting, size, space) if setting.align == "justify" else (0.0, 0.0)
    last = len(groups) - 1
    em = size / space if space else 1.0
    for index, group in enumerate(groups):
        if index and group.space is not None:
            pieces += _spaces(group.space, group)
        elif index and group.wide:
            tight = tightens(groups[index - 1].fragments, group.fragments)
            shrink = em * WIDE_SHRINK / setting.space_shrink * tight
            pieces[-1] = replace(
                pieces[-1], stretch=em * WIDE_STRETCH / setting.space_stretch, shrink=shrink
            )
        actual = copied.first if index == 0 else None
        if index == last and actual is None:
            actual = copied.last
        for fragment in group.fragments:
            count = _spreading(fragment, setting) if spread[0] else 0
            pieces.append(_Piece(fragment, 0.0, 0.0, actual, count, spread))
            if actual is not None and isinstance(fragment.inline, TextRun):
                actual = ""
    return pieces


def _spaces(run: TextRun, group: _Group) -> Iterator[_Piece]:
    """The spaces before a group: some grow with the line, others have a width of their own."""
    for space in group.gap:
        give = float(space in STRETCHING)
        yield _Piece(Fragment(run, space, group.level), give, give)


def _spreading(fragment: Fragment, setting: TextSetting) -> int:
    """How many glyphs of a fragment may move apart."""
    inline = fragment.inline
    if not isinstance(inline, TextRun) or is_joined(fragment.text):
        return 0
    return shape_fragment(inline, fragment, setting.language).clusters


def _place(
    pieces: Sequence[_Piece], setting: TextSetting, size: float, extra: float
) -> tuple[tuple[PlacedRun | PlacedIcon, ...], float]:
    """Glyph positions along a line from left to right, and its width."""
    levels = [piece.fragment.level for piece in pieces]
    turned = any(levels)
    if turned:
        pieces = [pieces[index] for index in visual_order(levels)]
    placed: list[PlacedRun | PlacedIcon] = []
    x = 0.0
    for piece in pieces:
        loose = piece.letters(extra) * extra if piece.glyphs else 0.0
        part, x = _place_fragment(piece.fragment, setting, size, x, loose)
        if isinstance(part, PlacedRun) and piece.actual is not None:
            rtl = piece.fragment.rtl
            part = replace(part, actual=piece.actual[::-1] if rtl else piece.actual)
        placed.append(part)
        if extra:
            x += piece.gap(extra) * extra
    if turned:
        placed = [*_merged(list(_without_marks(placed))), *_marks(placed)]
    return tuple(_merged(placed)), x


def _without_marks(
    parts: Sequence[PlacedRun | PlacedIcon],
) -> Iterator[PlacedRun | PlacedIcon]:
    for part in parts:
        if isinstance(part, PlacedRun):
            yield replace(part, glyphs=tuple(glyph for glyph in part.glyphs if glyph.text))
        else:
            yield part


def _marks(parts: Sequence[PlacedRun | PlacedIcon]) -> Iterator[PlacedRun]:
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
        width = measure_fragment(fragment, size, setting.language)
        return PlacedIcon(inline, x, width, inline.height * size), x + width
    em = size * inline.scale
    apart = loose if inline.tracking is ZERO else loose + tracking(inline, fragment, em)
    glyphs = []
    first, rtl = True, fragment.rtl
    for glyph in shape_fragment(inline, fragment, setting.language).glyphs:
        if apart and ((first and rtl) or (glyph.text and not first and not rtl)):
            x += apart
        dx, dy = glyph.dx * em, -glyph.dy * em if glyph.dy else 0.0
        glyphs.append(PlacedGlyph(glyph.index, x + dx, dy, glyph.text))
        x += glyph.advance * em
        first = bool(glyph.text) if rtl else False
    if apart and glyphs and not rtl:
        x += apart
    if fragment.rtl:
        glyphs = [replace(glyph, text=glyph.text[::-1]) for glyph in glyphs]
    return PlacedRun(inline, em, tuple(glyphs)), x


def _merged(parts: list[PlacedRun | PlacedIcon]) -> list[PlacedRun | PlacedIcon]:
    """Neighboring glyphs of one run together, as one show operation."""
    merged: list[PlacedRun | PlacedIcon] = []
    for kind, group in groupby(parts, _alike):
        same = list(group)
        first = same[0]
        if kind[0] and len(same) > 1 and isinstance(first, PlacedRun):
            glyphs = chain.from_iterable(
                part.glyphs for part in same if isinstance(part, PlacedRun)
            )
            merged.append(PlacedRun(first.run, first.size, tuple(glyphs)))
        else:
            merged += same
    return merged


def _alike(part: PlacedRun | PlacedIcon) -> tuple[bool, int]:
    """Equal for neighbors that may be merged."""
    if isinstance(part, PlacedRun) and part.actual is None:
        return True, id(part.run)
    return False, id(part)


def _offset(setting: TextSetting, room: float, rtl: bool) -> float:
    """`left` and `right` are sides of the card; what fills the measure starts where it reads."""
    if setting.align == "center":
        return room / 2
    from_right = rtl if setting.align == "justify" else setting.align == "right"
    return room if from_right else 0.0


def _space_width(groups: Sequence[_Group], setting: TextSetting, size: float) -> float:
    run = next((group.space for group in groups[1:] if group.space and " " in group.gap), None)
    return measure_fragment(Fragment(run, " "), size, setting.language) if run else 0.0
