"""Which characters of a line run from right to left, and in which order they stand.

In      a line's text, and whether its paragraph runs from right to left.
Out     an embedding level for each character (odd: right to left), and the visual order.
Not here  mirrored brackets and marks on their letters (HarfBuzz does both), where lines
          end (`text.linebreak`).

python-bidi was tried: it gives back reordered text, not the level of each character, so runs,
fonts and colors would be lost; its wheels are for every platform, its speed is no matter here.

Source  Unicode Standard Annex #9, "Unicode Bidirectional Algorithm", revision 48; steps
        carry its names. Nothing is left out; Unicode's own test files pass in full.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from cardgen.text.bidi.embedding import ISOLATES, REMOVED, find_explicit_levels, first_strong
from cardgen.text.bidi.run_sequence import list_run_sequences
from cardgen.text.character_classes import look_up_class

_RTL = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_LANGUAGES = frozenset("ar arc ckb dv fa he iw ji ks ku lrc mzn nqo pnb ps sd syr ug ur yi".split())
_SCRIPTS = frozenset("adlm arab hebr mand nkoo rohg samr syrc thaa".split())

_SIGN = re.compile(r"(?<![^\s(\[{\"'“”„‚‘’«»‹›/–—,;:])[-+−±](?=[0-9\u06f0-\u06f9])")
"""The sign of a number: after a blank, an opening mark or nothing, and before a European digit."""
_BLANK = frozenset(("WS", "PDI", *ISOLATES, *REMOVED))


def has_rtl(text: str) -> bool:
    """Whether any character may run from right to left; all others need no algorithm."""
    return not text.isascii() and _RTL.search(text) is not None


@lru_cache(maxsize=64)
def is_rtl_language(language: str) -> bool:
    """Whether a BCP 47 tag names a language, or a script, that runs from right to left."""
    base, *rest = language.lower().split("-")
    script = next((tag for tag in rest if len(tag) == 4), "")
    return script in _SCRIPTS if script else base in _LANGUAGES


def find_direction(text: str) -> bool | None:
    """P2, P3: whether the first strong character is one from the right; None without any."""
    if text.isascii():
        return False if any(map(str.isalpha, text)) else None
    return first_strong([_kind_of(character) for character in text], 0)


@lru_cache(maxsize=4096)
def _kind_of(character: str) -> str:
    """A character's type in Unicode 17.0; where none is assigned yet, that of its block."""
    return look_up_class("bidi_classes.txt", character) or "L"


@lru_cache(maxsize=4096)
def find_levels(text: str, rtl: bool) -> tuple[int, ...]:
    """The embedding level of each character.

    Args:
        text: One paragraph of a line in reading order, without line breaks.
        rtl: Whether the paragraph runs from right to left (P2, P3 or the language).

    Takes O(n) steps, and O(n·b) for *b* pairs of brackets.
    """
    return resolve_levels(text, [_kind_of(character) for character in text], rtl)


def join_signs(text: str) -> str:
    """A text to find levels of, in which the sign of a number goes with its digits.

    The algorithm would put the minus of a number to its right in Hebrew: `1−`. Readers of it write
    `−1`, and Unicode's number formats put a mark (U+200E) before the sign; HL1 allows to decide
    so. Arabic digits stay as they are.
    """
    return _SIGN.sub("0", text)


def resolve_levels(letters: Sequence[str], kinds: list[str], rtl: bool) -> tuple[int, ...]:
    """The level of each character of a paragraph by their types; see `find_levels`."""
    original = tuple(kinds)
    levels = find_explicit_levels(kinds, rtl)
    kept = [i for i, kind in enumerate(original) if kind not in REMOVED]  # X9
    for sequence in list_run_sequences(kept, levels, original, rtl):
        sequence.resolve(letters, original, kinds, levels)
    spread = _fill_levels(kept, levels, rtl)
    return _reset_levels(spread, original, rtl)


def _fill_levels(kept: list[int], levels: list[int], rtl: bool) -> list[int]:
    """Characters that were passed over take the level of the one before them (5.2)."""
    known = set(kept)
    for i in range(len(levels)):
        if i not in known:
            levels[i] = levels[i - 1] if i else int(rtl)
    return levels


def _reset_levels(levels: list[int], kinds: Sequence[str], rtl: bool) -> tuple[int, ...]:
    """L1: separators, and blanks before them and at the end, have the paragraph's level."""
    ending = True
    for index in range(len(kinds) - 1, -1, -1):
        ending = kinds[index] in ("S", "B") or (ending and kinds[index] in _BLANK)
        if ending and kinds[index] not in REMOVED:
            levels[index] = int(rtl)
    return tuple(levels)


def order_visually(levels: Sequence[int]) -> list[int]:
    """L2: indices from left to right of what stands at these levels in reading order."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = max(end, start + 1)
    return order
