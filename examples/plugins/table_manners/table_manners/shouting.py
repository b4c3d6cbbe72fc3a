"""Texts that are typed in capitals throughout."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding

FEWEST_WORDS = 4


class Shouting(Rule):
    """Fields of cards whose text has no small letter."""

    heading = "Table manners"
    codes = (
        Explanation(
            "shouting",
            "a text is typed in capitals throughout",
            "Capitals have no ascenders and descenders: a line of them is read letter by letter.",
            "Type it in small letters; a style with `features: [smcp]` sets small capitals.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterator[Finding]:
        for deck, cards in subject.spec.cards.items():
            for card in cards:
                for field, value in card.values.items():
                    if isinstance(value, str) and is_shouted(value):
                        message = f"{deck}: `{field}` is typed in capitals throughout"
                        place, hint = card.place(field), "type it in small letters"
                        yield Finding("shouting", message, place, "warning", hint=hint)


def is_shouted(text: str) -> bool:
    return text.isupper() and len(text.split()) >= FEWEST_WORDS
