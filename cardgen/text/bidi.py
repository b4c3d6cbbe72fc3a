"""Which characters of a line run from right to left, and in which order they stand.

In      a line's text, and whether its paragraph runs from right to left.
Out     an embedding level for each character (odd: right to left), and the visual order.
Not here  mirrored brackets and marks on their letters (HarfBuzz does both), where lines
          end (`text.linebreak`).

python-bidi was tried: it gives back reordered text, not the level of each character, so runs,
fonts and colors would be lost; its wheels are for every platform, its speed is no matter here.

Source  Unicode Standard Annex #9, "Unicode Bidirectional Algorithm", revision 48; steps
        carry its names. Dropped: X1-X8, explicit embeddings, overrides and isolates
        (their codes are passed over, as X9 does); L1, because no line here ends in spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from unicodedata import bidirectional

_RTL = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_LANGUAGES = frozenset("ar arc ckb dv fa he iw ji ks ku lrc mzn nqo pnb ps sd syr ug ur yi".split())
_SCRIPTS = frozenset("adlm arab hebr mand nkoo rohg samr syrc thaa".split())

_PASSED_OVER = frozenset("BN LRE RLE LRO RLO PDF LRI RLI FSI PDI".split())
_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""The side each type is on for N0 to N2: numbers count as R."""

_PAIRS = "()[]{}⟦⟧⟨⟩⟪⟫⟮⟯⦃⦄⦅⦆⁅⁆⁽⁾₍₎❨❩❪❫❲❳❴❵〈〉《》「」『』【】〔〕〖〗〘〙〚〛（）［］｛｝｟｠｢｣"
_CLOSES = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_CLOSERS = frozenset(_CLOSES.values())
_DEEPEST = 63


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
    for character in text:
        kind = bidirectional(character)
        if kind in ("L", "R", "AL"):
            return kind != "L"
    return None


@lru_cache(maxsize=4096)
def find_levels(text: str, rtl: bool) -> tuple[int, ...]:
    """The embedding level of each character.

    Args:
        text: One paragraph of a line in reading order, without line breaks.
        rtl: Whether the paragraph runs from right to left (P2, P3 or the language).

    Takes O(n) steps, and O(n·b) for *b* pairs of brackets.
    """
    original = [bidirectional(character) for character in text]
    kept = [i for i, kind in enumerate(original) if kind not in _PASSED_OVER]  # X9
    kinds, base = [original[i] for i in kept], "R" if rtl else "L"
    letters = [text[i] for i in kept]
    _resolve_weak(kinds, base)
    _resolve_brackets(letters, [original[i] for i in kept], kinds, base)
    _resolve_neutral(kinds, base)
    return _fill_levels(len(text), kept, [_final_level(kind, rtl) for kind in kinds], rtl)


def _fill_levels(length: int, kept: list[int], levels: list[int], rtl: bool) -> tuple[int, ...]:
    """Characters that were passed over take the level of the one before them (5.2)."""
    spread, known = [int(rtl)] * length, dict(zip(kept, levels, strict=True))
    for i in range(length):
        spread[i] = known.get(i, spread[i - 1] if i else int(rtl))
    return tuple(spread)


# --- weak types ----------------------------------------------------------------------------


def _resolve_weak(kinds: list[str], base: str) -> None:
    _resolve_marks(kinds, base)
    _resolve_numbers(kinds)
    _resolve_separators(kinds)
    _resolve_latin_numbers(kinds, base)


def _resolve_marks(kinds: list[str], base: str) -> None:
    """W1: a mark is what it stands on."""
    for i, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[i] = kinds[i - 1] if i else base


def _resolve_numbers(kinds: list[str]) -> None:
    """W2: European digits after Arabic letters are Arabic numbers. W3: those letters are R."""
    strong = ""
    for i, kind in enumerate(kinds):
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[i] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]


def _resolve_separators(kinds: list[str]) -> None:
    """W4: one separator within a number belongs to it. W5: so do signs beside digits.
    W6: all others are neutral."""
    for i in range(1, len(kinds) - 1):
        before, kind, after = kinds[i - 1 : i + 2]
        joins = kind == "CS" or (kind == "ES" and before == "EN")
        if joins and before == after and before in ("EN", "AN"):
            kinds[i] = before
    for start, end in _list_sequences(kinds, {"ET"}):
        if "EN" in (*kinds[max(0, start - 1) : start], *kinds[end : end + 1]):
            kinds[start:end] = ["EN"] * (end - start)
    kinds[:] = ["ON" if kind in ("ES", "ET", "CS") else kind for kind in kinds]


def _resolve_latin_numbers(kinds: list[str], base: str) -> None:
    """W7: European digits after a letter from the left are like it."""
    strong = base
    for i, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[i] = "L"


def _list_sequences(kinds: Sequence[str], wanted: set[str]) -> Iterator[tuple[int, int]]:
    """Start and end of every longest sequence of the wanted types."""
    start = None
    for i, kind in enumerate((*kinds, "")):
        if kind in wanted and start is None:
            start = i
        elif kind not in wanted and start is not None:
            yield start, i
            start = None


# --- brackets and neutrals -----------------------------------------------------------------


def _resolve_brackets(letters: list[str], original: list[str], kinds: list[str], base: str) -> None:
    """N0: both brackets of a pair take one direction, and marks on them follow."""
    for opening, closing in sorted(_bracket_pairs(letters, kinds)):
        side = _bracket_side(kinds, opening, closing, base)
        if side is None:
            continue
        for at in (opening, closing):
            kinds[at] = side
            while at + 1 < len(kinds) and original[at + 1] == "NSM":
                at += 1
                kinds[at] = side


def _bracket_pairs(letters: list[str], kinds: list[str]) -> Iterator[tuple[int, int]]:
    """BD16: which closing bracket answers which opening one."""
    waiting: list[tuple[str, int]] = []
    for i, letter in enumerate(letters):
        if kinds[i] != "ON":
            continue
        if letter in _CLOSES:
            if len(waiting) == _DEEPEST:
                return
            waiting.append((_CLOSES[letter], i))
        elif letter in _CLOSERS:
            depth = next((d for d in reversed(range(len(waiting))) if waiting[d][0] == letter), -1)
            if depth >= 0:
                yield waiting[depth][1], i
                del waiting[depth:]


def _bracket_side(kinds: list[str], opening: int, closing: int, base: str) -> str | None:
    """N0 b-d: as the paragraph if anything inside is; otherwise as what is before the pair."""
    inside = {_STRONG[kind] for kind in kinds[opening + 1 : closing] if kind in _STRONG}
    if not inside:
        return None
    if base in inside:
        return base
    return _side_before(kinds, opening, base)


def _side_before(kinds: list[str], at: int, base: str) -> str:
    return next((_STRONG[kind] for kind in kinds[:at][::-1] if kind in _STRONG), base)


def _resolve_neutral(kinds: list[str], base: str) -> None:
    """N1: neutrals between two of one direction take it. N2: others take the paragraph's."""
    neutral = set(kinds) - set(_STRONG)
    for start, end in _list_sequences(kinds, neutral):
        before = _STRONG[kinds[start - 1]] if start else base
        after = _STRONG[kinds[end]] if end < len(kinds) else base
        kinds[start:end] = [before if before == after else base] * (end - start)


def _final_level(kind: str, rtl: bool) -> int:
    """I1, I2."""
    if rtl:
        return 1 if kind == "R" else 2
    return {"L": 0, "R": 1}.get(kind, 2)


# --- order ---------------------------------------------------------------------------------


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
