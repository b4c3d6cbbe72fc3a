"""How many slips of a finger lie between two words."""

from __future__ import annotations


def count_slips(typed: str, meant: str) -> int:
    """Return how many letters are missing, added, wrong or swapped with their neighbour.

    Source: the "optimal string alignment" distance, F. J. Damerau, "A technique for computer
    detection and correction of spelling errors", Communications of the ACM 7 (1964), 171–176.
    """
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
