"""The live state of a game, read again whenever a file changes.

In      a `DiskGame`, calls to `refresh` and `judge`.
Out     a `Snapshot`: the cards to show, the findings, and whether they are current.
Not here  pictures (`preview.face_images`), files that change (`cardgen.files.watch`), JSON.

`refresh` does only what a new picture needs; the checks run later in `judge`, so that they
never delay a picture.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.check.engine.levels import may_hide_cards
from cardgen.check.engine.registry import all_checks, phase_codes
from cardgen.check.engine.whole_decks import find_affected_parts
from cardgen.check.engine.written_entries import WrittenEntries
from cardgen.core.findings import Finding, Report
from cardgen.files.game_files import GameFiles
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import inspect_game
from cardgen.pipeline.phase_cache import PhaseCache
from cardgen.preview.frozen_decks import freeze_decks
from cardgen.preview.moved_rows import find_row_now
from cardgen.preview.table_columns import list_columns
from cardgen.read.tables.cards import CardSpec


class Snapshot(Struct, frozen=True):
    """What there is to show.

    `shown` are the cards; `kept` says that they are older than the files, because these
    cannot be read, and `lacking` that something is missing of them for the same reason,
    because no older ones were whole. `frozen` names the decks that are kept. `findings` are
    those of the files as they are; while `judged` is False, those of the checks are of the
    state before.
    """

    revision: int = 0
    shown: Checked | None = None
    findings: tuple[Finding, ...] = ()
    kept: bool = False
    frozen: tuple[str, ...] = ()
    lacking: bool = False
    judged: bool = False
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Of decks without declared fields, as far as their tables name some."""


class Session:
    """A game that is being edited. Methods may be called from several threads."""

    def __init__(self, game: GameFiles) -> None:
        self.game = game
        self.state = Snapshot()
        self._phases = PhaseCache()
        self._work = threading.Lock()
        self._checked: tuple[Finding, ...] = ()
        self._is_whole = False
        self._good: dict[str, Checked] = {}
        """The last state in which each deck was whole."""
        self._seen: Checked | None = None
        """The game as the files have it now, as far as it can be read."""

    def refresh(self) -> Snapshot:
        """Read, bind and lay out what changed."""
        with self._work:
            report = Report()
            seen = inspect_game(self.game, report, checks=(), cache=self._phases)
            self._seen = seen
            found = report.findings
            shown, frozen, lacking = self._select_shown(seen, found)
            self._is_whole = seen is not None and not any(map(may_hide_cards, found))
            self.state = Snapshot(
                revision=self.state.revision + 1,
                shown=shown,
                findings=merge_findings(found, self._checked) if seen else found,
                kept=bool(frozen),
                frozen=frozen,
                lacking=lacking,
                judged=seen is None,
                columns=list_columns(self.game, shown.spec) if shown else {},
            )
            return self.state

    def find_row_now(self, deck: str, place: tuple[str, int, int]) -> CardSpec | None:
        """Return the row that a card of a frozen deck has now; None if that is in doubt.

        Args:
            deck: The deck.
            place: File, line and column of the row when the deck was whole.
        """
        good, seen = self._good.get(deck), self._seen
        if good is None or seen is None:
            return None
        before, now = (state.spec.cards.get(deck, ()) for state in (good, seen))
        places = [(row.span.file, row.span.line, row.span.column) for row in before]
        return find_row_now(before, now, places.index(place)) if place in places else None

    def _select_shown(
        self, seen: Checked | None, found: Sequence[Finding]
    ) -> tuple[Checked | None, tuple[str, ...], bool]:
        """Return what to show, the decks that are frozen, and whether cards are missing."""
        if seen is None:
            return (self.state.shown if self._good else None), tuple(self._good), not self._good
        written, hiding = WrittenEntries(self.game, seen.spec), filter(may_hide_cards, found)
        affected = find_affected_parts(seen.levels, hiding, written).touched
        for name in seen.spec.decks:
            if name not in affected:
                self._good[name] = seen
        there = affected | seen.spec.decks.keys()
        self._good = {name: good for name, good in self._good.items() if name in there}
        shown, frozen = freeze_decks(seen, self._good, affected)
        return shown, frozen, bool(affected - set(frozen))

    def judge(self, *, pixels: bool) -> Snapshot:
        """Run the checks in this process; with `pixels`, also those that need rendered faces."""
        revision = self.state.revision
        return self.judged(revision, run_checks(self.game, pixels=pixels), final=pixels)

    def judged(self, revision: int, findings: Sequence[Finding], *, final: bool) -> Snapshot:
        """Store the findings of the checks, unless the game has changed meanwhile.

        Args:
            revision: The state that was judged.
            findings: All findings of that state.
            final: Whether these are the last findings of this revision.
        """
        with self._work:
            if revision == self.state.revision:
                if self._is_whole:  # else those of frozen decks are not among them
                    self._checked = tuple(findings)
                self.state = replace(self.state, findings=tuple(findings), judged=final)
            return self.state


def run_checks(game: GameFiles, *, pixels: bool) -> tuple[Finding, ...]:
    """Return all findings of a game on disk."""
    report = Report()
    inspect_game(game, report, checks=None if pixels else all_checks(pixels=False))
    return report.findings


def merge_findings(now: Sequence[Finding], before: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the new findings of the phases with the previous findings of the checks.

    Codes of the phases are taken from `now` alone, so that nothing fixed remains.
    """
    report = Report()
    report.extend(now)
    report.extend(finding for finding in before if finding.code not in phase_codes())
    return report.findings
