"""The words of a text: what stands between two places where a line may end.

In      forced lines of `TextRun`s and `InlineIcon`s, the language.
Out     `Word`s in reading order, each with how it joins the one before and which way it runs.
Not here  where words may be divided (`text.break_opportunities`, `text.hyphenation`), which way
        characters
          run (`text.bidi`), widths (`layout.text.lines`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_faces import Inline, InlineIcon, Paragraph, TextLine, TextRun
from cardgen.text.bidi import embedding_levels, has_rtl, is_rtl_language, starts_from_right
from cardgen.text.break_opportunities import PICTURE, find_wide_breaks, find_word_breaks, has_wide
from cardgen.text.shaping import is_joined

_SPACES = re.compile(r"[ \t\r\f\v\u2000-\u2006\u2008-\u200a\u205f]+")


class Fragment(Struct, frozen=True):
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


class Word(Struct, frozen=True):
    """What stands between two places where a line may end. `space` is the run of the space
    before it, `level` which way that space runs."""

    fragments: tuple[Fragment, ...]
    space: TextRun | None
    joint: str
    """How it joins what is before it: `space`, `wide` (between CJK characters), `hyphen`
    (may divide), `soft`, `dash`, `none`."""
    level: int = 0

    @property
    def begins(self) -> bool:
        """Whether it is no later part of a divided word."""
        return self.joint in ("space", "wide")


@lru_cache(maxsize=512)
def collect_words(
    line: TextLine, language: str, hyphenate: bool, rtl: bool = False
) -> tuple[Word, ...]:
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


def _spaced(line: TextLine) -> Iterator[tuple[tuple[Fragment, ...], TextRun | None]]:
    """Words parted by spaces, each with the run its space before is set in."""
    word: list[Fragment] = []
    gap: TextRun | None = None
    for inline in line:
        if isinstance(inline, InlineIcon):
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
    if len(fragments) > 1 or isinstance(fragments[0].inline, InlineIcon):
        yield fragments, "start"
        return
    run, text = fragments[0].inline, fragments[0].text
    start, joint = 0, "start"
    for end, kind in find_word_breaks(text, language, hyphenate):
        yield (Fragment(run, text[start:end]),), joint
        start, joint = end, kind
    yield (Fragment(run, text[start:]),), joint


def _wide_parts(
    fragments: tuple[Fragment, ...], language: str, hyphenate: bool
) -> Iterator[tuple[tuple[Fragment, ...], str]]:
    """First part CJK characters, which no spaces part, over the borders of runs."""
    start, text = 0, "".join(map(fragment_text, fragments))
    for end in (*find_wide_breaks(text), len(text)):
        for part, joint in _parts(_cut(fragments, start, end), language, hyphenate):
            yield part, "wide" if joint == "start" and start else joint
        start = end


def fragment_text(fragment: Fragment) -> str:
    return fragment.text if isinstance(fragment.inline, TextRun) else PICTURE


def _cut(fragments: tuple[Fragment, ...], start: int, end: int) -> tuple[Fragment, ...]:
    """What stands at `start` … `end` - 1 of the joined fragments."""
    cut: list[Fragment] = []
    offset = 0
    for fragment in fragments:
        text = fragment_text(fragment)
        first, last = max(start - offset, 0), min(end - offset, len(text))
        if first < last:
            is_run = isinstance(fragment.inline, TextRun)
            cut.append(replace(fragment, text=text[first:last]) if is_run else fragment)
        offset += len(text)
    return tuple(cut)


def _without_last_hyphens(words: list[Word]) -> tuple[Word, ...]:
    """Never divide the last word: its parts grow together again."""
    while len(words) > 1 and words[-1].joint == "hyphen":
        last, before = words.pop(), words.pop()
        words.append(
            Word(join_fragments(before.fragments + last.fragments), before.space, before.joint)
        )
    return tuple(words)


def join_fragments(fragments: Sequence[Fragment]) -> tuple[Fragment, ...]:
    """Neighbours in one run, and of one direction, become one fragment again."""
    whole: list[Fragment] = []
    for fragment in fragments:
        last = whole[-1] if whole else None
        if (
            last is not None
            and last.inline is fragment.inline
            and last.level == fragment.level
            and isinstance(fragment.inline, TextRun)
        ):
            whole[-1] = replace(last, text=last.text + fragment.text, after=fragment.after)
        else:
            whole.append(fragment)
    return tuple(whole)


def is_rtl_paragraph(paragraph: Paragraph, language: str) -> bool:
    """By the language, or by the first letter that has a direction."""
    if is_rtl_language(language):
        return True
    for line in paragraph:
        for inline in line:
            found = starts_from_right(inline.text)
            if found is not None:
                return found
    return False


def _levelled(words: tuple[Word, ...], rtl: bool) -> tuple[Word, ...]:
    """The words with fragments parted where the direction changes."""
    text = "".join(
        " " * (word.joint == "space") + "".join(map(fragment_text, word.fragments))
        for word in words
    )
    levels = embedding_levels(text, rtl)
    levelled, offset = [], 0
    for word in words:
        space = levels[offset]
        offset += word.joint == "space"
        parted: list[Fragment] = []
        for fragment in word.fragments:
            end = offset + len(fragment_text(fragment))
            parted += _parted(fragment, levels[offset:end])
            offset = end
        levelled.append(Word(_in_context(parted), word.space, word.joint, space))
    return tuple(levelled)


def _parted(fragment: Fragment, levels: tuple[int, ...]) -> Iterator[Fragment]:
    if isinstance(fragment.inline, InlineIcon):
        yield replace(fragment, level=levels[0])
        return
    start = 0
    for end in range(1, len(levels) + 1):
        if end == len(levels) or levels[end] != levels[start]:
            yield replace(fragment, text=fragment.text[start:end], level=levels[start])
            start = end


def _in_context(fragments: Sequence[Fragment]) -> tuple[Fragment, ...]:
    """Letters of joined scripts know their neighbours over the border of a run."""
    if len(fragments) == 1 or not any(is_joined(fragment.text) for fragment in fragments):
        return tuple(fragments)
    texts = ["", *map(fragment_text, fragments), ""]
    return tuple(
        replace(fragment, before=texts[index], after=texts[index + 2])
        for index, fragment in enumerate(fragments)
    )
