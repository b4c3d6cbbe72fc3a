"""The words of a paragraph as what the line breaker weighs: boxes, glue and penalties.

In      words, a `TextSetting`, a size.
Out     `ParagraphItems`: items, and which word each box is.
Not here  the algorithm (`text.linebreak`), what is done with its lines (`layout.text.lines`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_texts import TextRun, TextSetting
from cardgen.layout.text.fragments import (
    may_move_apart,
    measure_fragment,
    measure_hang,
    shape_fragment,
)
from cardgen.layout.text.letter_widths import LetterWidths, find_limits
from cardgen.layout.text.wide_joints import measure_wide_joint
from cardgen.layout.text.words import (
    STRETCHING,
    Fragment,
    Word,
    join_fragments,
    link_fragments,
    make_hyphen,
)
from cardgen.text.linebreak import (
    FORCED,
    NEVER,
    Box,
    Glue,
    Item,
    LineRange,
    Penalty,
)

_HYPHEN_COST, _RELUCTANT_COST = 60.0, 120.0
_JUSTIFIED_COST, _SPACED_COST = 1400.0, 345.0
"""A hyphen's price in justified text, and where letters may move apart too: there lines are
good without it. The badness of a line whose words are 2.4, or 1.9 times as far apart."""
_RELUCTANCE = 1.25
_DASH_COST = 20.0
_HYPHENS = frozenset(("hyphen", "soft", "reluctant"))

_NOTICED = 3
_MOST_PARTS = 32
"""More than a word has: without it, 4,000 flags in a row took the square of their number."""
_AROUND_WORDS = ".,;:!?…\"'“”„‘’‚«»‹›()[]—–-"


class ParagraphItems(Struct, frozen=True):
    """The items of a paragraph, which word each box is, and which way the paragraph runs."""

    items: tuple[Item, ...]
    words: tuple[Word, ...]
    boxes: tuple[int, ...]
    rtl: bool = False

    def indices(self, line: LineRange) -> list[int]:
        first, after = (bisect_left(self.boxes, at) for at in (line.start, line.end))
        return [*range(first, after)]

    def words_of(self, line: LineRange) -> list[Word]:
        """The words and word parts of a line."""
        return [self.words[index] for index in self.indices(line)]

    def divided_word(self, line: LineRange) -> str:
        """The whole word of which a line holds the first part at its end; "" if it holds only
        a later part of it."""
        held = self.indices(line)
        start, first, last = held[0], held[-1], held[-1]
        while not self.words[first].begins and first > start:
            first -= 1
        if start and not self.words[first].begins:
            return ""
        while last + 1 < len(self.words) and not self.words[last + 1].begins:
            last += 1
        parts = self.words[first : last + 1]
        return "".join(fragment.text for word in parts for fragment in word.fragments)


def itemize(
    words: tuple[Word, ...], setting: TextSetting, size: float, rtl: bool = False
) -> ParagraphItems:
    """Return what the line breaker weighs: a box a word, and what is between them."""
    items: list[Item] = []
    boxes: list[int] = []
    language, hanging = setting.language, setting.hang
    whole = _list_whole_words(words)
    widths = _measure_parts(words, size, language)
    narrowest, widest = _measure_limits(words, setting, size)
    joints: dict[tuple[int, str], Item] = {}
    spreads = setting.align == "justify" and setting.letterspace > 0
    for index, word in enumerate(words):
        if index:
            if word.joint == "space" and word.stays:
                items.append(Penalty(NEVER))
            items.append(_find_joint(word, words[index - 1], setting, size, joints))
        first, last = word.fragments[0], word.fragments[-1]
        left = measure_hang(first, size, language, at_end=False, hanging=True) if hanging else 0.0
        right = measure_hang(last, size, language, at_end=True, hanging=hanging)
        boxes.append(len(items))
        give = _measure_give(word, setting, size) if spreads else 0.0
        stretch, shrink, width = give, give / 2, widths[index]
        if narrowest:
            shrink += max(width - narrowest[index], 0.0)
        if widest:
            stretch += max(widest[index] - width, 0.0)
        items.append(Box(width, left, right, stretch, shrink, whole[index]))
    items.append(Penalty(FORCED))
    return ParagraphItems(tuple(items), words, tuple(boxes), rtl)


def _measure_limits(
    words: Sequence[Word], setting: TextSetting, size: float
) -> tuple[list[float], list[float]]:
    """As `_measure_parts`, where letters are as narrow as they may be, and as wide; nothing where
    they do not change."""
    if not setting.widths:
        return [], []
    narrower, wider = find_limits(setting)
    found = []
    for step in (-narrower, wider):
        letters = LetterWidths(setting, step)
        changed = [replace(w, fragments=letters.widen(w.fragments)) for w in words if step]
        found.append(_measure_parts(changed, size, setting.language))
    return found[0], found[1]


def _measure_parts(words: Sequence[Word], size: float, language: str) -> list[float]:
    """How much wider a line becomes with each word or part of one: parts of a word that is not
    divided are shaped together, with their kerns and ligatures, up to `_MOST_PARTS` of them."""
    widths: list[float] = []
    so_far: tuple[Fragment, ...] = ()
    before, parts = 0.0, 0
    for word in words:
        parts = 1 if word.begins or parts == _MOST_PARTS else parts + 1
        if parts == 1:
            so_far, before = word.fragments, 0.0
        else:
            so_far = link_fragments(join_fragments(so_far + word.fragments))
        if len(so_far) == 1:
            whole = measure_fragment(so_far[0], size, language)
        else:
            whole = sum(measure_fragment(fragment, size, language) for fragment in so_far)
        widths.append(whole - before)
        before = whole
    return widths


def _list_whole_words(words: Sequence[Word]) -> list[str]:
    """Of each word, or part of one, the whole word that readers see; "" for short ones, which
    stand below themselves without being noticed."""
    found: list[str] = []
    start = 0
    for end in range(1, len(words) + 1):
        if end < len(words) and not words[end].begins:
            continue
        parts = [fragment.text for word in words[start:end] for fragment in word.fragments]
        text = "".join(parts).strip(_AROUND_WORDS).casefold()
        found += [text if len(text) >= _NOTICED else ""] * (end - start)
        start = end
    return found


def _measure_give(word: Word, setting: TextSetting, size: float) -> float:
    """How much wider a word becomes at the most whose letters move apart in a justified line."""
    letters = sum(
        shape_fragment(fragment.inline, fragment, setting.language).clusters
        for fragment in word.fragments
        if isinstance(fragment.inline, TextRun) and may_move_apart(fragment)
    )
    return letters * setting.letterspace * size


def measure_letterspace(setting: TextSetting, size: float, space: float) -> tuple[float, float]:
    """What a glyph's letterspace gives and takes, as shares of a word space's, or of what stands
    for one where a line has none."""
    give = setting.letterspace * size
    if not give:
        return 0.0, 0.0
    return give / (space * setting.space_stretch), give / 2 / (space * setting.space_shrink)


def _find_joint(
    word: Word,
    before: Word,
    setting: TextSetting,
    size: float,
    known: dict[tuple[int, str], Item],
) -> Item:
    """What is between two words; all spaces and hyphens of a run are alike."""
    if word.joint == "space":
        key = id(word.space), word.gap
    elif word.joint in _HYPHENS:
        key = id(before.fragments[-1].inline), word.joint
    else:
        return _make_joint(word, before, setting, size)
    if key not in known:
        known[key] = _make_joint(word, before, setting, size)
    return known[key]


def _make_joint(word: Word, before: Word, setting: TextSetting, size: float) -> Item:
    if word.joint == "space" and word.space is not None:
        width = measure_fragment(Fragment(word.space, word.gap), size, setting.language)
        if word.gap != " ":
            flexible = "".join(space for space in word.gap if space in STRETCHING)
            give = measure_fragment(Fragment(word.space, flexible), size, setting.language)
            return Glue(width, give * setting.space_stretch, give * setting.space_shrink)
        return Glue(width, width * setting.space_stretch, width * setting.space_shrink)
    if word.joint == "wide":
        joint = measure_wide_joint(before.fragments[-1], word.fragments[0], setting, size)
        return Glue(joint.gap, joint.stretch, joint.shrink)
    if word.joint in _HYPHENS:
        last = make_hyphen(before.fragments[-1])
        width = measure_fragment(last, size, setting.language)
        out = measure_hang(last, size, setting.language, at_end=True, hanging=setting.hang)
        cost = price_hyphen(setting, reluctant=word.joint == "reluctant")
        return Penalty(cost, width, True, out)
    return Penalty(_DASH_COST, 0.0)


def price_hyphen(setting: TextSetting, *, reluctant: bool = False) -> float:
    """What a hyphen costs: added to a line's badness, or in justified text as a badness of its
    own."""
    if setting.align != "justify" or setting.balance:
        return _RELUCTANT_COST if reluctant else _HYPHEN_COST
    cost = _SPACED_COST if setting.letterspace else _JUSTIFIED_COST
    return cost * _RELUCTANCE if reluctant else cost
