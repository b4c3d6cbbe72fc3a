"""List what stands on a line in reading order: fragments of words, and the spaces between.

In      the words of a broken line, from `layout.text.lines`.
Out     `LinePiece`s, each with its shares of what the line lacks or has too much.
Not here  their places (`layout.text.glyph_places`).

Words are put together and shaped whole again, so that ligatures and kerns across unused
hyphenation points return.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_texts import ZERO, TextRun, TextSetting
from cardgen.layout.text.fragments import may_move_apart, shape_fragment
from cardgen.layout.text.letter_widths import LetterWidths, choose_step
from cardgen.layout.text.paragraph_items import measure_letterspace
from cardgen.layout.text.wide_joints import measure_wide_joint
from cardgen.layout.text.words import (
    STRETCHING,
    Fragment,
    Word,
    join_fragments,
    link_fragments,
    make_hyphen,
)
from cardgen.text.bidi.direction import order_visually
from cardgen.text.shaping import is_joined


class CopiedWords(Struct, frozen=True, gc=False):
    """What is copied for a line's first and last word, where that is not what is seen."""

    first: str | None
    last: str | None


class WordGroup(Struct, frozen=True, gc=False):
    """What stands together on a line: a whole word, or one CJK character; the run of the
    space before it and which way that runs."""

    fragments: tuple[Fragment, ...]
    space: TextRun | None
    level: int
    wide: bool
    gap: str


def group_words(words: list[Word], hyphenated: bool) -> list[WordGroup]:
    """Whole words again."""
    groups: list[WordGroup] = []
    for word in words:
        if groups and not word.begins:
            whole = join_fragments(groups[-1].fragments + word.fragments)
            groups[-1] = replace(groups[-1], fragments=whole)
        else:
            groups.append(
                WordGroup(word.fragments, word.space, word.level, word.joint == "wide", word.gap)
            )
    if hyphenated:
        fragments = groups[-1].fragments
        parts = join_fragments((*fragments, make_hyphen(fragments[-1])))
        groups[-1] = replace(groups[-1], fragments=parts)
    return [
        group
        if len(group.fragments) == 1 and not group.fragments[0].whole
        else replace(group, fragments=link_fragments(group.fragments))
        for group in groups
    ]


def widen_groups(
    groups: Sequence[WordGroup], setting: TextSetting, ratio: float
) -> list[WordGroup]:
    """The words and spaces of a line in faces as narrow or wide as it asks for."""
    widths = LetterWidths(setting, choose_step(setting, ratio))
    return [
        replace(
            group,
            fragments=widths.widen(group.fragments),
            space=group.space and widths.widen_run(group.space),
        )
        for group in groups
    ]


def read_pieces(pieces: Sequence[LinePiece]) -> str:
    """The words of a line in reading order; nothing if all of them run from the left, as they
    are then read off the page itself."""
    if not any(piece.fragment.level for piece in pieces):
        return ""
    return "".join(
        piece.fragment.text if piece.actual is None else piece.actual for piece in pieces
    )


class LinePiece(Struct, frozen=True, gc=False):
    """A fragment or a space on a line. After it stand its shares of what the line lacks or
    has too much, a word space being 1, and between its `glyphs` those of the letterspace;
    `actual` is copied instead of it."""

    fragment: Fragment
    stretch: float = 0.0
    shrink: float = 0.0
    actual: str | None = None
    glyphs: int = 0
    spread: tuple[float, float] = (0.0, 0.0)
    step: float = 0.0
    """How far the pen moves after it, in points, whatever the line lacks."""
    spaced: bool = False
    """Whether that parts scripts: readers are not to take it for a space."""
    ends: bool = False
    """Whether it is the last that is seen of its line: no letterspace follows its last letter."""

    carried: int = 0
    """Which of a line's chunks it is in, of those whose text their first run carries."""

    @property
    def parts_letters(self) -> bool:
        """Whether it stands off its neighbors, or its letters off each other, without a space."""
        inline = self.fragment.inline
        return self.spaced or (
            isinstance(inline, TextRun)
            and (bool(inline.ruby) or inline.tracking is not ZERO)
            and not is_joined(self.fragment.text)
        )

    def gap(self, room: float) -> float:
        return self.stretch if room >= 0 else self.shrink

    def letters(self, room: float) -> float:
        """The share that follows each glyph."""
        return self.spread[0 if room >= 0 else 1]

    def share(self, room: float) -> float:
        return self.gap(room) + self.glyphs * self.letters(room)


