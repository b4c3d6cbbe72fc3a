"""Where words may be divided.

In      a word, its language.
Out     offsets of the places, by the patterns of pyphen (LibreOffice's dictionaries), and for
        Finnish and Turkish by those of TeX in `data/hyphenation`.

Never within the first two or last three letters, never a word of fewer than five, none all in
capitals, none with a digit. Words that begin with a capital may be names, and are divided
where nothing else helps.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Traversable

LEFT, RIGHT, SHORTEST = 2, 3, 5


@lru_cache(maxsize=16)
def _dictionary(language: str) -> Any:
    import pyphen

    known = pyphen.language_fallback(language)
    if known:
        return pyphen.Pyphen(lang=known, left=LEFT, right=RIGHT)
    shipped = _shipped_patterns(language)
    if shipped is None:
        return None
    with as_file(shipped) as path:
        return pyphen.Pyphen(filename=str(path), left=LEFT, right=RIGHT)


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
    if len(word) < SHORTEST or not word.isalpha() or word.isupper():
        return ()
    dictionary = _dictionary(language)
    return tuple(dictionary.positions(word.lower())) if dictionary else ()


def may_be_name(word: str, language: str) -> bool:
    """Whether a word is capitalized as names are; in German every noun is."""
    return word[:1].isupper() and language.split("-")[0] != "de"
