"""Set a text: runs of characters → lines of placed glyphs.

In      paragraphs of `Run`s and `Icon`s, a `Setting`, a size and a measure.
Out     `TextBlock`: lines with every glyph's position, from the block's top left.
Not here  which size (`layout.fit`), where the block stands (`layout.boxes`), where words
          may be divided (`text.breaks`), which way characters run (`text.bidi`).

Steps: collect words → shape fragments → break lines → set each line with its words
shaped whole again, so that ligatures and kerns across unused hyphenation points return.

Lines are broken in reading order, then turned into visual order (UAX #9, L2). Readers of
PDF take every line to be in visual order and turn it back by themselves, so the texts of
glyphs that run from right to left are written backwards, and the marks on a letter are in
the letter's text. Measured: ActualText in reading order comes out of poppler and PDFium
backwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from cardgen.bind.tree import Icon, Inline, Paragraph, Run, Setting, Text, TextLine
from cardgen.text.bidi import first_strong, has_rtl, is_rtl_language, levels_of, visual_order
from cardgen.text.breaks import PICTURE, has_wide, inner_breaks, may_tighten, wide_breaks
from cardgen.text.linebreak import FORCED, Box, Glue, Item, Line, Mode, Penalty, break_lines
from cardgen.text.shaping import Shaped, is_joined, shape

STRETCH, SHRINK = 0.6, 0.25
"""Word spaces of justified lines may grow to 1.6 and shrink to 0.75 of their width."""

WIDE_STRETCH, WIDE_SHRINK = 0.05, 0.5
"""How far the gap between two CJK characters may grow, in ems, and how far it may eat into
the blank half of a bracket or full stop (JIS X 4051); it has no width of its own."""

_HYPHEN_COST = 60.0
_DASH_COST = 20.0
_SPACES = re.compile(r"[ \t\r\f\v\u2000-\u2006\u2008-\u200a\u205f]+")

_HANG_LEFT = {
    "“": 0.75, "‘": 0.75, '"': 0.75, "'": 0.75, "„": 0.6, "«": 0.5, "(": 0.1,
    "「": 0.5, "『": 0.5, "（": 0.5, "【": 0.5, "〈": 0.5, "《": 0.5, "［": 0.5, "｛": 0.5,
}  # fmt: skip
_HANG_RIGHT = {
    ".": 0.8, ",": 0.8, "-": 0.75, "”": 0.7, "’": 0.7, "–": 0.4, "—": 0.3, ";": 0.4, ":": 0.4,
    '"': 0.7, "'": 0.7, "»": 0.4, "!": 0.2, "?": 0.15, "、": 0.5, "。": 0.5,
    "，": 0.5, "．": 0.5, "」": 0.5, "』": 0.5, "）": 0.5, "】": 0.5, "〉": 0.5, "》": 0.5,
    "］": 0.5, "｝": 0.5, "،": 0.7, "؛": 0.4, "־": 0.6,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlacedGlyph:
    """A glyph at (x, y) in points from the line's left end and baseline."""

    index: int
    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """Glyphs of one run on one line."""

    run: Run
    size: float
    glyphs: tuple[PlacedGlyph, ...]
    actual: str | None = None
    """What is copied instead of the glyphs' own texts: a divided word is copied whole."""


