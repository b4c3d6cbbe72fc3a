"""What a card is called: its own `id`, what its deck's template makes, or its first field.

In      the cards of a deck, what the deck's template makes of each.
Out     each card with its id.
Not here  what expressions on a card know (`bind.game.card_values`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cardgen.core.findings import Finding, Note, Report
from cardgen.files.file_names import slug
from cardgen.read.tables.cards import CardSpec, find_both_places


def assign_ids(
    deck: str,
    cards: Sequence[CardSpec],
    by_template: Callable[[CardSpec], str],
    report: Report,
) -> list[tuple[CardSpec, str]]:
    """Each card of a deck with its id; two that are typed alike are a finding."""
    seen: dict[str, CardSpec] = {}
    numbers: dict[str, int] = {}
    named = []
    for card in cards:
        ident = card.id or by_template(card)
        if not ident:
            ident = free_id(_by_field(card), seen, numbers)
        elif ident in seen:
            _report_twice(deck, ident, card, seen[ident], report)
        seen.setdefault(ident, card)
        named.append((card, ident))
    return named


def _report_twice(deck: str, ident: str, card: CardSpec, first: CardSpec, report: Report) -> None:
    message = f"two cards of `{deck}` have the id `{ident}`"
    hint = "give one of them another `id:`"
    if not card.id:
        hint = "let the `id:` of the deck tell them apart, as in `{{ name }}`, or give one its own"
    there, here = find_both_places(first, card, "id")
    notes = (Note("the first is", there),)
    report.add(Finding("duplicate-id", message, here, hint=hint, notes=notes))


def _by_field(card: CardSpec) -> str:
    fields = ("name", "title", *card.values)
    values = (card.values.get(name) for name in fields)
    return next((slug(str(v)) for v in values if v is not None and slug(str(v))), "card")


def free_id(ident: str, seen: Mapping[str, object], numbers: dict[str, int]) -> str:
    """`ident`, numbered if it is taken; `numbers` has the next to try of each."""
    free, number = ident, numbers.get(ident, 2)
    while free in seen:
        free = f"{ident}-{number}"
        number += 1
    numbers[ident] = number
    return free
