"""The two sides of an order: which file shows which face, in slot order.

In      an order of slots.
Out     `OrderSide`s: a folder, and each slot's face and file name.

Names sort in slot order, because the service's uploader fills slots by name. Scenes of large
games are not in memory: a side says which of its slots look alike, and has a slot's scene
fetched where it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from msgspec import Struct

from cardgen.files.file_names import fit_name, part_name
from cardgen.scene.items import Layer, Scene
from cardgen.targets.shared.print_slots import Order, Slot


class OrderSide(Struct, frozen=True):
    """One side of an order: its folder, and each slot's face and file."""

    folder: str
    faces: tuple[Hashable, ...]
    """Equal for slots that look alike."""
    names: tuple[str, ...]
    scene: Callable[[int], Scene]
    """The scene of a slot, from 0."""
    digests: tuple[str, ...]
    """Of the scenes, as far as they are known without these."""

    @property
    def slots(self) -> dict[Hashable, list[int]]:
        """Each distinct face with its slots, from 0, in order of first use."""
        found: dict[Hashable, list[int]] = {}
        for index, face in enumerate(self.faces):
            found.setdefault(face, []).append(index)
        return found


def list_sides(order: Order) -> tuple[OrderSide, ...]:
    """Fronts, and backs if any card has one."""
    slots = order.slots
    digits = max(3, len(str(len(slots))))
    fronts, backs = zip(*(slot.sides for slot in slots), strict=True)
    names = tuple(_file_name(slot, digits, slot.card.id) for slot in slots)
    known = tuple(zip(*(slot.digests for slot in slots), strict=True))
    made = [OrderSide("fronts", fronts, names, lambda index: slots[index].front, known[0])]
    if any(back is not None for back in backs):
        own = _decks_with_own_backs(slots, backs)
        names = tuple(_file_name(slot, digits, _back_name(slot, own)) for slot in slots)
        made.append(OrderSide("backs", backs, names, partial(_show_back, slots), known[1]))
    return tuple(made)


def _show_back(slots: Sequence[Slot], index: int) -> Scene:
    """The back of a slot; an empty one as large as the first card, if it has none."""
    back = slots[index].back
    if back is not None:
        return back
    first = slots[0].front
    return Scene(first.page, first.trim, Layer(()), Layer(()))


def _file_name(slot: Slot, digits: int, face: str) -> str:
    return fit_name(f"{slot.number:0{digits}d}-{part_name(slot.deck)}-{face}", ".png")


def _decks_with_own_backs(slots: Sequence[Slot], backs: Sequence[Hashable]) -> frozenset[str]:
    """Decks whose cards do not all share one back."""
    seen: dict[str, set[Hashable]] = {}
    for slot, back in zip(slots, backs, strict=True):
        seen.setdefault(slot.deck, set()).add(back)
    return frozenset(deck for deck, found in seen.items() if len(found) > 1)


def _back_name(slot: Slot, own: frozenset[str]) -> str:
    return f"{slot.card.id}-back" if slot.deck in own else "back"