@dataclass(frozen=True, slots=True)
class PlacedIcon:
    icon: Icon
    x: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class SetLine:
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


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A set text: `height` from the top of its first line to the bottom of its last."""

    lines: tuple[SetLine, ...]
    width: float
    height: float
    size: float

    @property
    def overfull(self) -> bool:
        return any(line.overfull for line in self.lines)


class Fragment(NamedTuple):
    """Characters of one run that stand together, and run one way (`level` odd: from the
    right). `before` and `after` are neighbours in the word that its letters join to."""

    inline: Inline
    text: str
    level: int = 0
    before: str = ""
    after: str = ""

    @property
    def rtl(self) -> bool:
        return self.level % 2 == 1


class Word(NamedTuple):
    """What stands between two places where a line may end. `space` is the run of the space
    before it, `level` which way that space runs."""

    fragments: tuple[Fragment, ...]
    space: Run | None
    joint: str
    """How it joins what is before it: `space`, `wide` (between CJK characters), `hyphen`
    (may divide), `soft`, `dash`, `none`."""
    level: int = 0

    @property
    def begins(self) -> bool:
        """Whether it is no later part of a divided word."""
        return self.joint in ("space", "wide")


# --- collect -------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def collect(line: TextLine, language: str, hyphenate: bool, rtl: bool = False) -> tuple[Word, ...]:
    """The words and word parts of a forced line, in reading order."""
    words: list[Word] = []
    joint, space = "none", None
    parts = _wide_parts if any(has_wide(inline.text) for inline in line) else _parts
    for fragments, gap in _spaced(line):
        if gap is not None and words:
            joint, space = "space", gap
        for part in parts(fragments, language, hyphenate):
            words.append(Word(part[0], space, joint if part[1] == "start" else part[1]))
            space = None
    collected = _without_last_hyphens(words)
    turned = rtl or any(has_rtl(inline.text) for inline in line)
    return _levelled(collected, rtl) if turned else collected


def _spaced(line: TextLine) -> Iterator[tuple[tuple[Fragment, ...], Run | None]]:
    """Words parted by spaces, each with the run its space before is set in."""
    word: list[Fragment] = []
    gap: Run | None = None
    for inline in line:
        if isinstance(inline, Icon):
            word.append(Fragment(inline, inline.text))
            continue
        position = 0
        for found in _SPACES.finditer(inline.text):
            if found.start() > position:
                word.append(Fragment(inline, inline.text[position : found.start()]))
            if word:
                yield tuple(word), gap
                word = []
            gap, position = inline, found.end()
        if position < len(inline.text):
            word.append(Fragment(inline, inline.text[position:]))
    if word:
        yield tuple(word), gap


def _parts(
    fragments: tuple[Fragment, ...], language: str, hyphenate: bool
) -> Iterator[tuple[tuple[Fragment, ...], str]]:
    """Divide a word where it may be, each part with how it joins the one before."""
    if len(fragments) > 1 or isinstance(fragments[0].inline, Icon):
        yield fragments, "start"
        return
    run, text = fragments[0].inline, fragments[0].text
    start, joint = 0, "start"
    for end, kind in inner_breaks(text, language, hyphenate):
        yield (Fragment(run, text[start:end]),), joint
        start, joint = end, kind
    yield (Fragment(run, text[start:]),), joint


def _wide_parts(
    fragments: tuple[Fragment, ...], language: str, hyphenate: bool
) -> Iterator[tuple[tuple[Fragment, ...], str]]:
    """First part CJK characters, which no spaces part, over the borders of runs."""
    start, text = 0, "".join(map(_stands_for, fragments))
    for end in (*wide_breaks(text), len(text)):
        for part, joint in _parts(_cut(fragments, start, end), language, hyphenate):
            yield part, "wide" if joint == "start" and start else joint
        start = end


def _stands_for(fragment: Fragment) -> str:
    return fragment.text if isinstance(fragment.inline, Run) else PICTURE


def _cut(fragments: tuple[Fragment, ...], start: int, end: int) -> tuple[Fragment, ...]:
    """What stands at `start` … `end` - 1 of the joined fragments."""
    cut: list[Fragment] = []
    offset = 0
    for fragment in fragments:
        text = _stands_for(fragment)
        first, last = max(start - offset, 0), min(end - offset, len(text))
        if first < last:
            is_run = isinstance(fragment.inline, Run)
            cut.append(fragment._replace(text=text[first:last]) if is_run else fragment)
        offset += len(text)
    return tuple(cut)


def _without_last_hyphens(words: list[Word]) -> tuple[Word, ...]:
    """Never divide the last word: its parts grow together again."""
    while len(words) > 1 and words[-1].joint == "hyphen":
        last, before = words.pop(), words.pop()
        words.append(Word(_joined(before.fragments + last.fragments), before.space, before.joint))
    return tuple(words)


def _joined(fragments: Sequence[Fragment]) -> tuple[Fragment, ...]:
    """Neighbours in one run, and of one direction, become one fragment again."""
    joined: list[Fragment] = []
    for fragment in fragments:
        last = joined[-1] if joined else None
        if (
            last is not None
            and last.inline is fragment.inline
            and last.level == fragment.level
            and isinstance(fragment.inline, Run)
        ):
            joined[-1] = last._replace(text=last.text + fragment.text, after=fragment.after)
        else:
            joined.append(fragment)
    return tuple(joined)


# --- turn ----------------------------------------------------------------------------------


def _runs_from_right(paragraph: Paragraph, language: str) -> bool:
    """By the language, or by the first letter that has a direction."""
    if is_rtl_language(language):
        return True
    for line in paragraph:
        for inline in line:
            found = first_strong(inline.text)
            if found is not None:
                return found
    return False


def _levelled(words: tuple[Word, ...], rtl: bool) -> tuple[Word, ...]:
    """The words with fragments parted where the direction changes."""
    text = "".join(
        " " * (word.joint == "space") + "".join(map(_stands_for, word.fragments)) for word in words
    )
    levels = levels_of(text, rtl)
    levelled, offset = [], 0
    for word in words:
        space = levels[offset]
        offset += word.joint == "space"
        parted: list[Fragment] = []
        for fragment in word.fragments:
            end = offset + len(_stands_for(fragment))
            parted += _parted(fragment, levels[offset:end])
            offset = end
        levelled.append(Word(_in_context(parted), word.space, word.joint, space))
    return tuple(levelled)


def _parted(fragment: Fragment, levels: tuple[int, ...]) -> Iterator[Fragment]:
    if isinstance(fragment.inline, Icon):
        yield fragment._replace(level=levels[0])
        return
    start = 0
    for end in range(1, len(levels) + 1):
        if end == len(levels) or levels[end] != levels[start]:
            yield fragment._replace(text=fragment.text[start:end], level=levels[start])
            start = end


def _in_context(fragments: Sequence[Fragment]) -> tuple[Fragment, ...]:
    """Letters of joined scripts know their neighbours over the border of a run."""
    if len(fragments) == 1 or not any(is_joined(fragment.text) for fragment in fragments):
        return tuple(fragments)
    texts = ["", *map(_stands_for, fragments), ""]
    return tuple(
        fragment._replace(before=texts[index], after=texts[index + 2])
        for index, fragment in enumerate(fragments)
    )


# --- shape ---------------------------------------------------------------------------------


def _shaped(run: Run, fragment: Fragment, language: str) -> Shaped:
    if fragment.level == 0:
        return shape(run.face, fragment.text, run.features, language)
    text, before, after = fragment.text, fragment.before, fragment.after
    return shape(run.face, text, run.features, language, fragment.rtl, before, after)


def _tracking(run: Run, fragment: Fragment, em: float) -> float:
    """Letterspace in points; letters that join have none."""
    tracking = run.tracking.resolve(0.0, em)
    return 0.0 if tracking and is_joined(fragment.text) else tracking


def _advance(fragment: Fragment, size: float, language: str) -> float:
    inline = fragment.inline
    if isinstance(inline, Icon):
        return size * inline.height * inline.bitmap.width / inline.bitmap.height
    shaped = _shaped(inline, fragment, language)
    em = size * inline.scale
    return shaped.width * em + _tracking(inline, fragment, em) * len(shaped.glyphs)


def _hang(fragment: Fragment, size: float, language: str, at_end: bool) -> float:
    """How far a line that begins or ends here may reach out of the measure."""
    if isinstance(fragment.inline, Icon) or not fragment.text:
        return 0.0
    character = fragment.text[-1 if at_end else 0]
    share = (_HANG_RIGHT if at_end else _HANG_LEFT).get(character, 0.0)
    return share * _advance(Fragment(fragment.inline, character), size, language) if share else 0.0


# --- break ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Items:
    """The items of a paragraph, which word each box is, and which way the paragraph runs."""

    items: tuple[Item, ...]
    words: tuple[Word, ...]
    boxes: tuple[int, ...]
    rtl: bool = False

    def indices(self, line: Line) -> list[int]:
        return [i for i, box in enumerate(self.boxes) if line.start <= box < line.end]

    def chosen(self, line: Line) -> list[Word]:
        """The words and word parts of a line."""
        return [self.words[index] for index in self.indices(line)]

    def divides(self, following: Line) -> bool:
        """Whether a line begins in the middle of a word."""
        return not self.words[self.indices(following)[0]].begins

    def divided_word(self, line: Line) -> str:
        """The whole word of which a line holds the first part at its end."""
        first = last = self.indices(line)[-1]
        while not self.words[first].begins and first > 0:
            first -= 1
        while last + 1 < len(self.words) and not self.words[last + 1].begins:
            last += 1
        parts = self.words[first : last + 1]
        return "".join(fragment.text for word in parts for fragment in word.fragments)


def _itemize(words: tuple[Word, ...], setting: Setting, size: float, rtl: bool = False) -> _Items:
    items: list[Item] = []
    boxes: list[int] = []
    language, hang = setting.language, setting.hang
    for index, word in enumerate(words):
        if index:
            items.append(_joint(word, words[index - 1], setting, size))
        width = sum(_advance(fragment, size, language) for fragment in word.fragments)
        left = _hang(word.fragments[0], size, language, False) if hang else 0.0
        right = _hang(word.fragments[-1], size, language, True) if hang else 0.0
        boxes.append(len(items))
        items.append(Box(width, left, right))
    items.append(Penalty(FORCED))
    return _Items(tuple(items), words, tuple(boxes), rtl)


def _joint(word: Word, before: Word, setting: Setting, size: float) -> Item:
    if word.joint == "space" and word.space is not None:
        width = _advance(Fragment(word.space, " "), size, setting.language)
        return Glue(width, width * STRETCH, width * SHRINK)
    if word.joint == "wide":
        shrinks = _tightens(before.fragments, word.fragments)
        return Glue(0.0, size * WIDE_STRETCH, size * WIDE_SHRINK * shrinks)
    if word.joint in ("hyphen", "soft"):
        last = Fragment(before.fragments[-1].inline, "-")
        width = _advance(last, size, setting.language)
        hang = _hang(last, size, setting.language, True) if setting.hang else 0.0
        return Penalty(_HYPHEN_COST, width, True, hang)
    return Penalty(_DASH_COST, 0.0)


def _tightens(before: Sequence[Fragment], after: Sequence[Fragment]) -> bool:
    return may_tighten(_stands_for(before[-1])[-1], _stands_for(after[0])[0])


def _mode(setting: Setting) -> Mode:
    if setting.balance:
        return "balance"
    return "justify" if setting.align == "justify" else "ragged"


# --- measure -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Broken:
    """A forced line and the lines it was broken into."""

    itemized: _Items
    lines: tuple[Line, ...]
    indent: float
    gap: float
    """Space above, where a paragraph begins."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A text broken into lines, but not yet placed."""

    parts: tuple[_Broken, ...]
    height: float
    count: int
    overfull: bool


