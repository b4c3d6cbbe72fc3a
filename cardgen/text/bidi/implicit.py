"""The types that characters take from those around them: weak ones, brackets, neutrals.

In      the types of a run sequence's characters, and the sides before and after it.
Out     L, R, EN or AN for each, and how much that raises its level (W1 to I2).

Source  Unicode Standard Annex #9, "Unicode Bidirectional Algorithm", revision 48; steps
        carry its names. Nothing is left out; Unicode's own test files pass in full.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cardgen.text.bidi.embedding import ISOLATES

_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""The side each type is on for N0 to N2: numbers count as R."""
_NEUTRAL = frozenset(("B", "S", "WS", "ON", "PDI", *ISOLATES))
_PAIRS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒"
    "⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
"""Unicode's `BidiBrackets.txt`, openers and closers in turn."""
_SAME = {"\u2329": "\u3008", "\u232a": "\u3009"}
"""Brackets that are others, written in another way."""
_CLOSES = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_CLOSERS = frozenset(_CLOSES.values())
_DEEPEST = 63


def resolve_weak(kinds: list[str], before: str) -> None:
    _resolve_marks(kinds, before)
    _resolve_numbers(kinds)
    _resolve_separators(kinds)
    _resolve_latin_numbers(kinds, before)


def _resolve_marks(kinds: list[str], before: str) -> None:
    """W1: a mark is what it stands on; on the code of an isolate it is neutral."""
    for i, kind in enumerate(kinds):
        if kind == "NSM":
            on = kinds[i - 1] if i else before
            kinds[i] = "ON" if on == "PDI" or on in ISOLATES else on


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


def _resolve_latin_numbers(kinds: list[str], before: str) -> None:
    """W7: European digits after a letter from the left are like it."""
    strong = before
    for i, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[i] = "L"


def _list_sequences(kinds: Sequence[str], wanted: Collection[str]) -> Iterator[tuple[int, int]]:
    """Start and end of every longest sequence of the wanted types."""
    start = None
    for i, kind in enumerate((*kinds, "")):
        if kind in wanted and start is None:
            start = i
        elif kind not in wanted and start is not None:
            yield start, i
            start = None


# --- brackets and neutrals -----------------------------------------------------------------


def resolve_brackets(
    letters: list[str], original: list[str], kinds: list[str], side: str, before: str
) -> None:
    """N0: both brackets of a pair take one direction, and marks on them follow."""
    for opening, closing in sorted(_bracket_pairs(letters, kinds)):
        found = _bracket_side(kinds, opening, closing, side, before)
        if found is None:
            continue
        for at in (opening, closing):
            kinds[at] = found
            while at + 1 < len(kinds) and original[at + 1] == "NSM":
                at += 1
                kinds[at] = found


def _bracket_pairs(letters: list[str], kinds: list[str]) -> Iterator[tuple[int, int]]:
    """BD16: which closing bracket answers which opening one."""
    waiting: list[tuple[str, int]] = []
    for i, letter in enumerate(letters):
        if kinds[i] != "ON":
            continue
        letter = _SAME.get(letter, letter)
        if letter in _CLOSES:
            if len(waiting) == _DEEPEST:
                return
            waiting.append((_CLOSES[letter], i))
        elif letter in _CLOSERS:
            depth = next((d for d in reversed(range(len(waiting))) if waiting[d][0] == letter), -1)
            if depth >= 0:
                yield waiting[depth][1], i
                del waiting[depth:]


def _bracket_side(
    kinds: list[str], opening: int, closing: int, side: str, before: str
) -> str | None:
    """N0 b-d: as what is around the pair if anything inside is; otherwise as what is before it."""
    inside = {_STRONG[kind] for kind in kinds[opening + 1 : closing] if kind in _STRONG}
    if not inside:
        return None
    if side in inside:
        return side
    return next((_STRONG[kind] for kind in kinds[:opening][::-1] if kind in _STRONG), before)


def resolve_neutral(kinds: list[str], side: str, before: str, after: str) -> None:
    """N1: neutrals between two of one direction take it. N2: others take that around them."""
    for start, end in _list_sequences(kinds, _NEUTRAL):
        first = _STRONG[kinds[start - 1]] if start else before
        last = _STRONG[kinds[end]] if end < len(kinds) else after
        kinds[start:end] = [first if first == last else side] * (end - start)


def raise_level(kind: str, level: int) -> int:
    """I1, I2: how much deeper than its sequence a character lies."""
    if level % 2:
        return int(kind != "R")
    return {"L": 0, "R": 1}.get(kind, 2)
