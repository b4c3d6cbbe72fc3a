"""Narrower and wider letters of justified lines, from fonts with a width axis.

In      the words of a line, how far its spaces would have to be set, a `TextSetting`.
Out     the same words in faces a few steps narrower or wider.
Not here  the faces (`text.font_widths`), what that gives a line (`layout.text.paragraph_items`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from msgspec.structs import replace

from cardgen.bind.bound_texts import InlineIcon, TextRun, TextSetting
from cardgen.layout.text.words import Fragment
from cardgen.text.fonts import Face


class LetterWidths:
    """What texts are made of, in faces some steps wider. A run is the same object wherever it
    stands: what is set of it is put together by that."""

    def __init__(self, setting: TextSetting, step: int) -> None:
        self._faces: dict[Face, Face] = {one.face: one.find(step) for one in setting.widths}
        self._runs: dict[int, tuple[TextRun, TextRun]] = {}

    def widen_run(self, run: TextRun) -> TextRun:
        face = self._faces.get(run.face)
        if face is None:
            return run
        made = replace(run, face=face)
        return self._runs.setdefault(id(run), (run, made))[1]

    def widen(self, fragments: Sequence[Fragment]) -> tuple[Fragment, ...]:
        return tuple(
            fragment
            if isinstance(fragment.inline, InlineIcon)
            else replace(fragment, inline=self.widen_run(fragment.inline))
            for fragment in fragments
        )


def find_limits(setting: TextSetting) -> tuple[int, int]:
    """How many steps letters of justified lines may be narrower and wider."""
    if setting.align != "justify":
        return 0, 0
    narrower = max((len(one.narrower) for one in setting.widths), default=0)
    return narrower, max((len(one.wider) for one in setting.widths), default=0)


def choose_step(setting: TextSetting, ratio: float) -> int:
    """How many steps wider the letters of a line are, so that they and its spaces take up what it
    lacks in equal shares. Of what is too much, letters take the larger part: spaces
    are not to go below their limit."""
    narrower, wider = find_limits(setting)
    if ratio < 0:
        return max(-narrower, floor(ratio * narrower + 1e-6))
    return min(wider, round(ratio * wider))
