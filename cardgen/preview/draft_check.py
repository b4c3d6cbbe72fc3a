"""What a change would have `cardgen check` say, before it is written.

In      a change of a table that was worked out and not made; the revision of the game as it is.
Out     the findings that the change would add.
Not here  working out the change (`cardgen.editing`); checks that look at pixels, which are slow.

Drafts are checked in a process of their own: in the server's, an edit that was made meanwhile took
twice as long to be shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from cardgen.core.findings import Finding, Report
from cardgen.editing.edit_history import FileChange
from cardgen.editing.refusal import RefusedError
from cardgen.preview.child_process import ChildProcess, NoAnswerError

_MOST_TOLD = 5


class Draft(Struct, frozen=True):
    """A file as it might become, and the revision of the game to compare with."""

    file: Path
    data: bytes
    revision: int


class DraftCheck:
    """Checks drafts of one game; rows that are as they were are not laid out again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.child = ChildProcess(_open_game, folder)

    def find_new(self, change: FileChange, revision: int) -> list[Finding]:
        """Return the first findings that a change would add to those of a revision.

        Raises:
            RefusedError: it could not be checked.
        """
        file = (self.folder / change.file).resolve()
        draft = Draft(file, change.after, revision)
        try:
            found: list[Finding] | None = self.child.ask(draft)
            if found is None:  # killed, by a system that lacks memory, say
                found = self.child.ask(draft)
        except NoAnswerError as error:
            raise RefusedError(f"the check of it failed: {error}") from None
        if found is None:
            raise RefusedError("the check of it was ended")
        return found


def _open_game(folder: Path) -> Callable[[Draft], list[Finding]]:
    """Return what checks a draft; runs in the process for it."""
    from cardgen.check.engine.registry import all_checks
    from cardgen.files.edited_game import EditedGame
    from cardgen.pipeline.inspection import inspect_game
    from cardgen.pipeline.phase_cache import PhaseCache

    phases = PhaseCache()
    known: dict[int, tuple[Finding, ...]] = {}

    def check(buffers: dict[Path, bytes]) -> tuple[Finding, ...]:
        report = Report()
        game = EditedGame(folder, buffers)
        inspect_game(game, report, checks=all_checks(pixels=False), cache=phases)
        return report.findings

    def answer(draft: Draft) -> list[Finding]:
        if draft.revision not in known:
            known.clear()
            known[draft.revision] = check({})
        found = check({draft.file: draft.data})
        return select_new(found, known[draft.revision])[:_MOST_TOLD]

    return answer


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
