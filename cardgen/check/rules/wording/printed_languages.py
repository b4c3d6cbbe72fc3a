"""In which language the characters of a typed text are printed.

In      the bound faces; a text as it was typed, and where in it.
Out     the languages of all places of the card that print it: of the element, its style, or of the
        words (`[words]{lang=fr}`) there.

A text is found by its letters and quotation marks, wherever a template or a piece puts it. One that
is not found, as a filter changed it, may be in any language of its card.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from cardgen.bind.bound_elements import TextBox
from cardgen.bind.bound_faces import BoundCard
from cardgen.bind.bound_texts import InlineIcon
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.typed_texts import TypedText
from cardgen.check.rules.wording.typing import list_text_boxes
from cardgen.core.findings import Span

_BRACES = re.compile(r"\{[^{}]*\}")
_MARKS = frozenset("\"'“”‘’‚„«»‹›「」『』′″")
"""What straight marks become: one mark here."""


Stretches = list[tuple[str, str]]
"""The letters of a text that are in one language, and that language."""


class PrintedLanguages:
    """The languages in which a game's cards print their texts."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self._latest: tuple[Span, list[Stretches]] | None = None
        """The texts of the card that was asked for last."""

    def list_languages(self, typed: TypedText, offset: int) -> frozenset[str]:
        """Those of the character at an offset of a text, wherever its card prints it; none if the
        card has no texts."""
        blanked = _BRACES.sub(lambda found: "\0" * len(found[0]), typed.text)
        words, at = _join_letters(blanked), len(_join_letters(blanked[:offset]))
        texts = self._read_card(typed.card.span)
        found = frozenset(name for text in texts for name in _list_languages_at(text, words, at))
        return found or frozenset(name for text in texts for _, name in text)

    def _read_card(self, span: Span) -> list[Stretches]:
        if self._latest is None or self._latest[0] != span:
            faces = {face for card in self._cards.get(span, ()) for face in (card.front, card.back)}
            boxes = (list_text_boxes(face.body.elements) for face in faces if face)
            self._latest = span, list(map(_list_stretches, chain.from_iterable(boxes)))
        return self._latest[1]

    @cached_property
    def _cards(self) -> dict[Span, list[BoundCard]]:
        found: dict[Span, list[BoundCard]] = defaultdict(list)
        for deck in self.subject.bound.decks:
            for card in deck.cards:
                found[card.span].append(card)
        return found


def _list_languages_at(text: Stretches, words: str, at: int) -> Iterator[str]:
    """The languages of one character of some words at all places of a text that has them."""
    whole = "".join(letters for letters, _ in text)
    start = whole.find(words)
    while start >= 0:
        yield _find_language(text, start + at)
        start = whole.find(words, start + 1)


def _find_language(text: Stretches, at: int) -> str:
    """The language of the stretch that a character stands in, or of the last one."""
    for letters, language in text:
        if at < len(letters):
            return language
        at -= len(letters)
    return text[-1][1]


def _list_stretches(box: TextBox) -> Stretches:
    lines = (line for paragraph in box.text.paragraphs for line in paragraph)
    return [
        (_join_letters(inline.text), inline.language or box.setting.language)
        for inline in chain.from_iterable(lines)
        if not isinstance(inline, InlineIcon)
    ]


def _join_letters(text: str) -> str:
    """The letters, figures and quotation marks of a text, alike in any setting."""
    return "".join(
        '"' if character in _MARKS else character.casefold()
        for character in text
        if character in _MARKS or character.isalnum()
    )
