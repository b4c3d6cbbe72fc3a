"""Stars that are signs, and no marks of emphasis: `2*3`, `(*)`, `5*, 6*`.

In      what stands before a star, or a run of them, and after.
Out     whether it is one.
Not here  what emphasis the others give (`text.markup`, `read.markdown_text`).
"""

from __future__ import annotations

_PAIRS = frozenset({"()", "[]", '""', "''", "“”", "‘’", "„“", "«»", "»«", "‹›", "「」", "（）"})
"""Brackets and quotation marks around a star that is meant as one."""
_WORD_ENDS = frozenset(")]}%”’»")
_AFTER_WORDS = frozenset(",.;:!?)]}/…”’»\"'")


def is_lone_star(before: str, after: str) -> bool:
    """Whether stars between these two are signs: `2*3`, and by themselves in `(*)` and `"*"`."""
    return (is_figure(before) and is_figure(after)) or before + after in _PAIRS


def is_footnote(before: str, after: str) -> bool:
    """Whether a star at a word's end, or before a bracket, opens nothing: `5*, 6*`, `Price *)`."""
    return after == ")" or ((before.isalnum() or before in _WORD_ENDS) and after in _AFTER_WORDS)


def is_figure(character: str) -> bool:
    """Whether a character is a digit or a fraction such as `½`: a star between two is a sign."""
    return character.isnumeric() and not character.isalpha()
