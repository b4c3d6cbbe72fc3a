"""cardgen: plain-text card definitions in, print-ready cards out.

From Python: `cardgen.open(folder)` and `cardgen.Game.from_rows(...)`; see `docs/python.md`. What is
behind these names is imported when they are first used, so that `import cardgen` is instant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardgen.version import __version__

if TYPE_CHECKING:
    from cardgen.api.errors import GameError
    from cardgen.api.game import Card, Deck, Game
    from cardgen.api.game import open_game as open  # noqa: A004
    from cardgen.core.findings import Finding

__all__ = ["Card", "Deck", "Finding", "Game", "GameError", "__version__", "open"]

_PLACES = {
    "Card": ("cardgen.api.game", "Card"),
    "Deck": ("cardgen.api.game", "Deck"),
    "Finding": ("cardgen.core.findings", "Finding"),
    "Game": ("cardgen.api.game", "Game"),
    "GameError": ("cardgen.api.errors", "GameError"),
    "open": ("cardgen.api.game", "open_game"),
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module `cardgen` has no attribute `{name}`")
    from importlib import import_module

    module, attribute = _PLACES[name]
    return vars(import_module(module))[attribute]


def __dir__() -> list[str]:
    return sorted(__all__)
