"""Typographic characters from plain typing: quotes, dashes, ellipses, primes, minus.

In      a text as typed, its language.
Out     the text as a typesetter would set it, and for each character where it came from.

The data file stays as typed. What is already typographic is left alone.

Source  quotation marks by language: Unicode CLDR 44, `delimiters`.
"""

from __future__ import annotations

import re
from functools import lru_cache

_QUOTES = {
    "en": "“”‘’", "de": "„“‚‘", "fr": "«»‹›", "es": "«»“”", "it": "«»“”", "pt": "“”‘’",
    "nl": "“”‘’", "pl": "„”‚’", "cs": "„“‚‘", "sk": "„“‚‘", "sv": "””’’", "fi": "””’’",
    "da": "“”‘’", "nb": "«»‘’", "nn": "«»‘’", "ru": "«»„“", "uk": "«»„“", "hu": "„”»«",
    "ro": "„”«»", "hr": "„“‚‘", "sl": "„“‚‘", "el": "«»“”", "tr": "“”‘’", "ja": "「」『』",
    "zh": "“”‘’", "ko": "“”‘’", "he": "””’’", "ar": "”“’‘",
}  # fmt: skip
_NARROW_SPACED = {"fr"}
_DASH = {"de": " – ", "fr": " – ", "es": "—", "en": "—"}
_OPENERS = set("([{<—–-/«„“‘‚‹「『¿¡")
_NBSP = "\u00a0"
_NNBSP = "\u202f"


@lru_cache(maxsize=8192)
def smarten(text: str, language: str = "en") -> str:
    """The text with typographic characters for `language` (a BCP 47 tag)."""
    base = language.split("-")[0].lower()
    text = _dashes(text, base)
    text = re.sub(r"(?<!\.)\.\.\.(?!\.)", "…", text)
    text = re.sub(r"(?<=\.) (?=\.(?:\W|$))", _NBSP, text)
    text = re.sub(r"(?<![\w.,\u2212-])-(?=\d)", "\u2212", text)
    text = _primes(text)
    return _quotes(text, base) if "'" in text or '"' in text else text


def _dashes(text: str, base: str) -> str:
    dash = _DASH.get(base, "—")
    text = re.sub(r"(?<!-)---(?!-)", "—", text)
    text = re.sub(r"(?<=\w)--(?=\w)", dash, text)
    text = re.sub(r"(?<!-)--(?!-)", dash.strip(), text)
    return re.sub(r"(?<=\S) - (?=\S)", f"{_NBSP}– ", text)


def _primes(text: str) -> str:
    """Feet and inches, minutes and seconds: only where no quotation could close."""
    text = re.sub(r"(?<=\d)'(?=\d+\"(?!\w))", "′", text)
    if text.count('"') % 2:
        text = re.sub(r'(?<=\d)"(?!\w)', "″", text)
    return text


def _quotes(text: str, base: str) -> str:
    open2, close2, open1, close1 = tuple(_QUOTES.get(base, _QUOTES["en"]))
    out: list[str] = []
    single = False  # whether a single quotation is open
    for index, character in enumerate(text):
        if character not in "\"'":
            out.append(character)
            continue
        before = text[index - 1] if index else " "
        after = text[index + 1 : index + 5]
        opens = _opens(before, after[:1] or " ", out[-1].strip(_NNBSP) if out else " ")
        if character == '"':
            out.append(_pad(open2 if opens else close2, opens, base))
        elif _is_apostrophe(before, after, opens=opens, inside=single):
            out.append("’")
        else:
            single = opens
            out.append(open1 if opens else close1)
    return "".join(out)


def _opens(before: str, after: str, set_before: str) -> bool:
    starts = before.isspace() or set_before in _OPENERS
    if starts:
        return not after.isspace()
    return before in "\"'" and set_before in _OPENERS


def _is_apostrophe(before: str, after: str, *, opens: bool, inside: bool) -> bool:
    """Inside a word, at its end outside a quotation, or before a shortened one ('tis, '90s)."""
    if before.isalnum():
        return after[:1].isalnum() or not inside
    return opens and bool(re.match(r"(?:\d\ds|tis\b|twas|em\b|til\b|cause)", after, re.IGNORECASE))


def _pad(mark: str, opens: bool, base: str) -> str:
    """French sets a narrow space inside its guillemets."""
    if base not in _NARROW_SPACED:
        return mark
    return f"{mark}{_NNBSP}" if opens else f"{_NNBSP}{mark}"
