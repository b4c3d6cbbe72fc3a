"""Set a text: runs of characters → lines of placed glyphs.

In      paragraphs of `Run`s and `Icon`s, a `Setting`, a size and a measure.
Out     `TextBlock`: lines with every glyph's position, from the block's top left.
Not here  which size (`layout.fit`), where the block stands (`layout.boxes`).

Steps: collect words → shape fragments → break lines → set each line with its words
shaped whole again, so that ligatures and kerns across unused hyphenation points return.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from cardgen.bind.tree import Icon, Inline, Run, Setting, Text, TextLine
from cardgen.text.hyphenate import hyphen_points
from cardgen.text.linebreak import FORCED, Box, Glue, Item, Line, Mode, Penalty, break_lines
from cardgen.text.shaping import Shaped, shape

STRETCH, SHRINK = 0.6, 0.25
"""Word spaces of justified lines may grow to 1.6 and shrink to 0.75 of their width."""

_HYPHEN_COST = 60.0
_DASH_COST = 20.0
_SPACES = re.compile(r"[ \t\r\f\v\u2000-\u2006\u2008-\u200a\u205f\u3000]+")
_INNER = re.compile(r"(?<=[\w,;:!?’”)\]])(?:[—–]|-(?=\w))|(?<=\w)/(?=\w)|\u200b")
_WORD = re.compile(r"[^\W\d_]+")

_HANG_LEFT = {"“": 0.75, "‘": 0.75, '"': 0.75, "'": 0.75, "„": 0.6, "«": 0.5, "(": 0.1}
_HANG_RIGHT = {
    ".": 0.8, ",": 0.8, "-": 0.75, "”": 0.7, "’": 0.7, "–": 0.4, "—": 0.3, ";": 0.4, ":": 0.4,
    '"': 0.7, "'": 0.7, "»": 0.4, "!": 0.2, "?": 0.15, "、": 0.5, "。": 0.5,
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


@dataclass(frozen=True, slots=True)
class Fragment:
    """Characters of one run that stand together; `hyphen` if one may be added after."""

    inline: Inline
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """What stands between two places where a line may end. `glue` is the space before."""

    fragments: tuple[Fragment, ...]
    space: Run | None
    joint: str
    """How it joins what is before it: `space`, `hyphen` (may divide), `dash`, `none`."""


# --- collect -------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def collect(line: TextLine, language: str, hyphenate: bool) -> tuple[Word, ...]:
    """The words and word parts of a forced line."""
    words: list[Word] = []
    joint, space = "none", None
    for fragments, gap in _spaced(line):
        if gap is not None and words:
            joint, space = "space", gap
        for part in _parts(fragments, language, hyphenate):
            words.append(Word(part[0], space, joint if part[1] == "start" else part[1]))
            space = None
    return _without_last_hyphens(words)


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
    for end, kind in _breaks(text, language, hyphenate):
        yield (Fragment(run, text[start:end]),), joint
        start, joint = end, kind
    yield (Fragment(run, text[start:]),), joint


@lru_cache(maxsize=16384)
def _breaks(text: str, language: str, hyphenate: bool) -> tuple[tuple[int, str], ...]:
    """Offsets where a word may end a line, and how: after its own dash, or with a hyphen."""
    found = {m.end(): "dash" for m in _INNER.finditer(text) if 1 < m.end() < len(text) - 1}
    found |= {m.start() + 1: "soft" for m in re.finditer("\u00ad", text)}
    if hyphenate:
        for word in _WORD.finditer(text):
            for point in hyphen_points(word[0], language):
                found.setdefault(word.start() + point, "hyphen")
    return tuple(sorted(found.items()))


def _without_last_hyphens(words: list[Word]) -> tuple[Word, ...]:
    """Never divide the last word: its parts grow together again."""
    while len(words) > 1 and words[-1].joint == "hyphen":
        last, before = words.pop(), words.pop()
        words.append(Word(_joined(before.fragments + last.fragments), before.space, before.joint))
    return tuple(words)


def _joined(fragments: Sequence[Fragment]) -> tuple[Fragment, ...]:
    """Neighbours in one run become one fragment again."""
    joined: list[Fragment] = []
    for fragment in fragments:
        if joined and joined[-1].inline is fragment.inline and isinstance(fragment.inline, Run):
            joined[-1] = Fragment(fragment.inline, joined[-1].text + fragment.text)
        else:
            joined.append(fragment)
    return tuple(joined)


# --- shape ---------------------------------------------------------------------------------


def _shaped(run: Run, text: str, language: str) -> Shaped:
    return shape(run.face, text, run.features, language)


def _advance(fragment: Fragment, size: float, language: str) -> float:
    inline = fragment.inline
    if isinstance(inline, Icon):
        return size * inline.height * inline.bitmap.width / inline.bitmap.height
    shaped = _shaped(inline, fragment.text, language)
    em = size * inline.scale
    tracking = inline.tracking.resolve(0.0, em)
    return shaped.width * em + tracking * len(shaped.glyphs)


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
    """The items of a paragraph, and which word each box is."""

    items: tuple[Item, ...]
    words: tuple[Word, ...]
    boxes: tuple[int, ...]

    def indices(self, line: Line) -> list[int]:
        return [i for i, box in enumerate(self.boxes) if line.start <= box < line.end]

    def chosen(self, line: Line) -> list[Word]:
        """The words and word parts of a line."""
        return [self.words[index] for index in self.indices(line)]

    def divides(self, following: Line) -> bool:
        """Whether a line begins in the middle of a word."""
        return self.words[self.indices(following)[0]].joint != "space"

    def divided_word(self, line: Line) -> str:
        """The whole word of which a line holds the first part at its end."""
        first = last = self.indices(line)[-1]
        while self.words[first].joint != "space" and first > 0:
            first -= 1
        while last + 1 < len(self.words) and self.words[last + 1].joint != "space":
            last += 1
        parts = self.words[first : last + 1]
        return "".join(fragment.text for word in parts for fragment in word.fragments)


def _itemize(words: tuple[Word, ...], setting: Setting, size: float) -> _Items:
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
    return _Items(tuple(items), words, tuple(boxes))


def _joint(word: Word, before: Word, setting: Setting, size: float) -> Item:
    if word.joint == "space" and word.space is not None:
        width = _advance(Fragment(word.space, " "), size, setting.language)
        return Glue(width, width * STRETCH, width * SHRINK)
    if word.joint in ("hyphen", "soft"):
        last = Fragment(before.fragments[-1].inline, "-")
        width = _advance(last, size, setting.language)
        hang = _hang(last, size, setting.language, True) if setting.hang else 0.0
        return Penalty(_HYPHEN_COST, width, True, hang)
    return Penalty(_DASH_COST, 0.0)


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
        for forced in paragraph:
            words = collect(forced, setting.language, setting.hyphenate)
            if not words:
                continue
            itemized = _itemize(words, setting, size)
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
        for forced in paragraph:
            words = collect(forced, setting.language, False)
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
    parts, width, gaps = _place_groups(groups, setting, size, 0.0, copied)
    language = setting.language
    hang_left = hang_right = 0.0
    if setting.hang:
        hang_left = _hang(groups[0][0][0], size, language, False)
        hang_right = _hang(groups[-1][0][-1], size, language, True)
    visible = width - hang_left - hang_right
    extra = 0.0
    justified = _mode(setting) == "justify" and not (ends and line.ratio >= 0)
    if justified and gaps and not line.overfull:
        extra = (measure - visible) / gaps
        parts, width, _ = _place_groups(groups, setting, size, extra, copied)
        visible = measure
    left = inset - hang_left + _offset(setting, measure - visible)
    space = _space_width(groups, setting, size)
    return SetLine(
        parts=tuple(parts),
        left=left,
        width=width,
        baseline=0.0,
        space=1.0 + extra / space if space else 1.0,
        hyphenated=line.hyphenated,
        overfull=line.overfull or visible > measure + 0.01,
        lone=ends and len(groups) == 1,
    )


_Grouped = list[tuple[tuple[Fragment, ...], Run | None]]


def _grouped(words: list[Word], hyphenated: bool) -> _Grouped:
    """Whole words again, each with the run of the space before it."""
    groups: _Grouped = []
    for word in words:
        if groups and word.joint != "space":
            fragments, space = groups[-1]
            groups[-1] = (_joined(fragments + word.fragments), space)
        else:
            groups.append((word.fragments, word.space))
    if hyphenated:
        fragments, space = groups[-1]
        groups[-1] = (_joined((*fragments, Fragment(fragments[-1].inline, "-"))), space)
    return groups


def _place_groups(
    groups: _Grouped, setting: Setting, size: float, extra: float, copied: _Copied
) -> tuple[list[PlacedRun | PlacedIcon], float, int]:
    """Glyph positions along a line, its width, and how many spaces it has."""
    parts: list[PlacedRun | PlacedIcon] = []
    x, gaps, last = 0.0, 0, len(groups) - 1
    for index, (fragments, space) in enumerate(groups):
        if index and space is not None:
            part, x = _place_fragment(Fragment(space, " "), setting, size, x)
            parts.append(part)
            x += extra
            gaps += 1
        actual = copied.first if index == 0 else None
        if index == last and actual is None:
            actual = copied.last
        for fragment in fragments:
            part, x = _place_fragment(fragment, setting, size, x)
            if actual is not None and isinstance(part, PlacedRun):
                part, actual = replace(part, actual=actual), ""
            parts.append(part)
    return _merged(parts), x, gaps


def _place_fragment(
    fragment: Fragment, setting: Setting, size: float, x: float
) -> tuple[PlacedRun | PlacedIcon, float]:
    """A fragment's glyphs from pen position `x`, and where the pen is after them."""
    inline = fragment.inline
    if isinstance(inline, Icon):
        width = _advance(fragment, size, setting.language)
        return PlacedIcon(inline, x, width, inline.height * size), x + width
    em = size * inline.scale
    tracking = inline.tracking.resolve(0.0, em)
    glyphs = []
    for glyph in _shaped(inline, fragment.text, setting.language).glyphs:
        dx, dy = glyph.dx * em, -glyph.dy * em
        glyphs.append(PlacedGlyph(glyph.index, x + dx, dy, glyph.text))
        x += glyph.advance * em + tracking
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


def _offset(setting: Setting, room: float) -> float:
    if setting.align == "center":
        return room / 2
    return room if setting.align == "right" else 0.0


def _space_width(groups: _Grouped, setting: Setting, size: float) -> float:
    run = next((space for _, space in groups[1:] if space is not None), None)
    return _advance(Fragment(run, " "), size, setting.language) if run else 0.0
