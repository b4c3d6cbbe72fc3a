"""What readers take for one character: letters with their marks, syllables, flags, emoji.

In      a text.
Out     its extended grapheme clusters.
Not here  which font draws them (`text.clusters`), where lines end (`text.line_breaking`).

Source  Unicode Standard Annex #29, "Unicode Text Segmentation", section 3 (Unicode 17.0.0);
        rules carry its names. Nothing is left out: Unicode's own test file passes in full.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from cardgen.text.character_classes import look_up_class

_BREAKS = frozenset(("CN", "CR", "LF"))
_SYLLABLES = range(0xAC00, 0xD7A4)
_FINALS = 28
"""Hangul syllables of one beginning: without a final consonant, then with each of 27."""
_JOINED = {
    "L": frozenset(("L", "V", "LV", "LVT")),
    "LV": frozenset(("V", "T")),
    "V": frozenset(("V", "T")),
    "LVT": frozenset(("T",)),
    "T": frozenset(("T",)),
}
"""GB6 to GB8: what a part of a Hangul syllable joins."""


@lru_cache(maxsize=4096)
def _find_class(character: str) -> tuple[str, str]:
    """A character's class, and its part in conjuncts of Indic scripts."""
    code = ord(character)
    if code in _SYLLABLES:
        return ("LVT" if (code - _SYLLABLES.start) % _FINALS else "LV"), ""
    kind, _, conjunct = look_up_class("grapheme_classes.txt", character).partition("+")
    return kind or "XX", conjunct


class _Before(Struct):
    """What came before a place, as far as it matters there."""

    kind: str = ""
    flags: int = 0
    """How many regional indicators end here."""
    pictograph: bool = False
    """GB11: a pictograph, and marks on it alone."""
    consonant: bool = False
    """GB9c: a consonant, and marks on it alone; `linked`: one of them asks for another."""
    linked: bool = False

    def breaks(self, kind: str, conjunct: str) -> bool:
        """Whether a cluster ends before a character of this class."""
        before = self.kind
        if before == "CR" and kind == "LF":  # GB3
            return False
        if before in _BREAKS or kind in _BREAKS:  # GB4, GB5
            return True
        if kind in _JOINED.get(before, ()) or kind in ("EX", "ZWJ", "SM") or before == "PP":
            return False  # GB6 to GB9b
        if conjunct == "C" and self.consonant and self.linked:  # GB9c
            return False
        if kind == "XP" and before == "ZWJ" and self.pictograph:  # GB11
            return False
        return not (kind == "RI" and self.flags % 2)  # GB12, GB13, GB999

    def add(self, kind: str, conjunct: str) -> None:
        """Go past a character."""
        held = conjunct in ("E", "L") and self.consonant
        self.linked = held and (self.linked or conjunct == "L")
        self.consonant = conjunct == "C" or held
        self.pictograph = kind == "XP" or (kind in ("EX", "ZWJ") and self.pictograph)
        self.flags = self.flags + 1 if kind == "RI" else 0
        self.kind = kind


def split_graphemes(text: str) -> Iterator[str]:
    """Return the extended grapheme clusters of a text in order.

    Takes linear time.
    """
    if text.isascii() and "\r\n" not in text:
        yield from text  # no table is read for them
        return
    before, start = _Before(), 0
    for at, character in enumerate(text):
        kind, conjunct = _find_class(character)
        if at and before.breaks(kind, conjunct):
            yield text[start:at]
            start = at
        before.add(kind, conjunct)
    if text:
        yield text[start:]
