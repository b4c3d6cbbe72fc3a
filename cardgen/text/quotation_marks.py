"""Quotation marks of languages.

In      a language (a BCP 47 tag).
Out     the four marks that straight ones become; the marks of a text that another language has.
Not here  which of them a straight mark is (`text.smart_punctuation`).

Source  Unicode CLDR 48, `delimiters`. Departures, where printers do otherwise: Dutch, Polish and
        Spanish marks, the inner marks of French.
"""

from __future__ import annotations

from functools import lru_cache

ENGLISH = "“”‘’"
"""Also those of the two hundred languages in CLDR that are not named here."""
_LANGUAGES = {
    "„“‚‘": "cs de dsb et hr hsb is ksh lb luy mk nds sk sl",
    "„“„“": "bg lt prg sgs",
    "„”‚’": "agq ff pl",
    "„”«»": "nmg ro",
    "„”»«": "hu szl",
    "„”‘’": "bs",
    "„”’’": "sr",
    "„“«»": "ka",
    "«»“”": "ast blo bm br ca cv dyo el es eu ewo ie it kab kk lij mg mua nnh pms sc sg ti",
    "«»‹›": "am fa fr gsw ht hy jgo kkj mzn oc rm sdh wae yav",
    "«»„“": "bas be bua ky os ru sah tyv uk",
    "«»‘’": "dua ksf nb nn no rw",
    "«»„”": "shi zgh",
    "””’’": "fi he lag rn se sn sv yi",
    "”“’‘": "ar lld syr ur",
    "「」『』": "ja yue",
    "“”«»": "eo",
    "“”“”": "tk",
    "“”’‘": "uz",
    "‘’“”": "fur ia tn",
    "’“””": "st",
    "»«›‹": "ug",
    ENGLISH: "da en ko nl pt th tr vi zh",
}
_REGIONS = {
    "az-arab": "«»‹›", "az-cyrl": "«»‹›", "bs-cyrl": "„“‚‘", "fr-ca": "«»“”", "pt-br": ENGLISH,
    "pt-ao": "«»“”", "pt-ch": "«»“”", "pt-cv": "«»“”", "pt-gw": "«»“”", "pt-lu": "«»“”",
    "pt-mo": "«»“”", "pt-mz": "«»“”", "pt-pt": "«»“”", "pt-st": "«»“”", "pt-tl": "«»“”",
    "zh-hant": "「」『』", "zh-hk": "「」『』", "zh-mo": "「」『』", "zh-tw": "「」『』",
}  # fmt: skip
_MARKS = {language: marks for marks, all_of in _LANGUAGES.items() for language in all_of.split()}
_QUOTATION_MARKS = frozenset("“”‘„‚«»‹›「」『』")
_ALSO = {
    "ar": "«»‹›", "be": "“”„‚‘", "bg": "«»’‚‘", "ca": "‘", "cs": "»«›‹", "da": "»«›‹", "de": "»«›‹",
    "el": "‘", "en": "‘", "es": "‘", "et": "«»”", "eu": "‘", "fa": "“”", "fi": "»", "fr": "“”",
    "he": "„", "hr": "”»«", "hu": "»«’", "hy": "“”", "it": "‘", "ka": "”", "ko": "「」『』",
    "lt": "‚‘", "mk": "’", "nl": "„", "pl": "«»", "pt": "«»", "sl": "»«", "sr": "“»«‘", "sv": "»",
    "zh": "「」『』",
}  # fmt: skip
"""Marks that a language uses beside those that straight ones become."""


_OTHER_PAIRS = {
    "ar": "“”", "da": "””", "et": "„”", "he": "„”", "hr": "„”", "ka": "„”", "lv": "„”", "nb": "””",
    "nl": "„”", "nn": "””", "no": "””", "sr": "„“",
}  # fmt: skip
"""A pair that printers of a language use beside the one that straight marks become, and that shares
a mark with this one or with the English one."""


@lru_cache(maxsize=64)
def find_quotation_marks(language: str) -> str:
    """The opening and the closing mark of a quotation, and those of one within it."""
    base, *rest = language.lower().split("-")
    if base == "zh" and "hans" in rest:
        return ENGLISH
    regional = (_REGIONS.get(f"{base}-{subtag}") for subtag in rest)
    return next(filter(None, regional), _MARKS.get(base, ENGLISH))


def list_quotation_pairs(language: str) -> tuple[str, ...]:
    """The pairs that quotations of a language stand between, the one that straight marks become
    first: each an opening and a closing mark."""
    own, other = (
        find_quotation_marks(language)[:2],
        _OTHER_PAIRS.get(language.split("-")[0].lower()),
    )
    return (own, other) if other else (own,)


def foreign_marks(text: str, language: str) -> str:
    """The quotation marks of a text that are not those of a language; apostrophes are."""
    base = language.split("-")[0].lower()
    if base not in _MARKS:
        return ""
    own = find_quotation_marks(language) + _MARKS[base] + _ALSO.get(base, "")
    return "".join(
        dict.fromkeys(mark for mark in text if mark in _QUOTATION_MARKS and mark not in own)
    )
