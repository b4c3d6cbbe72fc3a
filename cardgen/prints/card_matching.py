"""Which card of an older print is which of a newer one, and which stand elsewhere.

In      the cards of two prints, in their order.
Out     pairs of them.
Not here  how the two of a pair differ (`prints.comparison`).

A card is the same one if deck and id are; else if its id is found in one other deck; else if it
looks the same; else if most of its fields are the same.
"""

from __future__ import annotations

import difflib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from cardgen.prints.snapshot import SnapshotCard

_ALIKE = 0.6
"""Share of what two cards say that must be the same for one to be the other, renamed."""
_SAME_PLACE = 0.15
"""What standing in the same place of the deck adds to that share."""
_MOST_PAIRS = 250_000
"""Pairs of cards that are compared by what they say; beyond it only those that share a field."""


class ComparedCard(Struct, frozen=True):
    """A card and where it stands."""

    deck: str
    size: str
    number: int
    """Its place in the deck, from 1."""
    card: SnapshotCard

    @property
    def name(self) -> tuple[str, str]:
        return self.deck, self.card.id


def match_cards(
    before: Sequence[ComparedCard], after: Sequence[ComparedCard]
) -> list[tuple[ComparedCard, ComparedCard]]:
    """Pairs of what is the same card."""
    pairs: list[tuple[ComparedCard, ComparedCard]] = []
    left, right = list(before), list(after)
    for key in (_by_name, _by_id, _by_look):
        found, left, right = _match_by(key, left, right)
        pairs += found
    return pairs + _match_alike(left, right)


def _by_name(card: ComparedCard) -> Any:
    return card.name


def _by_id(card: ComparedCard) -> Any:
    return card.card.id


def _by_look(card: ComparedCard) -> Any:
    """None if nothing is known of its front: such a card looks like no other."""
    front, back = card.card.front, card.card.back
    look = front.scene or front.file
    return (card.deck, look, (back.scene or back.file) if back else "") if look else None


def _match_by(
    key: Any, left: Sequence[ComparedCard], right: Sequence[ComparedCard]
) -> tuple[list[tuple[ComparedCard, ComparedCard]], list[ComparedCard], list[ComparedCard]]:
    """Pairs whose keys are the same and belong to one card on either side, and what is left."""
    olds, news = _unique(key, left), _unique(key, right)
    pairs = [(olds[name], news[name]) for name in news if name in olds]
    done = {id(card) for pair in pairs for card in pair}
    rest = [card for card in left if id(card) not in done]
    return pairs, rest, [card for card in right if id(card) not in done]


def _unique(key: Any, cards: Sequence[ComparedCard]) -> dict[Any, ComparedCard]:
    found: dict[Any, ComparedCard | None] = {}
    for card in cards:
        name = key(card)
        if name is not None:
            found[name] = None if name in found else card
    return {name: card for name, card in found.items() if card is not None}


def _match_alike(
    left: Sequence[ComparedCard], right: Sequence[ComparedCard]
) -> list[tuple[ComparedCard, ComparedCard]]:
    """Pairs of the same deck that say nearly the same, the most alike first."""
    rated: list[tuple[float, int, int, ComparedCard, ComparedCard]] = []
    many = len(left) * len(right) > _MOST_PAIRS
    for was in left:
        for card in right:
            if was.deck != card.deck or (many and was.number != card.number):
                continue
            score = _likeness(was.card, card.card) + _SAME_PLACE * (was.number == card.number)
            if score >= _ALIKE:
                rated.append((-score, abs(was.number - card.number), len(rated), was, card))
    pairs: list[tuple[ComparedCard, ComparedCard]] = []
    done: set[int] = set()
    for _, _, _, was, card in sorted(rated):
        if id(was) not in done and id(card) not in done:
            done |= {id(was), id(card)}
            pairs.append((was, card))
    return pairs


def _likeness(old: SnapshotCard, new: SnapshotCard) -> float:
    """The share of fields that are the same, or of all that is said, whichever is more; a text
    that changed a little counts in part."""
    if old.fields is None or new.fields is None:
        return 0.0
    rated: list[tuple[int, float]] = []
    for name in old.fields.keys() | new.fields.keys():
        was, now = old.fields.get(name), new.fields.get(name)
        rated.append((max(len(str(was)), len(str(now))), _value_likeness(was, now)))
    if not rated:
        return 0.0
    whole = sum(weight for weight, _ in rated) or 1
    by_length = sum(weight * share for weight, share in rated) / whole
    return max(by_length, sum(share for _, share in rated) / len(rated))


def _value_likeness(old: Any, new: Any) -> float:
    if same_value(old, new):
        return 1.0
    if not (isinstance(old, str) and isinstance(new, str)):
        return 0.0
    matcher = difflib.SequenceMatcher(None, old[:500], new[:500], autojunk=False)
    if matcher.real_quick_ratio() < _ALIKE or matcher.quick_ratio() < _ALIKE:
        return 0.0
    return matcher.ratio()


def find_moved(pairs: Sequence[tuple[ComparedCard, ComparedCard]]) -> set[int]:
    """The pairs that changed decks, or that stand elsewhere among those that stayed.

    As few as possible are said to have moved: all but a longest run in the old order.
    """
    moved = {index for index, (old, new) in enumerate(pairs) if old.deck != new.deck}
    decks: dict[str, list[int]] = {}
    for index, (_, new) in enumerate(pairs):
        if index not in moved:
            decks.setdefault(new.deck, []).append(index)
    for indexes in decks.values():
        order = sorted(indexes, key=lambda index: pairs[index][1].number)
        stayed = _longest_rise([pairs[index][0].number for index in order])
        moved |= {index for place, index in enumerate(order) if place not in stayed}
    return moved


def _longest_rise(numbers: Sequence[int]) -> set[int]:
    """The places of a longest rising run (patience sorting)."""
    tails: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for place, number in enumerate(numbers):
        at = bisect_left(tails, number)
        before.append(places[at - 1] if at else -1)
        tails[at : at + 1] = [number]
        places[at : at + 1] = [place]
    found: set[int] = set()
    place = places[-1] if places else -1
    while place >= 0:
        found.add(place)
        place = before[place]
    return found


def same_value(old: Any, new: Any) -> bool:
    """Whether two values are the same as they are typed: `1` is not `true`, but it is `1.0`."""
    if isinstance(old, bool) != isinstance(new, bool):
        return False
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return old.keys() == new.keys() and all(same_value(old[key], new[key]) for key in old)
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return len(old) == len(new) and all(map(same_value, old, new))
    return bool(old == new)
