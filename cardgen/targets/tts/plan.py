"""Which card of a deck has which cell of which sheet.

In      a job's decks, how many cards a sheet may hold.
Out     a `DeckPlan` a deck: its sheets with their grid, and the looks that have a cell on each.
Not here  pictures (`tts.card_sheets`), objects (`tts.saved_object`).

Cards that look the same on both sides share a cell. The sheets of a deck have one grid and are
about equally full: so their cells are the largest that so many sheets allow.
"""

from __future__ import annotations

from msgspec import Struct

from cardgen.bind.bound_faces import BoundDeck
from cardgen.files.file_names import Names, file_name
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job
from cardgen.targets.shared.table_looks import CardLook, blank_face, find_looks, is_rectangle
from cardgen.targets.tts.card_sheets import CardGrid, choose_grid, divide_cards


class DeckPart(Struct, frozen=True):
    """A sheet: the key that objects know it by, its looks in the order of their cells."""

    key: int
    looks: tuple[CardLook, ...]
    grid: CardGrid


class DeckPlan(Struct, frozen=True):
    """A deck on its way to sheets; `looks` is one for each card, in the deck's order."""

    deck: BoundDeck
    rectangle: bool
    label: str
    looks: tuple[CardLook, ...]
    parts: tuple[DeckPart, ...]

    @property
    def grid(self) -> CardGrid:
        return self.parts[0].grid

    @property
    def own_backs(self) -> bool:
        return len({look.back for look in self.looks}) > 1

    @property
    def back(self) -> Scene:
        """The back that all cards have, or an unprinted one."""
        first = self.looks[0]
        shared = None if self.own_backs else first.back
        return shared or blank_face(first.front)

    @property
    def cut(self) -> bool:
        """Whether the simulator has no such shape: the rest of a cell is then left white."""
        return not self.rectangle and self.deck.size.shape not in ("circle", "hexagon")

    def cards_of(self, look: CardLook) -> list[str]:
        """The ids of the cards that look so."""
        pairs = zip(self.deck.cards, self.looks, strict=True)
        return [card.id for card, other in pairs if other == look]


def plan_decks(job: Job, per_sheet: int, dpi: float) -> list[DeckPlan]:
    """Every deck's sheets; keys are counted over the whole game."""
    names = Names()
    plans: list[DeckPlan] = []
    for deck in job.game.decks:
        key = 1 + sum(len(plan.parts) for plan in plans)
        plans.append(_plan(job, deck, names, key, (per_sheet, dpi)))
    return plans


def _plan(job: Job, deck: BoundDeck, names: Names, key: int, limits: tuple[int, float]) -> DeckPlan:
    per_sheet, dpi = limits
    looks = find_looks(job, deck)
    distinct = tuple(dict.fromkeys(looks))
    counts = divide_cards(len(distinct), per_sheet)
    grid = choose_grid(counts[0], deck.size.trim, dpi)
    parts, start = [], 0
    for index, count in enumerate(counts):
        parts.append(DeckPart(key + index, distinct[start : start + count], grid))
        start += count
    label = names.take(file_name(deck.name, "deck"))
    return DeckPlan(deck, is_rectangle(job, deck), label, looks, tuple(parts))
