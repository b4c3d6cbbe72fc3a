"""In which order a language puts words: `{{ names|sort }}`.

In      a text, a language.
Out     a key to sort by: letters first, then the marks on them, then capitals.

A letter with a mark is sorted as the letter, unless the language counts it among its own: `ö` is an
o in German and stands after z in Swedish, `ch` is a letter in Czech. Signs and spaces come before
figures, and these before letters.

Source  Unicode Technical Standard 10, "Unicode Collation Algorithm", its three levels; the letters
        of a language as CLDR 46 has them in `common/collation`. Dropped: contractions of scripts
        of India, levels for kana, orders of ideographs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, combining, normalize

_AFTER = {
    "sv fi": "z å ä ö",
    "da nb nn no": "z æ ø å",
    "is": "a á d ð e é i í o ó u ú y ý z þ æ ö",
    "et": "s š z ž õ ä ö ü",
    "es gl": "n ñ",
    "pl": "a ą c ć e ę l ł n ń o ó s ś z ź ż",
    "cs sk": "c č h ch r ř s š z ž",
    "sl bs hr": "c č ć d dž đ l lj n nj s š z ž",
    "hu": "c cs d dz dzs g gy l ly n ny o ö s sz t ty u ü z zs",
    "tr az": "c ç g ğ h ı i o ö s ş u ü",
    "ro": "a ă â i î s ș t ț",
    "lv": "c č g ģ k ķ l ļ n ņ s š z ž",
    "lt": "c č s š z ž",
    "sq": "c ç d dh e ë g gj l ll n nj r rr s sh t th x xh z zh",
    "cy": "c ch d dd f ff g ng l ll p ph r rh t th",
    "eo": "c ĉ g ĝ h ĥ j ĵ s ŝ u ŭ",
    "uk": "г ґ е є и і ї",
    "ru bg": "и й",
}
"""By languages: letters of their own, each after the plain one that it follows."""

_PLAIN = dict(zip("æœøđłðþßı", ("ae", "oe", "o", "d", "l", "d", "th", "ss", "i"), strict=True))
"""Letters that are no letter with a mark, and sorted as others where no language claims them."""

Key = tuple[tuple[tuple[int, str, int], ...], str, str]


@lru_cache(maxsize=64)
def _own_letters(language: str) -> tuple[dict[str, tuple[str, int]], re.Pattern[str]]:
    """The letters of a language: after which plain one, and as which; a pattern for them."""
    base = language.lower().split("-")[0]
    listed = next((letters for names, letters in _AFTER.items() if base in names.split()), "")
    found: dict[str, tuple[str, int]] = {}
    plain, number = "", 0
    for letter in listed.split():
        if len(letter) == 1 and _strip(letter) == letter and letter not in _PLAIN:
            plain, number = letter, 0
        else:
            number += 1
            found[letter] = (plain, number)
    several = sorted(found, key=len, reverse=True)
    return found, re.compile("|".join((*map(re.escape, several), ".")), re.DOTALL)


def sort_key(text: str, language: str) -> Key:
    """What to sort a text by."""
    own, pattern = _own_letters(language)
    small = normalize("NFC", text)
    small = small.replace("I", "ı").replace("İ", "i") if "ı" in own else small
    small = normalize("NFC", small.casefold())
    marks = normalize("NFC", text.lower())
    letters: list[tuple[int, str, int]] = []
    for found in pattern.finditer(small):
        letter = found[0]
        if letter in own:
            plain, number = own[letter]
            letters.append((2, plain, number))
        else:
            plain = "".join(_PLAIN.get(one, one) for one in _strip(letter))
            letters += [(_rank(one), one, 0) for one in plain]
    return tuple(letters), marks, text.swapcase()


def _strip(letter: str) -> str:
    """A letter without its marks."""
    return "".join(one for one in normalize("NFD", letter) if not combining(one))


def _rank(character: str) -> int:
    """Signs and spaces 0, figures 1, letters 2."""
    kind = category(character)[0]
    return 1 if kind == "N" else 2 if kind in "LM" else 0
