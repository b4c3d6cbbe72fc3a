"""The words of a text: what stands between two places where a line may end.

In      forced lines of `TextRun`s and `InlineIcon`s, the language.
Out     `Word`s in reading order, each with how it joins the one before and which way it runs.
Not here  where words may be divided (`text.break_opportunities`, `text.hyphenation`), which way
        characters
          run (`text.bidi`), widths (`layout.text.fragments`).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_texts import Inline, InlineIcon, Paragraph, TextLine, TextRun
from cardgen.text.bidi.direction import (
    find_direction,
    find_levels,
    has_rtl,
    is_rtl_language,
    join_signs,
)
from cardgen.text.break_opportunities import PICTURE, find_breaks, find_word_breaks
from cardgen.text.clusters import split_clusters
from cardgen.text.hyphenation import Exceptions
from cardgen.text.shaping import is_joined
from cardgen.text.vertical import is_upright, split_orientations

_GAP = re.compile(r"[ \t\r\f\v\u00a0\u2000-\u2006\u2008-\u200a\u205f]+")
"""Spaces that lines are filled with, and those of a fixed width at which a line may end."""
_PLAIN = " \t\r\f\v"
_PLAIN_SPACES = re.compile(f"[{_PLAIN}]+")
STRETCHING = " \u00a0"
"""Spaces that grow and shrink with the line: the no-break space is one of them."""


Stand = Literal["", "upright", "one"]


class Fragment(Struct, frozen=True, gc=False):
    """Characters of one run that stand together, and run one way (`level` odd: from the
    right). They are the characters `start` … of `whole`, which is shaped at once: kerns,
    ligatures and joined letters do not care where a run ends."""

    inline: Inline
    text: str
    level: int = 0
    whole: str = ""
    start: int = 0
    before: str = ""
    after: str = ""
    """Neighbors in the word that its letters join to, but that are in another font."""
    stand: Stand = ""
    """How it stands in a vertical line: on its side if nothing is said, each letter `upright`,
    or all of it as `one`."""
    down: bool = False
    """Whether it has ruby in a vertical line, where this stands as its own letters do."""

    @property
    def rtl(self) -> bool:
        return self.level % 2 == 1


class Word(Struct, frozen=True, gc=False):
    """What stands between two places where a line may end. `space` is the run of the space
    before it, `level` which way that space runs, `gap` its characters; `stays` if no line may
    end there."""

    fragments: tuple[Fragment, ...]
    space: TextRun | None
    joint: str
    """How it joins what is before it: `space`, `wide` (between CJK characters), `hyphen`
    (may divide), `reluctant` (may, if nothing else helps), `soft`, `dash` (after a dash, a
    slash, an emoji …), `none`."""
    level: int = 0
    gap: str = " "
    stays: bool = False

    @property
    def begins(self) -> bool:
        """Whether it is no later part of a divided word."""
        return self.joint in ("space", "wide")


class _Chunk(Struct, frozen=True, gc=False):
    """Fragments between two gaps: where they begin in the line's text, and the gap before."""

    fragments: tuple[Fragment, ...]
    start: int
    space: TextRun | None
    gap: str


@lru_cache(maxsize=512)
def collect_words(
    line: TextLine,
    language: str,
    hyphenate: bool,
    rtl: bool = False,
    exceptions: Exceptions = (),
    vertical: bool = False,
) -> tuple[Word, ...]:
    """The words and word parts of a forced line, in reading order."""
    text = "".join(inline.text if isinstance(inline, TextRun) else PICTURE for inline in line)
    breaks = find_breaks(text)
    if any(map(_is_whole, line)):
        breaks -= _list_held([Fragment(inline, inline.text) for inline in line])
    divide = _Divider(tuple(sorted(breaks)), language, hyphenate, exceptions).divide
    words: list[Word] = []
    for chunk in _list_chunks(line):
        joint = "space" if words else "none"
        stays = chunk.start not in breaks
        for fragments, how in divide(chunk):
            if how == "start":
                words.append(Word(fragments, chunk.space, joint, 0, chunk.gap, stays))
            else:
                words.append(Word(fragments, None, how))
    collected = _keep_last_whole(words)
    if vertical:
        collected = tuple(map(_stand_letters, collected))
    turned = rtl or any(has_rtl(inline.text) for inline in line)
    return _split_directions(collected, rtl) if turned else _link_words(collected)


def _is_whole(inline: Inline) -> bool:
    """Whether no line ends within it: it stands below ruby, or upright as one."""
    return isinstance(inline, TextRun) and bool(inline.ruby or inline.upright)


def _list_held(fragments: Sequence[Fragment]) -> frozenset[int]:
    """The offsets in a text at which no line may end."""
    held: list[int] = []
    offset = 0
    for fragment in fragments:
        length = len(text_of_fragment(fragment))
        if _is_whole(fragment.inline):
            held += range(offset + 1, offset + length)
        offset += length
    return frozenset(held)


