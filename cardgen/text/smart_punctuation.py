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
_OPENERS = set("([{<«„“‘‚‹「『¿¡")
_JOINERS = set("—–-/")
_BEGINS = set("([{¿¡…\"'“‘„‚«‹")
_SHORTENED = re.compile(
    r"(?:\d\ds|cause|n'(?!\w)|(?:tis|twas|twere|twill|em|til|n|round|neath|tween|gainst|bout|pon|nuff)\b(?!'))",
    re.IGNORECASE,
)
_NBSP = "\u00a0"
_NNBSP = "\u202f"


@lru_cache(maxsize=8192)
def smarten(text: str, language: str = "en") -> str:
    """The text with typographic characters for `language` (a BCP 47 tag)."""
    base = language.split("-")[0].lower()
    text = _set_dashes(text, base)
    text = re.sub(r"(?<!\.)\.\.\.(?!\.)", "…", text)
    text = re.sub(r"(?<=\.) (?=\.(?:\W|$))", _NBSP, text)
    text = re.sub(r"(?<![\w.,\u2212-])-(?=\d)", "\u2212", text)
    if base in _NARROW_SPACED:
        text = _set_french_spaces(text)
    text = _set_primes(text)
    return _set_quotes(text, base) if "'" in text or '"' in text else text


def _set_dashes(text: str, base: str) -> str:
    dash = _DASH.get(base, "—")
    text = re.sub(r"(?<!-)---(?!-)", "—", text)
    text = re.sub(r"(?<=\w)--(?=\w)", dash, text)
    text = re.sub(r"(?<!-)--(?!-)", dash.strip(), text)
    return re.sub(r"(?<=\S) - (?=\S)", f"{_NBSP}– ", text)


def _set_french_spaces(text: str) -> str:
    """The space before `? ! ; :` and inside guillemets neither ends a line nor grows with it. Where
    none is typed, none is added: a colon may stand in a time or an address."""
    text = re.sub(r"(?<=\S)[ \u00a0](?=[?!;»›])", _NNBSP, text)
    text = re.sub(r"(?<=\S)[ \u202f](?=:)", _NBSP, text)
    return re.sub(r"(?<=[«‹])[ \u00a0](?=\S)", _NNBSP, text)


def _set_primes(text: str) -> str:
    """Feet and inches, minutes and seconds: only where no quotation could close."""
    text = re.sub(r"(?<=\d)'(?=\d+\"(?!\w))", "′", text)
    if text.count('"') % 2:
        text = re.sub(r'(?<=\d)"(?!\w)', "″", text)
    return text


def _set_quotes(text: str, base: str) -> str:
    open2, close2, open1, close1 = tuple(_QUOTES.get(base, _QUOTES["en"]))
    out: list[str] = []
    double = single = False  # whether such a quotation is open
    for index, character in enumerate(text):
        if character not in "\"'":
            out.append(character)
            continue
        before = text[index - 1] if index else " "
        rest = text[index + 1 :]
        last = out[-1].strip(_NNBSP) if out else " "
        is_open = double if character == '"' else single
        opens = _is_opening(before, rest[:1] or " ", last, is_open=is_open)
        if character == '"':
            double = opens
            out.append(_pad_mark(open2 if opens else close2, opens, base))
        elif _is_apostrophe(before, rest, opens=opens, inside=single):
            out.append("’")
        else:
            single = opens
            out.append(open1 if opens else close1)
    return "".join(out)


def _is_opening(before: str, after: str, set_before: str, *, is_open: bool) -> bool:
    """Whether a mark opens a quotation, by what is beside it. After a dash or a slash, and
    between two spaces, it opens what is not open yet."""
    if before.isspace() and after.isspace():
        return not is_open
    if set_before in _JOINERS:
        return not is_open and (after.isalnum() or after in _BEGINS)
    if before.isspace() or set_before in _OPENERS:
        return not after.isspace()
    return before in "\"'" and set_before in _OPENERS


def _is_apostrophe(before: str, rest: str, *, opens: bool, inside: bool) -> bool:
    """Inside a word, at its end outside a quotation, or before a shortened one: 'tis, '90s,
    rock 'n' roll."""
    if before.isalnum():
        return rest[:1].isalnum() or not inside
    return opens and bool(_SHORTENED.match(rest))


def _pad_mark(mark: str, opens: bool, base: str) -> str:
    """French sets a narrow space inside its guillemets."""
    if base not in _NARROW_SPACED:
        return mark
    return f"{mark}{_NNBSP}" if opens else f"{_NNBSP}{mark}"


_MARKS = frozenset("“”‘„‚«»‹›「」『』")
_ALSO = {"de": "»«›‹", "en": "‘", "fr": "“”", "da": "»«›‹", "cs": "»«›‹", "hu": "»«’"}
"""Marks that a language uses beside those that straight ones become."""


def foreign_marks(text: str, language: str) -> str:
    """The quotation marks of a text that are not those of a language; apostrophes are."""
    base = language.split("-")[0].lower()
    if base not in _QUOTES:
        return ""
    own = _QUOTES[base] + _ALSO.get(base, "")
    return "".join(dict.fromkeys(mark for mark in text if mark in _MARKS and mark not in own))