def list_pieces(
    groups: Sequence[WordGroup],
    copied: CopiedWords,
    setting: TextSetting,
    size: float,
    space: float,
) -> list[LinePiece]:
    """A line's fragments and spaces in reading order; `space` is the width of a word space,
    0 if there is none."""
    pieces: list[LinePiece] = []
    last, unit = len(groups) - 1, space or size
    spread = measure_letterspace(setting, size, unit) if setting.align == "justify" else (0.0, 0.0)
    for index, group in enumerate(groups):
        if index and group.space is not None:
            pieces += _list_spaces(group.space, group)
        elif index and group.wide:
            before = groups[index - 1].fragments[-1]
            joint = measure_wide_joint(before, group.fragments[0], setting, size)
            stretch = joint.stretch / (unit * setting.space_stretch)
            shrink = joint.shrink / (unit * setting.space_shrink)
            pieces[-1] = replace(
                pieces[-1], stretch=stretch, shrink=shrink, step=joint.gap, spaced=joint.spaced
            )
        actual = copied.first if index == 0 else None
        if index == last and actual is None:
            actual = copied.last
        for fragment in group.fragments:
            count = _count_movable_glyphs(fragment, setting) if spread[0] else 0
            pieces.append(LinePiece(fragment, 0.0, 0.0, actual, count, spread))
            if actual is not None and isinstance(fragment.inline, TextRun):
                actual = ""
    return pieces


def order_pieces(pieces: Sequence[LinePiece]) -> list[LinePiece]:
    """The pieces from left to right."""
    levels = [piece.fragment.level for piece in pieces]
    return [pieces[at] for at in order_visually(levels)] if any(levels) else list(pieces)


def mark_end(pieces: Sequence[LinePiece], *, rtl: bool) -> list[LinePiece]:
    """The pieces, of which one knows that it ends the line on its right, or with `rtl` on its
    left."""
    levels = [piece.fragment.level for piece in pieces]
    at = order_visually(levels)[0 if rtl else -1] if any(levels) else -1
    made = list(pieces)
    made[at] = replace(made[at], ends=True, glyphs=max(0, made[at].glyphs - 1))
    return made


def carry_texts(pieces: Sequence[LinePiece]) -> list[LinePiece]:
    """The pieces, where the first of those between two spaces carries the text of all of them if
    scripts are parted there by a gap, or letters below ruby."""
    made: list[LinePiece] = []
    for number, (carries, group) in enumerate(groupby(pieces, _may_carry), 1):
        chunk = list(group)
        if carries and any(piece.parts_letters for piece in chunk):
            texts = "".join(piece.fragment.text for piece in chunk), *("" for _ in chunk[1:])
            chunk = [
                replace(piece, actual=text, carried=number)
                for piece, text in zip(chunk, texts, strict=True)
            ]
        made += chunk
    return made


def carry_text(piece: LinePiece) -> LinePiece:
    """A piece of a line of several directions, which carries its own text if its letters stand
    apart. PDFium does not turn that round where marks or signs are among the letters."""
    text = piece.fragment.text
    carries = piece.parts_letters and _may_carry(piece) and text.isalpha()
    return replace(piece, actual=text) if carries else piece


def _may_carry(piece: LinePiece) -> bool:
    """Whether readers may be told a piece's text with that of its neighbors."""
    is_run = isinstance(piece.fragment.inline, TextRun)
    return is_run and piece.actual is None and not piece.fragment.text.isspace()


def _list_spaces(run: TextRun, group: WordGroup) -> Iterator[LinePiece]:
    """The spaces before a group: some grow with the line, others have a width of their own."""
    for space in group.gap:
        give = float(space in STRETCHING)
        yield LinePiece(Fragment(run, space, group.level), give, give)


def _count_movable_glyphs(fragment: Fragment, setting: TextSetting) -> int:
    """How many glyphs of a fragment may move apart."""
    inline = fragment.inline
    if not isinstance(inline, TextRun) or not may_move_apart(fragment):
        return 0
    return shape_fragment(inline, fragment, setting.language).clusters