def _stand_letters(word: Word) -> Word:
    """The word with fragments parted where letters stand otherwise in a vertical line."""
    parted = (part for fragment in word.fragments for part in _split_stands(fragment))
    return replace(word, fragments=tuple(parted))


def _split_stands(fragment: Fragment) -> Iterator[Fragment]:
    run = fragment.inline
    if isinstance(run, InlineIcon) or run.upright:
        yield replace(fragment, stand="one")
    elif run.ruby:
        yield replace(fragment, stand=stand_alike(run), down=True)
    else:
        for text, upright in split_orientations(run.face, fragment.text):
            yield replace(fragment, text=text, stand="upright" if upright else "")


def stand_alike(run: TextRun) -> Stand:
    """How letters stand that have ruby, or are ruby: each upright if one of them does."""
    letters = split_clusters(run.text)
    return "upright" if any(is_upright(run.face, letter[0]) for letter in letters) else ""


def _list_chunks(line: TextLine) -> Iterator[_Chunk]:
    """What gaps part. A line that begins with spaces that are no plain ones is indented by them."""
    chunk: list[Fragment] = []
    space: TextRun | None = None
    begun = False
    gap, start, offset = "", 0, 0
    for inline in line:
        if isinstance(inline, InlineIcon):
            chunk.append(Fragment(inline, inline.text))
            offset += len(PICTURE)
            continue
        position = 0
        for found in (*_GAP.finditer(inline.text), None):
            end = found.start() if found else len(inline.text)
            if end > position:
                chunk.append(Fragment(inline, inline.text[position:end]))
            if found is None:
                break
            indent = "" if begun or chunk else found[0].lstrip(_PLAIN)
            if indent:
                chunk.append(Fragment(inline, indent))
                start, position = offset + found.end() - len(indent), found.end()
                continue
            if chunk:
                yield _Chunk(tuple(chunk), start, space, _collapse_spaces(gap))
                chunk, gap, begun = [], "", True
            gap, space, position = gap + found[0], inline, found.end()
            start = offset + position
        offset += len(inline.text)
    if chunk:
        yield _Chunk(tuple(chunk), start, space, _collapse_spaces(gap))


def _collapse_spaces(gap: str) -> str:
    """Several plain spaces are one; spaces of a fixed width are kept."""
    return gap if gap == " " else _PLAIN_SPACES.sub(" ", gap)


class _Divider(Struct, frozen=True, gc=False):
    """Where lines may end in a text, and how its words are divided."""

    breaks: tuple[int, ...]
    language: str
    hyphenate: bool
    exceptions: Exceptions

    def divide(self, chunk: _Chunk) -> list[tuple[tuple[Fragment, ...], str]]:
        """Divide what stands between gaps where a line may end, over the borders of runs, each
        part with how it joins the one before."""
        fragments = chunk.fragments
        text = "".join([text_of_fragment(fragment) for fragment in fragments])
        cuts = self.find_cuts(chunk, text)
        if any(_is_whole(fragment.inline) for fragment in fragments):
            held = _list_held(fragments)
            cuts = tuple(cut for cut in cuts if cut[0] not in held)
        if not cuts:
            return [(fragments, "start")]
        ends = [*(end for end, _ in cuts), len(text)]
        starts = [(0, "start"), *cuts]
        return [
            (_cut_fragments(fragments, start, end), how)
            for (start, how), end in zip(starts, ends, strict=True)
        ]

    def find_cuts(self, chunk: _Chunk, text: str) -> tuple[tuple[int, str], ...]:
        """Where its text may be divided, and how."""
        breaks, first = self.breaks, chunk.start
        inside = breaks[bisect_right(breaks, first) : bisect_left(breaks, first + len(text))]
        inner = frozenset([at - first for at in inside])
        language = _own_language(chunk) or self.language
        return find_word_breaks(text, inner, language, self.hyphenate, self.exceptions)


def _own_language(chunk: _Chunk) -> str:
    """The language of the first letters between two gaps, if they have one of their own."""
    for fragment in chunk.fragments:
        run = fragment.inline
        if isinstance(run, TextRun) and any(map(str.isalpha, fragment.text)):
            return run.language
    return ""


def text_of_fragment(fragment: Fragment) -> str:
    return fragment.text if isinstance(fragment.inline, TextRun) else PICTURE


def _cut_fragments(fragments: tuple[Fragment, ...], start: int, end: int) -> tuple[Fragment, ...]:
    """What stands at `start` … `end` - 1 of the joined fragments."""
    cut: list[Fragment] = []
    offset = 0
    for fragment in fragments:
        text = text_of_fragment(fragment)
        first, last = max(start - offset, 0), min(end - offset, len(text))
        if first < last:
            is_run = isinstance(fragment.inline, TextRun)
            cut.append(replace(fragment, text=text[first:last]) if is_run else fragment)
        offset += len(text)
    return tuple(cut)


