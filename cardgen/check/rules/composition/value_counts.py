"""Compare decks with their composition: values, ranges, shares, copies, equal cards.

In      cards, and what `composition.yaml` wants of them, per deck or over all decks.
Out     findings that name the cards, the difference, both places, and the smallest edit.
Not here  totals of a deck, counts by value, unique values (`check.rules.composition.deck_counts`);
          how each part is compared (`field_values`, `kind_counts`, `equal_rows`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.composition.card_group import GAME, CardGroup, WantedCards
from cardgen.check.rules.composition.equal_rows import find_duplicate_rows, find_like_cards
from cardgen.check.rules.composition.field_values import (
    find_missing_cards,
    find_missing_values,
    find_values_out_of_range,
)
from cardgen.check.rules.composition.kind_counts import (
    find_unequal_kinds,
    find_wrong_copies,
    find_wrong_shares,
)
from cardgen.core.findings import Finding, Note, plural
from cardgen.read.tables.cards import NO_CONSTANTS, CardSpec

_PRINTED = (
    "The composition is what the game was designed and tested with; a deck that differs from "
    "it plays otherwise, and after printing nothing can be added."
)


def _explain_code(part: str, what: str, fix: str) -> Explanation:
    return Explanation(f"composition-{part}", what, _PRINTED, fix)


class ValueCounts(Rule):
    """Each deck, and all decks together, held to the values that the composition wants."""

    heading = "What the decks must hold"
    codes = (
        _explain_code(
            "required",
            "a card lacks a value that every card must have",
            "Fill in the field on the cards named, or take it out of `required:`.",
        ),
        _explain_code(
            "range",
            "a number lies outside the range that the composition gives",
            "Correct the number on the card, or widen the range: `range: {points: [-2, 6]}`.",
        ),
        _explain_code(
            "share",
            "too many or too few cards are of a kind, as a share of the deck",
            'Change as many cards as the hint says, or widen the share: `share: {"mark == '
            "'red'\": [20%, 25%]}`. Copies are counted.",
        ),
        _explain_code(
            "equal",
            "two kinds of card that should be equally many are not",
            "Add or remove as many cards as the hint says, or take the line out of `equal:`. "
            "Copies are counted.",
        ),
        _explain_code(
            "copies",
            "a card has other copies than its kind should have",
            "Correct `copies` or the value that it follows from, or change the table: `copies: "
            "{rarity: {common: 3, rare: 1}}`.",
        ),
        _explain_code(
            "distinct",
            "two cards are alike although the composition wants none to be",
            "Change one of them, or take `distinct: yes` away. A row with `copies: 2` is two "
            "cards that are alike.",
        ),
        _explain_code(
            "expect",
            "a card that the composition expects is not there",
            "Add the card, correct its spelling on the card or in `expect:`, or take it off the "
            "list.",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_value_faults(subject)


class DuplicateRows(Rule):
    """Rows of a card table that are equal in every field."""

    heading = "What the decks must hold"
    codes = (
        Explanation(
            "duplicate-row",
            "two rows of a card table are equal in every field",
            "Two equal rows print as one card with more copies; mostly one of them was pasted and "
            "should have been changed. If both are meant, a count is easily missed later.",
            "Change one of the rows, or remove it and raise `copies` on the other.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_duplicate_rows(subject)


_CHECKS: tuple[Callable[[CardGroup], Iterator[Finding]], ...] = (
    find_missing_values,
    find_values_out_of_range,
    find_missing_cards,
    find_wrong_shares,
    find_unequal_kinds,
    find_wrong_copies,
    find_like_cards,
)


def compare_cards(
    name: str,
    cards: Sequence[CardSpec],
    wanted: WantedCards,
    constants: Mapping[str, Any] = NO_CONSTANTS,
) -> Iterator[Finding]:
    """Where some cards are not what the composition wants of them.

    Args:
        name: What findings call the cards: the deck's name, or `game` for all decks.
        cards: The cards. Those whose copies are at fault count as one each.
        wanted: What is wanted of them; parts that it lacks are not looked at.
        constants: Those of the game, which expressions know.
    """
    deck = CardGroup(name, cards, wanted, constants)
    for part in _CHECKS:
        yield from part(deck)


def compare_game_total(
    decks: Mapping[str, Sequence[CardSpec]], wanted: WantedCards
) -> Iterator[Finding]:
    """Whether all decks together have as many cards as the game should."""
    counts = {name: sum(card.copies for card in cards) for name, cards in decks.items()}
    found, total = sum(counts.values()), getattr(wanted, "total", None)
    if total is None or found == total:
        return
    missing = total - found
    edit = f"add {plural(missing, 'card')}" if missing > 0 else f"remove {plural(-missing, 'card')}"
    yield Finding(
        "composition-total",
        f"the game: {plural(found, 'card')} in all decks, the composition says {total}",
        wanted.place("total"),
        hint=f"{edit}, or write `total: {found}`",
        notes=tuple(Note(f"{name}: {plural(n, 'card')}") for name, n in counts.items()),
    )


def find_value_faults(subject: Subject) -> Iterator[Finding]:
    """Each deck, and all decks together, held to the composition."""
    spec = subject.spec.as_composed
    if spec.composition is None:
        return
    for name, wanted in spec.composition.decks.items():
        if name in spec.cards and name not in spec.uncounted:
            yield from compare_cards(name, spec.cards[name], wanted, spec.constants)
    over_all: WantedCards | None = spec.composition.game
    if over_all is not None and not spec.uncounted:
        yield from compare_game_total(spec.cards, over_all)
        yield from compare_cards(
            GAME, [c for cards in spec.cards.values() for c in cards], over_all, spec.constants
        )
