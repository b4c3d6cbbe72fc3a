"""The two sides of an order: which file shows which face, in slot order.

In      an order of slots.
Out     `Side`s: a folder, and each slot's scene and file name.

Names sort in slot order, because the service's uploader fills slots by name.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.scene import Layer, Scene
from cardgen.targets.order import Order, Slot


class Side(Struct, frozen=True):
    """One side of an order: its folder, and each slot's scene and file."""

    folder: str
    scenes: tuple[Scene, ...]
    names: tuple[str, ...]

    @property
    def slots(self) -> dict[Scene, list[int]]:
        """Each distinct face with its slots, from 0, in order of first use."""
        found: dict[Scene, list[int]] = {}
        for index, scene in enumerate(self.scenes):
            found.setdefault(scene, []).append(index)
        return found


def sides(order: Order) -> tuple[Side, ...]:
    """Fronts, and backs if any card has one."""
    digits = max(3, len(str(len(order.slots))))
    fronts = tuple(
        f"{slot.number:0{digits}d}-{slot.deck}-{slot.card.id}.png" for slot in order.slots
    )
    made = [Side("fronts", tuple(slot.front for slot in order.slots), fronts)]
    backs = tuple(slot.back for slot in order.slots)
    if any(back is not None for back in backs):
        own = _own_backs(order.slots)
        names = tuple(
            f"{slot.number:0{digits}d}-{slot.deck}-{_back_name(slot, own)}.png"
            for slot in order.slots
        )
        blank = next(slot.front for slot in order.slots)
        empty = Scene(blank.page, blank.trim, Layer(()), Layer(()))
        made.append(Side("backs", tuple(back or empty for back in backs), names))
    return tuple(made)


def _own_backs(slots: Sequence[Slot]) -> frozenset[str]:
    """Decks whose cards do not all share one back."""
    seen: dict[str, set[Scene | None]] = {}
    for slot in slots:
        seen.setdefault(slot.deck, set()).add(slot.back)
    return frozenset(deck for deck, backs in seen.items() if len(backs) > 1)


def _back_name(slot: Slot, own: frozenset[str]) -> str:
    return f"{slot.card.id}-back" if slot.deck in own else "back"