def _keep_last_whole(words: list[Word]) -> tuple[Word, ...]:
    """The last word is divided only if nothing else helps."""
    at = len(words) - 1
    while at > 0 and not words[at].begins:
        if words[at].joint == "hyphen":
            words[at] = replace(words[at], joint="reluctant")
        at -= 1
    return tuple(words)


def make_hyphen(after: Fragment) -> Fragment:
    """The hyphen of a word that is divided after a fragment, from a fallback if its font has
    none."""
    run = after.inline
    if isinstance(run, TextRun) and run.hyphen is not None:
        run = replace(run, text="-", face=run.hyphen, hyphen=None)
    return Fragment(run, "-", after.level)


def join_fragments(fragments: Sequence[Fragment]) -> tuple[Fragment, ...]:
    """Neighbors in one run, and of one direction, become one fragment again."""
    whole: list[Fragment] = []
    for fragment in fragments:
        last = whole[-1] if whole else None
        if (
            last is not None
            and last.inline is fragment.inline
            and last.level == fragment.level
            and last.stand == fragment.stand
            and isinstance(fragment.inline, TextRun)
        ):
            whole[-1] = replace(last, text=last.text + fragment.text, after=fragment.after)
        else:
            whole.append(fragment)
    return tuple(whole)


def link_fragments(fragments: tuple[Fragment, ...]) -> tuple[Fragment, ...]:
    """Fragments that are shaped at once know the whole: one font, size and direction."""
    if len(fragments) == 1:
        only = fragments[0]
        return fragments if not only.whole else (replace(only, whole="", start=0),)
    linked: list[Fragment] = []
    for _, group in groupby(fragments, _shaping_key):
        same = list(group)
        whole = "".join(fragment.text for fragment in same) if len(same) > 1 else ""
        start = 0
        for fragment in same:
            linked.append(replace(fragment, whole=whole, start=start))
            start += len(fragment.text) if whole else 0
    return tuple(linked)


def _shaping_key(fragment: Fragment) -> tuple[object, ...]:
    run = fragment.inline
    if not isinstance(run, TextRun):
        return (id(fragment),)
    if fragment.stand == "one" or run.ruby:
        return (id(run), fragment.text)
    look = run.face, run.features, run.scale, run.tracking, run.language
    return (*look, fragment.level, fragment.stand)


def _link_words(words: tuple[Word, ...]) -> tuple[Word, ...]:
    return tuple(
        word
        if len(word.fragments) == 1
        else replace(word, fragments=link_fragments(word.fragments))
        for word in words
    )


def is_rtl_paragraph(paragraph: Paragraph, language: str) -> bool:
    """By the language, or by the first letter that has a direction."""
    if is_rtl_language(language):
        return True
    for line in paragraph:
        for inline in line:
            found = find_direction(inline.text)
            if found is not None:
                return found
    return False


def _split_directions(words: tuple[Word, ...], rtl: bool) -> tuple[Word, ...]:
    """The words with fragments parted where the direction changes."""
    text = "".join(
        " " * (word.joint == "space") + "".join(map(text_of_fragment, word.fragments))
        for word in words
    )
    levels = find_levels(join_signs(text) if rtl else text, rtl)
    levelled, offset = [], 0
    for word in words:
        space = levels[offset]
        offset += word.joint == "space"
        parted: list[Fragment] = []
        for fragment in word.fragments:
            end = offset + len(text_of_fragment(fragment))
            parted += _split_levels(fragment, levels[offset:end])
            offset = end
        fragments = link_fragments(_add_context(parted))
        levelled.append(replace(word, fragments=fragments, level=space))
    return tuple(levelled)


def _split_levels(fragment: Fragment, levels: tuple[int, ...]) -> Iterator[Fragment]:
    if isinstance(fragment.inline, InlineIcon):
        yield replace(fragment, level=levels[0])
        return
    start = 0
    for end in range(1, len(levels) + 1):
        if end == len(levels) or levels[end] != levels[start]:
            yield replace(fragment, text=fragment.text[start:end], level=levels[start])
            start = end


def _add_context(fragments: Sequence[Fragment]) -> tuple[Fragment, ...]:
    """Letters of joined scripts know their neighbors over the border of a run."""
    if len(fragments) == 1 or not any(is_joined(fragment.text) for fragment in fragments):
        return tuple(fragments)
    texts = ["", *map(text_of_fragment, fragments), ""]
    return tuple(
        replace(fragment, before=texts[index], after=texts[index + 2])
        for index, fragment in enumerate(fragments)
    )