@lru_cache(maxsize=16384)
def measure_text(text: Text, setting: Setting, size: float, measure: float) -> Measured:
    """Break a text at one size: how many lines, how high, whether a word is too wide.

    Args:
        text: The text.
        setting: How to set it.
        size: Type size in points.
        measure: Width to set it in, in points, > 0.
    """
    gap = setting.paragraph_gap.resolve(measure, size)
    parts = []
    for number, paragraph in enumerate(text.paragraphs):
        indent = setting.indent.resolve(measure, size) if number else 0.0
        above = gap if number else 0.0
        rtl = _runs_from_right(paragraph, setting.language)
        for forced in paragraph:
            words = collect(forced, setting.language, setting.hyphenate, rtl)
            if not words:
                continue
            itemized = _itemize(words, setting, size, rtl)
            lines = break_lines(itemized.items, max(measure - indent, 1e-3), _mode(setting))
            parts.append(_Broken(itemized, lines, indent, above))
            indent = above = 0.0
    lines_made = [line for part in parts for line in part.lines]
    height = len(lines_made) * setting.leading.resolve(0.0, size) + sum(p.gap for p in parts)
    overfull = any(line.overfull for line in lines_made)
    return Measured(tuple(parts), height, len(lines_made), overfull)


def natural_width(text: Text, setting: Setting, size: float) -> float:
    """The width of the widest forced line, set on one line."""
    widest = 0.0
    for paragraph in text.paragraphs:
        rtl = _runs_from_right(paragraph, setting.language)
        for forced in paragraph:
            words = collect(forced, setting.language, False, rtl)
            items = _itemize(words, setting, size).items if words else ()
            widest = max(widest, sum(i.width for i in items if not isinstance(i, Penalty)))
    return widest


