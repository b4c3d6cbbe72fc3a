"""Names for output files: short, safe on every system, and each given out once.

In      names as designers wrote them: a game, a deck, a card's id.
Out     names for files and folders.
"""

from __future__ import annotations

from cardgen.read.cards import slug


def file_name(text: str, instead: str = "game") -> str:
    """`Noah's Ark!` → `noahs-ark`."""
    return slug(text) or instead


class Names:
    """Gives out names; one that is taken gets a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, wanted: str) -> str:
        """`wanted`, or `wanted-2`, `wanted-3` … if that is taken."""
        name, number = wanted, 2
        while name.casefold() in self._taken:
            name = f"{wanted}-{number}"
            number += 1
        self._taken.add(name.casefold())
        return name
