"""Typographic characters in a text with markup, seen over the borders of its pieces.

In      the pieces of a text, the language of each.
Out     the pieces with quotes and dashes as they are in the whole text: a quotation may begin
        in one line or style and end in another. Code stays as it is typed.
Not here  the characters (`text.smart_punctuation`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from cardgen.text.markup import MarkupParagraph, MarkupPiece
from cardgen.text.smart_punctuation import PICTURE, smarten_parts


def set_punctuation(
    paragraphs: Sequence[MarkupParagraph], language_of: Callable[[MarkupPiece], str]
) -> tuple[MarkupParagraph, ...]:
    """The text as it is printed."""
    pieces = [piece for lines in paragraphs for line in lines for piece in line]
    languages = [language_of(piece) for piece in pieces]
    made = {language: _list_texts(paragraphs, language) for language in set(languages)}
    texts = iter([made[language][index] for index, language in enumerate(languages)])
    return tuple(_replace_texts(paragraphs, texts))


def _list_texts(paragraphs: Sequence[MarkupParagraph], language: str) -> list[str]:
    """The texts of the pieces with the characters of one language."""
    typed: list[str] = []
    places: list[int] = []
    for lines in paragraphs:
        for line in lines:
            places += range(len(typed), len(typed) + len(line))
            typed += (*(PICTURE if _is_opaque(piece) else piece.text for piece in line), "\n")
        typed.append("\n")
    made = smarten_parts(tuple(typed), language)
    return [made[place] for place in places]


def _replace_texts(
    paragraphs: Sequence[MarkupParagraph], texts: Iterator[str]
) -> Iterator[MarkupParagraph]:
    for lines in paragraphs:
        yield tuple(tuple(_replace_text(piece, next(texts)) for piece in line) for line in lines)


def _replace_text(piece: MarkupPiece, text: str) -> MarkupPiece:
    return piece if _is_opaque(piece) or piece.text == text else replace(piece, text=text)


def _is_opaque(piece: MarkupPiece) -> bool:
    """Whether it is nothing but a word for the marks beside it."""
    return bool(piece.icon or piece.literal)