# --- set -----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def set_text(text: Text, setting: Setting, size: float, measure: float) -> TextBlock:
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


def _set_lines(part: _Broken, setting: Setting, size: float, measure: float) -> Iterator[SetLine]:
    """Each line; of a word that is divided, the first part carries all of the text."""
    carried = False
    for index, line in enumerate(part.lines):
        inset = part.indent if index == 0 else 0.0
        ends = index == len(part.lines) - 1
        divided = not ends and part.itemized.divides(part.lines[index + 1])
        whole = part.itemized.divided_word(line) if divided else ""
        copied = _Copied("" if carried else None, whole if divided else None)
        yield _set_line(part.itemized, line, setting, size, measure - inset, inset, ends, copied)
        carried = divided


@dataclass(frozen=True, slots=True)
class _Copied:
    """What is copied for a line's first and last word, where that is not what is seen."""

    first: str | None
    last: str | None


def _set_line(  # noqa: PLR0913 - what a line is set from
    itemized: _Items,
    line: Line,
    setting: Setting,
    size: float,
    measure: float,
    inset: float,
    ends: bool,
    copied: _Copied,
) -> SetLine:
    groups = _grouped(itemized.chosen(line), line.hyphenated)
    space = _space_width(groups, setting, size)
    pieces = _pieces(groups, copied, size, space)
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


