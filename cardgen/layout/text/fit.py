"""Find the size of a text: for one card, and one size for a whole deck.

In      a text's ladder of sizes, what fits on each card.
Out     a size from the ladder for every text.

A deck that shares one size looks calm; one that shrinks each text on its own looks like a
ransom note. So the deck's size is the largest that most cards can take, and the few that
cannot join stand one or two steps below it, and are reported.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

from cardgen.bind.bound_texts import TextSetting

JOINING = 0.85
"""Share of the cards that must fit at the deck's size."""
STEPS_BELOW = 2
_MAX_STEPS = 100
"""Sizes that are tried above a text's own, and below: smaller steps become larger."""
SHORT_LINES = 2
"""A text of no more lines than this at its largest size is set at it."""


def list_sizes(setting: TextSetting) -> tuple[float, ...]:
    """Sizes to try, the largest first: from `ceiling` down to `floor` through `size`."""
    if setting.fit == "none":
        return (setting.size,)
    up = _list_steps(setting.size, setting.ceiling, setting.step)
    return (*reversed(up), *list_regular_sizes(setting))


def _list_steps(start: float, end: float, step: float) -> list[float]:
    step = math.copysign(max(abs(step), abs(end - start) / _MAX_STEPS), step)
    count = math.floor((end - start) / step + 1e-9)
    sizes = [round(start + step * i, 4) for i in range(1, count + 1)]
    if abs((sizes[-1] if sizes else start) - end) > 1e-6:
        sizes.append(end)
    return sizes


def list_regular_sizes(setting: TextSetting) -> tuple[float, ...]:
    """The ladder without the sizes that only short texts grow to."""
    return find_ladder(setting).sizes


class Ladder(Struct, frozen=True, array_like=True):
    """The sizes of a text that do not only short ones have."""

    size: float
    floor: float
    step: float

    @property
    def sizes(self) -> tuple[float, ...]:
        """The largest first."""
        return (self.size, *_list_steps(self.size, self.floor, -self.step))


def find_ladder(setting: TextSetting) -> Ladder:
    """The sizes that a text may be set in; its own alone, where it is not fitted."""
    floor = setting.size if setting.fit == "none" else setting.floor
    return Ladder(setting.size, floor, setting.step)


class DeckFit(Struct, frozen=True):
    """The size a deck shares, and each card's own. Cards below it are tight."""

    shared: float
    sizes: Mapping[str, float]

    def is_tight(self, card: str) -> bool:
        return self.sizes[card] < self.shared - 1e-9


def fit_deck(sizes: Sequence[float], largest: Mapping[str, float]) -> DeckFit:
    """Choose one size for a deck.

    Args:
        sizes: The ladder, the largest first.
        largest: For each card the largest size of the ladder that fits on it.
    """
    shared = next((size for size in sizes if _can_join(size, sizes, largest)), sizes[-1])
    return DeckFit(shared, {card: min(size, shared) for card, size in largest.items()})


def _can_join(size: float, sizes: Sequence[float], largest: Mapping[str, float]) -> bool:
    """Whether most cards fit at `size`, and the rest at most two steps below it."""
    index = sizes.index(size)
    lowest = sizes[min(index + STEPS_BELOW, len(sizes) - 1)]
    joining = sum(fits >= size for fits in largest.values())
    return joining >= JOINING * len(largest) and all(f >= lowest for f in largest.values())
