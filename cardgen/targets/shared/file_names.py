"""Names for output files: short, safe on every system, and each given out once.

In      names as designers wrote them: a game, a deck, a card's id.
Out     names for files and folders.
"""

from __future__ import annotations

from cardgen.read.tables.cards import slug

_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)
"""Names that Windows keeps for itself, with any ending."""


def file_name(text: str, instead: str = "game") -> str:
    """`Noah's Ark!` → `noahs-ark`; `CON` → `con-game`, as Windows has no file `con`."""
    name = slug(text)
    return f"{name}-{instead}" if is_device(name) else name or instead


def is_device(name: str) -> bool:
    """Whether Windows takes a file of that name, whatever its ending, for a device."""
    return name.partition(".")[0].casefold() in _DEVICES


class Names:
    """Gives out names; one that is taken, by us or by Windows, gets a number."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, wanted: str) -> str:
        """`wanted`, or `wanted-2`, `wanted-3` … if that is taken."""
        name, number = wanted, 2
        while name.casefold() in self._taken or is_device(name):
            name = f"{wanted}-{number}"
            number += 1
        self._taken.add(name.casefold())
        return name