def _fills(line: Line, setting: Setting, ends: bool) -> bool:
    """Whether a line is set to the measure."""
    natural = ends and line.ratio >= 0
    return setting.align == "justify" and not (setting.balance or natural or line.overfull)


def _extra(pieces: Sequence[_Piece], room: float) -> float:
    """What each share of the line's gaps gets, so that they take up `room`."""
    shares = sum(piece.share(room) for piece in pieces)
    return room / shares if shares else 0.0


def _hangs(groups: Sequence[_Group], setting: Setting, size: float) -> tuple[float, float]:
    """How far the line's beginning and its end reach out of the measure."""
    if not setting.hang:
        return 0.0, 0.0
    first, last = groups[0].fragments[0], groups[-1].fragments[-1]
    language = setting.language
    return _hang(first, size, language, False), _hang(last, size, language, True)


class _Group(NamedTuple):
    """What stands together on a line: a whole word, or one CJK character; the run of the
    space before it and which way that runs."""

    fragments: tuple[Fragment, ...]
    space: Run | None
    level: int
    wide: bool


def _grouped(words: list[Word], hyphenated: bool) -> list[_Group]:
    """Whole words again."""
    groups: list[_Group] = []
    for word in words:
        if groups and not word.begins:
            joined = _joined(groups[-1].fragments + word.fragments)
            groups[-1] = groups[-1]._replace(fragments=joined)
        else:
            group = _Group(word.fragments, word.space, word.level, word.joint == "wide")
            groups.append(group)
    if hyphenated:
        fragments = groups[-1].fragments
        hyphen = Fragment(fragments[-1].inline, "-", fragments[-1].level)
        groups[-1] = groups[-1]._replace(fragments=_joined((*fragments, hyphen)))
    return groups


class _Piece(NamedTuple):
    """A fragment or a space on a line. After it stand its shares of what the line lacks or
    has too much, a word space being 1; `actual` is copied instead of it."""

    fragment: Fragment
    stretch: float = 0.0
    shrink: float = 0.0
    actual: str | None = None

    def share(self, room: float) -> float:
        return self.stretch if room >= 0 else self.shrink


