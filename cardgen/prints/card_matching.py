"""Which card of an older print is which of a newer one, and which stand elsewhere.

In      the cards of two prints, in their order.
Out     pairs of them.
Not here  how the two of a pair differ (`prints.comparison`).

A card is the same one if deck and id are; else if its id is found in one other deck; else if it
looks the same; else if most of its fields are the same. Where ids are numbers, a new card at the
top gives each below it the id of the next: so what looks or reads as another card did is that one
before it is what it is called. A deck that is gone, and most
of whose cards are in a new one, is that one. How alike two texts are is told by the words that they
share, in any order: five hundred cards beside five hundred others take one second, where comparing
sequences took nine for a hundred.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.prints.snapshot import SnapshotCard

_ALIKE = 0.6
"""Share of what two cards say that must be the same for one to be the other, renamed."""
_MOST = 0.5
"""Share of a deck's cards above which another deck that has them is the same one, renamed."""
_SAME_PLACE = 0.15
"""What standing in the same place of the deck adds to that share."""
_MOST_PAIRS = 1_000_000
"""Pairs of cards that are compared by what they say; beyond it only those in the same place."""
_MOST_LETTERS = 2_000
_FEW_WORDS = 6
"""A text of fewer words is compared by its pairs of letters."""
_WORDS = re.compile(r"\w+")


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


_Pair = tuple[ComparedCard, ComparedCard]
_Key = Callable[[ComparedCard], Any]
_Matched = tuple[list[_Pair], list[ComparedCard], list[ComparedCard]]
"""Pairs, and what is left of the older and of the newer print."""


def match_cards(before: Sequence[ComparedCard], after: Sequence[ComparedCard]) -> list[_Pair]:
    """Pairs of what is the same card."""
    renamed = _find_renamed_decks(before, after)
    placed = [replace(one, deck=renamed.get(one.deck, one.deck)) for one in before]
    origins = {id(one): was for one, was in zip(placed, before, strict=True)}
    return [(origins[id(was)], card) for was, card in _match_placed(placed, after)]


def _find_renamed_decks(
    before: Sequence[ComparedCard], after: Sequence[ComparedCard]
) -> dict[str, str]:
    """The new names of decks that are gone: of those whose cards are mostly in a new one. Of
    numbered cards in two renamed decks an id does not tell which one is meant."""
    olds, news = _count_contents(before, after), _count_contents(after, before)
    shared = {
        (old, new): max((one & other).total() for one, other in zip(was, now, strict=True))
        for old, was in olds.items()
        for new, now in news.items()
    }
    found: dict[str, str] = {}
    for (old, new), count in sorted(shared.items(), key=lambda one: -one[1]):
        whole = max(one.total() for one in olds[old])
        if old not in found and new not in found.values() and count > whole * _MOST:
            found[old] = new
    return found


def _count_contents(
    cards: Sequence[ComparedCard], others: Sequence[ComparedCard]
) -> dict[str, tuple[Counter[str], Counter[str]]]:
    """What cards of decks that the other print lacks say, and how they look, as far as known."""
    known = {card.deck for card in others}
    found: dict[str, tuple[Counter[str], Counter[str]]] = {}
    for card in cards:
        if card.deck not in known:
            said, seen = found.setdefault(card.deck, (Counter(), Counter()))
            front = card.card.front
            look = front.scene or front.pixels or front.file
            said.update([f"{card.size} {_write_fields(card)}"] if card.card.fields else [])
            seen.update([f"{card.size} {look}"] if look else [])
    return found


def _match_placed(before: Sequence[ComparedCard], after: Sequence[ComparedCard]) -> list[_Pair]:
    """Pairs of what is the same card, where no deck has another name."""
    by_look = _find_look(before, after)
    pairs, left, right = _match_unchanged(before, after, by_look)
    named, left, right = _match_by(_by_name, left, right)
    doubtful = [pair for pair in named if not _say_alike(*pair)]
    pairs += (pair for pair in named if _say_alike(*pair))
    for key in (_by_id, by_look):
        found, left, right = _match_by(key, left, right)
        pairs += found
    left, right = [*left, *(was for was, _ in doubtful)], [*right, *(card for _, card in doubtful)]
    pairs += _match_alike(left, right)
    found, _, _ = _match_by(_by_name, *_rest(pairs, left, right))
    return pairs + found


def _match_unchanged(
    before: Sequence[ComparedCard], after: Sequence[ComparedCard], by_look: _Key
) -> _Matched:
    """Cards that look or read as they did: those of one id first, then those that have another."""
    named, left, right = _match_by(_by_name, before, after)
    pairs = [pair for pair in named if _is_as_it_was(*pair, by_look)]
    left, right = _rest(pairs, before, after)
    for key in (by_look, _by_fields):
        found, left, right = _match_by(key, left, right)
        pairs += found
    return pairs, left, right


def _is_as_it_was(was: ComparedCard, card: ComparedCard, by_look: _Key) -> bool:
    look, fields = by_look(was), was.card.fields
    if look is not None and look == by_look(card):
        return True
    return fields is not None and same_value(fields, card.card.fields)


def _say_alike(was: ComparedCard, card: ComparedCard) -> bool:
    """Whether two cards of one id may be one: unless they are known to say other things."""
    old, new = was.card.fields, card.card.fields
    return old is None or new is None or _likeness(_say(old), _say(new)) >= _ALIKE


def _by_name(card: ComparedCard) -> Any:
    return card.name


