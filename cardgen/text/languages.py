"""Tags of languages, as fields and markup name them: `de`, `pt-BR`, `sr-Latn`.

In      what was typed.
Out     the tag as BCP 47 writes it, or an error that says what to write instead.
Not here  what a language changes: quotation marks (`text.smart_punctuation`), hyphenation
        (`text.hyphenation`), direction (`text.bidi`), forms of letters (`text.shaping`).
"""

from __future__ import annotations

import re
from functools import lru_cache

_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*\Z")
_COMMON = frozenset(
    "ar bg bn ca cs da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka km kn"
    " ko la lo lt lv mk ml mn mr ms my nb ne nl nn no pa pl pt ro ru sa sk sl sq sr sv sw ta te"
    " th tl tr uk ur uz vi yi zh".split()
)
"""Languages that need no look into Unicode's list, which takes a while to import."""
_COUNTRIES = {
    "cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "il": "he", "in": "hi", "iw": "he",
    "jp": "ja", "kr": "ko", "sp": "es", "tw": "zh-Hant", "ua": "uk", "uk": "en-GB", "us": "en-US",
    "vn": "vi",
}  # fmt: skip
"""Codes of countries that are taken for those of their languages."""


class LanguageError(ValueError):
    """What was typed is no tag of a language."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@lru_cache(maxsize=64)
def parse_language(text: str) -> str:
    """The tag that a text is: `de_at` is `de-AT`.

    Raises:
        LanguageError: it is none, or its language is not in Unicode's list.
    """
    typed = text.strip()
    if not _TAG.match(typed):
        raise LanguageError(f"`{text}` is not the tag of a language", _suggest(typed))
    base, *rest = typed.replace("_", "-").split("-")
    base = base.lower()
    if base not in _COMMON and len(base) == 2 and base not in _known_languages():
        raise LanguageError(f"there is no language `{base}`", _suggest(base))
    return "-".join((base, *map(_write_subtag, rest)))


def spell_language(text: str) -> str:
    """The tag that a text is, or the text itself if it is none."""
    try:
        return parse_language(text)
    except LanguageError:
        return text


def _write_subtag(subtag: str) -> str:
    """Scripts as in `Latn`, regions as in `AT`, anything else in small letters."""
    if len(subtag) == 4 and subtag.isalpha():
        return subtag.capitalize()
    return subtag.upper() if len(subtag) == 2 else subtag.lower()


def _known_languages() -> dict[str, str]:
    """The names of languages in English, by their tags (Unicode CLDR)."""
    from babel import Locale

    return dict(Locale.parse("en").languages)


def _suggest(typed: str) -> str:
    """The tag of a language that was called by its name, or by the code of its country."""
    found = _COUNTRIES.get(typed.lower(), "")
    for tag, name in _known_languages().items():
        if name.casefold() == typed.casefold() and not found:
            found = tag.replace("_", "-")
    return f"write `{found}`" if found else "write a BCP 47 tag, such as `en`, `de` or `pt-BR`"
