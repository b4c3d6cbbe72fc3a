"""Where a line may end in scripts that put no spaces between words: Thai, Lao, Burmese, Khmer.

In      a text.
Out     offsets between words (Thai and Lao, by lists of words), or between syllables (Burmese, as
        is its custom; Khmer, for want of a list that may be shipped).
Not here  what Unicode's algorithm says of all other scripts (`text.line_breaking`).

A zero-width space (U+200B) is the better place wherever an author types one. PyICU would know
words of all four, but then lines would end elsewhere on a machine that has it.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

_COMPLEX = re.compile("[\u0e01-\u0eff\u1000-\u109f\u1780-\u17d3]")
_THAI = re.compile("[\u0e01-\u0e3a\u0e40-\u0e4e]+")
_LAO = re.compile("[\u0e81-\u0ebd\u0ec0-\u0ecd\u0edc-\u0edf]+")
_BURMESE = re.compile(
    "(?<![\u1039\\s])(?<=[\u1000-\u109f])[\u1000-\u102a\u103f\u104e](?![\u103a\u1039\u1037])"
)
"""A consonant that begins a syllable: not stacked below one, nor closing one."""
_KHMER = re.compile(
    "(?<![\u17d2\\s])(?<=[\u1780-\u17d3])(?:"
    "(?<=\u17cb)[\u1780-\u17a2]|[\u17a3-\u17b3]|"
    "(?<!\u17cb[\u1780-\u17a2])[\u1780-\u17a2](?=[\u17b6-\u17ca\u17d2]|[\u1780-\u17a2]\u17cb))"
)
"""A letter that begins a syllable, as its vowel shows, what is stacked below it, or the sign that
closes the syllable before it; a bare letter otherwise closes that."""
_STAYS_BEHIND = frozenset(
    "\u0e2f\u0e30\u0e31\u0e32\u0e33\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39\u0e3a\u0e45\u0e46\u0e47\u0e48"
    "\u0e49\u0e4a\u0e4b\u0e4c\u0e4d\u0e4e\u0eb0\u0eb1\u0eb2\u0eb3\u0eb4\u0eb5\u0eb6\u0eb7\u0eb8\u0eb9"
    "\u0eba\u0ebb\u0ebc\u0ebd\u0ec6\u0ec8\u0ec9\u0eca\u0ecb\u0ecc\u0ecd"
)
"""Vowels and tones that belong to the letter before them."""
_LEADS = frozenset("\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4")
"""Vowels that are written before their letter."""
_LONGEST = 24
_UNKNOWN = 100
"""What a letter outside of all words costs; a word costs 1."""


@lru_cache(maxsize=1024)
def find_dictionary_breaks(text: str) -> frozenset[int]:
    """Offsets at which a line may end within such a text; empty for all others."""
    if text.isascii() or not _COMPLEX.search(text):
        return frozenset()
    found = {match.start() for pattern in (_BURMESE, _KHMER) for match in pattern.finditer(text)}
    for language, letters in (("th", _THAI), ("lo", _LAO)):
        for match in letters.finditer(text):
            found |= {match.start() + at for at in _split_words(match[0], language)}
    return frozenset(found)


def lacks_spaces(before: str, after: str) -> bool:
    """Whether two characters are of scripts that put no spaces between words."""
    return bool(_COMPLEX.match(before) and _COMPLEX.match(after))


@cache
def _list_words(language: str) -> frozenset[str]:
    """The words of a language; reading them takes some hundredths of a second."""
    source = files("cardgen").joinpath("data", "words", f"{language}.txt.xz")
    return frozenset(lzma.decompress(source.read_bytes()).decode("utf-8").split())


def _split_words(text: str, language: str) -> Iterator[int]:
    """Offsets between words: as few letters as can be outside of words, then as few words.

    Takes O(n) steps, times the length of the longest word.
    """
    known = _list_words(language)
    ends = [at for at in range(len(text) + 1) if _may_part(text, at)]
    costs: dict[int, tuple[int, int, bool]] = {0: (0, 0, True)}
    for index, (start, following) in enumerate(pairwise(ends), 1):
        cost, _, in_word = costs[start]
        for end in ends[index : index + _LONGEST]:
            if end - start > _LONGEST:
                break
            if text[start:end] in known:
                _keep_cheaper(costs, end, (cost + 1, start, True))
        lost = cost + _UNKNOWN * (following - start) + in_word
        _keep_cheaper(costs, following, (lost, start, False))
    return _trace_words(costs, ends[-1])


def _may_part(text: str, at: int) -> bool:
    """Whether two letters stand apart: a vowel or tone does not from its letter."""
    if at in (0, len(text)):
        return True
    return text[at] not in _STAYS_BEHIND and text[at - 1] not in _LEADS


def _keep_cheaper(
    costs: dict[int, tuple[int, int, bool]], at: int, found: tuple[int, int, bool]
) -> None:
    if at not in costs or found[0] < costs[at][0]:
        costs[at] = found


def _trace_words(costs: dict[int, tuple[int, int, bool]], end: int) -> Iterator[int]:
    """Where words begin; letters outside of words stay with each other."""
    at, after_word = end, True
    while at:
        _, start, in_word = costs[at]
        if at != end and (in_word or after_word):
            yield at
        at, after_word = start, in_word