def _by_id(card: ComparedCard) -> Any:
    return card.card.id


def _find_look(before: Sequence[ComparedCard], after: Sequence[ComparedCard]) -> _Key:
    """What tells a card by its look: the first of what is known of cards of both prints."""
    known = [
        name
        for name in ("scene", "pixels", "file")
        if all(any(getattr(one.card.front, name) for one in cards) for cards in (before, after))
    ]

    def by_look(card: ComparedCard) -> Any:
        """None if nothing is known of its front: such a card looks like no other."""
        front, back = card.card.front, card.card.back
        look = getattr(front, known[0]) if known else ""
        return (card.deck, look, getattr(back, known[0]) if back else "") if look else None

    return by_look


def _by_fields(card: ComparedCard) -> Any:
    """None if they are not known, or if there are none: such a card says what all others do."""
    return (card.deck, _write_fields(card)) if card.card.fields else None


def _write_fields(card: ComparedCard) -> str:
    return json.dumps(card.card.fields, sort_keys=True, default=str)


def _match_by(key: _Key, left: Sequence[ComparedCard], right: Sequence[ComparedCard]) -> _Matched:
    """Pairs whose keys are the same and belong to one card on either side, and what is left."""
    olds, news = _unique(key, left), _unique(key, right)
    pairs = [(olds[name], news[name]) for name in news if name in olds]
    return pairs, *_rest(pairs, left, right)


def _rest(
    pairs: Sequence[_Pair], left: Sequence[ComparedCard], right: Sequence[ComparedCard]
) -> tuple[list[ComparedCard], list[ComparedCard]]:
    done = {id(card) for pair in pairs for card in pair}
    rest = [card for card in left if id(card) not in done]
    return rest, [card for card in right if id(card) not in done]


def _unique(key: _Key, cards: Sequence[ComparedCard]) -> dict[Any, ComparedCard]:
    found: dict[Any, ComparedCard | None] = {}
    for card in cards:
        name = key(card)
        if name is not None:
            found[name] = None if name in found else card
    return {name: card for name, card in found.items() if card is not None}


class _Said(Struct, frozen=True):
    """What a card says in a field, made ready to be compared with many others."""

    value: Any
    length: int
    parts: frozenset[str]
    """Of a text: its words, or its pairs of letters if there are few."""


_NOTHING = _Said(None, len(str(None)), frozenset())
_Card = tuple[ComparedCard, Mapping[str, _Said]]


def _match_alike(left: Sequence[ComparedCard], right: Sequence[ComparedCard]) -> list[_Pair]:
    """Pairs of the same deck that say nearly the same, the most alike first."""
    rated: list[tuple[float, int, int, ComparedCard, ComparedCard]] = []
    for (was, old), (card, new) in _possible_pairs(left, right):
        score = _likeness(old, new) + _SAME_PLACE * (was.number == card.number)
        if score >= _ALIKE:
            rated.append((-score, abs(was.number - card.number), len(rated), was, card))
    pairs: list[_Pair] = []
    done: set[int] = set()
    for _, _, _, was, card in sorted(rated):
        if id(was) not in done and id(card) not in done:
            done |= {id(was), id(card)}
            pairs.append((was, card))
    return pairs


def _possible_pairs(
    left: Sequence[ComparedCard], right: Sequence[ComparedCard]
) -> Iterator[tuple[_Card, _Card]]:
    """Cards of one deck whose fields are known; of very many, those in the same place."""
    many = len(left) * len(right) > _MOST_PAIRS

    def place(card: ComparedCard) -> Hashable:
        return (card.deck, card.number) if many else card.deck

    news: dict[Hashable, list[_Card]] = {}
    for card in right:
        if card.card.fields is not None:
            news.setdefault(place(card), []).append((card, _say(card.card.fields)))
    for was in left:
        there = news.get(place(was), ())
        if there and was.card.fields is not None:
            old = (was, _say(was.card.fields))
            yield from ((old, new) for new in there)


def _say(fields: Mapping[str, Any]) -> Mapping[str, _Said]:
    return {name: _Said(value, len(str(value)), _parts(value)) for name, value in fields.items()}


def _parts(value: Any) -> frozenset[str]:
    if not isinstance(value, str):
        return frozenset()
    text = value[:_MOST_LETTERS].casefold()
    words = _WORDS.findall(text)
    if len(words) >= _FEW_WORDS:
        return frozenset(words)
    return frozenset(map("".join, pairwise(f" {text} ")))


def _likeness(old: Mapping[str, _Said], new: Mapping[str, _Said]) -> float:
    """The share of fields that are the same, or of all that is said, whichever is more; a text
    that changed a little counts in part."""
    whole, same, shares, count = 0, 0.0, 0.0, 0
    for name in old.keys() | new.keys():
        was, now = old.get(name, _NOTHING), new.get(name, _NOTHING)
        weight, share = max(was.length, now.length), _value_likeness(was, now)
        whole, same, shares, count = (
            whole + weight,
            same + weight * share,
            shares + share,
            count + 1,
        )
    return max(same / (whole or 1), shares / count) if count else 0.0


def _value_likeness(old: _Said, new: _Said) -> float:
    if old.value is new.value or same_value(old.value, new.value):
        return 1.0
    if not (old.parts and new.parts):
        return 0.0
    share = 2 * len(old.parts & new.parts) / (len(old.parts) + len(new.parts))
    return share if share >= _ALIKE else 0.0


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
