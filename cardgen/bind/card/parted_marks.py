"""Marks that markup parts from their letters: `e[◌́]{coral}`.

In      the pieces of a line.
Out     the pieces with each mark in that of its letter, and where marks stood that lose a look.

A letter and its marks are shaped at once, in one font: a mark by itself would stand on a dotted
circle, or beside its letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.card.ruby import find_reading
from cardgen.text.graphemes import split_graphemes
from cardgen.text.markup import MarkupPiece

_FIRST_MARK = "\u0300"


class PartedMark(Struct, frozen=True):
    """What belongs to the letter before it, and where it stood."""

    text: str
    offset: int


def join_marks(
    line: Sequence[MarkupPiece],
) -> tuple[tuple[MarkupPiece, ...], tuple[PartedMark, ...]]:
    """Return the pieces with marks beside their letters, and the marks whose own look is lost."""
    joined: list[MarkupPiece] = []
    lost: list[PartedMark] = []
    for piece in line:
        last = joined[-1] if joined else None
        count = _count_marks(last, piece) if last is not None else 0
        if last is None or not count:
            joined.append(piece)
            continue
        marks = piece.text[:count]
        joined[-1] = replace(last, text=last.text + marks)
        if _look(last) != _look(piece) and any(category(one) != "Cf" for one in marks):
            lost.append(PartedMark(marks, piece.offset))
        if len(piece.text) > count:
            joined.append(replace(piece, text=piece.text[count:], offset=piece.offset + count))
    return tuple(joined), tuple(lost)


def _count_marks(last: MarkupPiece, piece: MarkupPiece) -> int:
    """How many characters a piece begins with that belong to the letter before it."""
    if piece.text[:1] < _FIRST_MARK or not last.text or piece.icon or last.icon:
        return 0
    if find_reading(last) is not None or find_reading(piece) is not None:
        return 0
    *_, letter = split_graphemes(last.text)
    return len(next(split_graphemes(letter + piece.text))) - len(letter)


def _look(piece: MarkupPiece) -> tuple[object, ...]:
    return piece.bold, piece.italic, piece.styles
