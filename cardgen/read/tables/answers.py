"""Texts that people write for no, and spreadsheets show of a box that is not ticked."""

from __future__ import annotations

from collections.abc import Iterable

_NO = frozenset(
    "no false off n 0 0.0 nein falsch aus non faux falso nej nie нет ✗ ☐ "
    "não falsk nei onwaar nee fałsz nepravda hamis ложь yanlış hayır epätosi いいえ 否".split()
)
"""In small letters."""


_LETTERS = frozenset("y n j o s x - ✓ ✗".split())


def says_no(text: str) -> bool:
    """Whether a text that conditions take for true is meant as a no."""
    return text.strip().casefold() in _NO


def are_letters(noes: Iterable[str], every: Iterable[object]) -> bool:
    """Whether an `n` is a letter like the others: the field holds more than single-letter answers.

    Args:
        noes: The texts of a field that say no.
        every: All that the field holds.
    """
    if any(text.strip().casefold() != "n" for text in noes):
        return False
    texts = (one for one in every if isinstance(one, str) and one.strip())
    return any(text.strip().casefold() not in _LETTERS for text in texts)
