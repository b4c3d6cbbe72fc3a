"""Check a game of a project; if nothing has changed, say what the last check found.

In      a game's files, constants that are set anew.
Out     a `CheckResult`.
Not here  going through the phases (`pipeline.inspection`).

What a check found is kept beside the fingerprints of builds: 0.09 s instead of 2.1 s for 216 cards
(measured in turns). A game whose findings depend on more than its files and the program is
checked each time: where a rule is another package's, or a target's option names a file outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from cardgen.cache.build_fingerprint import BuildFingerprint
from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.check.engine.unused_codes import UNUSED
from cardgen.core.entry_lines import as_number
from cardgen.core.findings import Finding, Report, Span
from cardgen.files.game_files import GameFiles
from cardgen.files.input_record import State
from cardgen.report.summary_line import SummaryLine

if TYPE_CHECKING:
    from cardgen.pipeline.checked_game import Checked
    from cardgen.pipeline.pages_beside import PagesBeside
    from cardgen.pipeline.phase_cache import PhaseCache


class CheckResult(Struct, frozen=True):
    """What there is to say of a game."""

    findings: tuple[Finding, ...]
    cards: int | None
    """None: its decks could not be read."""
    summary: tuple[SummaryLine, ...]
    editions: tuple[str, ...] = ()
    """Those that the game has."""
    corrections: tuple[str, ...] = ()
    """The files of their corrections."""
    own_places: tuple[tuple[Span, tuple[str, ...]], ...] = ()
    """In an edition, where what nothing uses is no place of the game's, and who has it."""
    shared: tuple[tuple[str, State], ...] = ()
    """The files beside the game that it includes, as they were read."""

    @property
    def report(self) -> Report:
        """The findings as a report."""
        report = Report()
        report.extend(self.findings)
        return report


class SharedPhases:
    """What the editions of a game share; made when the first of them is gone through."""

    def __init__(self, *, all_editions: bool = False) -> None:
        """Begin with nothing; `close` must be called.

        Args:
            all_editions: Whether all editions are gone through after the game itself.
        """
        self._cache: PhaseCache | None = None
        self._pages: PagesBeside | None = None
        self._all_editions = all_editions

    @property
    def pages(self) -> PagesBeside:
        """Booklets that a copy of this process looks at."""
        from cardgen.pipeline.pages_beside import PagesBeside

        if self._pages is None:
            self._pages = PagesBeside(editions=self._all_editions)
        return self._pages

    def copy(self) -> SharedPhases:
        """For a copy of this process: what it works out for itself is shared with nobody."""
        made = SharedPhases()
        made._cache = self._cache
        return made

    def close(self) -> None:
        """End what nobody wants any more."""
        if self._pages is not None:
            self._pages.close()

    def open(self, game: GameFiles) -> PhaseCache | None:
        """The cache for all of them; None if the game has no editions."""
        from cardgen.pipeline.phase_cache import PhaseCache
        from cardgen.read.game import list_editions

        if self._cache is None and list_editions(game):
            self._cache = PhaseCache(MAX_IN_MEMORY)
        return self._cache


class ProjectCheck:
    """The check of one view of a game: the game as it is, or an edition of it."""

    def __init__(
        self,
        game: GameFiles,
        settings: Mapping[str, str],
        *,
        folded: bool = True,
        unused: bool | None = None,
    ) -> None:
        """Prepare a check.

        Args:
            game: Its files.
            settings: Constants that are set anew.
            folded: Whether the style warnings of a game that is a draft become one.
            unused: Whether to say what nothing uses; if left out, of the game as it is alone.
        """
        self._game, self._settings, self._folded = game, settings, folded
        self._unused = not game.edition if unused is None else unused
        project = game.project
        self._fingerprint = BuildFingerprint(project, game, self._words()) if project else None

    def _words(self) -> list[str]:
        edition = self._game.edition
        return [
            "check",
            str(self._game.folder),
            *([] if self._folded else ["--all"]),
            *([f"edition {edition}"] if edition else []),
            *([] if self._unused else ["not all editions"]),
            *(f"{name}={to}" for name, to in sorted(self._settings.items())),
        ]

    @cached_property
    def unchanged(self) -> CheckResult | None:
        """What the last check found, if nothing has changed since."""
        return _convert(self._fingerprint.unchanged()) if self._fingerprint else None

    @property
    def last(self) -> CheckResult | None:
        """What the last check found, whatever has changed since."""
        return _convert(self._fingerprint.last()) if self._fingerprint else None

    def result(self, shared: SharedPhases | None = None) -> CheckResult:
        """Return what a check finds, or what the last one found if nothing has changed since.

        Raises:
            SettingError: the game has no constant that is set anew.
        """
        return self.unchanged or _check(
            self._game, self._settings, self._fingerprint,
            folded=self._folded, unused=self._unused, shared=shared,
        )  # fmt: skip


