"""Where words may be divided.

In      a word, its language.
Out     offsets of the places: those that the game says for the word, else by the patterns of
        pyphen (LibreOffice's dictionaries), and for other languages by those of TeX in
        `data/hyphenation`.

Where the game says nothing: never within the first two or last three letters (in many languages
the last two), never a word of fewer than five, none all in capitals, none with a digit. Words
that begin with a capital may be names, and are divided where nothing else helps.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Traversable

LEFT, RIGHT, SHORTEST = 2, 3, 5
_TWO_AFTER = frozenset(
    "cs da de es et eu fi gl hr hsb hu is it la lt lv nb nl nn oc pl pms rm ro ru sk sl sq sr sv tk"
    " tr uk".split()
)
"""Languages that part two letters from the end of a word, as TeX's patterns say of them."""
_REGIONS = {"en": "en-US", "de": "de-DE"}
"""Whose patterns a language has that names no country, by CLDR's likely subtags. Pyphen takes the
first by the alphabet: Great Britain's, who divides re-cord and know-ledge, and Austria's."""
WORD = re.compile(
    r"(?:[^\W\d_][\u0300-\u036f\u0591-\u05bd\u064b-\u065f]*"
    r"|[\u0900-\u0963\u0971-\u09e5\u09f0-\u0a65\u0a70-\u0ae5\u0af0-\u0b65\u0b70-\u0be5"
    r"\u0bf0-\u0c65\u0c70-\u0ce5\u0cf0-\u0d65\u0d70-\u0de5\u0df0-\u0dff])+"
)
"""Letters with the marks on them; in scripts of India vowels are marks."""

Exceptions = tuple[tuple[str, str], ...]
"""Words with hyphens where they may be divided, each after its language; "" is any."""


@lru_cache(maxsize=16)
def _dictionary(language: str) -> Any:
    import pyphen

    known = pyphen.language_fallback(_REGIONS.get(language.lower(), language))
    if known:
        return pyphen.Pyphen(lang=known, left=LEFT, right=find_right_limit(language))
    shipped = _shipped_patterns(language)
    if shipped is None:
        return None
    with as_file(shipped) as path:
        return pyphen.Pyphen(filename=str(path), left=LEFT, right=find_right_limit(language))


def find_right_limit(language: str) -> int:
    """How many letters must follow a hyphen."""
    return 2 if language.split("-")[0].lower() in _TWO_AFTER else RIGHT


def _shipped_patterns(language: str) -> Traversable | None:
    base = language.split("-")[0].lower()
    shipped = files("cardgen").joinpath("data", "hyphenation", f"hyph_{base}.dic")
    return shipped if base.isalpha() and shipped.is_file() else None


def has_patterns(language: str) -> bool:
    """Whether words of a language (a BCP 47 tag) can be divided. The patterns are not read: that
    takes a twentieth of the time in which a game is bound."""
    import pyphen

    return bool(pyphen.language_fallback(language)) or _shipped_patterns(language) is not None


@lru_cache(maxsize=16384)
def find_hyphen_points(word: str, language: str) -> tuple[int, ...]:
    """Offsets at which `word` (letters only) may be divided, ascending."""
    if len(word) < SHORTEST or word.isupper() or not WORD.fullmatch(word):
        return ()
    dictionary = _dictionary(language)
    return tuple(dictionary.positions(word.lower())) if dictionary else ()


@lru_cache(maxsize=16)
def _list_exceptions(exceptions: Exceptions) -> dict[tuple[str, str], tuple[int, ...]]:
    """The places in each word that the game lists, by language and word."""
    found = {}
    for language, typed in exceptions:
        parts = typed.casefold().split("-")
        ends = [sum(map(len, parts[:count])) for count in range(1, len(parts))]
        found[language.split("-")[0], "".join(parts)] = tuple(ends)
    return found


def find_exception(word: str, language: str, exceptions: Exceptions) -> tuple[int, ...] | None:
    """Where a game has a word divided; None if it says nothing of it."""
    listed, key = _list_exceptions(exceptions), word.casefold()
    if len(key) != len(word):
        return None
    own = listed.get((language.split("-")[0], key))
    return own if own is not None else listed.get(("", key))


def may_be_name(word: str, language: str) -> bool:
    """Whether a word is capitalized as names are; in German every noun is."""
    return word[:1].isupper() and language.split("-")[0] != "de"
