"""What a change would have `cardgen check` say, before it is written.

In      a change of a table that was worked out and not made; the revision of the game as it is.
Out     the findings that the change would add.
Not here  working out the change (`cardgen.editing`); checks that look at pixels, which are slow.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Finding, Report
from cardgen.editing.edit_history import FileChange
from cardgen.files.edited_game import EditedGame
from cardgen.pipeline.inspection import inspect_game
from cardgen.pipeline.phase_cache import PhaseCache

_MOST_TOLD = 5


class DraftCheck:
    """Checks drafts of one game; rows that are as they were are not laid out again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._phases = PhaseCache()
        self._turn = threading.Lock()
        self._known: tuple[int, tuple[Finding, ...]] = (-1, ())
        """A revision, and what is found in it as it is."""

    def find_new(self, change: FileChange, revision: int) -> list[Finding]:
        """Return the first findings that a change would add to those of a revision."""
        with self._turn:
            if self._known[0] != revision:
                self._known = revision, self._check({})
            file = (self.folder / change.file).resolve()
            found = self._check({file: change.after})
            return select_new(found, self._known[1])[:_MOST_TOLD]

    def _check(self, buffers: Mapping[Path, bytes]) -> tuple[Finding, ...]:
        report = Report()
        game = EditedGame(self.folder, buffers)
        inspect_game(game, report, checks=all_checks(pixels=False), cache=self._phases)
        return report.findings


def select_new(found: Iterable[Finding], known: Iterable[Finding]) -> list[Finding]:
    """Return what is found more often than it is known, wherever it stands; errors first."""
    left = Counter(map(_name, known))
    new = []
    for finding in found:
        if left[_name(finding)]:
            left[_name(finding)] -= 1
        else:
            new.append(finding)
    return sorted(new, key=lambda finding: finding.severity != "error")


def _name(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
