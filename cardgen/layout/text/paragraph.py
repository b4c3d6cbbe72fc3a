"""Set a text: runs of characters → lines of placed glyphs.

In      paragraphs of `TextRun`s and `InlineIcon`s, a `TextSetting`, a size and a measure.
Out     `TextBlock`: lines with every glyph's position, from the block's top left.
Not here  where lines end (`layout.text.lines`), what stands on a line and where
        (`layout.text.line_pieces`, `layout.text.glyph_places`), which size (`layout.text.fit`),
        where the block stands (`layout.face.boxes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from cardgen.bind.bound_texts import RichText, TextSetting
from cardgen.layout.text.drop_cap import DropCap
from cardgen.layout.text.fragments import measure_fragment, measure_hang
from cardgen.layout.text.glyph_places import place_pieces
from cardgen.layout.text.line_pieces import (
    CopiedWords,
    LinePiece,
    WordGroup,
    group_words,
    list_pieces,
    mark_end,
    order_pieces,
    read_pieces,
    widen_groups,
)
from cardgen.layout.text.lines import BrokenLine, measure_first_baseline, measure_text
from cardgen.layout.text.paragraph_items import ParagraphItems
from cardgen.layout.text.placed_text import PlacedGlyph, PlacedRun, SetLine, TextBlock
from cardgen.layout.text.words import STRETCHING, Fragment
from cardgen.text.linebreak import LineRange

_RULED_RIGHT = frozenset(("ja", "ko"))
"""Languages whose vertical lines have underlines on their right."""


@lru_cache(maxsize=256)
def set_text(text: RichText, setting: TextSetting, size: float, measure: float) -> TextBlock:
    """Set a text at one size: as `measure_text`, and every glyph placed."""
    measured = measure_text(text, setting, size, measure)
    pitch = setting.leading.resolve(0.0, size)
    first = measure_first_baseline(setting, size)
    lines: list[SetLine] = []
    top = 0.0
    for number, part in enumerate(measured.parts, 1):
        top += part.gap
        last = number == len(measured.parts)
        for index, line in enumerate(_set_lines(part, setting, size, measure, last=last)):
            baseline = top + part.flow.row(index) * pitch + first
            lines.append(replace(line, baseline=baseline))
        top += part.rows * pitch
    width = max((line.width for line in lines), default=0.0)
    return TextBlock(tuple(lines), width, measured.height, size)


def _set_lines(
    part: BrokenLine, setting: TextSetting, size: float, measure: float, *, last: bool
) -> Iterator[SetLine]:
    """Each line; of a word that is divided, the first part carries all of the text."""
    carried = False
    for index, line in enumerate(part.lines):
        inset = part.inset(index)
        ends = index == len(part.lines) - 1
        following = None if ends else part.itemized.words_of(part.lines[index + 1])[0]
        divided = following is not None and not following.begins
        spaced = following.joint == "space" if following else not last
        whole = part.itemized.divided_word(line) if divided else ""
        copied = CopiedWords("" if carried else None, whole if divided else None)
        cap = part.cap if index == 0 else None
        if cap is not None:
            copied = replace(copied, first=cap.letter + cap.word)
        left, right = part.flow.sides(index)
        own = measure - inset - left - right
        made = _set_line(part.itemized, line, setting, size, own, inset, ends, copied)
        made = replace(made, left=made.left + left, blank_after=spaced)
        yield (
            made
            if cap is None
            else replace(made, parts=(_place_drop_cap(cap, made, left), *made.parts))
        )
        carried = divided


def _place_drop_cap(cap: DropCap, line: SetLine, left: float) -> PlacedRun:
    """The large letter, from the left end of the first line. Its word is copied with the rest
    of it, from the line."""
    x = left - line.left + cap.moved
    glyphs = []
    for glyph in cap.glyphs.glyphs:
        glyphs.append(PlacedGlyph(glyph.index, x + glyph.dx * cap.size, cap.drop, glyph.text))
        x += glyph.advance * cap.size
    return PlacedRun(cap.run, cap.size, tuple(glyphs), "")


def _set_line(  # noqa: PLR0913 - what a line is set from
    itemized: ParagraphItems,
    line: LineRange,
    setting: TextSetting,
    size: float,
    measure: float,
    inset: float,
    ends: bool,
    copied: CopiedWords,
) -> SetLine:
    groups = group_words(itemized.words_of(line), line.hyphenated)
    justified = _is_justified(line, setting, ends)
    if justified and setting.widths:
        groups = widen_groups(groups, setting, line.ratio)
    space = _measure_space(groups, setting, size)
    rtl = itemized.rtl
    pieces = mark_end(list_pieces(groups, copied, setting, size, space), rtl=rtl)
    parts, width = place_pieces(pieces, setting, size, 0.0, rtl=rtl)
    hangs = _measure_hangs(pieces, setting, size, rtl=rtl)
    visible = width - sum(hangs)
    extra = 0.0
    if justified:
        pieces = _hold_letters(pieces, measure - visible, setting.letterspace * size)
        extra = _extra_per_share(pieces, measure - visible, line.ratio)
    if extra:
        parts, width = place_pieces(pieces, setting, size, extra, rtl=rtl)
        visible = measure
    room = measure - visible
    left = -hangs[1] if rtl else inset - hangs[0]
    return SetLine(
        parts=parts,
        left=left + _offset_line(setting, room, rtl),
        width=width,
        baseline=0.0,
        space=1.0 + extra / space if space else 1.0,
        hyphenated=line.hyphenated,
        overfull=line.overfull or visible > measure + 0.01,
        lone=ends and len(groups) == 1,
        vertical=setting.vertical,
        rule_side=-1 if setting.language.partition("-")[0] in _RULED_RIGHT else 1,
        spoken=read_pieces(pieces),
    )


def _is_justified(line: LineRange, setting: TextSetting, ends: bool) -> bool:
    """Whether a line is set to the measure."""
    natural = ends and line.ratio >= 0
    return setting.align == "justify" and not (setting.balance or natural or line.overfull)


def _hold_letters(pieces: list[LinePiece], room: float, give: float) -> list[LinePiece]:
    """The pieces of a line, whose letters move apart by `give` at the most: what a looser line
    lacks is left to its gaps."""
    gaps, letters = sum(piece.gap(room) for piece in pieces), sum(piece.glyphs for piece in pieces)
    left = room - letters * give
    if not letters or gaps <= 0 or left <= 0:
        return pieces
    held = give * gaps / left
    return [
        replace(piece, spread=(min(held, piece.spread[0]), piece.spread[1])) for piece in pieces
    ]


def _extra_per_share(pieces: Sequence[LinePiece], room: float, ratio: float) -> float:
    """What each share of the line's gaps gets, so that they take up `room`. The letters of a line
    without gaps move apart no further than they may: such a line stays short."""
    if ratio > 1 and not any(piece.gap(room) for piece in pieces):
        return 0.0
    shares = sum(piece.share(room) for piece in pieces)
    return room / shares if shares else 0.0


def _measure_hangs(
    pieces: Sequence[LinePiece], setting: TextSetting, size: float, *, rtl: bool
) -> tuple[float, float]:
    """How far the line's beginning and its end reach out of the measure."""
    seen = order_pieces(pieces)
    first, last = seen[-1 if rtl else 0].fragment, seen[0 if rtl else -1].fragment
    language, hanging = setting.language, setting.hang
    return (
        measure_hang(first, size, language, at_end=False, hanging=hanging, right=rtl),
        measure_hang(last, size, language, at_end=True, hanging=hanging, right=not rtl),
    )


def _offset_line(setting: TextSetting, room: float, rtl: bool) -> float:
    """`left` and `right` are sides of the card; what fills the measure starts where it reads."""
    if setting.align == "center":
        return room / 2
    from_right = setting.align == "right"
    if setting.align in ("justify", "start", "end"):
        from_right = rtl != (setting.align == "end")
    return room if from_right else 0.0


def _measure_space(groups: Sequence[WordGroup], setting: TextSetting, size: float) -> float:
    growing = (one.space for one in groups[1:] if any(space in STRETCHING for space in one.gap))
    run = next((space for space in growing if space), None)
    return measure_fragment(Fragment(run, " "), size, setting.language) if run else 0.0
