"""How many slips of a finger lie between two words."""

from __future__ import annotations

_MOST = 40_000
"""Pairs of letters that are compared; a name of 200 letters with another."""


def count_slips(typed: str, meant: str) -> int:
    """Return how many letters are missing, added, wrong or swapped with their neighbour.

    Of long texts that are not alike in most of their letters it is the length of the longer one,
    which is never less than that.

    Source: the "optimal string alignment" distance, F. J. Damerau, "A technique for computer
    detection and correction of spelling errors", Communications of the ACM 7 (1964), 171–176.
    """
    typed, meant = _without_shared_ends(typed, meant)
    if len(typed) * len(meant) > _MOST:
        return max(len(typed), len(meant))
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for i, letter in enumerate(typed, 1):
        last, before, row = before, row, [i]
        for j, wanted in enumerate(meant, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 < j and letter == meant[j - 2] and typed[i - 2] == wanted:
                least = min(least, last[j - 2] + 1)
            row.append(least)
    return row[-1]


def _without_shared_ends(typed: str, meant: str) -> tuple[str, str]:
    """Two words without the letters in which both begin and end: there is no slip in these."""
    start = _count_shared(typed, meant)
    typed, meant = typed[start:], meant[start:]
    end = _count_shared(typed[::-1], meant[::-1])
    return typed[: len(typed) - end], meant[: len(meant) - end]


def _count_shared(typed: str, meant: str) -> int:
    """How many letters two words share before the first that differs."""
    pairs = enumerate(zip(typed, meant, strict=False))
    return next((i for i, (one, other) in pairs if one != other), min(len(typed), len(meant)))
