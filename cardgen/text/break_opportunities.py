"""Where a line may end: at spaces, in a word, and between CJK characters.

In      a text, its language.
Out     offsets at which a line may end, and how.
Not here  the algorithm of Unicode (`text.line_breaking`), the patterns of hyphenation
        (`text.hyphenation`), which of the places is taken (`text.linebreak`).

Cards depart from Unicode's algorithm where its places look bad in a short text:

- no line begins with a dash that follows a word, nor with a sign between two (`A · B`, `a – b`);
- no line ends with a dash that begins a word (`—dijo—`, `–5`);
- a slash parts words (`and/or`, `https://a.org/b`), not `+1/+1`;
- an emoji stays with the number or word that it is typed at, as an icon does;
- a word is not divided at its own hyphen after its first letter or before its last.

Small kana and ー are never first on a line, as JIS X 4051 and the W3C's "Requirements for
Japanese Text Layout" have it (strict): the algorithm's own choice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from cardgen.text.character_ranges import CharacterRanges
from cardgen.text.dictionary_breaks import find_dictionary_breaks, lacks_spaces
from cardgen.text.hyphenation import (
    WORD,
    Exceptions,
    find_exception,
    find_hyphen_points,
    may_be_name,
)
from cardgen.text.line_breaking import find_class, find_line_breaks

PICTURE = "\ue000"
"""Stands for a picture in the line: it stays with the words that it is typed at."""

_WIDE = CharacterRanges(
    "\u1100\u11ff", "\u2e80\u303f", "\u3040\u33ff", "\u3400\u4dbf", "\u4e00\ua4cf", "\ua960\ua97f",
    "\uac00\ud7ff", "\uf900\ufaff", "\ufe30\ufe4f", "\uff00\uffef", "\U0001b000\U0001b16f",
    "\U0001f200\U0001f2ff", "\U00020000\U0003fffd",
)  # fmt: skip
_SIMPLE = re.compile(
    r"(?:^| +)[“‘(]*[a-zA-ZÀ-ɏͰ-ϿЀ-ӿ0-9]+(?:[’'][a-zA-ZÀ-ɏͰ-ϿЀ-ӿ]+)*[.,;:!?)”’]*(?=[ ]|$)"
)
_DASHES = frozenset("—―⸺⸻")
_WORD_DASHES = frozenset("–—―")
_DIVIDERS = _WORD_DASHES | frozenset("·•∙⋅|")
_CLOSED = frozenset((")", "]", "%", PICTURE))
_PICTOGRAPHS = frozenset(("ID", "EB", "EM", "RI"))


@lru_cache(maxsize=1024)
def find_breaks(text: str) -> frozenset[int]:
    """Offsets at which a line of a card may end, after spaces too."""
    if not _SIMPLE.sub("", text).strip(" "):
        return frozenset(found.end() for found in re.finditer(" +", text))
    found = frozenset(at for at in find_line_breaks(text) if _is_fit(text, at))
    return found | find_dictionary_breaks(text)


def _is_fit(text: str, at: int) -> bool:
    """Whether a place of Unicode's algorithm is one on a card."""
    before, after = text[at - 1], text[at]
    if before.isspace() or before == "\u200b":
        return not _divides(text, at)
    if after in _DASHES or (before in _WORD_DASHES and not text[: at - 1][-1:].strip()):
        return False
    if before == "/":
        return after.isalpha() and not text[at - 2 : at - 1].isdigit()
    if before in _WIDE or after in _WIDE:
        return True
    return _is_pictograph(before) == _is_pictograph(after)


def _divides(text: str, at: int) -> bool:
    """Whether a sign stands between words, spaces around it. One that begins a text, or follows
    the end of a sentence or quotation, is a bullet or begins a name: it goes with what follows."""
    if text[at] not in _DIVIDERS or not text[at + 1 : at + 2].isspace():
        return False
    before = text[:at].strip()
    return before[:1] != text[at] and (before[-1:].isalnum() or before[-1:] in _CLOSED)


def lack_space_beside(characters: str) -> bool:
    """Whether one of the characters is of a script without spaces."""
    return any(one in _WIDE for one in characters)


def lack_space_between(before: str, after: str) -> bool:
    """Whether a line that ends with one text, and goes on with the other, has no space there."""
    if not before or not after:
        return False
    return before[-1] in _WIDE and after[0] in _WIDE


def _is_pictograph(character: str) -> bool:
    """Whether it is an emoji; joiners and variation selectors are parts of one."""
    return character in "\u200d\ufe0f" or find_class(character)[0] in _PICTOGRAPHS


@lru_cache(maxsize=16384)
def find_word_breaks(
    text: str,
    breaks: frozenset[int],
    language: str,
    hyphenate: bool,
    exceptions: Exceptions = (),
) -> tuple[tuple[int, str], ...]:
    """Where what stands between two spaces may be divided, and how.

    Args:
        text: Characters without spaces; U+E000 stands for a picture in the line.
        breaks: The offsets that `find_breaks` gives for it.
        language: Whose patterns are used.
        hyphenate: Whether they are.
        exceptions: Words of the game, with the places where they may be divided.

    Returns:
        Offsets with `wide` (beside a CJK character, between words of Thai), `soft` (at a soft
        hyphen), `dash` (after a dash, a slash …), `hyphen` (by the patterns of the language) or
        `reluctant` (so in a word that may be a name).
    """
    letters = tuple(accumulate(map(str.isalnum, text), initial=0))
    found = {at: kind for at in breaks if (kind := _kind_of_break(text, at, letters))}
    if hyphenate:
        for word in WORD.finditer(text):
            points, kind = _divide_word(word[0], language, exceptions)
            for point in points:
                found.setdefault(word.start() + point, kind)
    return tuple(sorted(found.items()))


def _divide_word(word: str, language: str, exceptions: Exceptions) -> tuple[tuple[int, ...], str]:
    """Where a word may be divided, and how gladly."""
    listed = find_exception(word, language, exceptions) if exceptions else None
    if listed is not None:
        return listed, "hyphen"
    kind = "reluctant" if may_be_name(word, language) else "hyphen"
    return find_hyphen_points(word, language), kind


def _kind_of_break(text: str, at: int, letters: Sequence[int]) -> str:
    """What kind of place this is; `letters` are how many there are before each."""
    before, after = text[at - 1], text[at]
    if "\U000e0100" <= before <= "\U000e01ef":  # which form a CJK character has
        before = text[max(at - 2, 0)]
    if before in _WIDE or after in _WIDE or lacks_spaces(before, after):
        return "wide"
    if before == "\u00ad":
        return "soft"
    free = before == "\u200b" or _is_pictograph(after)
    return "dash" if free or min(letters[at], letters[-1] - letters[at]) > 1 else ""
