"""Where a line may end without a space: in a word, and between CJK characters.

In      a text without spaces.
Out     offsets at which a line may end, and how.
Not here  the patterns of hyphenation (`text.hyphenation`), which of the places is taken
          (`text.linebreak`).

Places between Chinese, Japanese and Korean characters are offered only where at least one
neighbour is such a wide character, so texts in other scripts pass through untouched.

Source  Unicode Standard Annex #14, "Unicode Line Breaking Algorithm", revision 53: the
        classes BA, CJ, CL, CM, EX, GL, HY, ID, IN, IS, NS, OP, PO, PR, QU, SY, WJ for these
        scripts; rules carry its names. `CJ` is treated as `NS` (strict: no line begins
        with a small kana or ー), as JIS X 4051 and the W3C's "Requirements
        for Japanese Text Layout" have it. Dropped: scripts that need a dictionary (Thai).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from cardgen.text.hyphenation import find_hyphen_points

PICTURE = "\ufffc"
"""Stands for a picture in the line."""

_INNER = re.compile(r"(?<=[\w,;:!?’”)\]])(?:[—–]|-(?=\w))|(?<=\w)/(?=\w)|\u200b")
_WORD = re.compile(r"[^\W\d_]+")

_WIDE = re.compile(
    "[\u1100-\u11ff\u2e80-\u303f\u3040-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U0001b000-\U0001b16f"
    "\U0001f200-\U0001f2ff\U00020000-\U0003fffd]"
)

_NO_START = frozenset(
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶーｧｨｩｪｫｬｭｮｯｰ"  # CJ
    + "ㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"  # CJ
    + "々〻ヽヾゝゞ゛゜ﾞﾟ・･：；〜゠‼⁇⁈⁉"  # NS
    + "、。，．」』）］｝〉》】〕〗〙〛〞〟｠｡､｣"  # CL
    + "！？"  # EX
    + "…‥"  # IN
    + "％‰℃℉°′″¢￠%"  # PO
    + "!?,.:;/)]}”’»›"  # EX, IS, SY, CP and closing QU
    + "-‐‑–—"  # HY, BA
    + "\u3000"  # BA: an ideographic space
    + "\u00a0\u202f\u2011\u2060\ufeff\u200d"  # GL, WJ, ZWJ
)
_NO_END = frozenset(
    "「『（［｛〈《【〔〖〘〚〝｟｢"  # OP
    "([{¡¿“‘„‚«‹"  # OP and opening QU
    "￥＄￡￦$£¥€№"  # PR
    "\u00a0\u202f\u2011\u2060\ufeff\u200d"  # GL, WJ, ZWJ
)
_BLANK_AFTER = frozenset("、。，．」』）］｝〉》】〕〗〙〛")
_BLANK_BEFORE = frozenset("「『（［｛〈《【〔〖〘〚")
_NEVER_APART = frozenset("—―…‥〳〴〵")  # B2, IN and repeat marks: two of one make one sign
_QUOTES = frozenset("\"'")  # QU without a direction
_HANGUL_PARTS = re.compile("[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]")


@lru_cache(maxsize=16384)
def find_word_breaks(text: str, language: str, hyphenate: bool) -> tuple[tuple[int, str], ...]:
    """Offsets where a word may end a line, and how: after its own `dash`, at a `soft`
    hyphen, or with a `hyphen` by the patterns of the language."""
    found = {m.end(): "dash" for m in _INNER.finditer(text) if 1 < m.end() < len(text) - 1}
    found |= {m.start() + 1: "soft" for m in re.finditer("\u00ad", text)}
    if hyphenate:
        for word in _WORD.finditer(text):
            for point in find_hyphen_points(word[0], language):
                found.setdefault(word.start() + point, "hyphen")
    return tuple(sorted(found.items()))


def has_wide(text: str) -> bool:
    """Whether any character belongs to these scripts; texts without need no algorithm."""
    return not text.isascii() and _WIDE.search(text) is not None


@lru_cache(maxsize=8192)
def find_wide_breaks(text: str) -> tuple[int, ...]:
    """Offsets at which a line may end beside a wide character, ascending.

    Args:
        text: Characters in reading order; U+FFFC stands for a picture in the line.
    """
    return tuple(i for i in range(1, len(text)) if _may_part(text[i - 1], text[i]))


def _may_part(before: str, after: str) -> bool:
    if not (_WIDE.match(before) or _WIDE.match(after)):
        return False
    if after in _NO_START or before in _NO_END:  # LB7, LB11-LB15, LB21, LB25
        return False
    if before in _QUOTES or after in _QUOTES or _is_mark(after):  # LB19, LB9
        return False
    if before == after and before in _NEVER_APART:  # LB17, LB22
        return False
    return not (_HANGUL_PARTS.match(before) and _HANGUL_PARTS.match(after))  # LB26


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Mc", "Me")


def may_tighten(before: str, after: str) -> bool:
    """Whether half an em between two wide characters is the blank part of a sign."""
    return before in _BLANK_AFTER or after in _BLANK_BEFORE
