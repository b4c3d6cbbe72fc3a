"""Slots: the cards of a game in the order they are printed, grouped by size.

In      the bound game, its scenes.
Out     `Order`s of `Slot`s, each within the service's maximum.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from msgspec import Struct

from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.bind.card.known_bodies import find_facts
from cardgen.core.sizes import Size
from cardgen.files.file_names import Names, part_name
from cardgen.layout.face.scene_store import find_digest, scene_key
from cardgen.scene.items import Scene


@dataclass(frozen=True, slots=True)
class Slot:
    """One printed card: number `copy` (from 1) of a card, on place `number` (from 1)."""

    number: int
    deck: str
    card: BoundCard
    copy: int
    scenes: Mapping[BoundFace, Scene] = field(compare=False, repr=False)

    @property
    def sides(self) -> tuple[Hashable, Hashable]:
        """What front and back have in common with faces that look alike; None: no back."""
        card = self.card
        back = scene_key(card.back, self.scenes) if card.back else None
        return scene_key(card.front, self.scenes), back

    @property
    def digests(self) -> tuple[str, str]:
        """Of the scenes of front and back, as far as they are known without these."""
        card = self.card
        back = find_digest(card.back, self.scenes) if card.back else ""
        return find_digest(card.front, self.scenes), back

    @property
    def is_finished(self) -> bool:
        """Whether there is foil, varnish or white ink on the card."""
        sides = (self.card.front, self.card.back)
        return any(find_facts(side).finished for side in sides if side is not None)

    @property
    def front(self) -> Scene:
        return self.scenes[self.card.front]

    @property
    def back(self) -> Scene | None:
        return self.scenes[self.card.back] if self.card.back else None


class Order(Struct, frozen=True):
    """Cards of one size that are ordered together."""

    name: str
    size: Size
    slots: tuple[Slot, ...]
    parts: tuple[str, ...] = ()
    """The orders of all cards of its size, by their names; it is one of them."""


def split_orders(
    decks: Sequence[BoundDeck], scenes: Mapping[BoundFace, Scene]
) -> tuple[Order, ...]:
    """The orders of a game: decks of one size together, split at the service's maximum."""
    sizes = {deck.size.name: deck.size for deck in decks}
    made: list[Order] = []
    names = Names()
    for name, size in sizes.items():
        cards = list(_list_printed([deck for deck in decks if deck.size == size]))
        parts = [cards[i : i + size.max_cards] for i in range(0, len(cards), size.max_cards)]
        plain = names.take(part_name(name, "size"))
        numbers = range(1, len(parts) + 1)
        labels = tuple(f"{plain}-{number}" if len(parts) > 1 else plain for number in numbers)
        for label, part in zip(labels, parts, strict=True):
            slots = tuple(_make_slot(i, *card, scenes) for i, card in enumerate(part, 1))
            made.append(Order(label, size, slots, labels))
    return tuple(made)


def _list_printed(decks: Sequence[BoundDeck]) -> Iterator[tuple[BoundCard, int]]:
    for deck in decks:
        for card in deck.cards:
            yield from ((card, copy) for copy in range(1, card.copies + 1))


def _make_slot(number: int, card: BoundCard, copy: int, scenes: Mapping[BoundFace, Scene]) -> Slot:
    return Slot(number, card.deck, card, copy, scenes)


def list_runs(slots: Sequence[Slot]) -> Iterator[tuple[str, int, int]]:
    """Each deck's first and last slot."""
    for deck, group in groupby(slots, key=lambda slot: slot.deck):
        numbers = [slot.number for slot in group]
        yield deck, numbers[0], numbers[-1]
