"""Capitals and small letters as a language has them.

In      a text, the tag of its language; "" is none.
Out     the text in capitals, in small letters, or with capitals where words or all of it begin.
Not here  small capitals, which a font has (`text.shaping`).

What stands in braces is the name of an icon, a color or a style, and stays as it is.

Source  Unicode's SpecialCasing (Turkish, Azeri, Lithuanian) and the rules of ICU (Greek, Dutch,
        Armenian), which `text-transform` of CSS has too. German has none of its own: `Straße` is
        `STRASSE`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

_BRACED = re.compile(r"(?<!\\)(\{[^{}\n]*\})")
_WORD_BEGINS = re.compile(r"([-\s({\[<]+)")
"""What stands before words, as for Jinja's `title`."""
_DOTTED = ("az", "tr")
"""Languages that have ı beside i."""
_GREEK = re.compile("[\u0370-\u03ff\u1f00-\u1fff][\u0300-\u036f]*")
_ACCENTS = frozenset("\u0300\u0301\u0302\u0303\u0311")
_DIAERESIS, _IOTA_BELOW, _DOT = "\u0308", "\u0345", "\u0307"
_GREEK_OR = re.compile("(?<![\\w\u0300-\u036f])[ηΗ]\u0301(?![\\w\u0300-\u036f])")
"""`ή`, whose accent stays in capitals, so that it is not taken for `η`."""
_SOFT_DOT = re.compile(f"([ij]\u0328?){_DOT}")
_ACCENTED_I = re.compile("([IJ]\u0328?)(?=[\u0300\u0301\u0303])")


def make_upper(text: str, language: str) -> str:
    """A text in capitals."""
    return _change_words(text, lambda part: _upper(part, _base(language)))


def make_lower(text: str, language: str) -> str:
    """A text in small letters."""
    return _change_words(text, lambda part: _lower(part, _base(language)))


def make_title(text: str, language: str) -> str:
    """A text whose words begin with capitals."""

    def change(part: str) -> str:
        return "".join(_capitalize(word, _base(language)) for word in _WORD_BEGINS.split(part))

    return _change_words(text, change)


def make_capitalized(text: str, language: str) -> str:
    """A text that begins with a capital; its other letters are small."""
    first, *rest = _BRACED.split(text)
    return _capitalize(first, _base(language)) + make_lower("".join(rest), language)


def _base(language: str) -> str:
    return re.split(r"[-_]", language.casefold())[0]


def _change_words(text: str, change: Callable[[str], str]) -> str:
    """A text with what stands in no braces changed."""
    parts = enumerate(_BRACED.split(text))
    return "".join(part if at % 2 else change(part) for at, part in parts)


def _upper(text: str, base: str) -> str:
    match base:
        case "az" | "tr":
            return text.replace(f"i{_DOT}", "i").replace("i", "İ").upper()
        case "el":
            return _upper_greek(text)
        case "hy":
            return text.replace("և", "եվ").upper()
        case "lt":
            parts = unicodedata.normalize("NFD", text)
            return unicodedata.normalize("NFC", _SOFT_DOT.sub(r"\1", parts).upper())
    return text.upper()


def _lower(text: str, base: str, *, inside: bool = False) -> str:
    """A text in small letters; `inside` a word, whose last sigma is `ς`."""
    if inside and text.startswith("Σ"):
        return _lower(f"α{text}", base)[1:]
    if base in _DOTTED:
        return text.replace(f"I{_DOT}", "i").replace("İ", "i").replace("I", "ı").lower()
    if base == "lt" and not text.isascii():
        parts = unicodedata.normalize("NFD", text)
        return unicodedata.normalize("NFC", _ACCENTED_I.sub(rf"\1{_DOT}", parts).lower())
    return text.lower()


def _capitalize(word: str, base: str) -> str:
    """A word that begins with a capital."""
    if base == "nl" and word[:2].casefold() == "ij":
        return "IJ" + _lower(word[2:], base)
    if base == "hy" and word[:1] == "և":
        return "Եվ" + _lower(word[1:], base)
    if base in _DOTTED and word[:1] == "i":
        return "İ" + _lower(word[1:], base)
    return word[:1].title() + _lower(word[1:], base, inside=word[:1].isalpha())


def _upper_greek(text: str) -> str:
    """Greek capitals, which have no accents: a diaeresis parts the vowels that one parted."""
    made, end, stressed = "", 0, False
    spelled = unicodedata.normalize("NFD", text)
    spelled = _GREEK_OR.sub("\u0389", spelled)
    for letter in _GREEK.finditer(spelled):
        stressed = stressed and letter.start() == end
        made += spelled[end : letter.start()].upper() + _upper_letter(letter[0], after=stressed)
        stressed = not _ACCENTS.isdisjoint(letter[0]) and _DIAERESIS not in letter[0]
        end = letter.end()
    return unicodedata.normalize("NFC", made + spelled[end:].upper())


def _upper_letter(letter: str, *, after: bool) -> str:
    """A Greek letter and its marks as a capital; `after` a vowel with an accent."""
    if letter[0] == "\u0389":
        return letter
    parted = _DIAERESIS in letter or (after and letter[0] in "ιυ")
    below = "Ι" if _IOTA_BELOW in letter else ""
    return letter[0].upper() + _DIAERESIS * parted + below


_CHANGES: Mapping[str, Callable[[str, str], str]] = {
    "capitalize": make_capitalized, "lower": make_lower, "title": make_title, "upper": make_upper,
}  # fmt: skip


def change_letters(name: str, text: str, language: str) -> str:
    """A text as the filter of that name has it in a language."""
    return _CHANGES[name](text, language)
