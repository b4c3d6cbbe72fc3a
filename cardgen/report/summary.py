"""What a game holds beside what it should: the table at the end of `cardgen check`.

In      the game as read; where it could be bound, its faces.
Out     rows of text.
Not here  what is wrong with a count (`check.rules.composition.deck_counts`), drawing the table
        (`cli`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from cardgen.bind.game.bound_game import BoundGame
from cardgen.check.rules.composition.card_group import GAME, evaluate_cards
from cardgen.expressions.faults import TemplateFault
from cardgen.read.game import GameSpec
from cardgen.read.tables.cards import CardSpec
from cardgen.report.summary_line import SummaryLine

_LISTED = 8
"""So many values of a field get a line each; of more, only those that are off."""


def summarize_decks(spec: GameSpec, bound: BoundGame) -> tuple[SummaryLine, ...]:
    """Each deck's cards, faces and counts."""
    spec = spec.as_composed
    return tuple(line for deck in spec.cards for line in _summarize_deck(deck, spec, bound))


def count_copies(spec: GameSpec, deck: str) -> int:
    """The cards of a deck that are printed."""
    return sum(card.copies for card in spec.as_composed.cards.get(deck, ()))


def count_values(spec: GameSpec, deck: str, what: str, listed: Container[str] = ()) -> Counter[str]:
    """The cards of a deck, or of all as `game`, by the value of a field or expression, copies
    counted; ``listed`` are values that the composition lists."""
    spec = spec.as_composed
    every = [card for own in spec.cards.values() for card in own]
    cards = spec.cards.get(deck, every if deck == GAME else ())
    return _count_cards(cards, what, spec.constants, listed)


def _summarize_deck(deck: str, spec: GameSpec, bound: BoundGame) -> Iterator[SummaryLine]:
    cards = spec.cards[deck]
    wanted = spec.composition.decks.get(deck) if spec.composition else None
    found = count_copies(spec, deck)
    total = wanted.total if wanted else None
    yield SummaryLine(deck, "cards", found, "" if total is None else str(total))
    benched = sum(not card.copies for card in cards)
    if benched:
        yield SummaryLine(deck, "benched", benched, "")
    yield SummaryLine(deck, "different faces", _count_faces(deck, bound), "")
    for what, counts in (wanted.count if wanted else {}).items():
        yield from _compare_counts(
            deck, what, _count_cards(cards, what, spec.constants, counts), counts
        )


def _count_faces(deck: str, bound: BoundGame) -> int:
    cards = [card for own in bound.decks if own.name == deck for card in own.cards]
    return len({face for card in cards for face in (card.front, card.back) if face})


def _compare_counts(
    deck: str, what: str, found: Counter[str], wanted: dict[str, int]
) -> Iterator[SummaryLine]:
    off = [value for value in {**wanted, **found} if found[value] != wanted.get(value, 0)]
    short = len(wanted) <= _LISTED
    if not short:
        good = len(wanted) - sum(value in wanted for value in off)
        yield SummaryLine(deck, f"{what}: values with the right count", good, str(len(wanted)))
    for value in dict.fromkeys((*wanted, *off)) if short else off:
        yield SummaryLine(deck, f"{what} {value}", found[value], str(wanted.get(value, 0)))


def _count_cards(
    cards: Sequence[CardSpec], what: str, constants: Mapping[str, Any], listed: Container[str]
) -> Counter[str]:
    """Cards by the value of a field or expression, copies counted; none where the expression is
    broken: that is reported."""
    counts: Counter[str] = Counter()
    with suppress(TemplateFault):
        for row in evaluate_cards("", cards, what, constants):
            for text in row.list_texts(listed):
                counts[text] += row.card.copies
    return counts
