"""Sets of characters in which whole blocks of Unicode are.

In      ranges of characters.
Out     whether a character is in one of them.

A pattern of `re` with such ranges takes 1 to 3 ms to compile, at every start; these take nothing,
and most texts are below the first of them.
"""

from __future__ import annotations

from bisect import bisect_right


class CharacterRanges:
    """A set of characters."""

    def __init__(self, *ranges: str) -> None:
        """Make a set; each range is its first character and its last, in order of their code
        points, or one character alone."""
        self._starts = [one[0] for one in ranges]
        self._ends = [one[-1] for one in ranges]

    def __contains__(self, character: str) -> bool:
        index = bisect_right(self._starts, character) - 1
        return index >= 0 and character <= self._ends[index]