def check_project(
    game: GameFiles,
    settings: Mapping[str, str],
    *,
    folded: bool = True,
    unused: bool | None = None,
    shared: SharedPhases | None = None,
) -> CheckResult:
    """Return what a `ProjectCheck` finds.

    Raises:
        SettingError: the game has no constant that is set anew.
    """
    return ProjectCheck(game, settings, folded=folded, unused=unused).result(shared)


def _convert(stored: object) -> CheckResult | None:
    try:
        return msgspec.convert(stored, CheckResult) if stored is not None else None
    except msgspec.ValidationError:
        return None


def _check(
    game: GameFiles,
    settings: Mapping[str, str],
    fingerprint: BuildFingerprint | None,
    *,
    folded: bool,
    unused: bool,
    shared: SharedPhases | None,
) -> CheckResult:
    from cardgen.pipeline.inspection import inspect_game
    from cardgen.pipeline.kept_views import open_cards, save_cards
    from cardgen.report.summary import summarize_decks

    report, phases = Report(), shared or SharedPhases()
    cache = shared.open(game) if shared else None
    cards = open_cards(game, settings)
    try:
        checked = inspect_game(
            game, report, cache=cache, settings=settings, folded=folded, unused=unused,
            forks=True, cards=cards, pages=phases.pages,
        )  # fmt: skip
    finally:
        if phases is not shared:
            phases.close()
    if cards is not None and checked is not None:
        save_cards(cards, checked)
    editions = checked.spec.file.editions if checked else {}
    if folded:
        _fold_glyphs(report)
    result = CheckResult(
        report.findings,
        checked.bound.total if checked else None,
        summarize_decks(checked.spec, checked.bound) if checked else (),
        tuple(editions),
        tuple(path for edition in editions.values() for path in edition.corrections),
        tuple(list_unused_places(game, report.findings).items()),
        tuple((str(file), state) for file, state in game.inputs.shared.items()),
    )
    if fingerprint is not None and not _depends_on_more(checked):
        fingerprint.write(game.inputs, (), msgspec.to_builtins(result, enc_hook=as_number))
    return result


def _fold_glyphs(report: Report) -> None:
    if any(one.code == "missing-glyph" for one in report.findings):
        from cardgen.check.engine.repeated_glyphs import fold_glyphs

        report.replace(fold_glyphs(report.findings))


def list_unused_places(game: GameFiles, findings: Iterable[Finding]) -> dict[Span, tuple[str, ...]]:
    """Where an edition has what nothing uses and the game has not; and the editions that have it,
    over all of which it is judged."""
    from cardgen.read.game import locate_editions

    if not game.edition:
        return {}
    return locate_editions(game, (f.span for f in findings if f.span and f.code in UNUSED))


def _depends_on_more(checked: Checked | None) -> bool:
    """Whether findings may change though neither the game's files nor the program do."""
    from cardgen.cache.plugin_code import plugin_entries
    from cardgen.check.engine.registry import GROUP
    from cardgen.targets.installed import find_plugin, target_names

    if plugin_entries(GROUP) or (checked and checked.reads_outside()):
        return True
    file = checked.spec.file if checked else None
    named = {*file.build, *file.targets} if file else set()
    return any(find_plugin(name) for name in named.intersection(target_names()))
