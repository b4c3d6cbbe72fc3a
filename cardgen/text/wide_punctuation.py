"""Chinese, Japanese and Korean punctuation: signs that are half blank.

In      two signs beside each other, how much of each is blank.
Out     how much of the blank between them is taken off.

Source  W3C, "Requirements for Japanese Text Layout", 3.1.4 (consecutive punctuation marks);
        JIS X 4051. Where the font centers its signs, as in Taiwan, there is no blank to take.
"""

from __future__ import annotations

import re

Blanks = tuple[float, float, float]
"""A sign's advance, and how much of it is blank before its ink and after, in ems."""

_BLANK_AFTER = "、。，．」』）］｝〉》】〕〗〙〛"
_BLANK_BEFORE = "「『（［｛〈《【〔〖〘〚"
_ENDS, _STARTS = f"{_BLANK_AFTER}”’", f"{_BLANK_BEFORE}“‘"
"""Quotation marks too, where the font makes them as wide as a character."""
_PAIR = re.compile(f"[{_ENDS}](?=[{_ENDS}{_STARTS}])|[{_STARTS}](?=[{_STARTS}])")
_HALF = 0.5
_LEAST_WIDTH = 0.9
_AIR = 0.04
"""What stays between the ink of two signs, in ems."""


def may_tighten(before: str, after: str) -> bool:
    """Whether half an em between two wide characters is the blank part of a sign."""
    return before in _BLANK_AFTER or after in _BLANK_BEFORE


def is_blank_at_end(sign: str, *, at_end: bool) -> bool:
    """Whether a sign is half blank at its end, or at its start."""
    return sign in (_BLANK_AFTER if at_end else _BLANK_BEFORE)


def has_squeezed_pairs(text: str) -> bool:
    """Whether signs stand beside each other of which one gives up its blank half."""
    return not text.isascii() and _PAIR.search(text) is not None


def measure_squeeze(first: Blanks | None, second: Blanks | None) -> float:
    """How much closer the glyphs of such a pair stand than each by itself, in ems: half of one,
    or nothing."""
    if first is None or second is None or min(first[0], second[0]) < _LEAST_WIDTH:
        return 0.0
    return _HALF if first[2] + second[1] >= _HALF + _AIR else 0.0