def _pieces(groups: Sequence[_Group], copied: _Copied, size: float, space: float) -> list[_Piece]:
    """A line's fragments and spaces in reading order; `space` is the width of a word space,
    0 if there is none."""
    pieces: list[_Piece] = []
    last = len(groups) - 1
    em = size / space if space else 1.0
    for index, group in enumerate(groups):
        if index and group.space is not None:
            pieces.append(_Piece(Fragment(group.space, " ", group.level), 1.0, 1.0))
        elif index and group.wide:
            tight = _tightens(groups[index - 1].fragments, group.fragments)
            shrink = em * WIDE_SHRINK / SHRINK * tight
            pieces[-1] = pieces[-1]._replace(stretch=em * WIDE_STRETCH / STRETCH, shrink=shrink)
        actual = copied.first if index == 0 else None
        if index == last and actual is None:
            actual = copied.last
        for fragment in group.fragments:
            pieces.append(_Piece(fragment, actual=actual))
            if actual is not None and isinstance(fragment.inline, Run):
                actual = ""
    return pieces


def _place(
    pieces: Sequence[_Piece], setting: Setting, size: float, extra: float
) -> tuple[tuple[PlacedRun | PlacedIcon, ...], float]:
    """Glyph positions along a line from left to right, and its width."""
    levels = [piece.fragment.level for piece in pieces]
    turned = any(levels)
    if turned:
        pieces = [pieces[index] for index in visual_order(levels)]
    placed: list[PlacedRun | PlacedIcon] = []
    x = 0.0
    for piece in pieces:
        part, x = _place_fragment(piece.fragment, setting, size, x)
        if isinstance(part, PlacedRun) and piece.actual is not None:
            rtl = piece.fragment.rtl
            part = replace(part, actual=piece.actual[::-1] if rtl else piece.actual)
        placed.append(part)
        if extra:
            x += piece.share(extra) * extra
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
    fragment: Fragment, setting: Setting, size: float, x: float
) -> tuple[PlacedRun | PlacedIcon, float]:
    """A fragment's glyphs from pen position `x`, and where the pen is after them."""
    inline = fragment.inline
    if isinstance(inline, Icon):
        width = _advance(fragment, size, setting.language)
        return PlacedIcon(inline, x, width, inline.height * size), x + width
    em = size * inline.scale
    tracking = _tracking(inline, fragment, em)
    glyphs = []
    for glyph in _shaped(inline, fragment, setting.language).glyphs:
        dx, dy = glyph.dx * em, -glyph.dy * em
        glyphs.append(PlacedGlyph(glyph.index, x + dx, dy, glyph.text))
        x += glyph.advance * em + tracking
    if fragment.rtl:
        glyphs = [replace(glyph, text=glyph.text[::-1]) for glyph in glyphs]
    return PlacedRun(inline, em, tuple(glyphs)), x


def _merged(parts: list[PlacedRun | PlacedIcon]) -> list[PlacedRun | PlacedIcon]:
    """Neighbouring glyphs of one run together, as one show operation."""
    merged: list[PlacedRun | PlacedIcon] = []
    for part in parts:
        last = merged[-1] if merged else None
        if (
            isinstance(part, PlacedRun)
            and isinstance(last, PlacedRun)
            and part.run is last.run
            and part.actual is last.actual is None
        ):
            merged[-1] = PlacedRun(part.run, part.size, last.glyphs + part.glyphs)
        else:
            merged.append(part)
    return merged


def _offset(setting: Setting, room: float, rtl: bool) -> float:
    """`left` and `right` are sides of the card; what fills the measure starts where it reads."""
    if setting.align == "center":
        return room / 2
    from_right = rtl if setting.align == "justify" else setting.align == "right"
    return room if from_right else 0.0


def _space_width(groups: Sequence[_Group], setting: Setting, size: float) -> float:
    run = next((group.space for group in groups[1:] if group.space is not None), None)
    return _advance(Fragment(run, " "), size, setting.language) if run else 0.0
