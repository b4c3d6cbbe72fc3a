"""Editions that are checked in a copy of this process, while it checks the game itself.

In      what is known of the last check: which editions there were.
Out     the results of half of them, by name.

After an edit most of every view is known, and what is left is spread evenly. Of a game's three
views the process that takes longer needs 0.74 s of processor time, where one process needed 0.97 s
for all; both together need 1.08 s (in turns, on a busy machine). Where nothing is known, each would
lay out all faces; so no copy is made, nor of a large game, for its memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.core.forked_call import ForkedCall, can_fork
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.check_record import CheckResult, ProjectCheck, SharedPhases, check_project
from cardgen.pipeline.edition_halves import list_later_editions

_FEW = 8
"""Cards of which editions take less time than a copy of the process."""


class EditionsBeside:
    """Editions under way in a copy of this process; none, where that would not help."""

    def __init__(
        self, game: DiskGame, settings: Mapping[str, str], own: ProjectCheck, *, folded: bool
    ) -> None:
        """Begin to check editions, if the game itself has to be checked.

        Args:
            game: The game as it is.
            settings: Constants that are set anew.
            own: Its check.
            folded: Whether the style warnings of a draft become one.
        """
        self._own = own
        self._check = partial(_check_editions, game, settings, folded=folded)
        names = _list_beside(own)
        if names:
            _prepare_phases()
        self._begin(names, SharedPhases())

    def begin_later(self, first: CheckResult, shared: SharedPhases) -> None:
        """Begin to check editions after the game itself, if none are under way.

        Args:
            first: What was found in the game as it is.
            shared: What it shares with its editions.
        """
        if not self._names and not self._own.unchanged:
            self._begin(_list_later(first), shared.copy())

    def _begin(self, names: Sequence[str], shared: SharedPhases) -> None:
        self._names = names
        call = partial(self._check, names, shared)
        self._call = ForkedCall(call, dict[str, CheckResult], forks=bool(names))

    def results(self, editions: Sequence[str]) -> Mapping[str, CheckResult]:
        """Wait for the results; those of editions that the game still has."""
        wanted = {name for name in self._names if name in editions}
        if not wanted:
            return {}
        return {name: one for name, one in self._call.result().items() if name in wanted}

    def takes(self, name: str) -> bool:
        """Whether an edition is checked here."""
        return name in self._names

    def close(self) -> None:
        """End what nobody wants any more."""
        self._call.close()


def _list_beside(own: ProjectCheck) -> tuple[str, ...]:
    """The editions to check beside the game: the later half of those of the last check."""
    if own.unchanged or not can_fork():
        return ()
    last = own.last
    if last is None or last.cards is None or last.cards > MAX_IN_MEMORY:
        return ()
    return last.editions[len(last.editions) // 2 :]


def _list_later(first: CheckResult) -> Sequence[str]:
    """The editions to check beside the others, where all is known of the game as it is."""
    if first.cards is None or not _FEW < first.cards <= MAX_IN_MEMORY or not can_fork():
        return ()
    return list_later_editions(first.editions)


def _prepare_phases() -> None:
    """Import and make what every check needs, before there are two processes that would."""
    import cardgen.pipeline.inspection
    import cardgen.report.summary  # noqa: F401
    from cardgen.check.engine.registry import load_installed_rules

    load_installed_rules()


def _check_editions(
    game: DiskGame,
    settings: Mapping[str, str],
    names: Sequence[str],
    shared: SharedPhases,
    *,
    folded: bool,
) -> dict[str, CheckResult]:
    return {
        name: check_project(
            DiskGame(game.folder, name), settings, folded=folded, unused=True, shared=shared
        )
        for name in names
    }
