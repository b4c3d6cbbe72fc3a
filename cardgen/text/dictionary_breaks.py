"""Where a line may end in scripts that put no spaces between words: Thai, Lao, Burmese, Khmer.

In      a text.
Out     offsets between words, by lists of words; what is on no list stays together in Thai and
        Lao, and is parted between syllables in Burmese and Khmer.
Not here  what Unicode's algorithm says of all other scripts (`text.line_breaking`).

A zero-width space (U+200B) is the better place wherever an author types one. The lists of Khmer
and Burmese are ICU's. PyICU is not asked: with the same lists it knows no more, and lines would end
elsewhere on a machine that has it.
"""

from __future__ import annotations

import lzma
import re
import unicodedata
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
_BURMESE_LETTERS = re.compile("[\u1000-\u103f\u104e\u1050-\u109f]+")
_KHMER_LETTERS = re.compile("[\u1780-\u17d3]+")
_KILLED = frozenset("\u103a\u1039")
"""Signs of Burmese that rob the letter before them of its vowel: it closes a syllable."""
_STACKS = frozenset("\u1039\u17d2")
"""Signs below which the next letter stands."""
_LISTS = (("th", _THAI, None), ("lo", _LAO, None), ("my", _BURMESE_LETTERS, _BURMESE),
          ("km", _KHMER_LETTERS, _KHMER))  # fmt: skip
"""Languages, their letters, and where syllables begin within what is on no list."""
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
    found: set[int] = set()
    for language, letters, syllables in _LISTS:
        for match in letters.finditer(text):
            start = match.start()
            pieces = list(_split_words(match[0], language))
            found |= {start + at for at, _, _ in pieces if at}
            for first, last, known in pieces:
                if syllables is not None and not known:
                    own = syllables.finditer(text, start + first, start + last)
                    found |= {one.start() for one in own if one.start() > start + first}
    return frozenset(found)


def lacks_spaces(before: str, after: str) -> bool:
    """Whether two characters are of scripts that put no spaces between words."""
    return bool(_COMPLEX.match(before) and _COMPLEX.match(after))


@cache
def _list_words(language: str) -> frozenset[str]:
    """The words of a language; reading them takes some hundredths of a second."""
    source = files("cardgen").joinpath("data", "words", f"{language}.txt.xz")
    return frozenset(lzma.decompress(source.read_bytes()).decode("utf-8").split())


def _split_words(text: str, language: str) -> Iterator[tuple[int, int, bool]]:
    """From where to where each word goes, and whether it is one of the list: as few letters as can
    be outside of words, then as few words.

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
    if text[at] in _STAYS_BEHIND or text[at - 1] in _LEADS or text[at - 1] in _STACKS:
        return False
    if unicodedata.category(text[at])[0] == "M":
        return False
    return text[at + 1 : at + 2] not in _KILLED


def _keep_cheaper(
    costs: dict[int, tuple[int, int, bool]], at: int, found: tuple[int, int, bool]
) -> None:
    """Of equal ones that with the longer words first: what was found last."""
    if at not in costs or found[0] <= costs[at][0]:
        costs[at] = found


def _trace_words(
    costs: dict[int, tuple[int, int, bool]], end: int
) -> Iterator[tuple[int, int, bool]]:
    """The words from the last to the first; letters outside of words stay with each other."""
    at, after = end, end
    while at:
        _, start, in_word = costs[at]
        if in_word:
            if after != at:
                yield at, after, False
            yield start, at, True
            after = start
        at = start
    if after:
        yield 0, after, False
