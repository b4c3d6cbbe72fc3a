"""Isolating run sequences: what is resolved together (X10).

In      the types and levels of a paragraph's characters.
Out     sequences of characters of one level, isolates in them left out; they resolve themselves.

Source  Unicode Standard Annex #9, "Unicode Bidirectional Algorithm", revision 48; steps
        carry its names. Nothing is left out; Unicode's own test files pass in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from cardgen.text.bidi.embedding import ISOLATES
from cardgen.text.bidi.implicit import raise_level, resolve_brackets, resolve_neutral, resolve_weak


def _match_isolates(kinds: Sequence[str]) -> dict[int, int]:
    """BD9: the PDI of each isolate that has one, and the isolate of each such PDI."""
    matches: dict[int, int] = {}
    waiting: list[int] = []
    for index, kind in enumerate(kinds):
        if kind in ISOLATES:
            waiting.append(index)
        elif kind == "PDI" and waiting:
            opening = waiting.pop()
            matches[opening], matches[index] = index, opening
        elif kind == "B":
            waiting.clear()
    return matches


class RunSequence(Struct, frozen=True):
    """BD13: what is resolved together: characters of one level, isolates in it left out, and
    the sides before and after it."""

    indices: list[int]
    level: int
    before: str
    after: str

    def resolve(
        self, letters: Sequence[str], original: Sequence[str], kinds: list[str], levels: list[int]
    ) -> None:
        """W1 to W7, N0 to N2, I1 and I2."""
        own = [kinds[index] for index in self.indices]
        typed = [original[index] for index in self.indices]
        side = _side_of(self.level)
        resolve_weak(own, self.before)
        resolve_brackets([letters[i] for i in self.indices], typed, own, side, self.before)
        resolve_neutral(own, side, self.before, self.after)
        for index, kind in zip(self.indices, own, strict=True):
            levels[index] = self.level + raise_level(kind, self.level)


def _side_of(level: int) -> str:
    return "R" if level % 2 else "L"


def list_run_sequences(
    kept: Sequence[int], levels: Sequence[int], kinds: Sequence[str], rtl: bool
) -> list[RunSequence]:
    """X10: level runs, put together over isolates."""
    matches = _match_isolates(kinds)
    joined: list[list[int]] = []
    waiting: dict[int, list[int]] = {}
    for run in _list_level_runs(kept, levels):
        opening = matches.get(run[0]) if kinds[run[0]] == "PDI" else None
        sequence = waiting.pop(opening, None) if opening is not None else None
        if sequence is None:
            sequence = []
            joined.append(sequence)
        sequence += run
        if kinds[run[-1]] in ISOLATES and run[-1] in matches:
            waiting[run[-1]] = sequence
    place = {index: at for at, index in enumerate(kept)}
    around = [int(rtl), *(levels[index] for index in kept), int(rtl)]
    return [_make_sequence(own, levels, kinds, matches, place, around) for own in joined]


def _list_level_runs(kept: Sequence[int], levels: Sequence[int]) -> Iterator[list[int]]:
    for _, run in groupby(kept, key=lambda index: levels[index]):
        yield list(run)


def _make_sequence(
    indices: list[int],
    levels: Sequence[int],
    kinds: Sequence[str],
    matches: Mapping[int, int],
    place: Mapping[int, int],
    around: Sequence[int],
) -> RunSequence:
    """`around` has the levels of all that is kept, and the paragraph's at either end."""
    level, last = levels[indices[0]], indices[-1]
    before = around[place[indices[0]]]
    open_ended = kinds[last] in ISOLATES and last not in matches
    after = around[0] if open_ended else around[place[last] + 2]
    return RunSequence(indices, level, _side_of(max(level, before)), _side_of(max(level, after)))
