"""Which editions of a game are checked in which of two processes."""

from __future__ import annotations

from collections.abc import Sequence


def list_first_editions(editions: Sequence[str]) -> Sequence[str]:
    """Those that the process checks that has checked the game itself."""
    return editions[: (len(editions) + 1) // 2]


def list_later_editions(editions: Sequence[str]) -> Sequence[str]:
    """Those that its copy checks meanwhile."""
    return editions[(len(editions) + 1) // 2 :]
