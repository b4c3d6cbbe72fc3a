"""Typographic characters from plain typing: quotes, dashes, ellipses, primes, minus.

In      a text as typed, or the parts of one; its language.
Out     the text as a typesetter would set it, in the same parts.
Not here  which marks a language has (`text.quotation_marks`).

The data file stays as typed. What is already typographic is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from unicodedata import east_asian_width

from cardgen.text.quotation_marks import find_quotation_marks

PICTURE = "\ue000"
"""Stands for a picture in the line: it counts as a word."""
_NBSP = "\u00a0"
_NNBSP = "\u202f"
_NARROW_SPACED = {"fr"}
_DASH = {"de": f"{_NBSP}– ", "fr": f"{_NBSP}– "}
_OPENERS = frozenset("([{<«„“‘‚‹「『¿¡")
_BEGINS = frozenset("([{¿¡…\"'“‘„‚«‹" + PICTURE)
_SHORTENED = re.compile(
    r"(?:\d\ds|cause|n'(?= \w)|t(?:is|was|were|will|would)n['’]t"
    r"|(?:tis|twas|twere|twill|twould|em|til|n|round|neath|tween|gainst|bout|pon|nuff|twixt|midst"
    r"|mongst|fraid|nother|struth|sblood|shroom|scuse|spose|spect|cept|prentice"
    r"|im|e(?:ard|arts?|ads?|avens?|lps?|llo|len|rbert|nry|alth)|igh(?:ness|er|est)?|iggins"
    r"|a(?:rry|rold|rriet|wkins|ckney|mpstead|llo|ppy)|o(?:race|ratio|lmes|uses?|rses?|me|spital)"
    r"|o(?:nou?r)|u(?:bert|llo|ndred|mble|sband|ngry))\b(?!'(?!\w)))",
    re.IGNORECASE,
)
_WITHOUT_H = re.compile(r"(?:e|is|er|ow|as|ad|ave|ands?|ere|it|eat|old|alf|otel|oles?|andy)\b")
"""What is left of words that lose their h, and is a word of its own."""
_SHORTENED_IN = {
    "af": re.compile(r"n\b(?!')"),
    "de": re.compile(r"(?:s|n|ne[nmrs]?|r(?:um|ein|aus|an|auf|unter|über)|mal)\b(?!')"),
    "nl": re.compile(r"(?:[sktmrn]|ie)\b(?!')"),
}
"""Words without their beginning, among them those that lose their h (*'Arry*), as far as what is
left is no word of its own; those of other languages."""
_CONTRACTED = re.compile(r"(?:[sdmt]|ll|re|ve)\b(?!')")
"""What English hangs on a word, after a stop or an icon too: `the U.S.'s`."""
_CLOSING = re.compile(r"(?<=\S)'(?!\w)")

_DASHES = (
    (re.compile(r"(?<!-)---(?!-)"), "—"),
    (re.compile(r"(?<=\w)--(?=\w)"), None),
    (re.compile(r"(?<!-)--(?!-)"), None),
    (re.compile(r"(?<=\S) - (?=\S)"), f"{_NBSP}– "),
)
_BEFORE_DASH = re.compile(r"(?<=\S) (?=---? \S)")
"""No line begins with a dash inside a sentence."""
_DOTS_AND_MINUS = (
    (re.compile(r"(?<!\.)\.\.\.(?!\.)"), "…"),
    (re.compile(r"(?<=\.) (?=\.(?:\W|$))"), _NBSP),
    (re.compile(r"(?<![\w.,\u2212%°′″’”-])(?<![\w!?.]['\"])-(?=\d)"), "\u2212"),
)
_TYPED = re.compile(r"['\"-]|\.\.|\. \.")
"""What may be set otherwise than it is typed; in French, spaces too."""
_FRENCH_SPACES = (
    (re.compile(r"(?<=\S)[ \u00a0](?=[?!;»›])"), _NNBSP),
    (re.compile(r"(?<=\S)[ \u202f](?=:)"), _NBSP),
    (re.compile(r"(?<=[«‹])[ \u00a0](?=\S)"), _NNBSP),
)
_SPACED_TWICE = re.compile(rf"(?<=[«‹]{_NNBSP})[ {_NBSP}]|[ {_NBSP}](?={_NNBSP}[»›])")
_FEET = (
    re.compile(r"(?<=\d)'(?= ?\d+\"(?!\w))"),
    re.compile(r"(?<=\d)'(?=\d\d?(?!\w))"),
    re.compile(r"(?<=\d)'(?= ?[x×–-] ?\d+'(?!\w))"),
    re.compile(r"′ ?[x×–-] ?\d+(')(?!\w)"),
)
_INCHES = (
    re.compile(r'(?<=\d)"(?= ?[x×–-] ?\d+"(?!\w))'),
    re.compile(r'″ ?[x×–-] ?\d+(")(?!\w)'),
)
_INCH = re.compile(r'(?<=\d)"(?!\w)')


@lru_cache(maxsize=8192)
def smarten(text: str, language: str = "en") -> str:
    """The text with typographic characters for `language` (a BCP 47 tag)."""
    return _set(_Text(text), language).text


@lru_cache(maxsize=2048)
def smarten_parts(parts: tuple[str, ...], language: str = "en") -> tuple[str, ...]:
    """The parts of a text as they are in the whole, whatever stands where they meet."""
    whole = "".join(parts)
    if not _TYPED.search(whole) and language[:2].lower() not in _NARROW_SPACED:
        return parts
    text = _set(_Text(whole, traced=True), language)
    found = [""] * len(parts)
    ends = list(accumulate(map(len, parts)))
    at = 0
    for character, origin in zip(text.text, text.origins, strict=True):
        while origin >= ends[at]:
            at += 1
        found[at] += character
    return tuple(found)


class _Text:
    """A text that is being set, and where each of its characters was typed."""

    def __init__(self, text: str, *, traced: bool = False) -> None:
        self.text = text
        self.traced = traced
        self.origins = list(range(len(text))) if traced else []

    def replace(self, pattern: re.Pattern[str], by: str) -> None:
        """Put a text in the place of each match, or of its group."""
        found = [match.span(pattern.groups) for match in pattern.finditer(self.text)]
        for start, end in reversed(found):
            self.text = f"{self.text[:start]}{by}{self.text[end:]}"
            if self.traced:
                self.origins[start:end] = [self.origins[start]] * len(by)

    def put(self, characters: Sequence[str]) -> None:
        """Put a text in the place of each character."""
        self.text = "".join(characters)
        if self.traced:
            pairs = zip(self.origins, characters, strict=True)
            self.origins = [origin for origin, text in pairs for _ in text]


def _set(text: _Text, language: str) -> _Text:
    base = language.split("-")[0].lower()
    if "-" in text.text:
        text.replace(_BEFORE_DASH, _NBSP)
        dash = _DASH.get(base, "—")
        for (pattern, by), own in zip(_DASHES, ("", dash, dash.strip(), ""), strict=True):
            text.replace(pattern, by or own)
    for pattern, by in _DOTS_AND_MINUS:
        text.replace(pattern, by)
    if base in _NARROW_SPACED:
        for pattern, by in _FRENCH_SPACES:
            text.replace(pattern, by)
    if "'" in text.text or '"' in text.text:
        _set_primes(text)
        _set_quotes(text, language)
        if base in _NARROW_SPACED:
            text.replace(_SPACED_TWICE, "")
    return text


def _set_primes(text: _Text) -> None:
    """Feet and inches, minutes and seconds: only where no quotation could close."""
    for pattern in _FEET:
        text.replace(pattern, "′")
    for pattern in _INCHES:
        text.replace(pattern, "″")
    if _count_marks(text.text) % 2:
        text.replace(_INCH, "″")


def _count_marks(text: str) -> int:
    """How many double marks there are, without those that open a speech once more at each of its
    paragraphs."""
    total = 0
    for paragraph in re.split(r"\n\s*\n", text):
        total += paragraph.count('"') - (total % 2 and paragraph.lstrip().startswith('"'))
    return total


def _set_quotes(text: _Text, language: str) -> None:
    base = language.split("-")[0].lower()
    open2, close2, open1, close1 = tuple(find_quotation_marks(language))
    typed, out = text.text, list(text.text)
    double = single = False  # whether such a quotation is open
    last = " "
    for index, mark in enumerate(typed):
        before, rest = typed[index - 1] if index else " ", typed[index + 1 :]
        if mark == '"' and is_gershayim(typed, index):
            out[index] = last = close2
        elif mark == '"':
            was_open, double = double, is_opening(before, rest[:1], last, is_open=double)
            if before.isdecimal() and not (was_open or double or _OPENERS & set(typed[:index])):
                out[index] = last = "″"
                continue
            last = open2 if double else close2
            out[index] = _pad_mark(last, double, base)
        elif mark == "'":
            opens = is_opening(before, rest[:1], last, is_open=single)
            apostrophe = _find_apostrophe(before, rest, base, opens=opens, inside=single)
            single = single if apostrophe else opens
            out[index] = last = apostrophe or (open1 if opens else close1)
        else:
            last = mark
            if mark in (open2, close2) and open2 != close2:
                double = mark == open2
            single = single or mark == open1 != close1
    text.put(out)


def is_opening(before: str, after: str, set_before: str, *, is_open: bool) -> bool:
    """Whether a straight mark opens a quotation.

    Args:
        before: What is typed before it.
        after: What is typed after it, if anything.
        set_before: What is printed before it.
        is_open: Whether such a quotation is open: after a dash, a slash or a stop, and between two
            spaces, a mark opens only what is not, and so does one between letters: Chinese has no
            spaces, and `d'"or"` none there.
    """
    ends = not after or after.isspace()
    if before.isspace():
        return not ends or not is_open
    if set_before in _OPENERS:
        return not ends
    if is_open or ends or before.isdecimal():
        return False
    return after.isalnum() or after in _BEGINS


def _find_apostrophe(before: str, rest: str, base: str, *, opens: bool, inside: bool) -> str:
    """What a single mark is that is none of quotation: an apostrophe inside a word, at its end
    outside a quotation, or before a shortened one ('tis, '90s, rock 'n' roll); feet."""
    if is_in_word(before) or (before == PICTURE and not opens):
        if inside and not rest[:1].isalnum():
            return ""
        return "′" if before.isdecimal() and not rest[:1].isalnum() else "’"
    hangs = not before.isspace() and _CONTRACTED.match(rest)
    alone = not rest or (_begins_low(rest) and not _CLOSING.search(rest))
    return "’" if opens and (hangs or alone or is_shortened(rest, base)) else ""


def _begins_low(rest: str) -> bool:
    """Whether a word that lacks its beginning may stand here: no sentence, no letter that is named
    (`two 'e's`)."""
    return (rest[0].islower() or rest[0].isdecimal()) and not rest[1:].startswith("'s")


def is_in_word(before: str) -> bool:
    """Whether a single mark after this is an apostrophe."""
    return before.isalnum() and not _lacks_spaces(before)


def _lacks_spaces(character: str) -> bool:
    """Whether words of its script stand side by side: Chinese, Japanese, Thai, Lao."""
    return east_asian_width(character) in "WF" or "\u0e00" <= character <= "\u0eff"


def is_gershayim(text: str, at: int) -> bool:
    """Whether a mark is that of a Hebrew acronym: it stands before the last letter."""
    before, after, beyond = text[at - 1 : at], text[at + 1 : at + 2], text[at + 2 : at + 3]
    return _is_hebrew(before) and _is_hebrew(after) and not _is_hebrew(beyond)


def _is_hebrew(letter: str) -> bool:
    return "\u05d0" <= letter <= "\u05ea"


def is_shortened(text: str, language: str) -> bool:
    """Whether a text begins with a word that lacks its own beginning."""
    own = _SHORTENED_IN.get(language.split("-")[0].lower())
    return bool(_SHORTENED.match(text) or (own and own.match(text)))


def may_lack_h(text: str) -> bool:
    """Whether a text begins as *'is mother* does, with no mark that would close a quotation."""
    return bool(_WITHOUT_H.match(text)) and not _CLOSING.search(text)


def _pad_mark(mark: str, opens: bool, base: str) -> str:
    """French sets a narrow space inside its guillemets."""
    if base not in _NARROW_SPACED:
        return mark
    return f"{mark}{_NNBSP}" if opens else f"{_NNBSP}{mark}"
