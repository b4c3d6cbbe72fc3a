"""Where a line may end, by the Unicode line breaking algorithm.

In      a text.
Out     offsets at which a line may end.
Not here  what cards do differently (`text.break_opportunities`), hyphenation
        (`text.hyphenation`), which of the places is taken (`text.linebreak`).

Source  Unicode Standard Annex #14, "Unicode Line Breaking Algorithm", revision 55 (Unicode
        17.0.0); rules carry its names. Nothing is left out: Unicode's own test file passes in
        full. Scripts that need a dictionary (Thai, Khmer …) have no places within words, as
        LB1 has it: see `text.dictionary_breaks`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct

from cardgen.text.character_classes import look_up_class


class Unit(Struct, frozen=True, gc=False):
    """A character with the marks on it (LB9): its class and properties."""

    kind: str
    code: int
    start: int
    east_asian: bool = False
    initial: bool = False
    final: bool = False
    unassigned: bool = False
    joins_next: bool = False
    """Whether its last character is a zero-width joiner."""
    flags: int = 0
    """How many regional indicators end here, this one counted in."""


_HARD = frozenset(("BK", "CR", "LF", "NL"))
_NO_BASE = _HARD | {"SP", "ZW"}
_MARKS = frozenset(("CM", "ZWJ"))
_LETTERS = frozenset(("AL", "HL"))
_HYPHENS = frozenset(("HY", "HH"))
_JAMO = frozenset(("JL", "JV", "JT", "H2", "H3"))
_EMOJI = frozenset(("ID", "EB", "EM"))
_CIRCLE = 0x25CC
_KEPT = frozenset((("AL", "AL"), ("AL", "SP")))
"""Between which no line ends, whatever stands around them."""


@lru_cache(maxsize=4096)
def find_class(character: str) -> tuple[str, str]:
    """A character's line-breaking class and its properties."""
    kind, _, properties = look_up_class("line_break_classes.txt", character).partition("+")
    return kind or "AL", properties


def _group_units(text: str) -> list[Unit]:
    """LB9, LB10: marks belong to the character before them, or are letters."""
    units: list[Unit] = []
    for offset, character in enumerate(text):
        kind, properties = find_class(character)
        joins = kind == "ZWJ"
        if kind in _MARKS:
            if units and units[-1].kind not in _NO_BASE:
                last = units[-1]
                units[-1] = Unit(last.kind, last.code, last.start, last.east_asian, last.initial,
                                 last.final, last.unassigned, joins, last.flags)  # fmt: skip
                continue
            kind, properties = "AL", ""
        flags = 0 if kind != "RI" else units[-1].flags + 1 if units else 1
        units.append(
            Unit(kind, ord(character), offset, "E" in properties, "I" in properties,
                 "F" in properties, "U" in properties, joins, flags)
        )  # fmt: skip
    return units


@lru_cache(maxsize=8192)
def find_line_breaks(text: str) -> tuple[int, ...]:
    """Offsets within a text at which a line may end, ascending.

    Takes O(n) steps but for long runs of spaces or number signs.
    """
    units = _group_units(text)
    return tuple(units[at].start for at in range(1, len(units)) if _may_break(units, at))


def _may_break(units: Sequence[Unit], at: int) -> bool:
    """Whether a line may end before a unit: the first rule that says something holds. What most
    of a text is, letters beside letters and before spaces, is known at once: LB28 and LB7."""
    if (units[at - 1].kind, units[at].kind) in _KEPT:
        return False
    for rule in _RULES:
        verdict = rule(units, at)
        if verdict is not None:
            return verdict
    return True  # LB31


def _unit_class(units: Sequence[Unit], at: int) -> str:
    """The class of a unit; nothing before and after the text."""
    return units[at].kind if 0 <= at < len(units) else ""


def _before_spaces(units: Sequence[Unit], at: int) -> int:
    """The last unit before `at` that is no space; -1 if there is none."""
    at -= 1
    while at >= 0 and units[at].kind == "SP":
        at -= 1
    return at


def _break_obligatory(units: Sequence[Unit], at: int) -> bool | None:
    """LB4 to LB8a: line ends, spaces, zero-width spaces and joiners."""
    before, after = units[at - 1].kind, units[at].kind
    if before in _HARD:
        return not (before == "CR" and after == "LF")
    if after in _NO_BASE:
        return False
    if _unit_class(units, _before_spaces(units, at)) == "ZW":
        return True
    return False if units[at - 1].joins_next else None


def _break_at_closing(units: Sequence[Unit], at: int) -> bool | None:
    """LB11 to LB14: joiners, no-break spaces, closing and opening punctuation."""
    before, after = units[at - 1].kind, units[at].kind
    if "WJ" in (before, after) or before == "GL":
        return False
    if after == "GL" and before not in ("SP", "BA", "HY", "HH"):
        return False
    if after in ("CL", "CP", "EX", "SY"):
        return False
    return False if _unit_class(units, _before_spaces(units, at)) == "OP" else None


def _break_at_quotations(units: Sequence[Unit], at: int) -> bool | None:
    """LB15: quotation marks that open before spaces, or close after them."""
    opening = _before_spaces(units, at)
    if opening >= 0 and units[opening].kind == "QU" and units[opening].initial:
        outside = _unit_class(units, opening - 1)
        if outside in ("", "OP", "QU", "GL", "SP", "ZW", *_HARD):
            return False
    if units[at].kind == "QU" and units[at].final:
        following = _unit_class(units, at + 1)
        if following in ("", "SP", "GL", "WJ", "CL", "QU", "CP", "EX", "IS", "SY", "ZW", *_HARD):
            return False
    if units[at].kind == "IS":
        return units[at - 1].kind == "SP" and _unit_class(units, at + 1) == "NU"
    return None


