"""What stands between two characters beside each other of which one is Chinese or Japanese.

In      the fragments on either side, how the text is set.
Out     the gap in points, and how far it grows and shrinks in a justified line.
Not here  where lines may end (`text.break_opportunities`).

Source  W3C, "Requirements for Japanese Text Layout", 3.1.4 (signs beside each other), 3.2.6
        (Latin and Japanese); CSS Text 4, `text-autospace: normal`, whose letters are taken.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category, east_asian_width

from msgspec import Struct

from cardgen.bind.bound_texts import TextRun, TextSetting
from cardgen.layout.text.fragments import measure_ruby_excess
from cardgen.layout.text.words import Fragment, text_of_fragment
from cardgen.text.character_ranges import CharacterRanges
from cardgen.text.shaping import find_blanks, shape
from cardgen.text.vertical_shaping import shape_down
from cardgen.text.wide_punctuation import has_squeezed_pairs, may_tighten, measure_squeeze

_STRETCH, _SHRINK = 0.05, 0.5
"""How far the gap between two CJK characters may grow, in ems, and how far it may eat into
the blank half of a bracket or full stop (JIS X 4051); it has no width of its own."""
_AUTOSPACE, _AUTOSPACE_GIVE = 0.25, 0.125
"""The gap between a CJK character and a Latin letter or a figure, and how far it grows and
shrinks, in ems."""
_IDEOGRAPH = CharacterRanges(
    "\u3005\u3007", "\u3031\u3035", "\u303b", "\u3041\u3096", "\u309d\u309f", "\u30a1\u30fa",
    "\u30fc\u30ff", "\u31f0\u31ff", "\u3400\u4dbf", "\u4e00\u9fff", "\uf900\ufaff",
    "\U0001b000\U0001b16f", "\U00020000\U0003fffd",
)  # fmt: skip
_KANA = CharacterRanges("\u3041\u3096", "\u30a1\u30fa", "\u30fc")


class WideJoint(Struct, frozen=True):
    """A gap, in points; `spaced` if it parts scripts: readers are not to take it for a space."""

    gap: float
    stretch: float
    shrink: float
    spaced: bool = False


def measure_wide_joint(
    before: Fragment, after: Fragment, setting: TextSetting, size: float
) -> WideJoint:
    """What stands between two fragments, one of which ends or begins with a CJK character."""
    first, second = text_of_fragment(before)[-1], text_of_fragment(after)[0]
    if setting.autospace and _is_spaced(before, after):
        em = size * _scale_of_ideograph(before, after)
        give = _AUTOSPACE_GIVE * em
        return WideJoint(_AUTOSPACE * em, give, give, spaced=True)
    over = _measure_overhang(before, after, setting, size)
    if over:
        return WideJoint(-over, size * _STRETCH, 0.0)
    tightens = may_tighten(first, second)
    gap = -_measure_squeeze(before, after, size, setting.language)
    return WideJoint(gap, size * _STRETCH, size * _SHRINK * tightens)


def _measure_overhang(
    before: Fragment, after: Fragment, setting: TextSetting, size: float
) -> float:
    """How far ruby that is wider than what it stands above may reach over kana beside it: half of
    its own size, as far as there is no ruby."""
    for wide, beside in ((before, after.text[0]), (after, before.text[-1])):
        other = after if wide is before else before
        ruby = wide.inline.ruby if isinstance(wide.inline, TextRun) else ()
        if not ruby or beside not in _KANA:
            continue
        if isinstance(other.inline, TextRun) and not other.inline.ruby:
            half = size * ruby[0].scale / 2
            return min(half, measure_ruby_excess(wide, size, setting.language))
    return 0.0


def _is_spaced(before: Fragment, after: Fragment) -> bool:
    if not (isinstance(before.inline, TextRun) and isinstance(after.inline, TextRun)):
        return False
    if "one" in (before.stand, after.stand):
        return False
    return has_autospace(_find_last_base(before.text), after.text[0])


def _find_last_base(text: str) -> str:
    """The last character that is no mark on another, nor says which form another has."""
    return next((one for one in reversed(text) if category(one)[0] != "M"), text[-1])


@lru_cache(maxsize=4096)
def has_autospace(before: str, after: str) -> bool:
    """Whether a CJK character stands beside a letter of another script, or a figure."""
    ideographs = (before in _IDEOGRAPH, after in _IDEOGRAPH)
    if ideographs == (True, False):
        return _is_letter(after)
    return ideographs == (False, True) and _is_letter(before)


def _is_letter(character: str) -> bool:
    return category(character)[0] in "LMN" and east_asian_width(character) not in "FW"


def _scale_of_ideograph(before: Fragment, after: Fragment) -> float:
    """How large the CJK character is of the two."""
    wide = before if _find_last_base(before.text) in _IDEOGRAPH else after
    return wide.inline.scale if isinstance(wide.inline, TextRun) else 1.0


def _measure_squeeze(before: Fragment, after: Fragment, size: float, language: str) -> float:
    """How much closer two signs stand that are both half blank."""
    run, other = before.inline, after.inline
    if not isinstance(run, TextRun) or not isinstance(other, TextRun) or run.face != other.face:
        return 0.0
    pair = before.text[-1] + after.text[0]
    down = before.stand == "upright"
    if not has_squeezed_pairs(pair) or down != (after.stand == "upright"):
        return 0.0
    set_sign = shape_down if down else shape
    first, second = (
        set_sign(run.face, sign, own.features, own.language or language).glyphs[0]
        for sign, own in zip(pair, (run, other), strict=True)
    )
    blanks = (find_blanks(run.face, glyph, down=down) for glyph in (first, second))
    return size * run.scale * measure_squeeze(*blanks)