def _break_at_spaces(units: Sequence[Unit], at: int) -> bool | None:
    """LB16 to LB18: what keeps together over spaces; otherwise a line may end after them."""
    opening, after = _unit_class(units, _before_spaces(units, at)), units[at].kind
    if opening in ("CL", "CP") and after == "NS":
        return False
    if opening == "B2" and after == "B2":
        return False
    return True if units[at - 1].kind == "SP" else None


def _break_at_unclear_quotes(units: Sequence[Unit], at: int) -> bool | None:
    """LB19, LB19a: other quotation marks, between East Asian characters alone."""
    before, after = units[at - 1], units[at]
    if after.kind == "QU":
        outer = units[at + 1] if at + 1 < len(units) else None
        if not after.initial or not before.east_asian or outer is None or not outer.east_asian:
            return False
    if before.kind == "QU":
        outer = units[at - 2] if at > 1 else None
        if not before.final or not after.east_asian or outer is None or not outer.east_asian:
            return False
    return None


def _break_at_hyphens(units: Sequence[Unit], at: int) -> bool | None:
    """LB20 to LB22: pictures, hyphens and dashes, ellipses."""
    before, after, outer = units[at - 1].kind, units[at].kind, _unit_class(units, at - 2)
    if "CB" in (before, after):
        return True
    starts = outer in ("", "SP", "ZW", "CB", "GL", *_HARD)
    if before in _HYPHENS and after in _LETTERS and starts:
        return False
    if after in ("BA", "HH", "HY", "NS", "IN") or before == "BB":
        return False
    if outer == "HL" and before in _HYPHENS and after != "HL":
        return False
    return False if before == "SY" and after == "HL" else None


def _break_at_letters(units: Sequence[Unit], at: int) -> bool | None:
    """LB23 to LB24: numbers and signs beside letters."""
    before, after = units[at - 1].kind, units[at].kind
    keeps = (
        (before in _LETTERS and after in ("NU", "PR", "PO"))
        or (before in ("NU", "PR", "PO") and after in _LETTERS)
        or (before == "PR" and after in _EMOJI)
        or (before in _EMOJI and after == "PO")
    )
    return False if keeps else None


def _break_in_numbers(units: Sequence[Unit], at: int) -> bool | None:
    """LB25: within numbers, with their signs."""
    before, after = units[at - 1].kind, units[at].kind
    if after == "NU" and before in ("PO", "PR", "HY", "IS"):
        return False
    if before in ("PO", "PR") and after == "OP":
        following = _unit_class(units, at + 1)
        if following == "NU" or (following == "IS" and _unit_class(units, at + 2) == "NU"):
            return False
    closed = before in ("CL", "CP") and after in ("PO", "PR")
    number = at - 2 if closed else at - 1
    while _unit_class(units, number) in ("SY", "IS"):
        number -= 1
    return False if _unit_class(units, number) == "NU" and after in ("PO", "PR", "NU") else None


def _break_in_hangul(units: Sequence[Unit], at: int) -> bool | None:
    """LB26, LB27: Korean syllables."""
    before, after = units[at - 1].kind, units[at].kind
    keeps = (
        (before == "JL" and after in ("JL", "JV", "H2", "H3"))
        or (before in ("JV", "H2") and after in ("JV", "JT"))
        or (before in ("JT", "H3") and after == "JT")
        or (before in _JAMO and after == "PO")
        or (before == "PR" and after in _JAMO)
    )
    return False if keeps else None


def _is_akshara(units: Sequence[Unit], at: int, kinds: tuple[str, ...] = ("AK", "AS")) -> bool:
    if not 0 <= at < len(units):
        return False
    return units[at].kind in kinds or units[at].code == _CIRCLE


def _break_in_syllables(units: Sequence[Unit], at: int) -> bool | None:
    """LB28, LB28a: letters, and syllables of Brahmic scripts."""
    before, after = units[at - 1].kind, units[at].kind
    first, second = _is_akshara(units, at - 1), _is_akshara(units, at)
    keeps = (
        (before in _LETTERS and after in _LETTERS)
        or (before == "AP" and second)
        or (first and after in ("VF", "VI"))
        or (_is_akshara(units, at - 2) and before == "VI" and _is_akshara(units, at, ("AK",)))
        or (first and second and _unit_class(units, at + 1) == "VF")
    )
    return False if keeps else None


def _break_at_brackets(units: Sequence[Unit], at: int) -> bool | None:
    """LB29, LB30: signs and brackets within words."""
    before, after = units[at - 1], units[at]
    word = ("AL", "HL", "NU")
    keeps = (
        (before.kind == "IS" and after.kind in _LETTERS)
        or (before.kind in word and after.kind == "OP" and not after.east_asian)
        or (before.kind == "CP" and not before.east_asian and after.kind in word)
    )
    return False if keeps else None


def _break_at_flags(units: Sequence[Unit], at: int) -> bool | None:
    """LB30a, LB30b: pairs of regional indicators, emoji and their modifiers."""
    if units[at].kind == "EM" and (units[at - 1].kind == "EB" or units[at - 1].unassigned):
        return False
    return False if units[at].kind == "RI" and units[at - 1].flags % 2 else None


_RULES: tuple[Callable[[Sequence[Unit], int], bool | None], ...] = (
    _break_obligatory,
    _break_at_closing,
    _break_at_quotations,
    _break_at_spaces,
    _break_at_unclear_quotes,
    _break_at_hyphens,
    _break_at_letters,
    _break_in_numbers,
    _break_in_hangul,
    _break_in_syllables,
    _break_at_brackets,
    _break_at_flags,
)
